package migratetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// Future checks that no verb, nor status, touches a plan of a later version, which plant writes into the
// journal. journal is what is there then.
func Future(t *testing.T, s Subject, plant func(plan string), journal func() []string) {
	t.Helper()
	plant(`{"format":99,"version":"v7.0.0","columns":"other"}`)
	before := slices.Concat(journal(), s.Rows(), []string{s.Form()})
	do := func(verb string, do func(migrate.Store) error) {
		store := s.Open(&Point{})
		defer store.Close()
		if err := do(store); err == nil || !strings.Contains(err.Error(), `format 99, written by uuid "v7.0.0"`) {
			t.Errorf("%s: got error %v, want one that names the format and the version", verb, err)
		}
		if after := slices.Concat(journal(), s.Rows(), []string{s.Form()}); !slices.Equal(after, before) {
			t.Errorf("%s: got %q, want %q", verb, after, before)
		}
	}
	for _, verb := range verbs {
		do(fmt.Sprint(verb), func(store migrate.Store) error {
			_, err := Command{Verb: verb, Request: s.Request()}.Do(store, migrate.Rules(), t.Output())
			return err
		})
	}
	do("status", func(store migrate.Store) error {
		_, err := store.Status(t.Context())
		return err
	})
}

// Future is [Future] for the journal of a store of SQL.
func (s *SQL) Future(t *testing.T) {
	t.Helper()
	Future(t, s.Fresh(), func(plan string) {
		s.exec("CREATE TABLE "+migrate.StateTable+" (id CHAR(36) PRIMARY KEY, state VARCHAR(20) NOT NULL, plan TEXT NOT NULL, switched VARCHAR(40) NOT NULL)",
			"INSERT INTO "+migrate.StateTable+" VALUES ('019', 'switched', '"+plan+"', '2026-11-22T00:00:00Z')")
	}, func() []string { return s.texts("SELECT * FROM " + migrate.StateTable) })
}
