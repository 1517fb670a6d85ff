// Package builders measures ORMs and query builders on PostgreSQL, MariaDB and SQLite.
//
// To add a library, write a function like bunOps in bun_test.go, and add a row with it to rows in rows_test.go, or to slow in
// full_test.go if the library takes long to compile.
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
