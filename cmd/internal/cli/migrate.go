package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/signal"
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

Find the columns with uuid audit. Then begin with plan: it writes nothing. Stop the
application, and give run the same columns and flags. Start the application with the
new form. undo goes back, until cleanup.

` + dsn.Help + `
In a server's URL the database's name is needed.

-o json prints a plan as JSON. The other commands print text only.

Exit status: 0 done, 1 a check failed and all is as before (in MongoDB, say undo),
2 usage, 3 refused, 4 no connection or permission, 5 interrupted (run it again),
6 another connection holds a lock, or the schema or data changed since the plan.`,
	}
	cmd.AddCommand(newMigratePlan(), newMigrateRun(), newMigrateStatus(), newMigrateUndo(), newMigrateCleanup())
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

// migrateHow adds the flags of plan, run and undo.
func migrateHow(cmd *cobra.Command, how *migrate.How) {
	cmd.Flags().BoolVar(&how.Online, "online", false, "the application goes on reading and writing; not in SQLite, nor in a MongoDB server that is no replica set")
	cmd.Flags().DurationVar(&how.Pause, "pause", 0, "wait between two batches, such as 50ms")
}

// withStore opens the database that the first argument names.
func withStore(do func(ctx context.Context, s migrate.Opened, cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		parent := cmd.Context()
		if parent == nil {
			parent = context.Background()
		}
		ctx, stop := signal.NotifyContext(parent, syscall.SIGINT, syscall.SIGTERM)
		defer stop()
		s, err := open.Store(ctx, args[0])
		if err != nil {
			return err
		}
		defer s.Close()
		progress, stopped := migrate.Watch(ctx, s, cmd.ErrOrStderr())
		defer stopped()
		cmd.SetErr(progress)
		err = do(ctx, s, cmd, args[1:])
		if err != nil && !errors.As(err, new(*migrate.Error)) { // a connection that has just ended
			err = &migrate.Error{Code: migrate.CodeInterrupted, Err: err}
		}
		return err
	}
}

func newMigratePlan() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "plan URL TABLE.COLUMN...",
		Short: "Print what run would do, and what it refuses; write nothing",
		Args:  usage(cobra.MinimumNArgs(2)),
		Example: `  uuid migrate plan shop.db users.id
  uuid migrate plan mysql://admin@127.0.0.1:3306/shop users.id orders.id --with invoices.user_id
  uuid migrate plan --to text shop.db users.id orders.id`,
	}
	r := migrateRequest(cmd)
	cmd.RunE = withStore(func(ctx context.Context, s migrate.Opened, cmd *cobra.Command, args []string) error {
		r.Columns = append(args, r.Columns...)
		p, err := s.Plan(ctx, *r)
		if err != nil {
			return err
		}
		if format, _ := cmd.Flags().GetString("output"); format == jsonLines {
			e := json.NewEncoder(cmd.OutOrStdout())
			e.SetEscapeHTML(false)
			e.SetIndent("", "  ")
			if err := e.Encode(p); err != nil {
				return err
			}
		} else {
			p.Print(cmd.OutOrStdout())
		}
		return p.Refused()
	})
	return cmd
}

func newMigrateRun() *cobra.Command {
	var hash string
	cmd := &cobra.Command{
		Use:   "run URL TABLE.COLUMN...",
		Short: "Do what plan prints, given the same columns and flags",
		Args:  usage(cobra.MinimumNArgs(2)),
		Example: `  uuid migrate run shop.db users.id
  uuid migrate run mysql://admin@127.0.0.1:3306/shop users.id orders.id --plan 04b782d3f6c05998`,
	}
	r := migrateRequest(cmd)
	cmd.Flags().StringVar(&hash, "plan", "", "run only this plan: the hash in the last line that plan prints")
	cmd.RunE = withStore(func(ctx context.Context, s migrate.Opened, cmd *cobra.Command, args []string) error {
		r.Columns = append(args, r.Columns...)
		p, err := migrate.Run(ctx, s, *r, hash, cmd.ErrOrStderr())
		if err != nil {
			return err
		}
		printColumns(cmd.OutOrStdout(), p, p.To)
		return nil
	})
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
		Example: "  uuid migrate status shop.db",
		Args:    usage(cobra.ExactArgs(1)),
		RunE: withStore(func(ctx context.Context, s migrate.Opened, cmd *cobra.Command, args []string) error {
			list, err := s.Status(ctx)
			if err != nil {
				return err
			}
			printStatus(cmd.OutOrStdout(), list)
			return nil
		}),
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
	cmd := &cobra.Command{
		Use:     "undo URL [ID]",
		Short:   "Go back by the latest migration, and keep the rows written since",
		Long:    "Go back by the latest migration, and keep the rows written since. With an ID, which status\nprints, undo does nothing if the latest migration has another one.",
		Example: "  uuid migrate undo shop.db",
		Args:    usage(cobra.RangeArgs(1, 2)),
		RunE: withStore(func(ctx context.Context, s migrate.Opened, cmd *cobra.Command, args []string) error {
			id := ""
			if len(args) == 1 {
				id = args[0]
			}
			p, err := migrate.Undo(ctx, s, id, how, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			printColumns(cmd.OutOrStdout(), p, "as before")
			return nil
		}),
	}
	migrateHow(cmd, &how)
	return cmd
}

func newMigrateCleanup() *cobra.Command {
	return &cobra.Command{
		Use:     "cleanup URL",
		Short:   "Drop what undo needs; in SQLite, VACUUM then frees the space",
		Example: "  uuid migrate cleanup shop.db",
		Args:    usage(cobra.ExactArgs(1)),
		RunE: withStore(func(ctx context.Context, s migrate.Opened, cmd *cobra.Command, args []string) error {
			list, err := s.Status(ctx)
			if err != nil {
				return err
			}
			did, err := migrate.Cleanup(ctx, s, cmd.ErrOrStderr())
			for _, d := range did {
				fmt.Fprintln(cmd.OutOrStdout(), d)
			}
			if err == nil && len(list) == 0 {
				printStatus(cmd.OutOrStdout(), nil)
			}
			return err
		}),
	}
}
