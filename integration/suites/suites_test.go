package suites

import (
	"cmp"
	"flag"
	"fmt"
	"go/version"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/stores"
)

var all = flag.Bool("all", false, "run all suites, not only the quick ones")

func TestMain(m *testing.M) { stores.Main(m) }

const line = "%-22s %-9s %14v %11v %6v %7v %5v %18v %6v  %s\n"

// TestSuites runs each suite without uuidkit, with it, and with something broken.
func TestSuites(t *testing.T) {
	fmt.Printf(line, "suite", "version", "passed without", "passed with", "failed", "skipped", "flaky", "uuidkit statements", "broken", "not run")
	goroot := filepath.Join(t.TempDir(), "goroot") // which the suites of database/sql share
	for _, s := range rows {
		t.Run(s.name, func(t *testing.T) {
			if !s.quick && !*all {
				t.Skip("only with -all")
			}
			if s.hook.module == "std" && version.Compare(runtime.Version(), "go1.27") < 0 {
				t.Skip("needs the sources of go1.27")
			}
			tree := build(t, s, goroot)
			without, with := tree.run(t, off), tree.run(t, on)
			if n := without.count("pass"); n < s.least {
				t.Fatalf("without uuidkit %d tests pass, want %d at least\n%s", n, s.least, without.failures())
			}
			statements := with.statements - without.statements // less those that initialize packages
			if statements <= 0 {
				t.Error("no statement of uuidkit ran in between")
			}
			once := differences(with, without)
			seen := differences(tree.run(t, broken), without)
			maps.DeleteFunc(seen, func(name string, _ bool) bool { return once[name] })
			if len(seen) == 0 {
				t.Error("no test sees what is broken on purpose: this comparison is of no use")
			}
			differ := tree.again(t, once)
			for name := range once {
				if !slices.Contains(differ, name) {
					t.Logf("flaky: %s", name)
				}
			}
			for name, outcome := range without.outcomes {
				if outcome == "fail" {
					t.Logf("fails without uuidkit: %s", name)
				}
			}
			for i, name := range differ {
				if i == 20 {
					t.Errorf("and %d more", len(differ)-i)
					break
				}
				t.Errorf("%s: got %s, without uuidkit %s\n%s", name,
					cmp.Or(with.outcomes[name], "nothing"), cmp.Or(without.outcomes[name], "nothing"), with.output[name])
			}
			fmt.Printf(line, s.name, tree.version, without.count("pass"), with.count("pass"), with.count("fail"), with.count("skip"),
				len(once)-len(differ), statements, len(seen), s.notRun)
		})
	}
}

// again runs the packages of tests that have differed once twice more, and returns the
// tests that differ again.
func (tr *tree) again(t *testing.T, once map[string]bool) []string {
	if len(once) == 0 {
		return nil
	}
	packages := map[string]bool{}
	for name := range once {
		pkg, _, _ := strings.Cut(name, " ")
		packages[pkg] = true
	}
	tr.suite.packages = slices.Collect(maps.Keys(packages))
	differ := map[string]bool{}
	for range 2 {
		for name := range differences(tr.run(t, on), tr.run(t, off)) {
			if once[name] {
				differ[name] = true
			}
			once[name] = true
		}
	}
	return slices.Sorted(maps.Keys(differ))
}

// differences are the names of tests that have different outcomes.
func differences(a, b *result) map[string]bool {
	names := map[string]bool{}
	for _, r := range []*result{a, b} {
		for name := range r.outcomes {
			if a.outcomes[name] != b.outcomes[name] {
				names[name] = true
			}
		}
	}
	return names
}
