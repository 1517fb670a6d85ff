// Report writes CONFORMANCE.md: for each of the numbered requirements of RFC
// 9562 and its predecessors in rows.tsv, the tests that prove it, or the reason why
// there is none.
//
//	go -C integration run ./conformance/report          # writes CONFORMANCE.md
//	go -C integration run ./conformance/report -check   # fails if it would change
//
// Run it in the folder integration. Three tables go in:
//
//	rows.tsv      row, section, level, requirement
//	tests.tsv     folder of the package, test as go test prints it, rows that it proves
//	reasons.tsv   row, why no test proves it
//
// It runs the packages of tests.tsv, each in its own module, and fails if a test
// fails, if a test of tests.tsv did not run or did not pass, and if a row has neither
// test nor reason, or both.
package main

import (
	"bytes"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/integration/internal/git"
	"github.com/uuidkit/uuidkit/internal/tools/gotest"
)

const (
	module = "github.com/uuidkit/uuidkit/"
	report = "integration/CONFORMANCE.md"
)

var (
	//go:embed rows.tsv
	rowsTSV string
	//go:embed tests.tsv
	testsTSV string
	//go:embed reasons.tsv
	reasonsTSV string
)

type row struct {
	number, section, level, requirement string
	reason                              string
	tests                               []test
}

// A test is a test or subtest of the package in a folder of the repository.
type test struct{ folder, name string }

func (t test) String() string { return t.folder + ": " + t.name }

func main() {
	check := flag.Bool("check", false, "fail if "+report+" is not what would be written")
	flag.Parse()
	err := os.Chdir("..") // to the root, which has the folders of tests.tsv
	if err == nil {
		err = run(*check)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(1)
	}
}

func run(check bool) error {
	rows, tests, err := read()
	if err != nil {
		return err
	}
	results, err := runTests(tests)
	if err != nil {
		return err
	}
	var problems []error
	for _, t := range tests {
		if got := results[t]; got == "" {
			problems = append(problems, fmt.Errorf("%v: no such test", t))
		} else if got != "pass" {
			problems = append(problems, fmt.Errorf("%v: %s", t, got))
		}
	}
	if problems != nil {
		return errors.Join(problems...)
	}

	md := markdown(rows)
	if check {
		old, err := os.ReadFile(report)
		if err == nil && !bytes.Equal(old, md) {
			err = fmt.Errorf("%s is out of date: go -C integration run ./conformance/report", report)
		}
		return err
	}
	return os.WriteFile(report, md, 0o644)
}

// read returns the rows, with their tests and reasons, and the tests.
func read() (rows []*row, tests []test, err error) {
	var problems []error
	byNumber := map[string]*row{}
	for f := range table(rowsTSV) {
		r := &row{number: f[0], section: f[1], level: f[2], requirement: f[3]}
		rows, byNumber[r.number] = append(rows, r), r
	}
	for f := range table(testsTSV) {
		t := test{f[0], f[1]}
		tests = append(tests, t)
		for number := range strings.FieldsSeq(f[2]) {
			if r := byNumber[number]; r != nil {
				r.tests = append(r.tests, t)
			} else {
				problems = append(problems, fmt.Errorf("tests.tsv: %v proves %s, which is no row", t, number))
			}
		}
	}
	for f := range table(reasonsTSV) {
		if r := byNumber[f[0]]; r != nil {
			r.reason = f[1]
		} else {
			problems = append(problems, fmt.Errorf("reasons.tsv: %s is no row", f[0]))
		}
	}
	for _, r := range rows {
		switch {
		case r.tests == nil && r.reason == "":
			problems = append(problems, fmt.Errorf("%s has neither a test nor a reason: %s", r.number, r.requirement))
		case r.tests != nil && r.reason != "":
			problems = append(problems, fmt.Errorf("%s has a reason, and a test: %v", r.number, r.tests[0]))
		}
	}
	return rows, tests, errors.Join(problems...)
}

// table yields the fields of each line.
func table(tsv string) func(yield func([]string) bool) {
	return func(yield func([]string) bool) {
		for line := range strings.Lines(tsv) {
			if !yield(strings.Split(strings.TrimSuffix(line, "\n"), "\t")) {
				return
			}
		}
	}
}

// runTests runs the packages that the tests are in. It returns what became of each
// of their tests: pass, fail or skip.
func runTests(tests []test) (results map[test]string, err error) {
	modules, err := moduleFolders()
	if err != nil {
		return nil, err
	}
	packages := map[string][]string{} // by the folder of their module
	for _, t := range tests {
		i := slices.IndexFunc(modules, func(m string) bool { return m == "." || strings.HasPrefix(t.folder+"/", m+"/") })
		m := modules[i]
		p := "./" + strings.TrimPrefix(t.folder, m+"/")
		if !slices.Contains(packages[m], p) {
			packages[m] = append(packages[m], p)
		}
	}
	results = map[test]string{}
	for m, list := range packages {
		of, err := gotest.Run(m, list...)
		if err != nil {
			return nil, err
		}
		for t, result := range of {
			results[test{strings.TrimPrefix(t.Package, module), t.Name}] = result
		}
	}
	return results, nil
}

// moduleFolders returns the folders that have a committed go.mod, inner ones first.
func moduleFolders() ([]string, error) {
	out, err := git.Run(".", "ls-files", "go.mod", "*/go.mod")
	if err != nil {
		return nil, err
	}
	var folders []string
	for file := range strings.FieldsSeq(out) {
		folders = append(folders, path.Dir(file))
	}
	slices.SortFunc(folders, func(a, b string) int { return len(b) - len(a) })
	return folders, nil
}

func markdown(rows []*row) []byte {
	tested := 0
	for _, r := range rows {
		if r.tests != nil {
			tested++
		}
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `# Conformance to RFC 9562

Written by `+"`go -C integration run ./conformance/report`"+`, which runs the tests, from the tables in [conformance/report](conformance/report).
%d requirements, of RFC 9562, of RFC 4122 (errata included) and of the first draft between them:
%d have tests, %d a reason why not. A level in capitals is a keyword of the RFC, and Kn its n-th; (lc) is a word
in lower case; desc, hist and derived are what the text describes, what only the older texts say, and what follows from
it for the adapters.

| row | section | level | requirement | tests, or why none | result |
|---|---|---|---|---|---|
`, len(rows), tested, len(rows)-tested)
	for _, r := range rows {
		why, result := r.reason, "by reason"
		if r.tests != nil {
			var names []string
			for _, t := range r.tests {
				names = append(names, "`"+t.String()+"`")
			}
			slices.Sort(names)
			why, result = strings.Join(names, "<br>"), "pass"
		}
		cell := strings.NewReplacer("|", "&#124;").Replace
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", r.number, cell(r.section), cell(r.level), cell(r.requirement), cell(why), result)
	}
	return b.Bytes()
}
