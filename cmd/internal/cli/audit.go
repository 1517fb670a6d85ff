package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/uuidkit/uuidkit/cmd/internal/audit"
	"github.com/uuidkit/uuidkit/cmd/internal/dsn"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
	"github.com/uuidkit/uuidkit/cmd/internal/store/open"
)

func newAudit() *cobra.Command {
	var o audit.Options
	var timeout time.Duration
	cmd := &cobra.Command{
		Use:   "audit URL",
		Short: "Find out how a database stores UUIDs, and what is wrong with them",
		Long: `Audit finds every column or field of a database that holds UUIDs, whatever its name. For
each it prints the form, how certain that is, what is wrong, and two lines of Go: one
reads the column, one makes an argument for a query. At the end it prints what it could
not read, and the next command.

` + dsn.Help + `

Audit only reads. Its session cannot write, except in MongoDB, which has no such sessions.
Writers wait for audit only in a SQLite file without WAL and in tables of MyISAM, Aria and
MEMORY: for one SELECT. Audit reads about 1,000 rows of each table, spread over its key;
--full reads all.

Exit status: 0 if nothing is wrong, 1 if there are errors or warnings, 2 if audit failed.
Audit lists what it could not read. The status is 2 if it could read nothing at all.`,
		Example: `  uuid audit app.db
  uuid audit postgres://reader@db.example.com/shop --schema 'public'
  uuid audit mysql://reader@127.0.0.1:3306/shop --full
  uuid audit mongodb://127.0.0.1/shop -o json | jq .findings`,
		Args: usage(cobra.ExactArgs(1)),
		RunE: withOutput(func(cmd *cobra.Command, args []string, out *output) error {
			if o.Sample <= 0 {
				return fmt.Errorf("audit: --sample %d: want 1 or more, or --full", o.Sample)
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
			defer stop()
			bar := newBar(cmd.ErrOrStderr(), o.Full)
			o.Progress = bar.show
			bar.print("reading the list of tables")
			r, err := runAudit(ctx, args[0], o, timeout)
			bar.clear()
			if err != nil {
				return fmt.Errorf("audit: %w", err)
			}
			r.Address(args[0])
			if err := printAudit(r, out); err != nil {
				return err
			}
			return result(r)
		}),
	}
	f := cmd.Flags()
	f.IntVar(&o.Sample, "sample", audit.DefaultSample, "rows of each table that are read")
	f.BoolVar(&o.Full, "full", false, "read all rows")
	f.DurationVar(&timeout, "timeout", 5*time.Minute, "time for each table; 0 is no limit")
	f.StringSliceVar(&o.Filter.Schemas, "schema", nil, "schemas or databases, with * and ?; all but the system's if not set")
	f.StringSliceVar(&o.Filter.Tables, "table", nil, "tables or collections, with * and ?; all if not set")
	cmd.MarkFlagsMutuallyExclusive("sample", "full")
	return cmd
}

// result returns the error that the exit status is of.
func result(r *audit.Report) error {
	switch {
	case r.Tables == 0 && len(r.NotSeen) > 0:
		return errors.New("audit: nothing could be read; the report says why")
	case r.Wrong():
		return errFindings
	}
	return nil
}

func runAudit(ctx context.Context, url string, o audit.Options, timeout time.Duration) (*audit.Report, error) {
	s, err := open.Store(ctx, url, store.Options{Timeout: timeout})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return audit.Run(ctx, s, o)
}

func printAudit(r *audit.Report, out *output) error {
	switch out.format {
	case jsonLines:
		return printJSON(out, "", r)
	case csvRows:
		out.row("where", "type", "form", "case", "sure", "sampled", "rows", "saved_bytes", "findings")
		for _, c := range r.Columns {
			var kinds []string
			for _, f := range r.Findings {
				if f.Where == c.Where {
					kinds = append(kinds, string(f.Kind))
				}
			}
			out.row(c.Where, c.Type, c.Form, c.Case, c.Sure, c.Sampled, c.Rows, c.SavedBytes, strings.Join(kinds, " "))
		}
		return out.Flush()
	}
	var style audit.Style
	if out.colors {
		style = audit.Style{
			Bold: out.bold, Dim: out.dim,
			Red:    func(s string) string { return out.style("31", s) },
			Yellow: func(s string) string { return out.style("33", s) },
		}
	}
	return r.Print(out, style)
}

// A bar shows on a terminal how far the audit is.
type bar struct {
	io.Writer
	on, full bool
	last     time.Time
}

func newBar(w io.Writer, full bool) *bar { return &bar{Writer: w, on: isTerminal(w), full: full} }

func (b *bar) show(t *store.Table, rows int64) {
	if !b.on || time.Since(b.last) < 100*time.Millisecond {
		return
	}
	name := store.Printable(t.String(), 50)
	line := fmt.Sprintf("%s: %d rows", name, rows)
	if b.full && t.Rows > 0 {
		const width = 20
		share := min(float64(rows)/float64(t.Rows), 1)
		done := int(share * width)
		line = fmt.Sprintf("[%s%s] %3.0f%% %s", strings.Repeat("#", done), strings.Repeat(".", width-done), 100*share, name)
	}
	b.print(line)
}

func (b *bar) print(line string) {
	if b.on {
		b.last = time.Now()
		fmt.Fprintf(b, "\r\x1b[K%s", line)
	}
}

func (b *bar) clear() {
	if b.on && !b.last.IsZero() {
		fmt.Fprint(b, "\r\x1b[K")
	}
}
