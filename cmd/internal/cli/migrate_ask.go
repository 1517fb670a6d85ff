package cli

import (
	"bufio"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// A consent lets run, undo or cleanup change the database: --yes, the hash of a plan or the ID of a
// migration, or the answer to a question.
type consent struct {
	yes bool // the flag
	ask bool
}

// needConsent adds the flag --yes. given reports whether other flags or arguments are a consent; instead
// names them, for the error. Without a consent and a terminal the verb fails before it connects.
func needConsent(cmd *cobra.Command, instead string, given func(args []string) bool) *consent {
	c := &consent{}
	cmd.Flags().BoolVar(&c.yes, "yes", false, "do not ask: for scripts")
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		c.ask = !c.yes && !given(args)
		if c.ask && !(isTerminal(cmd.InOrStdin()) && isTerminal(cmd.ErrOrStderr())) {
			return fmt.Errorf("migrate: %s asks before it changes the database, and there is no terminal: add %s", cmd.Name(), instead)
		}
		return nil
	}
	return c
}

// question asks on the terminal, when no connection is open: the answer may take a day. The end of the
// input is no.
func question(cmd *cobra.Command, text string) error {
	fmt.Fprintf(cmd.ErrOrStderr(), "\n%s [y/N] ", text)
	answer, err := bufio.NewReader(cmd.InOrStdin()).ReadString('\n')
	if err != nil {
		fmt.Fprintln(cmd.ErrOrStderr())
		answer = ""
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	}
	return migrate.Errorf(migrate.CodeRefused, "migrate: the answer was not yes: nothing is changed")
}

// askRun shows what run would do, and asks. It returns the hash of the plan that was agreed to, or "" if
// run has first to do with an earlier migration.
func askRun(cmd *cobra.Command, args []string, r *migrate.Request) (hash string, err error) {
	text := "Convert these columns?"
	if !r.Online {
		text = "Convert these columns? The application has to be stopped."
	}
	err = withStore(func(ctx context.Context, s migrate.Store, cmd *cobra.Command, columns []string) error {
		list, err := s.Status(ctx)
		if err != nil {
			return err
		}
		if n := len(list); n > 0 && list[n-1].Unfinished() != "" {
			printStatus(cmd.ErrOrStderr(), list[n-1:])
			text = fmt.Sprintf("Finish it or take it back, and then convert %s?", strings.Join(asked(r, columns).Columns, ", "))
			return nil
		}
		p, err := s.Plan(ctx, asked(r, columns))
		if err != nil {
			return err
		}
		if err := p.Refused(); err != nil {
			p.Print(cmd.ErrOrStderr())
			return err
		}
		if hash = p.Hash; p.Nothing() {
			text = ""
			return nil
		}
		p.Others = others(ctx, args[0], p)
		p.PrintSummary(cmd.ErrOrStderr())
		return nil
	})(cmd, args)
	if err != nil || text == "" {
		return hash, err
	}
	return hash, question(cmd, text)
}

// askUndo shows the migration that undo goes back by, and asks. It returns its ID, or "" if there is none.
func askUndo(cmd *cobra.Command, args []string, online bool) (id string, err error) {
	list, err := showStatus(cmd, args, func(list []migrate.Status) []migrate.Status { return list[max(0, len(list)-1):] })
	if err != nil || len(list) == 0 {
		return "", err
	}
	text := "Convert these columns back, with the rows written since?"
	if !online {
		text += " The application has to be stopped."
	}
	return list[0].Plan.ID, question(cmd, text)
}

// askCleanup shows the migrations that cleanup forgets, and asks. It returns them.
func askCleanup(cmd *cobra.Command, args []string) ([]migrate.Status, error) {
	list, err := showStatus(cmd, args, func(list []migrate.Status) []migrate.Status { return list })
	if err != nil || len(list) == 0 {
		return list, err
	}
	return list, question(cmd, "Drop what undo needs? Then only a backup has the old form.")
}

func showStatus(cmd *cobra.Command, args []string, which func([]migrate.Status) []migrate.Status) (list []migrate.Status, err error) {
	err = withStore(func(ctx context.Context, s migrate.Store, cmd *cobra.Command, _ []string) error {
		all, err := s.Status(ctx)
		if list = which(all); len(list) > 0 {
			printStatus(cmd.ErrOrStderr(), list)
		}
		return err
	})(cmd, args)
	return list, err
}

// sameMigrations reports whether lists have the same migrations.
func sameMigrations(a, b []migrate.Status) bool {
	return slices.EqualFunc(a, b, func(x, y migrate.Status) bool { return x.Plan.ID == y.Plan.ID && x.State == y.State })
}
