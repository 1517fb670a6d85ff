package typed_test

import (
	"database/sql"
	"strings"
	"testing"

	_ "github.com/go-sql-driver/mysql"
	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

func TestMain(m *testing.M) { stores.Main(m) }

type Order struct{}

func (Order) Prefix() string { return "order" }

// TestCutText has columns that keep 16 characters of a TypeID: as many as a UUID has
// bytes. Some drivers return them as a []byte.
func TestCutText(t *testing.T) {
	for name, test := range map[string]struct {
		driver  string
		dsn     func(t testing.TB) string
		prepare string // makes the server cut
		insert  string
	}{
		"PostgreSQL": {"pgx", stores.Postgres, "", "INSERT INTO cut VALUES ($1::text::varchar(16))"},
		"MariaDB":    {"mysql", stores.MariaDB, "SET sql_mode = ''", "INSERT INTO cut VALUES (?)"},
	} {
		t.Run(name, func(t *testing.T) {
			db := kit.Must(sql.Open(test.driver, test.dsn(t)))(t)
			t.Cleanup(func() { db.Close() })
			db.SetMaxOpenConns(1) // sql_mode is the connection's
			exec := func(query string, args ...any) {
				t.Helper()
				if _, err := db.Exec(query, args...); err != nil {
					t.Fatal(err)
				}
			}
			if test.prepare != "" {
				exec(test.prepare)
			}
			exec("CREATE TABLE cut (id varchar(16))")
			for _, text := range []string{id.String(), typed.ID[Order](id).String()} {
				exec("DELETE FROM cut")
				exec(test.insert, text)
				var stored string
				if err := db.QueryRow("SELECT id FROM cut").Scan(&stored); err != nil || stored != text[:16] {
					t.Fatalf("the column has %q, %v; want %q", stored, err, text[:16])
				}
				got := id
				if err := db.QueryRow("SELECT id FROM cut").Scan(&got); err == nil || got != id || !strings.Contains(err.Error(), "typed.Scan") {
					t.Errorf("%s: scanned %v, %v; want an error of typed, and no change", stored, got, err)
				}
			}
		})
	}
}
