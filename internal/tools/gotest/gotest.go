// Package gotest runs tests for the commands that write a table of them.
//
// To add a test of another result, add it to TestRun in gotest_test.go.
package gotest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// A Test is a test or subtest of the package with this import path.
type Test struct{ Package, Name string }

// Run runs the tests of packages of the module in a folder. It returns what became of each:
// pass, fail or skip. A test that fails is an error, and the messages of the tests go to the
// standard error then.
func Run(module string, packages ...string) (results map[Test]string, err error) {
	cmd := exec.Command("go", append([]string{"-C", module, "test", "-json", "-vet=off", "-ldflags=-w"}, packages...)...) // as ./test.sh, which has linked them
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	var messages bytes.Buffer
	results, err = read(out, &messages)
	io.Copy(io.Discard, out) // so that go test can end
	if err := errors.Join(err, cmd.Wait()); err != nil {
		messages.WriteTo(os.Stderr)
		return nil, fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	return results, nil
}

// read reads what go test -json prints, and writes the messages of tests.
func read(events io.Reader, messages io.Writer) (map[Test]string, error) {
	results := map[Test]string{}
	for d := json.NewDecoder(events); ; {
		var e struct{ Action, Package, Test, Output string }
		if err := d.Decode(&e); err == io.EOF {
			return results, nil
		} else if err != nil {
			return nil, err
		}
		switch e.Action {
		case "output", "build-output":
			if strings.Contains(e.Output, ".go:") {
				fmt.Fprint(messages, e.Output)
			}
		case "pass", "fail", "skip":
			results[Test{e.Package, e.Test}] = e.Action
		}
	}
}
