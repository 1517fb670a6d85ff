package sqlx_test

import (
	"database/sql/driver"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestIn(t *testing.T) {
	each(t, func(t *testing.T, e engine, base driver.Connector) {
		db := openDB(t, base)
		third := uuid.UUID{15: 3}
		exec(t, db, "DROP TABLE IF EXISTS t")
		exec(t, db, "CREATE TABLE t (c "+e.bytes.typ+" PRIMARY KEY)")
		for _, id := range []uuid.UUID{id, other, third} {
			exec(t, db, "INSERT INTO t VALUES (?)", sqlx.Binary(id))
		}
		count := func(c driver.Connector, list string, args []any, in, notIn int) {
			t.Helper()
			db := openDB(t, c)
			for _, test := range []struct {
				op   string
				want int
			}{{" IN ", in}, {" NOT IN ", notIn}} {
				var n int
				if err := db.QueryRow("SELECT count(*) FROM t WHERE c"+test.op+list, args...).Scan(&n); err != nil || n != test.want {
					t.Errorf("%s%s: got %d rows, %v; want %d", test.op, list, n, err, test.want)
				}
			}
		}
		missing := uuid.NewV4()
		list, args := sqlx.In[sqlx.Binary]([]google.UUID{google.UUID(id), google.UUID(missing), google.UUID(third)})
		count(base, list, args, 2, 1)
		list, args = sqlx.In[sqlx.Binary]([][16]byte{other})
		count(base, list, args, 1, 2)
		list, args = sqlx.In[sqlx.Binary]([]gofrs.UUID{})
		count(base, list, args, 0, 3)
		list, args = sqlx.In[sqlx.Binary, uuid.UUID](nil)
		count(base, list, args, 0, 3)
		// A connector gives the form.
		list, args = sqlx.In[google.UUID]([]google.UUID{google.UUID(id), google.UUID(other)})
		count(sqlx.NewConnector[sqlx.Binary](base, types()...), list, args, 2, 1)
		many := make([]uuid.UUID, 32766)
		many[7] = id
		list, args = sqlx.In[sqlx.Binary](many)
		count(base, list, args, 1, 2)
		// What the list of none is instead of.
		if _, err := db.Exec("SELECT * FROM t WHERE c IN ()"); err == nil && e.bytes != sqliteBlob {
			t.Error("IN () is no error: change the documentation")
		}
		var n int
		if err := db.QueryRow("SELECT count(*) FROM t WHERE c NOT IN (NULL)").Scan(&n); err != nil || n != 0 {
			t.Errorf("NOT IN (NULL): got %d rows, %v: change the documentation", n, err)
		}
	}, "SQLite", "MariaDB", "MySQL")
}
