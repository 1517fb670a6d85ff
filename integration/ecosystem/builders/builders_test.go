// Package builders measures ORMs and query builders on PostgreSQL, MariaDB and SQLite.
package builders

import (
	"database/sql"
	"path/filepath"
	"testing"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/stores"
)

func TestMain(m *testing.M) { stores.Main(m) }

func TestBuilders(t *testing.T) { ecosystem.Run(t, append(rows(), slow()...)) }

func file(t testing.TB) string { return filepath.Join(t.TempDir(), "db.sqlite") }

func exec(t testing.TB, db *sql.DB, query string) {
	t.Helper()
	if _, err := db.Exec(query); err != nil {
		t.Fatal(err)
	}
}
