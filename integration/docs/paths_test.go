package docs_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// mapped are the pages, and the headings in them, whose paths and names TestPaths looks up. After a path
// in a line, names are those of declarations in that file, or in the files of that folder.
var mapped = []struct{ page, from string }{
	{"docs/architecture.md", "## The main ways"},
	{"CONTRIBUTING.md", "## What to add, and where"},
}

var (
	inCode = regexp.MustCompile("`([^`]+)`")
	isPath = regexp.MustCompile(`^\w[\w.-]*(/[\w.-]+)+/?$`)
	isName = regexp.MustCompile(`^\w+$`)
)

// TestPaths checks that the paths are committed, and that the names are in the files.
func TestPaths(t *testing.T) {
	all := files(t)
	for _, m := range mapped {
		text := string(kit.Must(os.ReadFile(filepath.Join("../..", m.page)))(t))
		_, text, ok := strings.Cut(text, m.from+"\n")
		if !ok {
			t.Errorf("%s has no heading %s", m.page, m.from)
		}
		paths, names, code := 0, 0, ""
		for _, item := range regexp.MustCompile(`\n\d+\. |\n *- |\n\n|\n\||\|`).Split(text, -1) {
			code = ""
			for _, span := range inCode.FindAllStringSubmatch(item, -1) {
				switch s := span[1]; {
				case isPath.MatchString(s):
					paths++
					code = contents(t, all, s)
					if code == "" {
						t.Errorf("%s: no file or folder %s", m.page, s)
					}
				case isName.MatchString(s) && code != "":
					names++
					if !declares(s).MatchString(code) {
						t.Errorf("%s: no declaration of %s after it in %q", m.page, s, item)
					}
				}
			}
		}
		if paths < 10 {
			t.Errorf("%s: got %d paths, want more", m.page, paths)
		}
		t.Logf("%s: %d paths, %d names", m.page, paths, names)
	}
}

// TestFolders compares the folders of integration with those that its doc.go lists.
func TestFolders(t *testing.T) {
	want := map[string]bool{}
	for _, file := range files(t, "integration/*/*") {
		parts := strings.Split(file, "/")[1:]
		if parts[0] == "internal" {
			parts[0] = filepath.Join(parts[:2]...)
		}
		want[parts[0]] = true
	}
	got := map[string]bool{}
	text := string(kit.Must(os.ReadFile("../doc.go"))(t))
	for _, row := range regexp.MustCompile(`(?m)^\t([\w/]+)  `).FindAllStringSubmatch(text, -1) {
		got[row[1]] = true
	}
	if !maps.Equal(got, want) {
		t.Errorf("doc.go lists %q, want the folders %q", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
}

// contents is the text of a committed file, or of all files in a folder.
func contents(t *testing.T, all []string, name string) (code string) {
	name = strings.TrimSuffix(name, "/")
	for _, file := range all {
		if file == name || filepath.Dir(file) == name || strings.HasPrefix(file, name+"/") && code == "" {
			code += "\n" + string(kit.Must(os.ReadFile(filepath.Join("../..", file)))(t))
		}
	}
	return code
}

// declares matches the declaration of a name in Go, also one in a list of constants or of methods.
func declares(name string) *regexp.Regexp {
	return regexp.MustCompile(`(?m)^(func (\([^)]*\) )?|type |var |const |\t)` + name + `\b`)
}

// inDoc matches how a comment names a table or a test: TestRows in rows_test.go, or with the
// path from the root.
var inDoc = regexp.MustCompile(`(\w+)\s+(?://\s+)?in\s+(?://\s+)?([\w/]+_test\.go)`)

// TestTables checks that the tables of tests that comments of the code name are in the files.
func TestTables(t *testing.T) {
	all, named := files(t), 0
	for _, file := range files(t, "*.go", ":!*_test.go") {
		text := contents(t, all, file)
		for _, m := range inDoc.FindAllStringSubmatch(text, -1) {
			if m[1] == "is" || m[1] == "are" {
				continue
			}
			named++
			at := m[2]
			if !strings.Contains(at, "/") {
				at = filepath.Join(filepath.Dir(file), at)
			}
			code := contents(t, all, at)
			if !declares(m[1]).MatchString(code) && !regexp.MustCompile(`(?m)^func (\([^)]*\) )?`+m[1]+`\[`).MatchString(code) {
				t.Errorf("%s: no %s in %s", file, m[1], m[2])
			}
		}
	}
	if named < 30 {
		t.Errorf("got %d tables, want more", named)
	}
}
