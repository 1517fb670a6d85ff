package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"

	"github.com/uuidkit/uuidkit/integration/internal/git"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/uuid"
)

var all = flag.Bool("all", false, "get the modules into public modules, too, and run the commands by version")

// The version that is rehearsed. Nothing of it stays: each run has its own module cache.
const version = "v0.99.0"

// maxRootZip is what a user of uuid downloads at most. It is raised for what users get, as the methods of uuid/ids for gin
// and viper, and not for tools: these are modules of their own.
const maxRootZip = 410_000

// adapters are the folders of the adapters, each with the library that it requires at
// a floor.
var adapters = []struct{ folder, library string }{
	{"pgxtype", "github.com/jackc/pgx/v5"},
	{"gormtype", "gorm.io/gorm"},
	{"bsonx", "go.mongodb.org/mongo-driver/v2"},
	{"bsonx/driverv1", "go.mongodb.org/mongo-driver"},
	{"msgpackx", "github.com/vmihailenco/msgpack/v5"},
	{"cborx", "github.com/fxamacker/cbor/v2"},
}

// pins are older than what any of our modules requires, and imported by the user.
var pins = map[string]string{ // package: module@version
	"golang.org/x/text/unicode/norm":      "golang.org/x/text@v0.13.0",
	"golang.org/x/crypto/pbkdf2":          "golang.org/x/crypto@v0.17.0",
	"golang.org/x/tools/txtar":            "golang.org/x/tools@v0.16.0",
	"github.com/jackc/pgx/v5/pgtype":      "github.com/jackc/pgx/v5@v5.7.2",
	"go.mongodb.org/mongo-driver/bson":    "go.mongodb.org/mongo-driver@v1.13.1",
	"go.mongodb.org/mongo-driver/v2/bson": "go.mongodb.org/mongo-driver/v2@v2.0.0",
	"gorm.io/gorm":                        "gorm.io/gorm@v1.25.5",
	"github.com/fxamacker/cbor/v2":        "github.com/fxamacker/cbor/v2@v2.5.0",
	"github.com/vmihailenco/msgpack/v5":   "github.com/vmihailenco/msgpack/v5@v5.3.5",
}

// people are public modules whose other requirements differ from ours.
var people = []string{
	"entgo.io/ent@v0.14.5",
	"github.com/oapi-codegen/runtime@v1.8.0",
	"github.com/gobuffalo/pop/v6@v6.4.1", // pgx
}

// TestRelease rehearses a release. It puts all modules, as they would be tagged, into
// a module proxy of files, and looks at what go get of each package changes in the
// go.mod files of its users.
func TestRelease(t *testing.T) {
	top := kit.Must(filepath.Abs("../.."))(t)
	files := kit.Must(tracked(top))(t)
	checkout := copyFiles(t, top, files)
	kit.Check(t, write(checkout, files, version))
	proxy := t.TempDir()
	for _, folder := range published(files) {
		publish(t, proxy, checkout, folder)
	}
	g := newUserGo(t, proxy)

	users := map[string]string{} // by the go line
	for _, goLine := range []string{"1.21", "1.24", "1.26"} {
		users[goLine] = newUser(t, g, goLine)
	}
	t.Run("packages of the root add one line", func(t *testing.T) {
		for goLine, user := range users {
			dir, want := copyUser(t, user), read(t, user).with(root+" "+version)
			want.goLine = max(goLine, "1.24")
			importing(t, dir, root+"/uuid", root+"/uuid/uuidtest", root+"/sqlx")
			g.run(t, dir, "get", root+"@"+version)
			g.run(t, dir, "mod", "tidy")
			g.run(t, dir, "build", "./...")
			want.check(t, dir)
		}
	})
	t.Run("an adapter changes what its library alone would change", func(t *testing.T) {
		for _, a := range adapters {
			byHand, withUs := copyUser(t, users["1.24"]), copyUser(t, users["1.24"])
			g.run(t, byHand, "get", a.library+"@"+read(t, filepath.Join(checkout, a.folder)).version(a.library))
			g.run(t, byHand, "mod", "tidy")

			pkg := root + "/" + a.folder
			importing(t, withUs, pkg)
			g.run(t, withUs, "get", pkg+"@"+version)
			g.run(t, withUs, "mod", "tidy")
			g.run(t, withUs, "build", "./...")
			read(t, byHand).with(pkg+" "+version, root+" "+version).check(t, withUs)
		}
	})
	t.Run("public modules", func(t *testing.T) {
		if !*all {
			t.Skip("only with -all")
		}
		for _, m := range people {
			t.Run(m, func(t *testing.T) {
				dir := g.source(t, m)
				want := read(t, dir).with(root + " " + version)
				want.goLine = "" // may change
				importing(t, dir, root+"/uuid", root+"/sqlx")
				g.run(t, dir, "get", root+"@"+version)
				g.run(t, dir, "build", "./uuidkituser")
				want.check(t, dir)
			})
		}
	})
	t.Run("commands run by version", func(t *testing.T) {
		if !*all {
			t.Skip("only with -all")
		}
		dir := t.TempDir()
		writeFile(t, filepath.Join(dir, "go.mod"), []byte("module example.com/user\n\ngo 1.24\n"))
		writeFile(t, filepath.Join(dir, "user.go"), []byte("package user\n\nimport \"github.com/google/uuid\"\n\nvar ID = uuid.NewString()\n"))
		g.run(t, dir, "mod", "tidy")
		kit.Check(t, git.Commit(dir))
		want := read(t, dir)
		want.requires = []string{root + " " + version}
		g.run(t, dir, "run", root+"/analysis/uuidfix@"+version, "./...")
		g.run(t, dir, "build", "./...")
		g.run(t, dir, "mod", "tidy", "-diff")
		want.check(t, dir)
		g.run(t, dir, "install", root+"/analysis/...@"+version)
		out := g.run(t, dir, "run", root+"/cmd/uuid@"+version, "new")
		kit.Must(uuid.Parse(strings.TrimSpace(string(out))))(t)
		g.run(t, dir, "install", root+"/cmd/uuid@"+version)
	})
	t.Run("unpublished, with replace", func(t *testing.T) {
		for _, a := range adapters {
			dir := copyUser(t, users["1.24"])
			importing(t, dir, root+"/uuid", root+"/"+a.folder)
			for m, folder := range map[string]string{root: "", root + "/" + a.folder: a.folder} {
				g.run(t, dir, "mod", "edit", "-require="+m+"@v0.0.0", "-replace="+m+"="+filepath.Join(top, folder))
			}
			g.run(t, dir, "mod", "tidy")
			g.run(t, dir, "build", "./...")
		}
	})
	t.Run("the last release's adapters with the new root", func(t *testing.T) {
		last, err := git.LastRelease(top)
		if err != nil {
			t.Log("nothing to check: there is no release yet:", err)
			return
		}
		old := filepath.Join(t.TempDir(), "last")
		kit.Must(git.Run(top, "worktree", "add", "--detach", old, last))(t)
		defer git.Run(top, "worktree", "remove", "--force", old)
		for _, a := range adapters {
			dir := filepath.Join(old, a.folder)
			g.run(t, dir, "mod", "edit", "-replace="+root+"="+top)
			g.run(t, dir, "build", "./...")
		}
	})
}

// TestPublished looks for a module that no other test here knows.
func TestPublished(t *testing.T) {
	want := []string{".", "analysis", "cmd"}
	for _, a := range adapters {
		want = append(want, a.folder)
	}
	slices.Sort(want)
	if got := published(kit.Must(tracked("../.."))(t)); !slices.Equal(got, want) {
		t.Errorf("got the modules %q, want %q, of which adapters has the rows", got, want)
	}
}

// TestImports looks for code of an adapter that imports what the root does not export:
// the root may be of another version than the adapter.
func TestImports(t *testing.T) {
	for _, a := range adapters {
		cmd := exec.Command("go", "list", "-f", "{{join .Imports \"\\n\"}}", "./...")
		cmd.Dir = filepath.Join("../..", a.folder)
		out := kit.Must(cmd.Output())(t)
		if !strings.Contains(string(out), a.library) {
			t.Errorf("%s: got imports\n%s, want %s among them", a.folder, out, a.library)
		}
		for imported := range strings.Lines(string(out)) {
			if strings.HasPrefix(imported, root+"/internal/") {
				t.Errorf("%s imports %s", a.folder, imported)
			}
		}
	}
}

// TestWrite tries what release must refuse.
func TestWrite(t *testing.T) {
	for _, v := range []string{"", "1.0.0", "v1", "v1.0", "v1.0.0+x", "v2.0.0", "latest"} {
		if err := write(t.TempDir(), nil, v); err == nil {
			t.Errorf("%q: no error", v)
		}
	}
}

// copyFiles copies the files into a new folder.
func copyFiles(t *testing.T, from string, files []string) string {
	t.Helper()
	to := t.TempDir()
	for _, f := range files {
		writeFile(t, filepath.Join(to, f), kit.Must(os.ReadFile(filepath.Join(from, f)))(t))
	}
	return to
}

// writeFile writes a file, and makes its folder.
func writeFile(t *testing.T, name string, data []byte) {
	t.Helper()
	kit.Check(t, os.MkdirAll(filepath.Dir(name), 0o755))
	kit.Check(t, os.WriteFile(name, data, 0o644))
}

// publish lays a module into the proxy as cmd/go expects it there
// (https://go.dev/ref/mod#goproxy-protocol).
func publish(t *testing.T, proxy, checkout, folder string) {
	t.Helper()
	m := module.Version{Path: path.Join(root, folder), Version: version}
	dir := filepath.Join(proxy, m.Path, "@v")
	writeFile(t, filepath.Join(dir, "list"), []byte(version+"\n"))
	writeFile(t, filepath.Join(dir, version+".info"), fmt.Appendf(nil, `{"Version":%q,"Time":"2026-01-01T00:00:00Z"}`, version))
	writeFile(t, filepath.Join(dir, version+".mod"), kit.Must(os.ReadFile(filepath.Join(checkout, folder, "go.mod")))(t))
	f := kit.Must(os.Create(filepath.Join(dir, version+".zip")))(t)
	defer f.Close()
	kit.Check(t, zip.CreateFromDir(f, m, filepath.Join(checkout, folder)))
	size := kit.Must(f.Seek(0, 1))(t)
	t.Logf("%s: a zip of %d bytes", m.Path, size)
	if folder == "." && size > maxRootZip {
		t.Errorf("the root module's zip has %d bytes, want at most %d", size, maxRootZip)
	}
}

// A userGo runs the go command as a user with an empty module cache, who gets our
// modules from the rehearsal's proxy and all others as this machine does.
type userGo struct{ env []string }

func newUserGo(t *testing.T, proxy string) userGo {
	t.Helper()
	out := kit.Must(exec.Command("go", "env", "GOMODCACHE", "GOPROXY").Output())(t)
	cache, others, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return userGo{append(os.Environ(),
		"GOPROXY=file://"+proxy+",file://"+filepath.ToSlash(cache)+"/cache/download,"+others,
		"GONOSUMDB="+root+","+root+"/*",
		"GOMODCACHE="+t.TempDir(),
		"GOFLAGS=-modcacherw -trimpath", // TempDir can remove it, and the build cache knows it again
		"GOBIN="+t.TempDir(),
		"GOWORK=off",
	)}
}

func (g userGo) run(t *testing.T, dir string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = dir, g.env
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s%s", strings.Join(args, " "), err, out, &stderr)
	}
	return out
}

// source returns a folder with the source of a public module.
func (g userGo) source(t *testing.T, m string) string {
	t.Helper()
	var download struct{ Dir string }
	kit.Check(t, json.Unmarshal(g.run(t, t.TempDir(), "mod", "download", "-json", m), &download))
	return copyUser(t, download.Dir)
}

// newUser returns a module that has the pins, tidied.
func newUser(t *testing.T, g userGo, goLine string) string {
	t.Helper()
	dir := t.TempDir()
	mod := "module example.com/user\n\ngo " + goLine + "\n"
	for _, m := range pins {
		mod += "\nrequire " + strings.Replace(m, "@", " ", 1)
	}
	writeFile(t, filepath.Join(dir, "go.mod"), []byte(mod+"\n"))
	importing(t, dir, slices.Collect(maps.Keys(pins))...)
	kit.Check(t, os.Rename(filepath.Join(dir, "uuidkituser"), filepath.Join(dir, "pins")))
	g.run(t, dir, "mod", "tidy")
	return dir
}

// copyUser returns a copy of the module.
func copyUser(t *testing.T, user string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "user")
	kit.Check(t, os.CopyFS(dir, os.DirFS(user)))
	return dir
}

// importing writes a package that imports the others into dir.
func importing(t *testing.T, dir string, pkgs ...string) {
	t.Helper()
	src := "package user\n"
	for _, p := range pkgs {
		src += fmt.Sprintf("\nimport _ %q\n", p)
	}
	writeFile(t, filepath.Join(dir, "uuidkituser", "user.go"), []byte(src))
}

// A goMod is what matters of a go.mod.
type goMod struct {
	goLine   string
	requires []string // module and version, sorted
}

func read(t *testing.T, dir string) goMod {
	t.Helper()
	f := kit.Must(modfile.Parse("go.mod", kit.Must(os.ReadFile(filepath.Join(dir, "go.mod")))(t), nil))(t)
	g := goMod{goLine: f.Go.Version}
	for _, r := range f.Require {
		g.requires = append(g.requires, r.Mod.Path+" "+r.Mod.Version)
	}
	return g.with()
}

// with returns what it is with more requirements.
func (g goMod) with(requires ...string) goMod {
	return goMod{g.goLine, slices.Sorted(slices.Values(append(requires, g.requires...)))}
}

// version returns the version of a module that is required.
func (g goMod) version(module string) string {
	for _, r := range g.requires {
		if version, ok := strings.CutPrefix(r, module+" "); ok {
			return version
		}
	}
	return ""
}

// check compares with the module in dir. Any go line is right if none is wanted.
func (g goMod) check(t *testing.T, dir string) {
	t.Helper()
	got := read(t, dir)
	if g.goLine != "" && got.goLine != g.goLine || !slices.Equal(got.requires, g.requires) {
		t.Errorf("go.mod has\n%q, want\n%q", got, g)
	}
	t.Logf("go %s, %d requirements", got.goLine, len(got.requires))
}
