package sqlx_test

import (
	"database/sql/driver"
	"slices"
	"strings"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestArrayUUIDKit(t *testing.T) { testArray[uuid.UUID](t) }
func TestArrayGoogle(t *testing.T)  { testArray[google.UUID](t) }
func TestArrayGofrs(t *testing.T)   { testArray[gofrs.UUID](t) }
func TestArrayArray(t *testing.T)   { testArray[[16]byte](t) }

// testArray stores arrays through lib/pq and pgx in each of its modes, through a
// connector and without one, and asks PostgreSQL what it has.
func testArray[T ~[16]byte](t *testing.T) {
	each(t, func(t *testing.T, e engine, base driver.Connector) {
		for _, c := range []driver.Connector{base, sqlx.NewConnector[sqlx.Text](base, types()...)} {
			db := openDB(t, c)
			for _, typ := range []string{"uuid", "text"} {
				exec(t, db, "DROP TABLE IF EXISTS t_"+typ)
				exec(t, db, "CREATE TABLE t_"+typ+" (a "+typ+"[], n int)")
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
					err := db.QueryRow("INSERT INTO t_"+typ+" VALUES ($1, 1) RETURNING coalesce(a::text, 'NULL'), a", sqlx.Array[T](test.ids)).
						Scan(&server, (*sqlx.Array[T])(&got))
					if err != nil || server != test.want || !slices.Equal(got, test.ids) || (got == nil) != (test.ids == nil) {
						t.Errorf("%s[] of %d: the server has %s, got %x, %v; want %s", typ, len(test.ids), server, got, err, test.want)
					}
				}
				for _, test := range []struct {
					ids  sqlx.Array[T]
					want int
				}{{sqlx.Array[T]{T(id), T(uuid.Max())}, 1}, {sqlx.Array[T]{}, 0}, {nil, 0}} {
					var n int
					if err := db.QueryRow("SELECT count(*) FROM (VALUES ($1::"+typ+"), ($2)) v(id) WHERE id = ANY($3)",
						sqlx.Text(id), sqlx.Text(other), test.ids).Scan(&n); err != nil || n != test.want {
						t.Errorf("%s = ANY(%x): got %d rows, %v; want %d", typ, test.ids, n, err, test.want)
					}
				}
				// What Array's documentation says of NULL, the empty array and
				// what it does not read.
				var all, none bool
				if err := db.QueryRow("SELECT coalesce($1::"+typ+" <> ALL($2), false), $1 <> ALL($3)", sqlx.Text(id), sqlx.Array[T](nil), sqlx.Array[T]{}).
					Scan(&none, &all); err != nil || none || !all {
					t.Errorf("<> ALL of NULL and {}: got %t, %t, %v; want false, true", none, all, err)
				}
				for _, expr := range []string{
					"ARRAY[NULL]::" + typ + "[]",
					"ARRAY['" + id.String() + "', NULL]::" + typ + "[]",
					"ARRAY[ARRAY['" + id.String() + "'], ARRAY['" + id.String() + "']]::" + typ + "[]",
					"'[0:0]={" + id.String() + "}'::" + typ + "[]",
				} {
					got := sqlx.Array[T]{T(other)}
					if err := db.QueryRow("SELECT " + expr).Scan(&got); err == nil || len(got) != 1 || got[0] != T(other) {
						t.Errorf("%s: got %x, %v; want an error and no change", expr, got, err)
					}
				}
			}
		}
	}, "PostgreSQL")
}
