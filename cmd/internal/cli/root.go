package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// The exit statuses.
const (
	ok       = 0
	findings = 1 // some input is no id, or audit found something wrong
	failed   = 2 // the command could not do its work: a wrong flag, a file, a server
)

// errFindings is the error of a verb that has printed its findings.
var errFindings = errors.New("findings")

// Main runs the command and returns its exit status.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	var migration *migrate.Error // has a status of its own
	switch err := root.ExecuteContext(context.Background()); {
	case err == nil:
		return ok
	case errors.Is(err, errFindings):
		return findings
	case errors.As(err, &migration):
		fmt.Fprintln(stderr, "uuid:", err)
		return migration.Code
	default:
		fmt.Fprintln(stderr, "uuid:", err)
		return failed
	}
}

// newRoot returns the command with its verbs. Each verb has a file of its own.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "uuid",
		Short: "Make, read and convert UUIDs, and look at and convert those of a database",
		Long: `Uuid makes, reads and converts UUIDs. It reports how a database stores UUIDs, and
converts its columns.

Exit status: 0 if all is well; 1 if some input is not an id, or audit found something
wrong; 2 for an error, such as a wrong flag or a server that does not answer. uuid
migrate -h lists more.`,
		Example: `  uuid new
  uuid inspect 01ARZ3NDEKTSV4RRFFQ69G5FAV
  uuid convert --to base58 <ids.txt
  uuid audit postgres://reader@db.example.com/shop
  uuid migrate plan shop.db users.id`,
		Args:          verbs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			switch format, err := cmd.Flags().GetString("output"); format {
			case table, jsonLines, csvRows:
				return err
			default:
				return fmt.Errorf("--output %.64q: want table, json or csv", format)
			}
		},
	}
	root.PersistentFlags().StringP("output", "o", table, "format of the output: table, json or csv")
	root.RegisterFlagCompletionFunc("output", cobra.FixedCompletions([]string{table, jsonLines, csvRows}, cobra.ShellCompDirectiveNoFileComp))
	root.AddCommand(newNew(), newInspect(), newAudit(), newConvert(), newMan(), newMigrate())
	return root
}

// verbs refuses an argument where a verb should be. It does not print a URL, which may have a password.
func verbs(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case strings.ContainsAny(args[0], ":/@="):
		return fmt.Errorf("%s: the first argument is not a command: see %[1]s -h", cmd.CommandPath())
	}
	suggest := ""
	cmd.SuggestionsMinimumDistance = 2 // as cobra has it
	if list := cmd.SuggestionsFor(args[0]); len(list) > 0 {
		suggest = ": did you mean " + list[0] + "?"
	}
	return fmt.Errorf("unknown command %.64q for %q%s", args[0], cmd.CommandPath(), suggest)
}

// usage is check with errors that say how to call the command.
func usage(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return fmt.Errorf("%w: %s", err, cmd.UseLine())
		}
		return nil
	}
}

// version returns that of the module, "(devel)" in a checkout.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
