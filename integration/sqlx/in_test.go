package sqlx_test

import (
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestIn(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		db := e.table(t, e.base, "c "+e.bytes.typ+" PRIMARY KEY")
		third := uuid.UUID{15: 3}
		for _, id := range []uuid.UUID{id, other, third} {
			db.exec("INSERT INTO t VALUES (?)", sqlx.Binary(id))
		}
		count := func(db database, list string, args []any, in int) {
			t.Helper()
			db.says(in, "SELECT count(*) FROM t WHERE c IN "+list, args...)
			db.says(3-in, "SELECT count(*) FROM t WHERE c NOT IN "+list, args...)
		}
		missing := uuid.NewV4()
		list, args := sqlx.In[sqlx.Binary]([]google.UUID{google.UUID(id), google.UUID(missing), google.UUID(third)})
		count(db, list, args, 2)
		list, args = sqlx.In[sqlx.Binary]([][16]byte{other})
		count(db, list, args, 1)
		list, args = sqlx.In[sqlx.Binary]([]gofrs.UUID{})
		count(db, list, args, 0)
		list, args = sqlx.In[sqlx.Binary, uuid.UUID](nil)
		count(db, list, args, 0)
		// A connector gives the form.
		list, args = sqlx.In[google.UUID]([]google.UUID{google.UUID(id), google.UUID(other)})
		count(e.table(t, e.binary(), ""), list, args, 2)
		many := make([]uuid.UUID, 32766)
		many[7] = id
		list, args = sqlx.In[sqlx.Binary](many)
		count(db, list, args, 1)
		// What the list of none is instead of.
		if _, err := db.Exec("SELECT * FROM t WHERE c IN ()"); err == nil && e.bytes != sqliteBlob {
			t.Error("IN () is no error: change the documentation")
		}
		db.says(0, "SELECT count(*) FROM t WHERE c NOT IN (NULL)")
	}, "SQLite", "MariaDB", "MySQL")
}
