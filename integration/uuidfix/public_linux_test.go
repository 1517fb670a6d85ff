package uuidfix

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/git"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

var (
	all    = flag.Bool("all", false, "rewrite all modules, not only the quick ones")
	update = flag.Bool("update", false, "write docs/moving/results.md")
	tests  = flag.Bool("tests", true, "run the modules' own tests; if not, only rewrite, and keep what the table says of their tests")
)

// A module is a public module that uses UUIDs.
type module struct {
	path, version string
	quick         bool
	flags         string   // of uuidfix
	mod           string   // for sources without a go.mod: their name then, and what they require
	fails         []string // tests that fail after, and why
	because       string
}

const (
	nullsExpects = "pop gives ids in an any to gobuffalo/nulls, which expects gofrs/uuid's type there; uuidfix lists the import"
	errorTexts   = "it compares the text of an error, such as invalid UUID length: 10; uuidfix lists the texts"
)

// modules are those of the table. To try another one, add a row.
var modules = []module{
	{"github.com/ThreeDotsLabs/watermill", "v1.5.1", false, "", "", nil, ""},
	{"github.com/go-openapi/strfmt", "v0.27.4", true, "", "", []string{"github.com/go-openapi/strfmt TestFormatUUID"},
		"it expects google/uuid's Parse to accept 003a9425f-5595-4bc3-b971-0e6160ea4553f, a UUID between two other digits"},
	{"github.com/gobuffalo/validate", "v1.0.0", true, "", "github.com/markbates/validate github.com/satori/go.uuid@v1.2.0" +
		" github.com/markbates/going@v1.0.3 github.com/serenize/snaker@v0.0.0-20201027110005-a7ad2135616e github.com/stretchr/testify@v1.12.1", nil, ""},
	{"github.com/jackc/pgx", "v3.6.2+incompatible", false, "", "github.com/jackc/pgx github.com/satori/go.uuid@v1.2.0" +
		" github.com/gofrs/uuid@v4.4.0+incompatible github.com/cockroachdb/apd@v1.1.0 github.com/lib/pq@v1.12.3 github.com/pkg/errors@v0.9.1" +
		" github.com/rs/zerolog@v1.35.1 github.com/shopspring/decimal@v1.6.0 github.com/sirupsen/logrus@v1.10.2 go.uber.org/zap@v1.28.0" +
		" golang.org/x/crypto@v0.58.0 golang.org/x/text@v0.43.0", nil, ""},
	{"github.com/hibiken/asynq", "v0.26.0", false, "", "", nil, ""},
	{"go.temporal.io/sdk", "v1.50.0", false, "", "", nil, ""},
	{"github.com/minio/minio-go/v7", "v7.4.1", false, "", "", nil, ""},
	{"github.com/gobuffalo/pop/v6", "v6.4.1", false, "", "", []string{
		"github.com/gobuffalo/pop/v6/associations Test_Has_One_SetValue",
		"github.com/gobuffalo/pop/v6/associations Test_Many_To_Many_Association",
		"github.com/gobuffalo/pop/v6/associations Test_Many_To_Many_PrimaryId_Tag",
	}, nullsExpects},
	{"github.com/jackc/pgtype", "v1.3.0", false, "", "", nil, ""},                       // gofrs 3.2
	{"github.com/gobuffalo/validate/v3", "v3.1.0", false, "", "", nil, ""},              // gofrs 3.2
	{"github.com/Masterminds/sprig/v3", "v3.3.0", false, "-keep-language", "", nil, ""}, // go 1.21, and a test that needs rand.Seed
	{"entgo.io/ent", "v0.14.5", false, "", "", []string{
		"entgo.io/ent/schema/field TestBytes",
		"entgo.io/ent/schema/field TestField_UUID",
	}, "they compare the import path of the type with a text, github.com/google/uuid; uuidfix lists the texts"},
	{"github.com/parquet-go/parquet-go", "v0.25.1", false, "", "", nil, ""}, // an API of any
	{"github.com/99designs/gqlgen", "v0.17.81", false, "", "", []string{ // an API of any
		"github.com/99designs/gqlgen/graphql TestUnmarshalUUID",
		"github.com/99designs/gqlgen/graphql TestUnmarshalUUID/Invalid_String_Values",
	}, errorTexts},
	{"github.com/ydb-platform/ydb-go-sdk/v3", "v3.108.0", false, "", "", nil, ""}, // an API of any
	{"github.com/gobuffalo/nulls", "v0.4.0", false, "", "", nil, ""},              // gofrs 3.2
	{"github.com/gobuffalo/pop/v5", "v5.3.4", false, "", "", []string{ // gofrs 3.2
		"github.com/gobuffalo/pop/v5/associations Test_Has_One_SetValue",
		"github.com/gobuffalo/pop/v5/associations Test_Many_To_Many_Association",
		"github.com/gobuffalo/pop/v5/associations Test_Many_To_Many_PrimaryId_Tag",
	}, nullsExpects},
	{"github.com/jackc/pgx/v4", "v4.8.1", false, "", "", nil, ""}, // gofrs 3.2
	{"github.com/danielgtaylor/huma/v2", "v2.37.2", false, "", "", []string{ // a struct that embeds a UUID
		"github.com/danielgtaylor/huma/v2 TestFeatures",
		"github.com/danielgtaylor/huma/v2 TestFeatures/params-error",
	}, errorTexts},
	{"github.com/surrealdb/surrealdb.go", "v1.3.0", false, "", "", nil, ""}, // a struct that embeds a UUID
	{"github.com/cschleiden/go-workflows", "v1.2.0", false, "", "", nil, ""},
	{"github.com/ClickHouse/ch-go", "v0.75.0", false, "", "", nil, ""}, // slices of UUIDs whose memory is the wire's
	{"github.com/lithammer/shortuuid/v4", "v4.3.0", false, "", "", nil, ""},
}

const results = "../../docs/moving/results.md"

// TestPublicModules rewrites each module. Before and after go vet must say the same, and
// each of a package's tests that passes twice before, without a network, must pass after.
// The quick run tests only the packages in which uuidfix changes files.
func TestPublicModules(t *testing.T) {
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", os.Getenv("GOFLAGS")+" -mod=mod -buildvcs=false")
	if !*all {
		t.Setenv("GOFLAGS", os.Getenv("GOFLAGS")+" -trimpath") // the build cache has it from the last run
	}
	uuidfix := filepath.Join(t.TempDir(), "uuidfix")
	command(t, "../../analysis", "go", "build", "-mod=readonly", "-o", uuidfix, "./uuidfix")
	rows := readRows(t)
	for _, m := range modules {
		t.Run(strings.ReplaceAll(m.path, "/", "_"), func(t *testing.T) {
			if !m.quick && !*all {
				t.Skip("only with -all")
			}
			dir := source(t, m.path, m.version, m.mod)
			before := filepath.Join(t.TempDir(), "before")
			kit.Check(t, os.CopyFS(before, os.DirFS(dir)))
			was, ran := halves(rows[m.path])
			did := m.rewrite(t, dir, uuidfix)
			if !*update && was != did {
				t.Errorf("results.md has %q, want %s", was, did)
			}
			if *tests {
				if got, want := vet(t, dir), vet(t, before); got != want {
					t.Errorf("go vet says after\n%s\nand before\n%s", got, want)
				}
				switch got := m.test(t, before, dir); {
				case *update:
					ran = got
				case *all && !sameTests(got, ran):
					t.Errorf("results.md has %q, want %s", ran, got)
				}
			}
			if ran = cmp.Or(ran, notRun); *tests && ran == notRun {
				t.Error("results.md says that its tests have not run: -update writes how many pass")
			}
			if *update && !t.Failed() { // a run of hours keeps what it has when a later module fails
				rows := readRows(t) // as another run may have left them
				rows[m.path] = did + " | " + ran
				writeRows(t, rows)
			}
		})
	}
}

// TestTable: the table has a row for each module, and no other.
func TestTable(t *testing.T) {
	var want []string
	for _, m := range modules {
		want = append(want, m.path)
	}
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(readRows(t))); !slices.Equal(got, want) {
		t.Errorf("results.md has the modules\n%q, want\n%q", got, want)
	}
}

// notRun is what a row says of tests that have not run yet.
const notRun = "– | – | not run yet |"

// halves returns a row's columns about what uuidfix did, and those about the tests.
func halves(row string) (did, ran string) {
	f := strings.SplitN(row, " | ", 5)
	if len(f) < 5 {
		return "", ""
	}
	return strings.Join(f[:4], " | "), f[4]
}

// rewrite runs uuidfix, and returns the row's columns about it.
func (m module) rewrite(t *testing.T, dir, uuidfix string) string {
	t.Helper()
	out, err := exec.Command("sh", "-c", `cd "$1" && "$2" $3`, "-", dir, uuidfix, m.flags).CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() < 3) {
		t.Fatalf("uuidfix: %v\n%s", err, out)
	}
	t.Logf("%s", out)
	summary := regexp.MustCompile(`(\d+) files, (\d+) places rewritten, \d+ listed(?: \((.*)\))?`).FindSubmatch(out)
	if summary == nil {
		t.Fatalf("got no summary in\n%s", out)
	}
	return fmt.Sprintf("| %s %s | %s | %s | %s", m.path, strings.TrimSpace(m.version+" "+m.flags), summary[1], summary[2], cmp.Or(string(summary[3]), "0"))
}

// test runs the tests before and after, and returns the row's columns about them.
func (m module) test(t *testing.T, before, dir string) string {
	t.Helper()
	packages := []string{"./..."}
	if !*all {
		packages = changed(t, dir)
	}
	tests := passing(t, before, packages)
	again := passing(t, before, packages)
	maps.DeleteFunc(tests, func(name string, _ bool) bool { return !again[name] })
	lost := maps.Clone(tests)
	for range 2 { // some tests do not always pass
		if len(lost) > 0 {
			after := passing(t, dir, packages)
			maps.DeleteFunc(lost, func(name string, _ bool) bool { return after[name] })
		}
	}
	t.Logf("%d tests pass twice before, and %d fail after", len(tests), len(lost))
	columns := fmt.Sprintf("%d | %d | %s |", len(tests), len(tests)-len(lost), m.because)
	for _, name := range m.fails {
		if *all && !tests[name] {
			t.Errorf("%s does not pass before", name)
		}
		if tests[name] && !lost[name] {
			t.Errorf("%s passes after: the reason is gone that %s", name, m.because)
		}
		delete(lost, name)
	}
	for name := range lost {
		t.Errorf("%s passes before and fails after", name)
	}
	return columns
}

// sameTests reports whether as many tests fail after as in another row, for the same reason. Some tests do not always
// pass, so that one of a hundred may be missing before.
func sameTests(got, want string) bool {
	var before, after, before2, after2 int
	fmt.Sscanf(got, "%d | %d", &before, &after)
	fmt.Sscanf(want, "%d | %d", &before2, &after2)
	reason := func(columns string) string { return columns[strings.LastIndex(columns, " | ")+1:] }
	return before-after == before2-after2 && max(before-before2, before2-before)*100 <= before2 && reason(got) == reason(want)
}

// changed returns the folders of the Go files that differ from those in git.
func changed(t *testing.T, dir string) (folders []string) {
	t.Helper()
	for name := range strings.Lines(string(command(t, dir, "git", "diff", "--name-only", "--", "*.go"))) {
		if folder := "./" + filepath.Dir(strings.TrimSpace(name)); !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	return folders
}

// source returns a folder with the source of a public module, whose go.mod replaces
// uuidkit by this checkout, in a git repository.
func source(t *testing.T, path, version, mod string) string {
	t.Helper()
	var download struct{ Dir string }
	kit.Check(t, json.Unmarshal(command(t, t.TempDir(), "go", "mod", "download", "-json", path+"@"+version), &download))
	dir := filepath.Join(t.TempDir(), "user")
	kit.Check(t, os.CopyFS(dir, os.DirFS(download.Dir)))
	command(t, dir, "chmod", "-R", "u+w", ".")
	if mod != "" {
		name, requires, _ := strings.Cut(mod, " ")
		command(t, dir, "go", "mod", "init", name)
		for r := range strings.FieldsSeq(requires) {
			command(t, dir, "go", "mod", "edit", "-require="+r)
		}
		command(t, dir, "go", "mod", "tidy")
	}
	top := kit.Must(filepath.Abs("../.."))(t)
	command(t, dir, "go", "mod", "edit", "-replace=github.com/uuidkit/uuidkit="+top)
	kit.Check(t, git.Commit(dir))
	return dir
}

// command returns what a command prints.
func command(t *testing.T, dir, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, &stderr)
	}
	return out
}

// vet returns what go vet says, sorted and without lines and columns: some modules do not pass it as
// they are. Nor does it say what a C compiler warns of, which it does once, or what is downloaded.
func vet(t *testing.T, dir string) string {
	t.Helper()
	if *all { // the tests build what the quick run needs
		command(t, dir, "go", "build", "./...")
	}
	cmd := exec.Command("go", "vet", "./...")
	cmd.Dir = dir
	out, _ := cmd.CombinedOutput()
	out = regexp.MustCompile(`:\d+:\d+:`).ReplaceAll(out, []byte(":"))
	said := regexp.MustCompile(`(?m)^(?:go: [^d]|.*\.go:).*\n`).FindAllString(string(out), -1)
	slices.Sort(said) // packages are vetted side by side
	return strings.Join(said, "")
}

// passing runs the tests of packages without a network, and returns those that pass.
func passing(t *testing.T, dir string, packages []string) map[string]bool {
	t.Helper()
	cmd := loopbackOnly(t, append([]string{"go", "test", "-short", "-count=1", "-timeout=4m", "-json"}, packages...)...)
	cmd.Dir = dir
	out := kit.Must(cmd.StdoutPipe())(t)
	kit.Check(t, cmd.Start())
	passed := map[string]bool{}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var event struct{ Action, Package, Test string }
		if json.Unmarshal(lines.Bytes(), &event) == nil && event.Action == "pass" && event.Test != "" {
			passed[event.Package+" "+event.Test] = true
		}
	}
	kit.Check(t, lines.Err())
	_ = cmd.Wait() // some tests need a network, and fail
	if len(passed) == 0 {
		t.Fatal("no test passes")
	}
	return passed
}

const head = `# Public modules, rewritten by uuidfix

A test writes this table. It gets each module from the module proxy, rewrites it, builds and vets it, and runs its own tests, which have
only a loopback network. Every test that passed twice before the rewrite also passes after it, except those in the last column.

| module | files | places rewritten | listed | tests before | tests after | why some fail after |
|---|---|---|---|---|---|---|
`

// readRows returns the rows of the table by their modules.
func readRows(t *testing.T) map[string]string {
	t.Helper()
	rows := map[string]string{}
	b, err := os.ReadFile(results)
	if err != nil && !(*update && errors.Is(err, os.ErrNotExist)) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		if f := strings.Fields(line); len(f) > 2 && f[0] == "|" && f[1] != "module" {
			rows[f[1]] = strings.TrimSpace(line)
		}
	}
	return rows
}

func writeRows(t *testing.T, rows map[string]string) {
	t.Helper()
	maps.DeleteFunc(rows, func(path, _ string) bool {
		return !slices.ContainsFunc(modules, func(m module) bool { return m.path == path })
	})
	lines := slices.Sorted(maps.Values(rows))
	kit.Check(t, os.WriteFile(results, []byte(head+strings.Join(lines, "\n")+"\n"), 0o644))
}
