// Package toolchain compares the Go release of a command with that of the code it reads.
//
// To add a release, add a row to TestCheck in toolchain_test.go.
package toolchain

import (
	"fmt"
	"go/version"
	"runtime"
)

// Check returns an error if needs, such as go1.27.3, is of a later release than the one that
// has built the command: its parser and type checker may not understand the standard library.
func Check(command, needs string) error {
	built := version.Lang(runtime.Version()) // empty for a Go of one's own
	if built == "" || version.Compare(version.Lang(needs), built) <= 0 {
		return nil
	}
	return fmt.Errorf("this needs %s, and %s was built with %s: build or run it with GOTOOLCHAIN=%s", needs, command, runtime.Version(), needs)
}
