package checks_test

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/uuidkit/uuidkit/analysis/internal/checks"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/queries"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/setup"
)

// TestChecks runs all checks on the folders of their names in testdata/src, which have
// comments "want", and compares what the fixes write with the files .golden. Since all checks
// run in all these folders, none may report what is another's. The folder bsontests is for the
// test of the command. The others are stubs: the signatures of the packages that the checks know.
func TestChecks(t *testing.T) {
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	together := &analysis.Analyzer{ // one, so that the standard library is loaded once
		Name:     "together",
		Doc:      "runs all checks",
		Requires: []*analysis.Analyzer{inspect.Analyzer, flow.Analyzer, queries.Analyzer, setup.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, a := range checks.All() {
				if _, err := a.Run(pass); err != nil {
					return nil, fmt.Errorf("%s: %w", a.Name, err)
				}
			}
			return nil, nil
		},
	}
	var patterns []string
	for _, a := range checks.All() {
		together.FactTypes = append(together.FactTypes, a.FactTypes...)
		patterns = append(patterns, a.Name+"/...")
	}
	analysistest.RunWithSuggestedFixes(t, dir, together, patterns...)
}

var update = flag.Bool("update", false, "write the checks of docs/vet.md")

// TestPage: docs/vet.md has the checks, with what their help says. The flag -update writes them.
func TestPage(t *testing.T) {
	const file, begin, end = "../../../docs/vet.md", "<!-- checks -->\n", "<!-- /checks -->"
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(b), begin)
	got, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("docs/vet.md has no %s", begin)
	}
	want := page()
	if *update {
		if err := os.WriteFile(file, []byte(before+begin+want+end+after), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if got != want {
		t.Error("docs/vet.md does not have the checks as they are: go -C analysis test ./internal/checks -run Page -update")
	}
}

var link = regexp.MustCompile(`docs/([a-z-]+\.md)(#[a-z-]+)?`)

// page is a table of the checks, and a section for each.
func page() string {
	var table, sections strings.Builder
	table.WriteString("| check | reports | kind | `-fix` |\n|---|---|---|---|\n")
	for _, a := range checks.All() {
		title, rest, _ := strings.Cut(a.Doc, "\n\n")
		doc, code, _ := strings.Cut(rest, "\n\nWrong:\n\n")
		wrong, code, _ := strings.Cut(code, "\n\nRight:\n\n")
		right, kind, _ := strings.Cut(code, "\n\nKind: ")
		kind, _, _ = strings.Cut(kind, " ")
		kind, _, _ = strings.Cut(kind, "\n")
		fix := "–"
		if golden, _ := filepath.Glob("testdata/src/" + a.Name + "/*.golden"); len(golden) > 0 {
			fix = "yes"
		}
		fmt.Fprintf(&table, "| [%s](#%s) | %s | %s | %s |\n", a.Name, a.Name, strings.TrimPrefix(title, "report "), kind, fix)
		doc = link.ReplaceAllString(doc, "[$1]($1$2)")
		fmt.Fprintf(&sections, "\n### %s\n\n%s\n\n    // wrong\n%s\n    // right\n%s\n", a.Name, doc, wrong, right)
	}
	return table.String() + sections.String()
}

// Lines of the helps.
var (
	// leads lead to the wrong line.
	leads = map[string]bool{
		"msgpacknull: msgpackx.Register[gofrs.UUID]()":        true,
		"redisuuid: rdb.Set(ctx, \"session\", id, 0)":         true,
		"uuidassert: ctx = context.WithValue(ctx, key{}, id)": true,
		"uuiderror: id, _ := uuid.Parse(text)":                true,
		"uuidlength: var id uuid.UUID // of Go 1.27":          true,
	}
	// depends are right after the lines before them, and elsewhere wrong.
	depends = map[string]bool{
		"msgpacknull: msgpack.Unmarshal(nil, &lease)": true,
		"uuiderror: }":                                        true,
		"uuidlength: cbor.Unmarshal(data, &id)":               true,
		"uuidregister: err := bsonx.Register[uuid.UUID](reg)": true,
	}
)

// TestHelp: what the help of a check calls wrong is reported in its testdata, and what it calls
// right is there, too, and is not.
func TestHelp(t *testing.T) {
	code := func(doc, title string) []string {
		_, rest, _ := strings.Cut(doc, "\n\n"+title+":\n\n")
		text, _, _ := strings.Cut(rest, "\n\n")
		return strings.Split(text, "\n")
	}
	spaces := regexp.MustCompile(`\s+`)
	for _, a := range checks.All() {
		var lines []string
		err := filepath.WalkDir("testdata/src/"+a.Name, func(path string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".go") {
				b, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				for line := range strings.Lines(string(b)) {
					lines = append(lines, strings.TrimSpace(spaces.ReplaceAllString(line, " ")))
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		// places returns how often the line is reported, and how often it is not.
		places := func(line string) (reported, not int) {
			line = strings.TrimSpace(spaces.ReplaceAllString(line, " "))
			for _, l := range lines {
				if text, _, want := strings.Cut(l, "// want"); line != "" && strings.Contains(text, line) {
					if want {
						reported++
					} else {
						not++
					}
				}
			}
			return reported, not
		}
		for _, line := range code(a.Doc, "Wrong") {
			if reported, not := places(line); reported+not == 0 || (reported == 0) != leads[a.Name+": "+strings.TrimSpace(line)] {
				t.Errorf("%s: the line %q, which the help calls wrong, is reported in the testdata %d times", a.Name, line, reported)
			}
		}
		for _, line := range code(a.Doc, "Right") {
			reported, not := places(line)
			if not == 0 || (reported > 0) != depends[a.Name+": "+strings.TrimSpace(line)] {
				t.Errorf("%s: %q is right, and in the testdata %d times, and reported %d times", a.Name, line, not, reported)
			}
		}
	}
}
