package sqlx_test

import (
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/sqlx"
)

// The declared type of a column changes text that looks like a number.
func TestSQLiteAffinity(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		for _, test := range []struct {
			declared   string
			small, big string // what 32 digits without dashes become
		}{
			{"UUID", "integer", "real"}, {"GUID", "integer", "real"}, {"BINARY(16)", "integer", "real"},
			{"BLOB", "text", "text"}, {"TEXT", "text", "text"}, {"CHAR(36)", "text", "text"},
		} {
			d := e.table(t, e.base, "c "+test.declared)
			for _, row := range []struct {
				arg  any
				want string
			}{
				{"00000000000000000000000000000001", test.small},
				{"12345678901234567890123456789012", test.big},
				// What this package writes is safe in all of them.
				{sqlx.Binary{15: 1}, "blob"},
				{sqlx.Text{15: 1}, "text"},
			} {
				d.says(row.want, "INSERT INTO t VALUES (?) RETURNING typeof(c)", row.arg)
			}
			// But neither finds the other.
			for _, arg := range []any{sqlx.Binary{15: 1}, sqlx.Text{15: 1}} {
				d.says(1, "SELECT count(*) FROM t WHERE c = ?", arg)
			}
		}
	}, "SQLite")
}

// A table that is STRICT refuses what other tables store beside the rest.
func TestSQLiteStrict(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.base, "")
		d.exec("DROP TABLE IF EXISTS t")
		d.exec("CREATE TABLE t (bytes BLOB, txt TEXT) STRICT")
		d.exec("INSERT INTO t VALUES (?, ?)", sqlx.Binary(id), sqlx.Text(id))
		for insert, arg := range map[string]any{"INSERT INTO t (bytes) VALUES (?)": sqlx.Text(id), "INSERT INTO t (txt) VALUES (?)": sqlx.Binary(id)} {
			if _, err := d.Exec(insert, arg); err == nil || !strings.Contains(err.Error(), "cannot store") {
				t.Errorf("%s: got %v, want it refused: change the documentation", insert, err)
			}
		}
	}, "SQLite")
}
