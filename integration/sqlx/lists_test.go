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

// Arrays go through lib/pq and pgx in each of its modes, through a connector and without
// one, into columns of uuid[] and text[]. PostgreSQL says what it has.
func TestArray(t *testing.T) {
	googles := sqlx.Array[google.UUID]{google.UUID(id), {}, google.UUID(other), google.UUID(uuid.Max())}
	all := "{" + strings.Join([]string{id.String(), uuid.Nil().String(), other.String(), uuid.Max().String()}, ",") + "}"
	each(t, func(t *testing.T, e engine) {
		for _, c := range []driver.Connector{e.base, e.texts()} {
			for _, typ := range []string{"uuid", "text"} {
				db := e.table(t, c, "a "+typ+"[]")
				for want, ids := range map[string]sqlx.Array[google.UUID]{"NULL": nil, "{}": {}, all[:37] + "}": googles[:1], all: googles} {
					var server string
					got := sqlx.Array[google.UUID]{google.UUID(other), google.UUID(other)}
					err := db.row("INSERT INTO t VALUES (?) RETURNING coalesce(a::text, 'NULL'), a", ids).Scan(&server, &got)
					if err != nil || server != want || !slices.Equal(got, ids) || (got == nil) != (ids == nil) {
						t.Errorf("%s[] of %d: the server has %s, got %x, %v; want %s", typ, len(ids), server, got, err, want)
					}
				}
				for i, ids := range []sqlx.Array[[16]byte]{{id, uuid.Max()}, {}, nil} {
					db.says(max(1-i, 0), "SELECT count(*) FROM (VALUES (?::"+typ+"), (?)) v(id) WHERE id = ANY(?)", sqlx.Text(id), sqlx.Text(other), ids)
				}
				// What Array's documentation says of NULL, the empty array and
				// what it does not read.
				db.says("NULL", "SELECT ?::"+typ+" <> ALL(?)", sqlx.Text(id), sqlx.Array[gofrs.UUID](nil))
				db.says(true, "SELECT ?::"+typ+" <> ALL(?)", sqlx.Text(id), sqlx.Array[gofrs.UUID]{})
				for _, array := range []string{"{NULL}", "{" + id.String() + ",NULL}", "{{" + id.String() + "},{" + id.String() + "}}", "[0:0]={" + id.String() + "}"} {
					got := sqlx.Array[uuid.UUID]{other}
					if err := db.row("SELECT '" + array + "'::" + typ + "[]").Scan(&got); err == nil || len(got) != 1 || got[0] != other {
						t.Errorf("%s: got %x, %v; want an error and no change", array, got, err)
					}
				}
			}
		}
	}, "PostgreSQL")
}

// An Array is text, and a column of bytea has no row that equals it: a list is a [][]byte there.
func TestArrayOfBytea(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		for _, c := range []driver.Connector{e.base, e.binary()} {
			db := e.table(t, c, "id bytea")
			db.exec("INSERT INTO t VALUES (?), (?)", sqlx.Binary(id), sqlx.Binary(other))
			for _, test := range []struct {
				list     any
				any, all int // the rows that = ANY and <> ALL match
			}{
				{sqlx.Array[google.UUID]{google.UUID(id)}, 0, 2}, // the trap
				{[][]byte{id[:]}, 1, 1},
				{pq.Array([][]byte{id[:]}), 1, 1},
			} {
				db.says(test.any, "SELECT count(*) FROM t WHERE id = ANY(?)", test.list)
				db.says(test.all, "SELECT count(*) FROM t WHERE id <> ALL(?)", test.list)
			}
		}
	}, "PostgreSQL")
}

// Arrays with NULLs, by the nullable types of other packages and ours.
func TestNullArray(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		for _, typ := range []string{"uuid", "text"} {
			db := e.table(t, e.base, "a "+typ+"[]")
			testNullArray(t, db, google.NullUUID{UUID: google.UUID(id), Valid: true})
			testNullArray(t, db, gofrs.NullUUID{UUID: gofrs.UUID(id), Valid: true})
			testNullArray(t, db, uuid.NullUUID{UUID: id, Valid: true})
			testNullArray(t, db, sql.Null[google.UUID]{V: google.UUID(id), Valid: true})
		}
	}, "PostgreSQL")
}

func testNullArray[N interface {
	comparable
	driver.Valuer
}](t *testing.T, db database, valid N) {
	t.Helper()
	var null N
	for want, ids := range map[string]sqlx.NullArray[N]{
		"NULL": nil, "{}": {}, "{NULL}": {null}, "{" + id.String() + ",NULL}": {valid, null}, "{NULL," + id.String() + "}": {null, valid},
	} {
		var server string
		got := sqlx.NullArray[N]{null, null, null}
		err := db.row("INSERT INTO t VALUES (?) RETURNING coalesce(a::text, 'NULL'), a", ids).Scan(&server, &got)
		if err != nil || server != want || !slices.Equal(got, ids) || (got == nil) != (ids == nil) {
			t.Errorf("%T: the server has %s, got %v, %v; want %s", ids, server, got, err, want)
		}
	}
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

// A list of arguments finds the rows whose keys are in it, and NOT IN all the others.
func TestIn(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		db, native := e.table(t, e.base, "c "+e.bytes.typ+" PRIMARY KEY"), e.table(t, e.binary(), "")
		third := uuid.UUID{15: 3}
		for _, id := range []uuid.UUID{id, other, third} {
			db.exec("INSERT INTO t VALUES (?)", sqlx.Binary(id))
		}
		count := func(db database, want int, list string, args []any) {
			t.Helper()
			db.says(want, "SELECT count(*) FROM t WHERE c IN "+list, args...)
			db.says(3-want, "SELECT count(*) FROM t WHERE c NOT IN "+list, args...)
		}
		in := func(want int, ids ...uuid.UUID) {
			t.Helper()
			list, args := sqlx.In[sqlx.Binary](ids)
			count(db, want, list, args)
			list, args = sqlx.In[uuid.UUID](ids)
			count(native, want, list, args) // the connector gives the form
		}
		in(2, id, uuid.NewV4(), third)
		in(1, other)
		in(0)
		in(1, append(make([]uuid.UUID, 32765), id)...)
		// What the list of none is instead of.
		if _, err := db.Exec("SELECT * FROM t WHERE c IN ()"); err == nil && e.bytes != sqliteBlob {
			t.Error("IN () is no error: change the documentation")
		}
		db.says(0, "SELECT count(*) FROM t WHERE c NOT IN (NULL)")
	}, "SQLite", "MariaDB", "MySQL")
}
