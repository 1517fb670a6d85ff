package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/uuidkit/uuidkit/cmd/internal/dsn"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/open"
)

// newMigrate returns the verb migrate, whose own verbs are its subcommands.
func newMigrate() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Convert the UUID columns of a database to another form, and back",
		Long: `Convert the UUID columns of a database to another form, and back.

Migrate converts the named columns and all that foreign keys connect with them.
In MongoDB it converts the named fields: COLLECTION.FIELD or, in documents and arrays
of documents, COLLECTION.FIELD.FIELD.

Find the columns with uuid audit. Then:

  1. plan writes nothing. It prints what run would do, and ends with the run command.
  2. Stop the application, except with --online.
  3. Paste the run command into a shell.
  4. Start the application with the new form.

undo goes back to the old form. After cleanup, undo is no longer possible.

At a terminal, run, undo and cleanup show what they would do, and ask. They do not ask
with --yes; nor does run with --plan HASH, or undo with an ID. Without a terminal and
without these flags they end with status 2, before they connect.

` + dsn.Help + `
The URL of a server must name a database.

plan and status print JSON with -o json. The other commands print text only.

Exit status:

  0  done
  1  a check failed. Before the switch of a SQL database all is as before; else do
     what the message says
  2  a wrong flag or argument
  3  refused, by migrate, the database, or your answer at the terminal
  4  no connection, or no permission
  5  interrupted: run the command again
  6  another connection holds a lock, or the schema or data changed since the plan

After 1, 5 and 6 the last lines are commands to paste.`,
		Args: verbs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }, // without it cobra does not ask Args
	}
	cmd.AddCommand(newMigratePlan(), newMigrateRun(), newMigrateStatus(), newMigrateUndo(), newMigrateCleanup())
	for _, verb := range cmd.Commands() {
		before := verb.PreRunE
		verb.PreRunE = func(cmd *cobra.Command, args []string) error {
			if format, _ := cmd.Flags().GetString("output"); format == csvRows || format == jsonLines && cmd.Name() != "plan" && cmd.Name() != "status" {
				return fmt.Errorf("migrate: %s does not print %s: plan and status print json, and the others text only", cmd.Name(), format)
			}
			if before == nil {
				return nil
			}
			return before(cmd, args)
		}
	}
	return cmd
}

// migrateRequest adds the flags of plan and run.
func migrateRequest(cmd *cobra.Command) *migrate.Request {
	r := &migrate.Request{}
	cmd.Flags().StringVar(&r.To, "to", migrate.ToNative, "the new form: native (PostgreSQL's uuid, BINARY(16), BLOB, MongoDB's subtype 4), uuid (MariaDB's type) or text")
	cmd.Flags().StringVar(&r.Bytes, "bytes", "", "the byte order of the present 16-byte values: bytes, bytes-swapped, bytes-mixed, bytes-java, bytes-reversed")
	cmd.Flags().StringVar(&r.BadRows, "bad-rows", "", "a new table (in MongoDB a collection) to which run moves rows whose values are no UUIDs")
	cmd.Flags().StringArrayVar(&r.Columns, "with", nil, "a column that refers to one of the others without a foreign key: TABLE.COLUMN")
	migrateHow(cmd, &r.How)
	cmd.Flags().StringArrayVar(&r.Accept, "accept", nil, "an object that plan refuses because it cannot judge it, and that you have checked: its name as plan prints it")
	return r
}

// asked returns the request with the columns of the arguments, too. Those of r stay what the flag is.
func asked(r *migrate.Request, columns []string) migrate.Request {
	all := *r
	all.Columns = slices.Concat(columns, r.Columns)
	return all
}

// migrateHow adds the flags of plan, run and undo.
func migrateHow(cmd *cobra.Command, how *migrate.How) {
	cmd.Flags().BoolVar(&how.Online, "online", false, "the application continues to read and write; not for SQLite, or for MongoDB without a replica set")
	cmd.Flags().DurationVar(&how.Pause, "pause", 0, "wait between two batches, such as 50ms")
}

// withStore opens the database that the first argument names.
func withStore(do func(ctx context.Context, s migrate.Store, cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		parent := cmd.Context()
		if parent == nil {
			parent = context.Background()
		}
		ctx, stop := signal.NotifyContext(parent, syscall.SIGINT, syscall.SIGTERM)
		defer stop()
		defer context.AfterFunc(ctx, stop)() // a second Ctrl-C ends the process: what is under way may wait for a server
		s, err := open.Store(ctx, args[0])
		if err != nil {
			return err
		}
		defer s.Close()
		stderr := cmd.ErrOrStderr()
		progress, stopped := migrate.Watch(ctx, s, stderr)
		defer stopped()
		cmd.SetErr(progress)
		defer cmd.SetErr(stderr)
		err = do(ctx, s, cmd, args[1:])
		if err != nil && !errors.As(err, new(*migrate.Error)) { // a connection that has just ended
			err = &migrate.Error{Code: migrate.CodeInterrupted, Err: err}
		}
		return withNext(cmd, args, err)
	}
}

func newMigratePlan() *cobra.Command {
	var undo bool
	cmd := &cobra.Command{
		Use:   "plan URL TABLE.COLUMN...",
		Short: "Print what run would do, and what it refuses; write nothing",
		Long: `Print what run would do, and what it refuses; write nothing. The last line is the command
that runs this plan, to paste into a shell. The plan also names other columns of its
tables in which a sample of the values has UUIDs: they stay as they are.`,
		Args: usage(cobra.MinimumNArgs(2)),
		Example: `  uuid migrate plan shop.db users.id
  uuid migrate plan mysql://admin@127.0.0.1:3306/shop users.id orders.id --with invoices.user_id
  uuid migrate plan shop.db users.id orders.id --to text --undo
  uuid migrate plan shop.db users.id -o json | jq .refusals`,
	}
	r := migrateRequest(cmd)
	cmd.Flags().BoolVar(&undo, "undo", false, "also print the SQL of undo")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return withStore(func(ctx context.Context, s migrate.Store, cmd *cobra.Command, columns []string) error {
			p, err := s.Plan(ctx, asked(r, columns))
			if err != nil {
				return err
			}
			p.Others = others(ctx, args[0], p)
			next := ""
			if p.Refused() == nil && !p.Nothing() {
				next = migrateLine(cmd, "run", args, "--plan", p.Hash)
			}
			if format, _ := cmd.Flags().GetString("output"); format == jsonLines {
				if err := printPlanJSON(cmd.OutOrStdout(), p, next); err != nil {
					return err
				}
				return p.Refused()
			}
			p.Print(cmd.OutOrStdout())
			if undo && !p.Nothing() {
				p.PrintUndo(cmd.OutOrStdout())
			}
			if next != "" {
				fmt.Fprintln(cmd.OutOrStdout(), "\nNext")
				passwordHint(cmd.OutOrStdout(), args[0])
				fmt.Fprintln(cmd.OutOrStdout(), "  "+next)
			}
			return p.Refused()
		})(cmd, args)
	}
	return cmd
}

func newMigrateRun() *cobra.Command {
	var hash string
	cmd := &cobra.Command{
		Use:   "run URL TABLE.COLUMN...",
		Short: "Do what plan prints, given the same columns and flags",
		Long: `Do what plan prints, given the same columns and flags. With --plan HASH, run begins at
once, and does only this plan. Without it, run at a terminal shows a summary of the plan,
and asks. A script passes --yes: run then does any plan.`,
		Args: usage(cobra.MinimumNArgs(2)),
		Example: `  uuid migrate run shop.db users.id
  uuid migrate run shop.db users.id --yes
  uuid migrate run mysql://admin@127.0.0.1:3306/shop users.id orders.id --plan 04b782d3f6c05998`,
	}
	r := migrateRequest(cmd)
	cmd.Flags().StringVar(&hash, "plan", "", "do not ask, and run only this plan: the hash that plan prints")
	consent := needConsent(cmd, "--plan HASH, which plan prints, or --yes", func([]string) bool { return hash != "" })
	work := withStore(func(ctx context.Context, s migrate.Store, cmd *cobra.Command, args []string) error {
		p, err := migrate.NewDriver(s, cmd.ErrOrStderr()).Run(ctx, asked(r, args), hash)
		if err != nil {
			return err
		}
		printColumns(cmd.OutOrStdout(), p, p.To)
		return nil
	})
	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		if consent.ask {
			if hash, err = askRun(cmd, args, r); err != nil {
				return err
			}
		}
		return work(cmd, args)
	}
	return cmd
}

// printColumns says what the columns of the plan are now.
func printColumns(w io.Writer, p *migrate.Plan, now string) {
	for _, c := range p.Columns {
		fmt.Fprintf(w, "%s.%s is %s\n", c.Table, c.Name, now)
	}
	for _, a := range p.Aside {
		if now != "as before" {
			fmt.Fprintf(w, "%d rows of %s are in %s\n", a.Rows, a.Table, a.Into)
		}
	}
}

func newMigrateStatus() *cobra.Command {
	return &cobra.Command{
		Use:     "status URL",
		Short:   "Print the migrations that can be undone, or were interrupted",
		Long:    "Print the migrations that can be undone, or were interrupted, and the commands that can follow,\nto paste into a shell.",
		Example: "  uuid migrate status shop.db\n  uuid migrate status shop.db -o json | jq .[].columns",
		Args:    usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withStore(func(ctx context.Context, s migrate.Store, cmd *cobra.Command, _ []string) error {
				list, err := s.Status(ctx)
				if err != nil {
					return err
				}
				out := cmd.OutOrStdout()
				if format, _ := cmd.Flags().GetString("output"); format == jsonLines {
					return printStatusJSON(out, args[0], list)
				}
				printStatus(out, list)
				if len(list) > 0 {
					fmt.Fprintln(out, "\nNext, one of")
					passwordHint(out, args[0])
					for _, line := range statusLines(args[0], list[len(list)-1]) {
						fmt.Fprintln(out, "  "+line)
					}
				}
				return nil
			})(cmd, args)
		},
	}
}

func printStatus(w io.Writer, list []migrate.Status) {
	if len(list) == 0 {
		fmt.Fprintln(w, "no migration to undo or to clean up")
	}
	for _, st := range list {
		fmt.Fprintf(w, "%s  %s to %s  %s\n", st.Switched.Format("2006-01-02 15:04:05Z"), st.State, st.Plan.To, st.Plan.ID)
		if says := st.Unfinished(); says != "" {
			fmt.Fprintln(w, "  "+says)
		}
		for _, c := range st.Plan.Columns {
			fmt.Fprintf(w, "  %s.%s\n", c.Table, c.Name)
		}
		for _, a := range st.Plan.Aside {
			fmt.Fprintf(w, "  run moves %d rows of %s to %s\n", a.Rows, a.Table, a.Into)
		}
	}
}

func newMigrateUndo() *cobra.Command {
	var how migrate.How
	var id string
	cmd := &cobra.Command{
		Use:   "undo URL [ID]",
		Short: "Go back by the latest migration, and keep the rows written since",
		Long: `Go back by the latest migration, and keep the rows written since. With an ID, which status
prints, undo begins at once, and does nothing if the latest migration has another one.
Without it, undo at a terminal shows the migration, and asks. A script passes --yes.`,
		Example: `  uuid migrate undo shop.db
  uuid migrate undo shop.db 01a20500-655d-7d2a-a1c8-5927d25c63e4`,
		Args: usage(cobra.RangeArgs(1, 2)),
	}
	migrateHow(cmd, &how)
	consent := needConsent(cmd, "the ID, which status prints, or --yes", func(args []string) bool { return len(args) == 2 })
	work := withStore(func(ctx context.Context, s migrate.Store, cmd *cobra.Command, args []string) error {
		p, err := migrate.NewDriver(s, cmd.ErrOrStderr()).Undo(ctx, id, how)
		if err != nil {
			return err
		}
		printColumns(cmd.OutOrStdout(), p, "as before")
		return nil
	})
	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		if len(args) == 2 {
			id = args[1]
		}
		if consent.ask {
			if id, err = askUndo(cmd, args, how.Online); err != nil {
				return err
			}
		}
		return work(cmd, args)
	}
	return cmd
}

func newMigrateCleanup() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cleanup URL",
		Short: "Drop what undo needs; in SQLite, VACUUM then frees the space",
		Long: `Drop what undo needs; in SQLite, VACUUM then frees the space. At a terminal cleanup lists the
migrations, and asks. A script passes --yes.`,
		Example: `  uuid migrate cleanup shop.db
  uuid migrate cleanup shop.db --yes`,
		Args: usage(cobra.ExactArgs(1)),
	}
	consent := needConsent(cmd, "--yes", func([]string) bool { return false })
	var seen []migrate.Status
	work := withStore(func(ctx context.Context, s migrate.Store, cmd *cobra.Command, args []string) error {
		list, err := s.Status(ctx)
		if err != nil {
			return err
		}
		if consent.ask && !sameMigrations(list, seen) {
			return migrate.Errorf(migrate.CodeConflict, "migrate: another process has begun or ended a migration: look at status")
		}
		did, err := migrate.NewDriver(s, cmd.ErrOrStderr()).Cleanup(ctx)
		for _, d := range did {
			fmt.Fprintln(cmd.OutOrStdout(), d)
		}
		if err == nil && len(list) == 0 {
			printStatus(cmd.OutOrStdout(), nil)
		}
		return err
	})
	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		if consent.ask {
			if seen, err = askCleanup(cmd, args); err != nil {
				return err
			}
		}
		return work(cmd, args)
	}
	return cmd
}
