package migrate_test

import (
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// TestUnfinished is what status says of a migration that was interrupted, or goes on.
func TestUnfinished(t *testing.T) {
	const (
		run      = "before the switch run goes on, or begins again, and undo takes it back; after it both finish it, or switch back"
		undo     = "before the switch undo goes on, or begins again, and run takes it back; after it both finish it, or switch back"
		convert  = "run goes on, or begins again; undo takes it back"
		restore  = "undo goes on, or begins again"
		finish   = "run, undo and cleanup finish it first"
		triggers = ". Until then triggers uuidkit_… write each change to the new tables, too"
	)
	for _, c := range []struct {
		store                string
		state                migrate.State
		online, undoesOnline bool
		want                 string // "" is nothing
	}{
		{"MariaDB 11.8", migrate.Switched, true, false, ""},
		{"MariaDB 11.8", migrate.Copying, false, false, run},
		{"MariaDB 11.8", migrate.Copying, true, false, run + triggers},
		{"MariaDB 11.8", migrate.Checking, false, false, finish},
		{"MariaDB 11.8", migrate.Undoing, false, false, undo},
		{"MariaDB 11.8", migrate.Undoing, true, false, undo},
		{"PostgreSQL 18", migrate.Undoing, false, true, undo + triggers},
		{"PostgreSQL 18", migrate.Undone, false, true, finish},
		{"MongoDB 8.2", migrate.Copying, true, false, convert},
		{"MongoDB 8.2", migrate.Undoing, true, true, restore},
	} {
		st := migrate.Status{State: c.state, Plan: &migrate.Plan{Store: c.store, Online: c.online, UndoesOnline: c.undoesOnline}}
		got, ok := strings.CutPrefix(st.Unfinished(), "interrupted, or another process does it now: ")
		if want := c.want; got != want || ok != (want != "") {
			t.Errorf("%s, %s, online %t and %t: got %q, want %q", c.store, c.state, c.online, c.undoesOnline, got, want)
		}
	}
}
