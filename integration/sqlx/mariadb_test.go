package sqlx_test

import (
	"testing"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// MariaDB's uuid takes text. It refuses bytes, unless the driver fills in the
// placeholders itself and says that they are binary; without strict mode what it
// refuses becomes NULL. Of some bytes, and of another order, it makes another id.
func TestMariaDBUUID(t *testing.T) {
	v4, v8 := uuid.MustParse("f81d4fae-7dec-41d0-a765-00a0c91e6bf6"), uuid.MustParse("01020304-0506-8708-8009-0a0b0c0d0e0f")
	const refused, same, another = "refused", "same", "another"
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.base, "c UUID")
		for _, test := range []struct {
			id                     uuid.UUID
			arg                    any
			prepared, interpolated string
		}{
			{v4, sqlx.Text(v4), same, same},
			{v4, sqlx.Binary(v4), refused, same},
			{v4, sqlx.Swapped(v4), refused, another},
			{v8, sqlx.Binary(v8), "", another},
		} {
			want := map[string]string{"prepared": test.prepared, "interpolated": test.interpolated}[e.name]
			for _, mode := range []string{"STRICT_TRANS_TABLES", ""} {
				d.exec("SET sql_mode = '" + mode + "'")
				d.exec("DELETE FROM t")
				_, err := d.Exec("INSERT INTO t VALUES (?)", test.arg)
				switch got := d.ask("SELECT c FROM t"); want {
				case refused:
					if mode != "" && err == nil || mode == "" && (err != nil || got != "NULL") {
						t.Errorf("%T of %v, sql_mode %q: got %s, %v: change the documentation", test.arg, test.id, mode, got, err)
					}
				case same, another:
					if err != nil || (got == test.id.String()) != (want == same) {
						t.Errorf("%T of %v, sql_mode %q: got %s, %v, want %s", test.arg, test.id, mode, got, err, want)
					}
				}
			}
		}
	}, "MariaDB")
}

// It refuses UUIDs that look to it like its own form of others: of those that RFC
// 9562 knows, the version 8 whose ninth byte is 80. Of bytes it makes another id.
func TestMariaDBUUIDRefuses(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.base, "c UUID")
		for version := byte(1); version <= 8; version++ {
			for ninth := byte(0x80); ninth <= 0xbf; ninth++ {
				u := uuid.UUID{0: 0x5d, 6: version<<4 | 1, 8: ninth, 15: 7}
				refused := version == 8 && ninth == 0x80
				d.exec("DELETE FROM t")
				_, err := d.Exec("INSERT INTO t VALUES (?)", u)
				if got := d.ask("SELECT c FROM t"); (err != nil) != refused || err == nil && got != u.String() {
					t.Errorf("%v: got %v, %v; want it refused: %t: change the documentation", u, got, err, refused)
				}
				if refused {
					d.exec("SET sql_mode = ''")
					d.exec("INSERT INTO t VALUES (?)", u)
					d.exec("SET sql_mode = DEFAULT")
					d.says(1, "SELECT count(*) FROM t WHERE c IS NULL")
				}
				if e.name != "interpolated" {
					continue
				}
				d.exec("DELETE FROM t")
				d.exec("INSERT INTO t VALUES (?)", sqlx.Binary(u))
				if got := d.ask("SELECT c FROM t"); (got != u.String()) != refused {
					t.Errorf("%v of bytes: got %v; want another: %t: change the documentation", u, got, refused)
				}
			}
		}
	}, "MariaDB")
}

// Its order is not that of the bytes.
func TestMariaDBUUIDOrder(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.base, "c UUID, b BINARY(16)")
		for _, u := range []string{"00000000-0000-1000-8000-ffffffffffff", "00000001-0000-4000-8000-000000000003"} {
			d.exec("INSERT INTO t VALUES (?, ?)", u, sqlx.Binary(uuid.MustParse(u)))
		}
		d.says(0, "SELECT (SELECT c FROM t ORDER BY c LIMIT 1) = (SELECT c FROM t ORDER BY b LIMIT 1)")
	}, "MariaDB")
}

func TestMariaDBHasNoFunctions(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		if err := e.table(t, e.base, "").row("SELECT UUID_TO_BIN(?)", id).Scan(new(string)); number(err) != noSuchFunction {
			t.Errorf("got %v, want error %d: MariaDB has the function now, test it", err, noSuchFunction)
		}
	}, "MariaDB")
}
