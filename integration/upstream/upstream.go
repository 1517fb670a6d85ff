package upstream

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/std"
)

// A Fault is a wrong behaviour of a library.
type Fault struct {
	Key    string // names the program, and the section of SKETCHES.md
	Module string // of the library, or "std"
	In     string // the module of ours whose go.mod has it: Integration or Ecosystem
	Wrong  string // what is wrong, in a sentence

	// Got is what the program returns today, Want what it would return if all were right.
	Got, Want string // "an error" is any

	Issue  string   // the address of an issue or pull request, if there is one
	Around []string // files that work around it, or tell users how
	Sketch string   // how the library could be changed

	Newest bool // only with the newest Go release
	Slow   bool // the library takes long to compile: its program has the build tag full
}

// The modules that run the programs.
const (
	Integration = "integration"
	Ecosystem   = "integration/ecosystem"
)

// A Program uses a library, and returns what came of it.
type Program func(testing.TB) string

// Faults are all rows.
func Faults() []Fault {
	return slices.Concat(typeFaults, sqlFaults, pgxFaults, gormFaults, formatFaults, builderFaults, storeFaults, webFaults)
}

// Find returns the row of a key.
func Find(key string) (Fault, bool) {
	all := Faults()
	i := slices.IndexFunc(all, func(f Fault) bool { return f.Key == key })
	if i < 0 {
		return Fault{}, false
	}
	return all[i], true
}

// Run runs the programs of a module. Each of its rows must have one; slow rows only if slow is set.
func Run(t *testing.T, in string, slow bool, programs map[string]Program) {
	seen := map[string]bool{}
	for _, f := range Faults() {
		program := programs[f.Key]
		switch {
		case f.In != in:
			continue
		case f.Slow && !slow:
			if program != nil {
				t.Errorf("%s is slow, and its program lacks the build tag full", f.Key)
			}
			continue
		}
		seen[f.Key] = true
		t.Run(f.Key, func(t *testing.T) {
			if program == nil {
				t.Fatal("no program")
			}
			if f.Newest && !std.Present {
				t.Skip("needs Go 1.27")
			}
			switch got := program(t); got {
			case f.Got:
			case f.Want:
				t.Errorf("cured: got %q. Remove the row, and what works around it: %v", got, f.Around)
			default:
				t.Errorf("got %q, want today's %q, which should be %q. Look at what works around it: %v", got, f.Got, f.Want, f.Around)
			}
		})
	}
	for key := range programs {
		if !seen[key] {
			t.Errorf("no row has the program %s", key)
		}
	}
}

// Outcome is what a program returns: a value, or that there was an error.
func Outcome(v any, err error) string {
	if err != nil {
		return "an error"
	}
	return fmt.Sprint(v)
}

// Recovered is what f returns, or "a panic".
func Recovered(f func() string) (outcome string) {
	defer func() {
		if recover() != nil {
			outcome = "a panic"
		}
	}()
	return f()
}

// version is the library's in the go.mod of its module, or the newest Go release that ./test.sh tests.
func (f Fault) version(root string) (string, error) {
	name, pattern := filepath.Join(root, f.In, "go.mod"), `(?m)^(?:require )?\s*`+regexp.QuoteMeta(f.Module)+` v(\S+)`
	if f.Module == "std" {
		name, pattern = filepath.Join(root, "internal/tools/check/steps.go"), `(?m)^\tnewest = "go(\S+)"`
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	m := regexp.MustCompile(pattern).FindSubmatch(b)
	if m == nil {
		return "", errors.New(name + " has no version of " + f.Module)
	}
	return string(m[1]), nil
}
