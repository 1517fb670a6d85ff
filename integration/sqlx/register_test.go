package sqlx_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// Drivers by their own names, with and without connectors of their own.
func TestRegisterDriver(t *testing.T) {
	file := func(t testing.TB) string { return filepath.Join(t.TempDir(), "db") }
	for name, dsn := range map[string]func(testing.TB) string{
		"sqlite": file, "sqlite3": file, "mysql": stores.MariaDB, "pgx": stores.Postgres, "postgres": stores.Postgres,
	} {
		t.Run(name, func(t *testing.T) {
			dsn := dsn(t)
			// Names are for the life of a process, and a test may run twice.
			ours := name + uuid.NewV7().String()
			if err := sqlx.RegisterDriver[sqlx.Binary](ours, name, types()...); err != nil {
				t.Fatal(err)
			}
			db, err := sql.Open(ours, dsn)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if err := sqlx.RegisterDriver[sqlx.Text](ours+"+text", ours, sqlx.Native[sqlx.Swapped]()); err != nil {
				t.Fatal(err)
			}
			twice, err := sql.Open(ours+"+text", dsn)
			if err != nil {
				t.Fatal(err)
			}
			defer twice.Close()
			query := "SELECT length(?)"
			if name == "pgx" || name == "postgres" {
				query = "SELECT length($1::bytea)"
			}
			for _, db := range []*sql.DB{db, twice} {
				var n int
				if err := db.QueryRow(query, google.UUID(id)).Scan(&n); err != nil || n != 16 {
					t.Errorf("got %d bytes, %v; want 16", n, err)
				}
			}
			// What a driver says of a DSN comes from sql.Open, or from the first use.
			for _, bad := range []string{"\x00", "://"} {
				want, wantErr := sql.Open(name, bad)
				got, gotErr := sql.Open(ours, bad)
				if (wantErr == nil) != (gotErr == nil) {
					t.Errorf("the DSN %q: got %v, want %v", bad, gotErr, wantErr)
				}
				if wantErr == nil {
					want.Close()
				}
				if gotErr == nil {
					got.Close()
				}
			}
		})
	}
}
