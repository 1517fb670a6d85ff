//go:build go1.27

package sqlx_test

import (
	"database/sql"
	"database/sql/driver"
	"strings"
	"testing"
	"uuid"

	"github.com/uuidkit/uuidkit/sqlx"
)

func stdTypes() []sqlx.UUIDType { return []sqlx.UUIDType{sqlx.Native[uuid.UUID]()} }

func TestConnectorStd(t *testing.T) {
	testConnector(t, kind[uuid.UUID]{scans: true})
}

// What the connector cures: database/sql knows the standard library's UUID, but
// go-sql-driver/mysql asks a converter of its own.
func TestMySQLRefusesStd(t *testing.T) {
	each(t, func(t *testing.T, e engine, base driver.Connector) {
		for _, test := range []struct {
			db    *sql.DB
			fails string
		}{
			{openDB(t, base), "unsupported type uuid.UUID, a array"},
			{openDB(t, sqlx.NewConnector[sqlx.Text](base, stdTypes()...)), ""},
		} {
			u := uuid.UUID(id)
			for _, arg := range []any{u, &u} {
				var got string
				err := test.db.QueryRow("SELECT concat(?, '')", arg).Scan(&got)
				if test.fails == "" && (err != nil || got != u.String()) {
					t.Errorf("%T: got %s, %v; want %s", arg, got, err, u)
				}
				if test.fails != "" && (err == nil || !strings.Contains(err.Error(), test.fails)) {
					t.Errorf("%T without a connector: got %v: change the documentation", arg, err)
				}
			}
		}
	}, "MariaDB", "MySQL")
}
