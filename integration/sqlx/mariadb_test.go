package sqlx_test

import (
	"fmt"
	"testing"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// MariaDB's uuid refuses UUIDs that look to it like its own form of others: of those
// that RFC 9562 knows, the version 8 whose ninth byte is 80. It stores NULL instead if it
// is not strict, and of bytes, where it takes them, it makes another id.
func TestMariaDBUUIDRefuses(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.base, "c UUID")
		stored := func(mode string, arg any) (string, error) {
			d.exec("DELETE FROM t")
			d.exec("SET sql_mode = " + mode)
			_, err := d.Exec("INSERT INTO t VALUES (?)", arg)
			return d.ask("SELECT c FROM t"), err
		}
		for version := byte(1); version <= 8; version++ {
			for ninth := byte(0x80); ninth <= 0xbf; ninth++ {
				u := uuid.UUID{0: 0x5d, 6: version<<4 | 1, 8: ninth, 15: 7}
				refused := version == 8 && ninth == 0x80
				if got, err := stored("DEFAULT", u); (err != nil) != refused || err == nil && got != u.String() {
					t.Errorf("%v: got %v, %v; want it refused: %t: change the documentation", u, got, err, refused)
				}
				if got, err := stored("''", u); err != nil || (got == "NULL") != refused {
					t.Errorf("%v, not strict: got %v, %v; want NULL: %t: change the documentation", u, got, err, refused)
				}
				if e.name != "interpolated" {
					continue
				}
				if got, err := stored("DEFAULT", sqlx.Binary(u)); err != nil || (got != u.String()) != refused {
					t.Errorf("%v of bytes: got %v, %v; want another: %t: change the documentation", u, got, err, refused)
				}
			}
		}
	}, "MariaDB")
}

// It sorts versions 1 to 5 by their last bytes first, and the later ones by their bytes: docs/mysql.md.
func TestMariaDBUUIDOrder(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.base, "c UUID, b BINARY(16)")
		for version := 1; version <= 8; version++ {
			d.exec("DELETE FROM t")
			for _, format := range []string{"00000001-0000-%d000-8100-000000000003", "00000002-0000-%d000-8100-000000000002"} {
				u := fmt.Sprintf(format, version)
				d.exec("INSERT INTO t VALUES (?, ?)", u, sqlx.Binary(uuid.MustParse(u)))
			}
			byBytes := 0
			if version > 5 {
				byBytes = 1
			}
			d.says(byBytes, "SELECT (SELECT c FROM t ORDER BY c LIMIT 1) = (SELECT c FROM t ORDER BY b LIMIT 1)")
		}
	}, "MariaDB")
}

func TestMariaDBHasNoFunctions(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		if err := e.table(t, e.base, "").row("SELECT UUID_TO_BIN(?)", id).Scan(new(string)); number(err) != noSuchFunction {
			t.Errorf("got %v, want error %d: MariaDB has the function now, test it", err, noSuchFunction)
		}
	}, "MariaDB")
}
