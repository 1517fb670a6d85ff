package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
)

const (
	libGo = `// Package lib is a library with UUIDs in its API.
package lib

import (
	"errors"

	"github.com/google/uuid"
)

// A User is what callers see.
type User struct {
	ID    uuid.UUID
	cache []uuid.UUID
}

// Find is for callers.
func Find(id uuid.UUID) (User, error) {
	if id == uuid.Nil || seen[id] {
		return User{}, errors.New("no id")
	}
	seen[id] = true
	u := User{ID: id}
	u.cache = append(u.cache, id)
	return u, nil
}

// Make is for callers, too.
func Make(s string) (uuid.UUID, error) {
	if s == "" {
		return next(), nil
	}
	id, err := uuid.Parse(s)
	if err != nil {
		return uuid.Nil, err
	}
	return id, nil
}

// Space is for callers.
var Space = uuid.NewSHA1(uuid.NameSpaceDNS, []byte("lib"))

var seen = map[uuid.UUID]bool{}

func next() uuid.UUID { return uuid.Must(uuid.NewRandom()) }
`
	appGo = `package main

import (
	"fmt"

	"example.com/lib"
	"github.com/google/uuid"
)

func main() {
	id, err := lib.Make("6ba7b810-9dad-41d1-80b4-00c04fd430c8")
	var mine uuid.UUID = id
	u, err2 := lib.Find(mine)
	fmt.Println(u.ID == mine, err, err2)
}
`
)

// twoModules returns the folders of a library and of its caller.
func twoModules(t *testing.T) (lib, app string) {
	lib = newModule(t, "module example.com/lib\n\ngo 1.24\n")
	write1("lib.go", libGo)(t, lib)
	goRun(t, lib, "mod", "tidy")
	commit(t, lib)
	app = newModule(t, "module example.com/app\n\ngo 1.24\n")
	write1("main.go", appGo)(t, app)
	goRun(t, app, "mod", "edit", "-replace=example.com/lib="+lib)
	goRun(t, app, "mod", "tidy")
	commit(t, app)
	return lib, app
}

// report runs uuidfix -json in a folder.
func report(t *testing.T, dir string, args ...string) (r finding.Report, stdout string) {
	t.Helper()
	var out, stderr bytes.Buffer
	status := run(t.Context(), dir, append([]string{"-json"}, args...), &out, &stderr)
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatalf("status %d, %v\n%s%s", status, err, &out, &stderr)
	}
	if got := r.Status(); got != status {
		t.Errorf("got exit status %d, want %d", status, got)
	}
	return r, out.String()
}

// TestInternal moves a library before its caller: with -internal its API stays.
func TestInternal(t *testing.T) {
	t.Parallel()
	lib, app := twoModules(t)
	r, _ := report(t, lib, "-internal")
	if r.Kinds[finding.API] > 0 || r.Kinds[finding.Compile] > 0 || r.Places == 0 {
		t.Errorf("got %s\n%v", r.Summary(), r.Findings)
	}
	src, err := os.ReadFile(filepath.Join(lib, "lib.go"))
	check(t, err)
	for _, want := range []string{"func Find(id google.UUID) (User, error)", "ID    google.UUID", "cache []uuid.UUID", "var Space google.UUID = [16]byte(uuid.NewV5(", "func next() uuid.UUID { return uuid.NewV4() }", "seen[uuid.UUID(id)]"} {
		if !strings.Contains(string(src), want) {
			t.Errorf("got\n%s\nwant %q in it", src, want)
		}
	}
	goRun(t, lib, "vet", "./...")
	goRun(t, app, "mod", "tidy")
	goRun(t, app, "vet", "./...") // with google's type

	commit(t, lib)
	r, _ = report(t, lib)
	if r.Kinds[finding.API] != 4 { // Find, Make, Space and User.ID
		t.Errorf("got %s\n%v, want 4 of kind api", r.Summary(), r.Findings)
	}
	goRun(t, lib, "vet", "./...")
}

// TestInternalShapes has an API with what Go cannot convert: -internal keeps it, and lists where
// values come to it.
func TestInternalShapes(t *testing.T) {
	t.Parallel()
	lib := newModule(t, "module example.com/lib\n\ngo 1.24\n")
	write1("lib.go", `package lib

import "github.com/google/uuid"

type Store interface{ Get(id uuid.UUID) error }

type mine struct{}

func (mine) Get(id uuid.UUID) error { return nil }

func List() []uuid.UUID { return list }

func Names() map[uuid.UUID]string { return names }

func Each(f func(uuid.UUID)) { each = f }

func New() Store { return mine{} }

func First() uuid.UUID { return list[0] }

var (
	list  []uuid.UUID
	names map[uuid.UUID]string
	each  func(uuid.UUID)
)
`)(t, lib)
	write1("cmd/shop/main.go", "package main\n\nimport \"github.com/google/uuid\"\n\nfunc main() { label(uuid.Nil) }\n\nfunc label(v any) string {\n\tid, _ := v.(uuid.UUID)\n\treturn id.String()\n}\n")(t, lib)
	write1("google/google.go", "package google\n\nconst N = 1\n")(t, lib)
	write1("other.go", "package lib\n\nimport (\n\t\"example.com/lib/google\"\n\t\"github.com/google/uuid\"\n)\n\nfunc Other() uuid.UUID { return list[google.N] }\n\nvar other uuid.UUID\n")(t, lib)
	goRun(t, lib, "mod", "tidy")
	r, _ := report(t, lib, "-diff", "-internal")
	var got []string
	for _, f := range r.Findings {
		got = append(got, fmt.Sprintf("%s:%d %s", f.File, f.Line, f.Kind))
	}
	// The lines of List, Names, Each and New, one further for the second import.
	want := "cmd/shop/main.go:8 run time, go.mod:1 run time, lib.go:12 compile, lib.go:14 compile, lib.go:16 compile, lib.go:18 compile"
	if strings.Join(got, ", ") != want {
		t.Errorf("got %q, want %q\n%v", got, want, r.Findings)
	}
	for _, want := range []string{
		"+func First() google.UUID { return [16]byte(list[0]) }",
		"+func Other() googleuuid.UUID { return [16]byte(list[google.N]) }", // other.go has another import of the name google
	} {
		if !strings.Contains(r.Diff, want) {
			t.Errorf("got the diff\n%s\nwant %q in it", r.Diff, want)
		}
	}
}

const (
	askingGo = `package lib

import "github.com/google/uuid"

type User struct{ ID uuid.UUID }

var Users []User

func Last() (uuid.UUID, any) { return Users[0].ID, nil }

func Store(values ...any) (n int) {
	for _, v := range values {
		if _, ok := v.(uuid.UUID); ok {
			n++
		}
	}
	return n
}

func Count(values ...any) int { return len(values) }
`
	storeGo = `package main

import (
	"fmt"

	"example.com/lib"
	"github.com/google/uuid"
)

func main() {
	store(uuid.New(), 1)
	fmt.Println(uuid.New(), lib.Store("text"))
}

func store(values ...any) { lib.Store(values...) }
`
	keptGo = `package main

import (
	"fmt"
	"reflect"
	"sync"

	"example.com/lib"
	"example.com/other"
	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
)

func kept(id uuid.UUID, all map[any]int, shared *sync.Map, t assert.TestingT) {
	last, v := lib.Last()
	for _, u := range lib.Users {
		fmt.Printf("%x %x %v %d", u, u.ID, last.Version(), &last)
	}
	fmt.Println(reflect.DeepEqual(id, last), reflect.DeepEqual(id, uuid.Nil), reflect.DeepEqual([]uuid.UUID{id}, v))
	assert.Equal(t, lib.Users[0].ID, id)
	assert.Equal(t, id, uuid.Nil, v)
	shared.Store(id, last)
	shared.Store(1, id)
	all[id] = all[last]
	delete(all, map[any]int{uuid.Nil: 1})
	fmt.Println(v == last, id == last, other.Keep(uuid.NullUUID{}).Valid)
}
`
)

// TestAsking has a library that asks an any for google's type, and whose values keep that type.
func TestAsking(t *testing.T) {
	t.Parallel()
	lib := newModule(t, "module example.com/lib\n\ngo 1.24\n")
	write1("lib.go", askingGo)(t, lib)
	goRun(t, lib, "mod", "tidy")
	other := newModule(t, "module example.com/other\n\ngo 1.24\n")
	write1("other.go", "package other\n\nfunc Keep[T any](v T) T { return v }\n")(t, other)
	app := newModule(t, "module example.com/app\n\ngo 1.24\n")
	write1("main.go", storeGo)(t, app)
	write1("kept.go", keptGo)(t, app)
	goRun(t, app, "mod", "edit", "-replace=example.com/lib="+lib, "-replace=example.com/other="+other)
	goRun(t, app, "mod", "tidy")
	commit(t, app)
	r, _ := report(t, app, "-diff")
	var got []string
	for _, f := range r.Findings {
		got = append(got, fmt.Sprintf("%s:%d %s %s", f.File, f.Line, f.Kind, f.What))
	}
	want := "kept.go:8 run time example.com/lib, kept.go:19 run time id, kept.go:19 run time []uuid.UUID{…}, kept.go:20 run time id, kept.go:22 run time id, " +
		"kept.go:24 run time id, kept.go:24 run time last, kept.go:25 run time uuid.Nil, kept.go:26 run time last, main.go:11 run time uuid.New() to example.com/lib.Store (through store)"
	if strings.Join(got, ", ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if !strings.Contains(r.Diff, "+	\"github.com/uuidkit/uuidkit/uuid\"") {
		t.Errorf("got the diff\n%s", r.Diff)
	}
	if written, _ := report(t, app); !slices.Equal(written.Findings, r.Findings) {
		t.Errorf("got with -diff\n%v\nand without\n%v", r.Findings, written.Findings)
	}
}

// TestAskingWays has packages of a library that tell an old type from the new one in other ways.
func TestAskingWays(t *testing.T) {
	t.Parallel()
	lib := newModule(t, "module example.com/lib\n\ngo 1.24\n")
	write1("lib.go", "package lib\n\nimport _ \"github.com/google/uuid\"\n")(t, lib)
	app := newModule(t, "module example.com/app\n\ngo 1.24\n\nrequire github.com/google/uuid v1.6.0\n")
	const reflects, google = "import \"reflect\"\n", "import \"github.com/google/uuid\"\n"
	sources := map[string]string{
		"text":    reflects + "func Is(v any) bool { return reflect.TypeOf(v).String() == \"github.com/google/uuid.UUID\" }\n",
		"elem":    reflects + google + "func Is(v any) bool { return reflect.TypeOf(v) == reflect.TypeOf((*uuid.UUID)(nil)).Elem() }\n",
		"address": reflects + google + "func Is(v any) bool { return reflect.TypeOf(v) == reflect.TypeOf(&uuid.UUID{}) }\n",
		"made":    reflects + google + "func Is(v any) bool { return reflect.TypeOf(v) == reflect.TypeOf(new(uuid.UUID)) }\n",
		"list":    google + "func Is(v any) bool { _, ok := v.([]uuid.UUID); return ok }\n",
		"method":  google + "func Is(v any) bool { _, ok := v.(interface{ ID() uuid.UUID }); return ok }\n",
	}
	for name, src := range sources {
		write1(name+"/a.go", "package "+name+"\n\n"+src)(t, lib)
		write1(name+".go", "package app\n\nimport (\n\t\"example.com/lib/"+name+"\"\n\t\"github.com/google/uuid\"\n)\n\nfunc "+name+"Is(id uuid.UUID) bool { return "+name+".Is(id) }\n")(t, app)
	}
	goRun(t, lib, "mod", "tidy")
	goRun(t, app, "mod", "edit", "-replace=example.com/lib="+lib)
	goRun(t, app, "mod", "tidy")
	r, _ := report(t, app, "-diff")
	for name := range sources {
		if !slices.ContainsFunc(r.Findings, func(f finding.Line) bool {
			return f.File == name+".go" && f.What == "id to example.com/lib/"+name+".Is"
		}) {
			t.Errorf("%s.go: got no line for the value in\n%v", name, r.Findings)
		}
	}
}

// TestImplementers has a library that asks an any for an interface with google's type in a method.
func TestImplementers(t *testing.T) {
	t.Parallel()
	lib := newModule(t, "module example.com/lib\n\ngo 1.24\n")
	write1("lib.go", "package lib\n\nimport \"github.com/google/uuid\"\n\ntype BeforeSave interface{ BeforeSave(ids ...uuid.UUID) error }\n\nfunc Save(v any) { _, _ = v.(BeforeSave) }\n")(t, lib)
	goRun(t, lib, "mod", "tidy")
	app := newModule(t, "module example.com/app\n\ngo 1.24\n\nrequire github.com/google/uuid v1.6.0\n")
	write1("main.go", `package main

import (
	"example.com/lib"
	"github.com/google/uuid"
)

type Doc struct{}

func (*Doc) BeforeSave(ids ...uuid.UUID) error { return nil }

type Other struct{}

func (*Other) BeforeSave(id uuid.UUID) error { return nil }

func main() { lib.Save(&Doc{}) }
`)(t, app)
	goRun(t, app, "mod", "edit", "-replace=example.com/lib="+lib)
	goRun(t, app, "mod", "tidy")
	r, _ := report(t, app, "-diff")
	if len(r.Findings) != 1 || r.Findings[0].What != "Doc" || r.Findings[0].Line != 8 || r.Findings[0].Kind != finding.RunTime {
		t.Errorf("got %v, want one of kind run time for Doc", r.Findings)
	}
}

// TestScanners has libraries that scan rows, by a pointer to them and by a type parameter.
func TestScanners(t *testing.T) {
	t.Parallel()
	app := newModule(t, "module example.com/app\n\ngo 1.24\n")
	for path, src := range map[string]string{
		"example.com/goqu":             "package goqu\n\nfunc ScanStructs(rows any) error { return nil }\n\nfunc Rows(rows any) {}\n",
		"github.com/stephenafamo/scan": "package scan\n\nfunc StructMapper[T any]() (m func() T) { return m }\n",
	} {
		lib := newModule(t, "module "+path+"\n\ngo 1.24\n")
		write1("lib.go", src)(t, lib)
		goRun(t, app, "mod", "edit", "-replace="+path+"="+lib)
	}
	write1("main.go", `package main

import (
	"example.com/goqu"
	"github.com/google/uuid"
	"github.com/stephenafamo/scan"
)

type row struct{ ID, Boss uuid.UUID }

func main() {
	var rows []row
	goqu.ScanStructs(&rows)
	goqu.Rows(&rows)
	scan.StructMapper[row]()
}
`)(t, app)
	goRun(t, app, "mod", "tidy")
	r, _ := report(t, app, "-diff")
	var got []string
	for _, f := range r.Findings {
		got = append(got, fmt.Sprintf("%d %s %s", f.Line, f.Kind, f.What))
	}
	if want := "13 run time &rows.ID to example.com/goqu.ScanStructs, 15 run time row.ID to github.com/stephenafamo/scan.StructMapper"; strings.Join(got, ", ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestReached has a library that passes values of its callers to a package that they cannot import.
func TestReached(t *testing.T) {
	t.Parallel()
	lib := newModule(t, "module example.com/lib\n\ngo 1.24\n")
	write1("lib.go", "package lib\n\nimport \"example.com/lib/internal/deep\"\n\nfunc Is(v any) bool { return deep.Is(v) }\n")(t, lib)
	for _, name := range []string{"deep", "tool"} {
		write1("internal/"+name+"/a.go", "package "+name+"\n\nimport \"github.com/google/uuid\"\n\nfunc Is(v any) bool { _, ok := v.(uuid.UUID); return ok }\n")(t, lib)
	}
	goRun(t, lib, "mod", "tidy")
	r, _ := report(t, lib, "-diff")
	if len(r.Findings) != 1 || r.Findings[0].File != "internal/deep/a.go" || r.Findings[0].Kind != finding.RunTime {
		t.Errorf("got %v, want one of kind run time in internal/deep", r.Findings)
	}
}

// TestInternalModule has a module that is in an internal folder: the modules beside it import it.
func TestInternalModule(t *testing.T) {
	t.Parallel()
	users := newModule(t, "module corp.example/internal/users\n\ngo 1.24\n")
	write1("users.go", "package users\n\nimport \"github.com/google/uuid\"\n\ntype User struct{ ID uuid.UUID }\n")(t, users)
	write1("internal/deep/deep.go", "package deep\n\nimport \"github.com/google/uuid\"\n\nvar ID uuid.UUID\n")(t, users)
	goRun(t, users, "mod", "tidy")
	r, _ := report(t, users, "-diff")
	if len(r.Findings) != 1 || r.Findings[0].File != "users.go" || r.Findings[0].Kind != finding.API {
		t.Errorf("got %v, want one of kind api in users.go", r.Findings)
	}
}

// TestUntidy has a go.mod that is not tidy, and a test for another build that needs google/uuid by a library.
func TestUntidy(t *testing.T) {
	t.Parallel()
	_, app := twoModules(t)
	unused := newModule(t, "module example.com/unused\n\ngo 1.24\n")
	write1("main.go", strings.ReplaceAll(userGo, "package user", "package app"))(t, app)
	write1("more_test.go", "//go:build integration\n\npackage app\n\nimport _ \"example.com/lib\"\n")(t, app)
	goRun(t, app, "mod", "tidy")
	goRun(t, app, "mod", "edit", "-require=example.com/unused@v0.0.0", "-replace=example.com/unused="+unused)
	goRun(t, app, "vet", "-tags=integration", "./...")
	commit(t, app)
	report(t, app)
	goRun(t, app, "vet", "-tags=integration", "./...")
	mod, err := os.ReadFile(filepath.Join(app, "go.mod"))
	if want := "github.com/google/uuid v1.6.0 // indirect\n"; err != nil || !strings.Contains(string(mod), want) {
		t.Errorf("got go.mod %v\n%s\nwant %q in it", err, mod, want)
	}
}

// TestOrder moves a caller before its library, which is the order that -order prints: both
// build after each step.
func TestOrder(t *testing.T) {
	t.Parallel()
	lib, app := twoModules(t)
	var out bytes.Buffer
	if status := run(t.Context(), app, []string{"-order", lib, app}, &out, &out); status != 0 || out.String() != app+"\n"+lib+"\n" {
		t.Fatalf("got exit status %d\n%s\nwant\n%s\n%s", status, &out, app, lib)
	}
	first, text := report(t, app)
	goRun(t, app, "vet", "./...")
	second, more := report(t, lib)
	goRun(t, lib, "vet", "./...")
	goRun(t, app, "vet", "./...")

	out.Reset()
	name := filepath.Join(t.TempDir(), "reports.json")
	check(t, os.WriteFile(name, []byte(text+more), 0o644))
	if status := run(t.Context(), app, []string{"-sum", name}, &out, &out); status != max(first.Status(), second.Status()) {
		t.Errorf("got exit status %d\n%s", status, &out)
	}
	for _, want := range []string{"example.com/app: 1 files", "example.com/lib: 1 files", "2 modules: 2 files"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("got\n%s\nwant %q in it", &out, want)
		}
	}
}
