package sqlx_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"testing"

	google "github.com/google/uuid"
	"github.com/mattn/go-sqlite3"
	"modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/sqlx"
)

// TestConnectorAllocs: an insert of google's type through the connector, and a select by
// it, allocate no more than those of a program that passes id[:] without a connector.
func TestConnectorAllocs(t *testing.T) {
	id := google.New()
	bytes := func(id google.UUID) any { return id[:] }
	itself := func(id google.UUID) any { return id }
	for name, base := range map[string]func() driver.Connector{
		"modernc": func() driver.Connector { return kit.Must(sqlite.NewConnector(":memory:"))(t) },
		"mattn":   func() driver.Connector { return mattnConnector{} },
	} {
		run := func(c driver.Connector, arg func(google.UUID) any) (inserts, prepared, selects float64) {
			db := sql.OpenDB(c)
			defer db.Close()
			db.SetMaxOpenConns(1)
			kit.Must(db.Exec("CREATE TABLE t (id BLOB, v BLOB)"))(t)
			kit.Must(db.Exec("INSERT INTO t VALUES (?, ?)", id[:], id[:]))(t)
			const insert = "INSERT INTO t VALUES (?, ?)"
			stmt := kit.Must(db.Prepare(insert))(t)
			defer stmt.Close()
			other := google.New()
			inserts = testing.AllocsPerRun(100, func() { kit.Must(db.Exec(insert, arg(other), arg(other)))(t) })
			prepared = testing.AllocsPerRun(100, func() { kit.Must(stmt.Exec(arg(other), arg(other)))(t) })
			selects = testing.AllocsPerRun(100, func() {
				var got google.UUID
				if err := db.QueryRow("SELECT v FROM t WHERE id = ?", arg(id)).Scan(&got); err != nil || got != id {
					t.Errorf("%s: got %v, %v, want %v", name, got, err, id)
				}
			})
			return inserts, prepared, selects
		}
		i1, p1, s1 := run(base(), bytes)
		i2, p2, s2 := run(sqlx.NewConnector[sqlx.Binary](base(), sqlx.Native[google.UUID]()), itself)
		if i2 > i1 || p2 > p1 || s2 > s1 {
			t.Errorf("%s: with the connector an insert allocates %v times, prepared %v, a select %v; want at most %v, %v, %v", name, i2, p2, s2, i1, p1, s1)
		}
	}
}

// A mattnConnector is the connector that the driver does not have.
type mattnConnector struct{}

func (mattnConnector) Connect(context.Context) (driver.Conn, error) {
	return mattnConnector{}.Driver().Open(":memory:")
}
func (mattnConnector) Driver() driver.Driver { return &sqlite3.SQLiteDriver{} }
