package checks_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
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
