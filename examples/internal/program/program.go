// Package program tests the command lines of the examples.
package program

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestFlags runs main as a process of its own, with -h and with an argument, which no
// example takes. It must say how to use it, and end with status 0 and 2.
func TestFlags(t *testing.T, main func()) {
	const variable = "UUIDKIT_EXAMPLE_ARGUMENT"
	if argument := os.Getenv(variable); argument != "" { // in that process
		os.Args = []string{os.Args[0], argument}
		main()
		os.Exit(0)
	}
	for argument, want := range map[string]int{"-h": 0, "x": 2, "-nonsense": 2} {
		cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		cmd.Env = append(os.Environ(), variable+"="+argument)
		out, err := cmd.CombinedOutput()
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		if got := cmd.ProcessState.ExitCode(); got != want || !strings.Contains(string(out), "Usage: ") {
			t.Errorf("%s: got status %d, want %d, and\n%s", argument, got, want, out)
		}
	}
}
