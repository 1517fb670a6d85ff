package sqlx_test

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"slices"
	"strings"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestArray(t *testing.T) {
	t.Run("uuidkit", testArray[uuid.UUID])
	t.Run("google", testArray[google.UUID])
	t.Run("gofrs", testArray[gofrs.UUID])
	t.Run("[16]byte", testArray[[16]byte])
}

// testArray stores arrays through lib/pq and pgx in each of its modes, through a
// connector and without one, and asks PostgreSQL what it has.
func testArray[T ~[16]byte](t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		for _, c := range []driver.Connector{e.base, e.texts()} {
			for _, typ := range []string{"uuid", "text"} {
				db := e.table(t, c, "a "+typ+"[], n int")
				for _, test := range []struct {
					ids  []T
					want string
				}{
					{nil, "NULL"},
					{[]T{}, "{}"},
					{[]T{T(id)}, "{" + id.String() + "}"},
					{[]T{T(id), {}, T(other), T(uuid.Max())}, "{" + strings.Join([]string{id.String(), uuid.Nil().String(), other.String(), uuid.Max().String()}, ",") + "}"},
				} {
					var server string
					got := []T{T(other), T(other)}
					err := db.row("INSERT INTO t VALUES (?, 1) RETURNING coalesce(a::text, 'NULL'), a", sqlx.Array[T](test.ids)).
						Scan(&server, (*sqlx.Array[T])(&got))
					if err != nil || server != test.want || !slices.Equal(got, test.ids) || (got == nil) != (test.ids == nil) {
						t.Errorf("%s[] of %d: the server has %s, got %x, %v; want %s", typ, len(test.ids), server, got, err, test.want)
					}
				}
				for i, ids := range []sqlx.Array[T]{{T(id), T(uuid.Max())}, {}, nil} {
					db.says(max(1-i, 0), "SELECT count(*) FROM (VALUES (?::"+typ+"), (?)) v(id) WHERE id = ANY(?)", sqlx.Text(id), sqlx.Text(other), ids)
				}
				// What Array's documentation says of NULL, the empty array and
				// what it does not read.
				db.says("NULL", "SELECT ?::"+typ+" <> ALL(?)", sqlx.Text(id), sqlx.Array[T](nil))
				db.says(true, "SELECT ?::"+typ+" <> ALL(?)", sqlx.Text(id), sqlx.Array[T]{})
				for _, expr := range []string{
					"ARRAY[NULL]::" + typ + "[]",
					"ARRAY['" + id.String() + "', NULL]::" + typ + "[]",
					"ARRAY[ARRAY['" + id.String() + "'], ARRAY['" + id.String() + "']]::" + typ + "[]",
					"'[0:0]={" + id.String() + "}'::" + typ + "[]",
				} {
					got := sqlx.Array[T]{T(other)}
					if err := db.row("SELECT " + expr).Scan(&got); err == nil || len(got) != 1 || got[0] != T(other) {
						t.Errorf("%s: got %x, %v; want an error and no change", expr, got, err)
					}
				}
			}
		}
	}, "PostgreSQL")
}

// A nullable array, and COPY, which has statements of its own.
func TestPostgresExtras(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		db := e.table(t, e.texts(), "c uuid")
		var null sql.Null[sqlx.Array[uuid.UUID]]
		if err := db.row("SELECT NULL::uuid[]").Scan(&null); err != nil || null.Valid {
			t.Errorf("NULL: got %v, %v", null, err)
		}
		if err := db.row("SELECT ?::uuid[]", sqlx.Array[uuid.UUID]{id, other}).Scan(&null); err != nil || !null.Valid || len(null.V) != 2 || null.V[1] != other {
			t.Errorf("got %v, %v", null, err)
		}
		if e.name != "pq" {
			return
		}
		tx := kit.Must(db.Begin())(t)
		defer tx.Rollback()
		s := kit.Must(tx.Prepare(pq.CopyIn("t", "c")))(t)
		for _, args := range [][]any{{google.UUID(id)}, {&other}, {google.NullUUID{}}, {}} {
			if _, err := s.Exec(args...); err != nil {
				t.Errorf("%T: %v", args, err)
			}
		}
		if err := errors.Join(s.Close(), tx.Commit()); err != nil {
			t.Error(err)
		}
		db.says(id.String()+" "+other.String()+" NULL", "SELECT string_agg(coalesce(c::text, 'NULL'), ' ') FROM t")
	}, "PostgreSQL")
}

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
