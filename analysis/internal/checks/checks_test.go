package checks_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/uuidkit/uuidkit/analysis/internal/checks"
)

// TestChecks runs each check on the folder of its name in testdata/src, which has comments
// "want", and compares what its fixes write with the files .golden. The folder bsontests is
// for the test of the command. The others are stubs: the signatures of the packages that the
// checks know.
func TestChecks(t *testing.T) {
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range checks.All() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			golden, _ := filepath.Glob(filepath.Join(dir, "src", a.Name, "*.golden"))
			if len(golden) > 0 {
				analysistest.RunWithSuggestedFixes(t, dir, a, a.Name)
			} else {
				analysistest.Run(t, dir, a, a.Name+"/...")
			}
		})
	}
}

// TestPage: docs/vet.md has a heading for each check, where its URL leads.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/vet.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range checks.All() {
		if !regexp.MustCompile(`(?m)^### ` + a.Name + `$`).Match(page) {
			t.Errorf("docs/vet.md has no heading for %s", a.Name)
		}
	}
}
