package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"go/version"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/module"
)

const (
	userMod = "module example.com/user\n\ngo 1.24\n"
	userGo  = `package user

import "github.com/google/uuid"

func ID() string { return uuid.NewString() }
`
	userWant = `package user

import "github.com/uuidkit/uuidkit/uuid"

func ID() string { return uuid.New().String() }
`
	srvGo = `package srv

import (
	"example.com/user/sub"
	"github.com/google/uuid"
)

var user = sub.User{ID: uuid.New()}
`
	systemGo = `package user

import google "github.com/google/uuid"

func id(f func() (google.UUID, error)) string { return google.Must(f()).String() }
`
	systemWant = `package user

import google "github.com/uuidkit/uuidkit/uuid"

func id(f func() (google.UUID, error)) string { return mustUUID(f()).String() }
`
	helpersWant = `package user

import google "github.com/uuidkit/uuidkit/uuid"

// mustUUID panics if err is not nil.
func mustUUID(id google.UUID, err error) google.UUID {
	if err != nil {
		panic(err)
	}
	return id
}
`
	brokenGo = `package broken

import "github.com/google/uuid"

func ID() string { return uuid.NewString() + 1 + undefined }
`
)

// TestRun runs uuidfix on small modules.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds")
	}
	committed := newModule(t, userMod)
	write1("user.go", userGo)(t, committed)
	goRun(t, committed, "mod", "tidy")
	commit(t, committed)
	for _, c := range []struct {
		name   string
		args   []string
		change func(t *testing.T, dir string) // of a module that is committed
		status int
		says   []string          // somewhere in what is printed
		want   map[string]string // files; if none, nothing has changed
	}{
		{name: "rewrites", want: map[string]string{"user.go": userWant}},
		{name: "diff of a dirty tree", args: []string{"-diff"}, change: write1("other.go", "package user\n"),
			says: []string{"+import \"github.com/uuidkit/uuidkit/uuid\"", "+func ID() string { return uuid.New().String() }"}},
		{name: "dirty tree", change: write1("other.go", "package user\n"), status: 2, says: []string{"other.go"}},
		{name: "dirty tree that git status does not show", change: func(t *testing.T, dir string) {
			git(t, dir, "config", "status.showUntrackedFiles", "no")
			write1("other.go", "package user\n")(t, dir)
		}, status: 2, says: []string{"other.go"}},
		{name: "ignored file", change: func(t *testing.T, dir string) {
			write1(".gitignore", "ignored.go\n")(t, dir)
			commit(t, dir)
			write1("ignored.go", strings.Replace(userGo, "ID", "Ignored", 1))(t, dir)
		}, status: 2, says: []string{"git cannot bring back ignored.go"}},
		{name: "ignored folder", change: func(t *testing.T, dir string) {
			check(t, os.RemoveAll(filepath.Join(dir, ".git")))
			write1(".gitignore", "user\n")(t, filepath.Dir(dir))
			commit(t, filepath.Dir(dir))
		}, status: 2, says: []string{"git cannot bring back"}},
		{name: "changes that git does not look for", change: func(t *testing.T, dir string) {
			git(t, dir, "update-index", "--assume-unchanged", "user.go")
			write1("user.go", userGo+"// more\n")(t, dir)
		}, status: 2, says: []string{"git cannot bring back user.go"}},
		{name: "link to a file outside", change: func(t *testing.T, dir string) {
			write1("outside.go", userGo)(t, filepath.Dir(dir))
			check(t, os.Symlink("../outside.go", filepath.Join(dir, "sub.go")))
			check(t, os.Remove(filepath.Join(dir, "user.go")))
			commit(t, dir)
		}, status: 2, says: []string{"git cannot bring back sub.go"}},
		{name: "link to the module", change: func(t *testing.T, dir string) {
			check(t, os.Rename(dir, dir+"2"))
			check(t, os.Symlink(dir+"2", dir))
		}, want: map[string]string{"user.go": userWant}},
		{name: "no repository", change: remove(".git"), status: 2, says: []string{"git"}},
		{name: "no module", change: remove("go.mod"), status: 2, says: []string{"go.mod"}},
		{name: "read-only", change: func(t *testing.T, dir string) {
			check(t, os.Chmod(filepath.Join(dir, "user.go"), 0o444))
		}, status: 2, says: []string{"user.go is read-only"}},
		{name: "nothing to do", change: func(t *testing.T, dir string) {
			write1("user.go", "package user\n")(t, dir)
			commit(t, dir)
		}, says: []string{"nothing to do"}},
		{name: "flag", args: []string{"-unknown"}, status: 2, says: []string{"usage"}},
		{name: "help", args: []string{"-h"}, says: []string{"usage"}},
		{name: "target", args: []string{"-to", "gofrs"}, status: 2, says: []string{`"gofrs"`}},
		{name: "pattern", args: []string{"./missing"}, status: 2, says: []string{"missing"}},
		{name: "broken packages", change: func(t *testing.T, dir string) {
			write1("syntax/broken.go", strings.Replace(brokenGo, "func", "fun", 1))(t, dir)
			write1("types/broken.go", brokenGo)(t, dir)
			write1("tests/user.go", strings.Replace(userGo, "user", "broken", 1))(t, dir)
			write1("tests/user_test.go", brokenGo)(t, dir)
			write1("missing/broken.go", "package broken\n\nimport (\n\t_ \"example.com/missing\"\n\t_ \"github.com/google/uuid\"\n)\n")(t, dir)
			commit(t, dir)
		}, status: 3, says: []string{"syntax/broken.go:5", "types/broken.go:5", "tests/user_test.go:5", "example.com/missing"},
			want: map[string]string{"user.go": userWant, "types/broken.go": brokenGo, "tests/user.go": strings.Replace(userWant, "user\n", "broken\n", 1)}},
		{name: "vendored", change: func(t *testing.T, dir string) {
			goRun(t, dir, "mod", "vendor")
			commit(t, dir)
		}, status: 8, says: []string{"go mod vendor"}, want: map[string]string{"user.go": userWant}},
		{name: "one package", args: []string{"./sub"}, change: func(t *testing.T, dir string) {
			write1("sub/sub.go", userGo)(t, dir)
			commit(t, dir)
		}, want: map[string]string{"user.go": userGo, "sub/sub.go": userWant}},
		{name: "one package that another needs", args: []string{"./sub"}, change: func(t *testing.T, dir string) {
			write1("sub/sub.go", "package sub\n\nimport \"github.com/google/uuid\"\n\ntype User struct{ ID uuid.UUID }\n")(t, dir)
			write1("srv/srv.go", srvGo)(t, dir)
			write1("srv/srv_windows.go", "package srv\n\nvar onWindows = user.ID.NodeID()\n")(t, dir)
			commit(t, dir)
		}, status: 8, says: []string{"srv/srv.go:4: left: example.com/user/sub", "srv/srv.go:8: compile:", "srv/srv_windows.go:3: compile: user.ID.NodeID"}, want: map[string]string{"user.go": userGo, "srv/srv.go": srvGo}},
		{name: "a helper of two systems", change: func(t *testing.T, dir string) {
			for _, name := range []string{"id_linux.go", "id_windows.go"} {
				write1(name, systemGo)(t, dir)
			}
			commit(t, dir)
		}, says: []string{"user/uuidhelpers.go is new"}, want: map[string]string{"id_linux.go": systemWant, "id_windows.go": systemWant, "uuidhelpers.go": helpersWant}},
		{name: "two helpers of two systems, with two names of the import", change: func(t *testing.T, dir string) {
			for _, name := range []string{"linux.go", "windows.go"} {
				write1("id_"+name, systemGo)(t, dir)
				write1("valid_"+name, "package user\n\nimport \"github.com/google/uuid\"\n\nvar errNone, fresh = uuid.Validate(\"\"), uuid.New()\n")(t, dir)
			}
			commit(t, dir)
		}, want: map[string]string{"id_linux.go": systemWant, "uuidhelpers.go": helpersWant + `
// validateUUID returns an error if s is not a UUID.
func validateUUID(s string) error {
	_, err := google.Parse(s)
	return err
}
`}},
		{name: "one file in two packages", change: func(t *testing.T, dir string) {
			write1("a/ids.go", systemGo)(t, dir)
			write1("b/first.go", strings.Replace(systemGo, "func id", "func first", 1))(t, dir)
			check(t, os.Symlink("../a/ids.go", filepath.Join(dir, "b", "ids.go")))
			commit(t, dir)
		}, status: 2, says: []string{"a/ids.go and b/ids.go are one file"}},
		{name: "one file in two packages, with one content", change: func(t *testing.T, dir string) {
			write1("a/ids.go", userGo)(t, dir)
			check(t, os.Mkdir(filepath.Join(dir, "b"), 0o755))
			check(t, os.Symlink("../a/ids.go", filepath.Join(dir, "b", "ids.go")))
			commit(t, dir)
		}, want: map[string]string{"user.go": userWant, "a/ids.go": userWant, "b/ids.go": userWant}},
		{name: "file", args: []string{"user.go"}, status: 2, says: []string{"user.go is a file"}},
		{name: "stores, configuration", change: func(t *testing.T, dir string) {
			write1("mongo.go", "package user\n\nimport _ \"go.mongodb.org/mongo-driver/v2/bson\"\n\nimport _ \"github.com/google/uuid\"\n")(t, dir)
			goRun(t, dir, "mod", "tidy")
			write1("sqlc.yaml", "overrides:\n- go_type:\n    import: \"github.com/google/uuid\"\n- go_type: github.com/google/uuid.UUID\n")(t, dir)
			write1("user.go", strings.Replace(userGo, "{ return", "{  return", 1))(t, dir) // as gofmt would not
			commit(t, dir)
		}, status: 7, says: []string{"sqlc.yaml:3: left: github.com/google/uuid", "sqlc.yaml:4: left: github.com/google/uuid", "mongo.go:3: wire: go.mongodb.org/mongo-driver/v2/bson"},
			want: map[string]string{"user.go": strings.Replace(userWant, "{ return", "{  return", 1)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "user")
			check(t, os.CopyFS(dir, os.DirFS(committed)))
			if c.change != nil {
				c.change(t, dir)
			}
			before := readAll(t, dir)
			var out bytes.Buffer
			if status := run(t.Context(), dir, c.args, &out, &out); status != c.status {
				t.Errorf("got exit status %d, want %d", status, c.status)
			}
			for _, says := range c.says {
				if !strings.Contains(out.String(), says) {
					t.Errorf("got\n%s\nwant %q in it", &out, says)
				}
			}
			if after := readAll(t, dir); c.want == nil && after != before {
				t.Errorf("files have changed: got\n%s\nwant\n%s", after, before)
			}
			for name, want := range c.want {
				got, err := os.ReadFile(filepath.Join(dir, name))
				if err != nil || string(got) != want {
					t.Errorf("%s: got %v\n%s\nwant\n%s", name, err, got, want)
				}
			}
			if t.Failed() {
				t.Logf("%s", &out)
			}
		})
	}
}

func write1(name, data string) func(*testing.T, string) {
	return func(t *testing.T, dir string) { writeFile(t, filepath.Join(dir, name), []byte(data)) }
}

func remove(name string) func(*testing.T, string) {
	return func(t *testing.T, dir string) { check(t, os.RemoveAll(filepath.Join(dir, name))) }
}

// TestWorkspace has a workspace of three modules, of which one needs another that its go.mod
// does not name, and modules that another's go.mod and go.work replace.
func TestWorkspace(t *testing.T) {
	dir := newModule(t, userMod)
	write1("user.go", userGo)(t, dir)
	goRun(t, dir, "mod", "tidy")
	for name, src := range map[string]string{
		"other.go":               "package user\n\nimport (\n\t\"example.com/unpublished\"\n\t\"github.com/google/uuid\"\n)\n\nvar Other = unpublished.S + ID()\n\nvar theirs uuid.UUID = unpublished.ID\n",
		"go.work":                "go 1.24\n\nuse (\n\t.\n\t./unpublished\n\t./third\n)\n\nreplace example.com/private v0.0.0 => ./private\n",
		"unpublished/go.mod":     "module example.com/unpublished\n\ngo 1.24\n\nrequire example.com/gen v0.0.0\n\nreplace example.com/gen => ./gen\n",
		"unpublished/s.go":       "package unpublished\n\nimport \"example.com/gen\"\n\nvar S, ID = gen.S, gen.ID\n",
		"unpublished/gen/go.mod": "module example.com/gen\n\ngo 1.24\n\nrequire (\n\texample.com/private v0.0.0\n\tgithub.com/google/uuid v1.6.0\n)\n",
		"unpublished/gen/s.go":   "package gen\n\nimport (\n\t\"example.com/private\"\n\t\"github.com/google/uuid\"\n)\n\nvar S = private.S\n\nvar ID uuid.UUID\n",
		"private/go.mod":         "module example.com/private\n\ngo 1.24\n",
		"private/s.go":           "package private\n\nvar S string\n",
		"third/go.mod":           "module example.com/third\n\ngo 1.24\n\nreplace example.com/user => ../\n",
		"third/third.go":         strings.Replace(userGo, "user", "third", 1),
	} {
		write1(name, src)(t, dir)
	}
	commit(t, dir)
	t.Setenv("GOWORK", filepath.Join(dir, "go.work"))
	var out bytes.Buffer
	status := run(t.Context(), dir, nil, &out, &out)
	all := readAll(t, dir)
	if status != 0 || !strings.Contains(all, userWant) || !strings.Contains(all, "uuid.UUID(unpublished.ID)") || strings.Count(all, "google/uuid\"") != 2 {
		t.Errorf("got exit status %d\n%s\nand files\n%s", status, &out, all)
	}
	goRun(t, dir, "vet", ".")
	t.Setenv("GOWORK", "off")
	if out, err := exec.Command("go", "mod", "edit", "-json", filepath.Join(dir, "go.mod")).Output(); err != nil || bytes.Contains(out, []byte("unpublished")) || bytes.Contains(out, []byte("third")) || bytes.Contains(out, []byte("gen")) || bytes.Contains(out, []byte("private")) {
		t.Errorf("got go.mod %s, %v", out, err)
	}
}

// TestOlderWorkspace has a go.work that asks for an older Go than uuidkit, and its vendor folder.
func TestOlderWorkspace(t *testing.T) {
	dir := newModule(t, strings.Replace(userMod, "1.24", "1.22", 1))
	write1("user.go", userGo)(t, dir)
	goRun(t, dir, "mod", "tidy")
	commit(t, dir)
	write1("../go.work", "go 1.22\n\nuse ./user\n")(t, dir)
	write1("../vendor/modules.txt", "## workspace\n")(t, dir)
	t.Setenv("GOWORK", filepath.Join(filepath.Dir(dir), "go.work"))
	r, _ := report(t, dir, "-diff", "-keep-language")
	var got []string
	for _, f := range r.Findings {
		got = append(got, fmt.Sprintf("%s:%d: %s: %s", filepath.Base(f.File), f.Line, f.Kind, f.What))
	}
	if want := "go.work:1: compile: go 1.22, go.mod:3: go line: go 1.22 becomes go 1.24, modules.txt:1: compile: vendored modules"; strings.Join(got, ", ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestMeanwhile has a user who interrupts uuidfix when it loads the program, or saves a file when it
// prints what it has found.
func TestMeanwhile(t *testing.T) {
	const saved = userGo + "// saved\n"
	for _, c := range []struct {
		name  string
		at    string // what it prints then
		saves bool
		says  string
		user  string // user.go afterwards
	}{
		{name: "interrupts", at: "loading", says: module.ErrInterrupted.Error(), user: userGo},
		{name: "saves", at: "api: ", saves: true, says: "user.go has changed since", user: saved},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := newModule(t, userMod)
			write1("user.go", userGo)(t, dir)
			write1("api.go", "package user\n\nimport \"github.com/google/uuid\"\n\nvar Space uuid.UUID\n")(t, dir)
			goRun(t, dir, "mod", "tidy")
			commit(t, dir)
			want := strings.Replace(readAll(t, dir), userGo, c.user, 1)
			t.Setenv("TMPDIR", t.TempDir())
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var out bytes.Buffer
			prints := writerFunc(func(b []byte) (int, error) {
				if bytes.Contains(b, []byte(c.at)) && c.saves {
					write1("user.go", saved)(t, dir)
				} else if bytes.Contains(b, []byte(c.at)) {
					cancel()
				}
				return out.Write(b)
			})
			if status := run(ctx, dir, nil, prints, prints); status != 2 || !strings.Contains(out.String(), c.says) || strings.Contains(out.String(), "rewritten") {
				t.Errorf("got exit status %d\n%s", status, &out)
			}
			if after := readAll(t, dir); after != want {
				t.Errorf("got files\n%s\nwant\n%s", after, want)
			}
			if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
				t.Errorf("got temporary files %v, %v", left, err)
			}
		})
	}
}

// TestSignals sends signals that would end a program in the middle of its writing.
func TestSignals(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such signals")
	}
	self, err := os.FindProcess(os.Getpid())
	check(t, err)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, sigquit} {
		ctx, stop := interruptible()
		check(t, self.Signal(s))
		select {
		case <-ctx.Done():
		case <-time.After(10 * time.Second):
			t.Errorf("%v does not interrupt", s)
		}
		stop()
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// TestStd rewrites a module to Go 1.27's package uuid.
func TestStd(t *testing.T) {
	t.Parallel()
	if version.Compare(runtime.Version(), "go1.27") < 0 {
		t.Skip("needs Go 1.27")
	}
	dir := newModule(t, userMod)
	write1("user.go", `package user

import (
	"encoding/gob"
	"io"

	"github.com/google/uuid"
)

func ID() string { return uuid.NewString() }

func Must() uuid.UUID {
	id, err := uuid.NewV7()
	if err != nil || id == uuid.Nil {
		panic(err)
	}
	return uuid.Must(uuid.NewRandom())
}

var left = uuid.NullUUID{}

var named = uuid.NewSHA1(uuid.NameSpaceDNS, nil)

func Line(id uuid.UUID) (string, uuid.Version) { return id.URN(), id.Version() }

func Stored(id uuid.UUID, w io.Writer) (any, error, error) {
	v, err := id.Value()
	return v, err, gob.NewEncoder(w).Encode(id)
}

var upper = uuid.MustParse("URN:UUID:6ba7b810-9dad-41d1-80b4-00c04fd430c8")

func Read(id uuid.UUID, text string, v any) (b []byte, err error) {
	id, err = uuid.Parse(text)
	err = id.Scan(v)
	b, err = id.MarshalBinary()
	return b, err
}

type key struct {
	uuid.UUID
	N int
}
`)(t, dir)
	goRun(t, dir, "mod", "tidy")
	commit(t, dir)
	var out, list bytes.Buffer
	status := run(t.Context(), dir, []string{"-to", "std"}, &list, &out)
	got, err := os.ReadFile(filepath.Join(dir, "user.go"))
	check(t, err)
	want := `package user

import (
	"encoding/gob"
	"io"
	"uuid"
)

func ID() string { return uuid.New().String() }

func Must() uuid.UUID {
	id, err := uuid.NewV7(), error(nil)
	if err != nil || id == uuid.Nil() {
		panic(err)
	}
	return uuid.NewV4()
}
`
	if status != 8 || !strings.HasPrefix(string(got), want) {
		t.Errorf("got exit status %d\n%s\nwant\n%s", status, got, want)
	}
	for _, line := range []string{
		"go.mod:3: go line: go 1.24 becomes go 1.27",
		"user.go:13: left: err != nil",
		"user.go:19: compile: uuid.NullUUID",
		"user.go:21: compile: uuid.NewSHA1",
		`user.go:23: compile: id.URN: write "urn:uuid:" + id.String()`,
		"user.go:23: compile: id.Version: write kit.UUID(id).Version()",
		"user.go:26: compile: id.Value: write sqlx.Text(id).Value()",
		"user.go:27: wire: id to encoding/gob.Encode",
		"user.go:30: run time: uuid.MustParse",
		"user.go:33: run time: uuid.Parse(text): URN:UUID: in upper case is an error now, and so are 38 characters",
		"user.go:34: compile: id.Scan: write (*sqlx.Text)(&id).Scan(v)",
		"user.go:35: compile: id.MarshalBinary: write id[:]",
		"user.go:39: wire: key: the struct embeds, or embedded, a UUID",
	} {
		if !strings.Contains(list.String(), line) {
			t.Errorf("got list\n%s\nwant %q in it", &list, line)
		}
	}
}

// TestStdStores has values that go to databases and come from them.
func TestStdStores(t *testing.T) {
	t.Parallel()
	if version.Compare(runtime.Version(), "go1.27") < 0 {
		t.Skip("needs Go 1.27")
	}
	dir := newModule(t, "module example.com/user\n\ngo 1.27.0\n\nrequire (\n\tgithub.com/gofrs/uuid/v5 v5.5.1\n\tgithub.com/google/uuid v1.6.0\n)\n")
	squirrel := newModule(t, "module github.com/Masterminds/squirrel\n\ngo 1.24\n")
	write1("squirrel.go", "package squirrel\n\ntype Eq map[string]any\n\nfunc Delete(where any) {}\n")(t, squirrel)
	write1("user.go", `package main

import (
	"database/sql"

	"github.com/Masterminds/squirrel"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
)

func main() {
	var rows sql.Rows
	var id uuid.UUID
	var other gofrs.UUID
	rows.Scan(&id)
	rows.Scan(&other)
	squirrel.Delete(squirrel.Eq{"id": id})
}
`)(t, dir)
	goRun(t, dir, "mod", "edit", "-replace=github.com/Masterminds/squirrel="+squirrel)
	goRun(t, dir, "mod", "tidy")
	r, _ := report(t, dir, "-to", "std", "-diff")
	var got []string
	for _, f := range r.Findings {
		got = append(got, fmt.Sprintf("%s:%d %s", f.File, f.Line, f.Kind))
	}
	if want := "user.go:14 run time, user.go:16 wire"; strings.Join(got, ", ") != want || !strings.Contains(r.Findings[0].Write, "sql.Null") {
		t.Errorf("got\n%v\nwant %s", r.Findings, want)
	}
}

// TestStdImports has an import block from which the first line goes.
func TestStdImports(t *testing.T) {
	t.Parallel()
	if version.Compare(runtime.Version(), "go1.27") < 0 {
		t.Skip("needs Go 1.27")
	}
	for _, c := range []struct{ name, flag, imports string }{
		{"all", "-internal=false", "\t\"uuid\"\n\n\t\"example.com/user/sub\"\n"},
		{"internal", "-internal", "\t\"uuid\"\n\n\t\"example.com/user/sub\"\n\tgoogle \"github.com/google/uuid\"\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := newModule(t, userMod)
			write1("sub/sub.go", "package sub\n\nfunc One[T any](v T) T { return v }\n")(t, dir)
			write1("user.go", `package user

import (
	"github.com/google/uuid"

	"example.com/user/sub"
)

var id = sub.One(uuid.New())

func ID() uuid.UUID { return id }
`)(t, dir)
			goRun(t, dir, "mod", "tidy")
			commit(t, dir)
			report(t, dir, "-to", "std", c.flag)
			src, err := os.ReadFile(filepath.Join(dir, "user.go"))
			if want := "package user\n\nimport (\n" + c.imports + ")\n"; err != nil || !strings.HasPrefix(string(src), want) {
				t.Errorf("got %v\n%s\nwant\n%s", err, src, want)
			}
			goRun(t, dir, "vet", ".")
		})
	}
}

// TestStdAdvice compiles the lines that are advised for what Go 1.27's type lacks.
func TestStdAdvice(t *testing.T) {
	t.Parallel()
	if version.Compare(runtime.Version(), "go1.27") < 0 {
		t.Skip("needs Go 1.27")
	}
	dir := newModule(t, "module example.com/user\n\ngo 1.27.0\n")
	write1("user.go", `package user

import (
	"uuid"

	"github.com/uuidkit/uuidkit/sqlx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

func advice(id uuid.UUID, ids []uuid.UUID, v any, b []byte) []any {
	text, err := sqlx.Text(id).Value()
	bin, err2 := kit.UUID(id).MarshalBinary()
	at, ok := kit.UUID(id).Time()
	return []any{
		"urn:uuid:" + id.String(), (*sqlx.Text)(&id).Scan(v), text, err, sqlx.Text(id), sqlx.Binary(id), id[:], bin, err2,
		(*kit.UUID)(&id).UnmarshalBinary(b), kit.UUID(id).Version(), kit.UUID(id).Variant(), at, ok, id == uuid.Nil(),
		sqlx.Array[uuid.UUID](ids),
	}
}
`)(t, dir)
	goRun(t, dir, "mod", "tidy")
	goRun(t, dir, "vet", ".")
}

// TestToolchain has a module whose Go is newer than the one that has built uuidfix.
func TestToolchain(t *testing.T) {
	t.Parallel()
	if version.Compare(runtime.Version(), "go1.27") >= 0 {
		t.Skip("built with Go 1.27")
	}
	dir := newModule(t, userMod)
	write1("user.go", userGo)(t, dir)
	commit(t, dir)
	var out bytes.Buffer
	if status := run(t.Context(), dir, []string{"-to", "std"}, &out, &out); status != 2 || !strings.Contains(out.String(), "GOTOOLCHAIN=go1.27") {
		t.Errorf("got exit status %d\n%s", status, &out)
	}
}
