package advice_test

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/uuidkit/uuidkit/integration/advice"
	"github.com/uuidkit/uuidkit/integration/internal/git"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// pages returns the committed pages for users: README.md and docs.
func pages(t *testing.T) []string {
	t.Helper()
	out := kit.Must(git.Run(top, "ls-files", "-z", "--", "README.md", "docs/*.md"))(t)
	return strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
}

// tested are the names of the tests of folders.
var tested = map[string][]string{}

// exists fails if there is no test "folder.TestName".
func exists(t *testing.T, test string) {
	t.Helper()
	dot := strings.LastIndexByte(test, '.')
	if dot < 0 {
		t.Errorf("%q is no folder.TestName", test)
		return
	}
	folder := test[:dot]
	if tested[folder] == nil {
		tested[folder] = kit.Must(advice.Tests(filepath.Join(top, folder)))(t)
	}
	tests := tested[folder]
	if _, err := os.Stat(filepath.Join(top, test[:dot], "main.go")); !slices.Contains(tests, test[dot+1:]) && (test[dot:] != ".main" || err != nil) {
		t.Errorf("there is no %s", test)
	}
}

var (
	fence  = regexp.MustCompile("(?ms)^[ \t]*```.*?^[ \t]*```[ \t]*$")
	marked = regexp.MustCompile(`(?s)(<!-- [^/>][^>]* -->)\n(.*?)<!-- (?:/\w+|end) -->`)
	header = regexp.MustCompile(`(?m)^(\|.*\|)\n\|[-: |]*---[-: |]*\|$`)
)

// headers returns the headers of a page's tables, and the marks around what commands write.
func headers(page string) (list []string) {
	page = fence.ReplaceAllString(page, "")
	for _, m := range marked.FindAllStringSubmatch(page, -1) {
		list = append(list, m[1])
	}
	for _, m := range header.FindAllStringSubmatch(marked.ReplaceAllString(page, ""), -1) {
		list = append(list, m[1])
	}
	return list
}

// TestHeaders fails if a table of a page is in neither list: that of the tables that the rows
// make, or headers.tsv.
func TestHeaders(t *testing.T) {
	known := map[[2]string]bool{}
	for _, table := range advice.Tables {
		known[[2]string{table.Page, table.Header}] = false
	}
	kinds := map[string]int{"rows": len(known)}
	for line := range strings.Lines(string(kit.Must(os.ReadFile("headers.tsv"))(t))) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 4 {
			t.Fatalf("headers.tsv: %q: want four columns", line)
		}
		kinds[f[1]]++
		switch f[1] {
		case "measured":
			exists(t, f[2])
		case "reference", "by hand":
		default:
			t.Errorf("headers.tsv: %q is no kind of table", f[1])
		}
		known[[2]string{f[0], f[3]}] = false
	}
	for _, page := range pages(t) {
		for _, h := range headers(read(t, page)) {
			key := [2]string{page, h}
			if _, ok := known[key]; !ok {
				t.Errorf("%s: nothing says whether the table %s is advice: give it rows in tables.go, or a line in headers.tsv", page, h)
			}
			known[key] = true
		}
	}
	for key, found := range known {
		if !found {
			t.Errorf("%s has no table %s", key[0], key[1])
		}
	}
	t.Log(kinds)
}

// outputs are the tests that run the commands in the console blocks of these pages, and
// compare their output, and those that print what text blocks have which follow no program.
var outputs = map[string]map[string]string{
	"docs/command.md": {"console": "cmd/internal/cli.TestDocs"},
	"docs/migrate.md": {"console": "integration/migrate.TestDocs"},
	"docs/vet.md":     {"id, err := uuid.NewV6() //uuidvet:ignore": "analysis/uuidvet.TestCommand"},
}

// TestOutputs fails if a page shows an output that no test compares: the commands in console blocks,
// and text blocks. Those that follow a Go program are compared by TestPrograms of integration/docs.
func TestOutputs(t *testing.T) {
	exists(t, "integration/docs.TestPrograms")
	n := 0
	for _, page := range pages(t) {
		text := regexp.MustCompile("(?ms)^```go\n(package main\n.*?)^```\n\n```text\n(.*?)^```").ReplaceAllString(read(t, page), "")
		for _, m := range regexp.MustCompile("(?ms)^[ \t]*```(console|text)\n[ \t]*(.*?)\n").FindAllStringSubmatch(text, -1) {
			n++
			found := ""
			for begin, test := range outputs[page] {
				if begin == m[1] || m[1] == "text" && strings.HasPrefix(m[2], begin) {
					found = test
				}
			}
			if found == "" {
				t.Errorf("%s: no test compares the %s that begins with %q", page, m[1], m[2])
				continue
			}
			exists(t, found)
		}
	}
	if n < 15 {
		t.Errorf("got %d outputs, want more", n)
	}
}

// ours are the packages whose names the pages use, and others of the same name.
var ours = map[string][]string{
	"uuid":      {"uuid", "github.com/google/uuid", "github.com/gofrs/uuid/v5"},
	"sqlx":      {"sqlx", "github.com/jmoiron/sqlx"},
	"form":      {"uuid/form"},
	"generator": {"uuid/generator"},
	"ids":       {"uuid/ids"},
	"typed":     {"uuid/typed"},
	"uuidtest":  {"uuid/uuidtest"},
	"pgxtype":   {"pgxtype"},
	"gormtype":  {"gormtype"},
	"bsonx":     {"bsonx"},
	"driverv1":  {"bsonx/driverv1"},
	"msgpackx":  {"msgpackx"},
	"cborx":     {"cborx"},
}

// variables have the name of a package, on these pages.
var variables = map[string]string{"docs/testing.md": "ids"}

var qualified = regexp.MustCompile(`\b([a-z]\w*)\.([A-Z]\w*)`)

// TestNames looks up each name of ours in the inline code of the pages.
func TestNames(t *testing.T) {
	var paths []string
	for _, list := range ours {
		for _, p := range list {
			if !strings.Contains(p, ".") {
				p = "github.com/uuidkit/uuidkit/" + p
			}
			paths = append(paths, p)
		}
	}
	loaded := kit.Must(packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes}, paths...))(t)
	has := map[string]map[string]bool{}
	for _, p := range loaded {
		if p.Types == nil || len(p.Errors) > 0 {
			t.Fatalf("%s: %v", p.PkgPath, p.Errors)
		}
		name := p.Types.Name()
		if has[name] == nil {
			has[name] = map[string]bool{}
		}
		for _, n := range p.Types.Scope().Names() {
			has[name][n] = true
		}
	}
	if got, want := len(has), len(ours); got != want {
		t.Fatalf("got the packages %v, want %d", slices.Collect(maps.Keys(has)), want)
	}
	n := 0
	for _, page := range pages(t) {
		text := read(t, page)
		for _, code := range advice.Spans(fence.ReplaceAllString(text, "")) {
			for _, m := range qualified.FindAllStringSubmatch(code, -1) {
				if names := has[m[1]]; names != nil && variables[page] != m[1] {
					n++
					if !names[m[2]] {
						t.Errorf("%s: `%s`: there is no %s.%s", page, code, m[1], m[2])
					}
				}
			}
		}
	}
	if n < 400 {
		t.Errorf("looked up %d names, want more", n)
	}
	t.Logf("%d names", n)
}

// TestRefusals fails if a refusal of uuid migrate has no line in refusals.tsv, or the test that its
// line names does not exist.
func TestRefusals(t *testing.T) {
	rows := map[advice.Refusal]string{}
	for _, r := range kit.Must(advice.ByHands("refusals.tsv"))(t) {
		if rows[r.Refusal] != "" {
			t.Errorf("%v is there twice", r.Refusal)
		}
		rows[r.Refusal] = r.Test
	}
	tests := map[string]int{}
	byHand := map[advice.Refusal]bool{}
	for _, p := range plants() {
		byHand[p.Refusal] = true
		if rows[p.Refusal] == "" {
			t.Errorf("refusals.tsv has no %q of %s", p.Manual, p.Package)
		}
	}
	for _, pkg := range []string{".", "sqlkit", "sqlite", "postgres", "mysql", "mongo"} {
		for _, r := range kit.Must(advice.Refusals(path.Join(top, "cmd/internal/migrate", pkg)))(t) {
			test := rows[r]
			delete(rows, r)
			switch {
			case test == "":
				t.Errorf("no test does what a refusal of %s says: %q", r.Package, r.Manual)
			case strings.HasPrefix(test, "-"):
			case test == "integration/advice.TestByHand" && !byHand[r]:
				t.Errorf("TestByHand has nothing that %s refuses with %q", r.Package, r.Manual)
			default:
				exists(t, test)
			}
			tests[fmt.Sprintf("%.1s", test)]++
		}
	}
	for r := range rows {
		t.Errorf("%s refuses nothing with %q", r.Package, r.Manual)
	}
	t.Logf("%d refusals are done by a test, %d by none", tests["i"], tests["-"])
}

// TestAudit sees that a test runs each line of Go and each next command that uuid audit prints.
func TestAudit(t *testing.T) {
	exists(t, "integration/audit.TestLines")
	exists(t, "integration/audit.TestNext")
	lines := read(t, "integration/audit/lines_test.go")
	if table := `"cmd", "internal", "audit", "lines.tsv"`; !strings.Contains(lines, table) {
		t.Errorf("TestLines does not read %s", table)
	}
	for _, file := range kit.Must(filepath.Glob(filepath.Join(top, "cmd/internal/audit/*.go")))(t) {
		source := string(kit.Must(os.ReadFile(file))(t))
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, m := range regexp.MustCompile("[\"`][^\"`\n]*(row\\.Scan|:= |bsonx\\.Register)[^\"`\n]*[\"`]").FindAllString(source, -1) {
			t.Errorf("%s has a line of Go outside of lines.tsv: %s", file, m)
		}
	}
}
