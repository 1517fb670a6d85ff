package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uuidkit/uuidkit/cmd/internal/dsn"
	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// migrateLine returns the command line of another verb, or the same, with the arguments and flags of this
// one, but for those flags that belong to this verb alone. It has no password.
func migrateLine(cmd *cobra.Command, verb string, args []string, more ...string) string {
	var flags []string
	own := []string{"plan", "yes"} // of run
	switch {
	case verb == cmd.Name():
		own = nil
	case cmd.Name() == "plan":
		own = []string{"undo", "output"}
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		list, many := f.Value.(pflag.SliceValue)
		switch {
		case slices.Contains(own, f.Name):
		case many:
			for _, v := range list.GetSlice() {
				flags = append(flags, "--"+f.Name, v)
			}
		case f.Value.Type() == "bool" && f.Value.String() == "true":
			flags = append(flags, "--"+f.Name)
		case f.Value.Type() == "bool":
			flags = append(flags, "--"+f.Name+"=false")
		default:
			flags = append(flags, "--"+f.Name, f.Value.String())
		}
	})
	return dsn.Migrate(verb, append([]string{dsn.WithoutPassword(args[0])}, args[1:]...), append(flags, more...)...)
}

// passwordHint says how to give the printed command lines the password that the URL had.
func passwordHint(w io.Writer, url string) {
	if !dsn.HasPassword(url) {
		return
	}
	switch database, _, _ := dsn.Parse(url); database {
	case dsn.PostgreSQL:
		fmt.Fprintln(w, "  (the password is left out: set PGPASSWORD, or PGSSLPASSWORD for sslpassword)")
	case dsn.MySQL:
		fmt.Fprintln(w, "  (the password is left out: set MYSQL_PWD)")
	default:
		fmt.Fprintln(w, "  (the password is left out: write it into the URL)")
	}
}

// withNext adds to an error the command lines that can follow.
func withNext(cmd *cobra.Command, args []string, err error) error {
	var e *migrate.Error
	if !errors.As(err, &e) {
		return err
	}
	verb, text := cmd.Name(), ""
	next := func(to, verb string) { text += fmt.Sprintf("\nto %s: %s", to, migrateLine(cmd, verb, args)) }
	status := func() {
		text += "\nto see how far it is: " + dsn.Migrate("status", []string{dsn.WithoutPassword(args[0])})
	}
	switch e.Code {
	case migrate.CodeDiffers:
		status()
	case migrate.CodeInterrupted:
		next(verb+" again", verb)
		if verb != "plan" && verb != "status" {
			status()
		}
	case migrate.CodeConflict:
		again := verb + " again"
		if verb == "run" {
			next("plan again", "plan")
			if cmd.Flags().Changed("plan") { // the conflict may be that this plan is out of date
				again += ", if plan still prints this hash"
			}
		}
		next(again, verb)
	}
	if text == "" {
		return err
	}
	return &migrate.Error{Code: e.Code, Err: fmt.Errorf("%w%s", err, text)}
}

// statusLines returns the command lines that can follow on the latest migration.
func statusLines(url string, st migrate.Status) (lines []string) {
	url = dsn.WithoutPassword(url)
	if st.Unfinished() != "" && !(st.Plan.Documents() && st.State == migrate.Undoing) { // run is refused then
		lines = append(lines, requestLine(url, st.Plan))
	}
	var online []string
	if undoesOnline(st) {
		online = []string{"--online"}
	}
	lines = append(lines, dsn.Migrate("undo", []string{url, st.Plan.ID}, online...))
	if st.Unfinished() == "" {
		lines = append(lines, dsn.Migrate("cleanup", []string{url}))
	}
	return lines
}

// undoesOnline reports whether undo is to be --online: as it was begun, or as run was. Documents get their _id
// back offline only.
func undoesOnline(st migrate.Status) bool {
	switch {
	case st.Plan.Documents():
		return st.Plan.Online && !slices.ContainsFunc(st.Plan.Columns, func(c migrate.Column) bool { return c.Name == "_id" })
	case st.State == migrate.Undoing || st.State == migrate.Undone:
		return st.Plan.UndoesOnline
	}
	return st.Plan.Online
}

// requestLine returns run with the arguments and flags that ask for a plan.
func requestLine(url string, p *migrate.Plan) string {
	arguments, flags := append([]string{url}, p.Named...), []string{}
	if len(p.Named) == 0 { // of an earlier version
		for _, c := range p.Columns {
			arguments = append(arguments, argument(p, c.Table)+"."+c.Name)
		}
	}
	if p.To != migrate.ToNative {
		flags = append(flags, "--to", p.To)
	}
	if p.Bytes != layout.Bytes && p.Bytes != layout.None {
		flags = append(flags, "--bytes", p.Bytes.String())
	}
	if p.BadRows != "" {
		flags = append(flags, "--bad-rows", p.BadRows)
	}
	if p.Online {
		flags = append(flags, "--online")
	}
	for _, a := range p.Accepted {
		flags = append(flags, "--accept", a)
	}
	return dsn.Migrate("run", arguments, flags...)
}
