package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// The exit statuses.
const (
	ok       = 0
	findings = 1 // the command did its work: some input was no id, or audit found something
	failed   = 2 // the command could not do its work: a wrong flag, a file, a server
)

// errFindings is the error of a verb that has reported its findings itself.
var errFindings = errors.New("findings")

// Main runs the command and returns its exit status. Output and errors go to the
// terminal in colours only if it is one.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	switch err := root.Execute(); {
	case err == nil:
		return ok
	case errors.Is(err, errFindings):
		return findings
	default:
		fmt.Fprintln(stderr, "uuid:", err)
		return failed
	}
}

// newRoot returns the command with all its verbs. Each verb has a file of its own, with
// a function that returns its cobra.Command.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "uuid",
		Short:         "Make, read and convert UUIDs, and find out how a database stores them",
		Args:          cobra.NoArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.AddCommand(newNew())
	return root
}
