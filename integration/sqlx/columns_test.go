package sqlx_test

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// A form is one of the types that store a UUID.
type form struct {
	name   string
	bytes  bool // not text
	arg    func(u uuid.UUID) any
	into   func(u *uuid.UUID) sql.Scanner
	stored func(u uuid.UUID) string // bytes in hexadecimal
}

var forms = []form{
	{"Binary", true, func(u uuid.UUID) any { return sqlx.Binary(u) }, binary, digits},
	{"*Binary", true, func(u uuid.UUID) any { return (*sqlx.Binary)(&u) }, binary, digits},
	{"Swapped", true, func(u uuid.UUID) any { return sqlx.Swapped(u) }, swapped, func(u uuid.UUID) string {
		s := u.String() // UUID_TO_BIN(u, 1), of its text
		return s[14:18] + s[9:13] + s[0:8] + s[19:23] + s[24:]
	}},
	{"Text", false, func(u uuid.UUID) any { return sqlx.Text(u) }, text, uuid.UUID.String},
	{"GUID", false, func(u uuid.UUID) any { return sqlx.GUID(u) }, guid, uuid.UUID.String},
	{"UUID", false, func(u uuid.UUID) any { return u }, plain, uuid.UUID.String},
	{"NullUUID", false, func(u uuid.UUID) any { return uuid.NullUUID{UUID: u, Valid: true} }, plain, uuid.UUID.String},
}

func formOf(name string) form {
	return forms[slices.IndexFunc(forms, func(f form) bool { return f.name == name })]
}

func digits(u uuid.UUID) string { return strings.ReplaceAll(u.String(), "-", "") }

func binary(u *uuid.UUID) sql.Scanner  { return (*sqlx.Binary)(u) }
func swapped(u *uuid.UUID) sql.Scanner { return (*sqlx.Swapped)(u) }
func text(u *uuid.UUID) sql.Scanner    { return (*sqlx.Text)(u) }
func guid(u *uuid.UUID) sql.Scanner    { return (*sqlx.GUID)(u) }
func plain(u *uuid.UUID) sql.Scanner   { return u }

// columnTypes are for bytes and for text.
var columnTypes = map[string][2][]string{
	"SQLite":     {{"BLOB"}, {"TEXT", "CHAR(36)"}},
	"MariaDB":    {{"BINARY(16)", "VARBINARY(16)", "VARBINARY(64)"}, {"CHAR(36)", "VARCHAR(40)", "BINARY(36)"}},
	"MySQL":      {{"BINARY(16)", "VARBINARY(16)", "VARBINARY(64)"}, {"CHAR(36)", "VARCHAR(40)", "BINARY(36)"}},
	"PostgreSQL": {{"bytea"}, {"text", "uuid"}},
}

func TestForms(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		for _, f := range forms {
			columns := columnTypes[e.server.name][1]
			if f.bytes {
				columns = columnTypes[e.server.name][0]
			}
			for _, column := range columns {
				t.Run(f.name+" "+column, func(t *testing.T) {
					e.table(t, e.base, "c "+column+" PRIMARY KEY, n INT").holds(f)
				})
			}
		}
	})
}

// holds checks of table t, with columns c and n, that in c each UUID is stored as the
// bytes that it is meant to be, read back, found and deleted, and no other row is.
func (d database) holds(f form) {
	d.t.Helper()
	c, ids := d.text, every()
	if f.bytes {
		c, ids = d.bytes, all()
	}
	for n, id := range ids {
		d.exec("INSERT INTO t VALUES (?, ?)", f.arg(id), n)
		d.says(c.prefix+f.stored(id), "SELECT "+c.stored+" FROM t WHERE n = ?", n)
	}
	for n, id := range ids {
		got, gotN := other, 0
		if err := d.row("SELECT c, n FROM t WHERE c = ?", f.arg(id)).Scan(f.into(&got), &gotN); err != nil || got != id || gotN != n {
			d.t.Errorf("got %v, row %d, %v; want %v, row %d", got, gotN, err, id, n)
		}
	}
	for n, id := range ids {
		if deleted, err := kit.Must(d.Exec(d.sql("DELETE FROM t WHERE c = ?"), f.arg(id)))(d.t).RowsAffected(); err != nil || deleted != 1 {
			d.t.Errorf("row %d: deleted %d rows, %v; want 1", n, deleted, err)
		}
	}
}

// unread is what a column holds, in hexadecimal, that no type here reads.
type unread string

// What a column takes of an argument, with the driver alone and through a connector of
// another form, which column types and what is no UUID pass unchanged.
func TestInsert(t *testing.T) {
	const strict, lax = "STRICT_TRANS_TABLES", "NO_ENGINE_SUBSTITUTION"
	const plain, turned = "00112233445566778899aabbccddeeff", "66774455001122338899aabbccddeeff"
	var (
		raw = vectors.Bytes
		hex = func(b []byte) string { return fmt.Sprintf("%x", b) }
		cut = unread(hex([]byte(vectors.Text[:16])))
		bin = sqlx.Binary(id)
		swp = sqlx.Swapped(id)
		v4  = uuid.MustParse("f81d4fae-7dec-41d0-a765-00a0c91e6bf6")
	)
	tests := []struct {
		engines      string // their servers' names and their own, a pattern
		mode, column string // sql_mode; bytes and text are what the server has for them
		arg          any
		want         any // what the server has, or the number of its error, 0 for any
	}{
		{"*/*", "", "bytes", bin, plain},
		{"*/*", "", "bytes", id[:], plain},
		{"*/*", "", "bytes", swp, turned},
		{"*/*", "", "bytes", &swp, turned},
		{"*/*", "", "bytes", sql.Null[sqlx.Swapped]{V: swp, Valid: true}, turned},
		{"*/*", "", "bytes", sql.Null[sqlx.Binary]{V: bin, Valid: true}, plain},
		{"*/*", "", "bytes", sql.Null[sqlx.Binary]{V: bin}, "NULL"},
		{"*/*", "", "bytes", (*sqlx.Binary)(nil), "NULL"},
		{"*/*", "", "bytes", (*sqlx.Swapped)(nil), "NULL"},
		{"*/*", "", "text", (*sqlx.Text)(nil), "NULL"},
		{"*/*", "", "text", (*sqlx.GUID)(nil), "NULL"},
		{"*/*", "", "text", (*uuid.UUID)(nil), "NULL"},
		{"*/*", "", "text", uuid.NullUUID{UUID: id}, "NULL"},
		{"*/*", "", "text", sql.Null[sqlx.Text]{V: sqlx.Text(id)}, "NULL"},
		{"*/*", "", "bytes NOT NULL", (*sqlx.Binary)(nil), 0},

		// Text does not fit in 16 bytes, and only a strict server says so.
		{"M*/*", strict, "BINARY(16)", id, tooLong},
		{"M*/*", strict, "BINARY(16)", sqlx.Text(id), tooLong},
		{"M*/*", strict, "VARBINARY(16)", id, tooLong},
		{"M*/*", lax, "BINARY(16)", id, cut},
		{"M*/*", lax, "BINARY(16)", sqlx.Text(id), cut},
		{"M*/*", lax, "BINARY(16)", sqlx.GUID(id), cut},
		{"M*/*", lax, "VARBINARY(16)", id, cut},
		{"M*/*", lax, "CHAR(16)", id, cut},
		// A Binary is 16 bytes, whatever the mode. Of others BINARY(16) makes 16.
		{"M*/*", strict, "BINARY(16)", bin, plain},
		{"M*/*", lax, "BINARY(16)", bin, plain},
		{"M*/*", strict, "BINARY(16)", raw(15), hex(raw(15)) + "00"},
		{"M*/*", strict, "BINARY(16)", raw(17), tooLong},
		{"M*/*", lax, "BINARY(16)", raw(17), hex(raw(17)[:16])},
		// Bytes are no text, but with latin1, if the driver fills them in itself.
		{"M*/*", strict, "CHAR(36) CHARACTER SET utf8mb4", bin, wrongString},
		{"M*/*", strict, "BINARY(36)", bin, unread(fmt.Sprintf("%s%040d", plain, 0))},
		{"M*/interpolated", strict, "CHAR(36) CHARACTER SET latin1", sqlx.Binary(other), unread(digits(other))},

		// MariaDB's uuid takes text. It refuses bytes, unless the driver fills them in
		// itself, and is then wrong about their order. What it refuses, becomes NULL.
		{"MariaDB/*", strict, "UUID", sqlx.Text(v4), v4.String()},
		{"MariaDB/*", lax, "UUID", sqlx.Text(v4), v4.String()},
		{"MariaDB/prepared", strict, "UUID", sqlx.Binary(v4), 0},
		{"MariaDB/prepared", strict, "UUID", sqlx.Swapped(v4), 0},
		{"MariaDB/prepared", lax, "UUID", sqlx.Binary(v4), "NULL"},
		{"MariaDB/prepared", lax, "UUID", sqlx.Swapped(v4), "NULL"},
		{"MariaDB/interpolated", strict, "UUID", sqlx.Binary(v4), v4.String()},
		{"MariaDB/interpolated", lax, "UUID", sqlx.Binary(v4), v4.String()},
		{"MariaDB/interpolated", strict, "UUID", sqlx.Swapped(v4), "41d07dec-f81d-4fae-a765-00a0c91e6bf6"},
		{"MariaDB/interpolated", lax, "UUID", sqlx.Swapped(v4), "41d07dec-f81d-4fae-a765-00a0c91e6bf6"},
	}
	each(t, func(t *testing.T, e engine) {
		for _, test := range tests {
			if ok, _ := path.Match(test.engines, e.server.name+"/"+e.name); !ok {
				continue
			}
			t.Run(fmt.Sprintf("%s/%s/%T", test.mode, test.column, test.arg), func(t *testing.T) {
				c := e.bytes
				if test.column == "text" || test.column == "UUID" {
					c = e.text
				}
				for _, connector := range []driver.Connector{e.base, e.texts()} {
					d := e.table(t, connector, "c "+strings.NewReplacer("bytes", c.typ, "text", c.typ).Replace(test.column))
					if test.mode != "" {
						d.exec("SET sql_mode = '" + test.mode + "'")
					}
					_, err := d.Exec(d.sql("INSERT INTO t VALUES (?)"), test.arg)
					stored := d.ask("SELECT " + c.stored + " FROM t")
					if want, ok := test.want.(int); ok {
						if err == nil || want != 0 && number(err) != want {
							t.Errorf("stored %s, %v; want error %d", stored, err, want)
						}
						continue
					}
					want := fmt.Sprint(test.want)
					if want != "NULL" {
						want = c.prefix + want
					}
					if err != nil || stored != want {
						t.Errorf("stored %s, %v; want %s", stored, err, want)
					}
					if test.want == cut {
						d.says(0, "SELECT count(*) FROM t WHERE c = ?", test.arg)
					}
					if _, ok := test.want.(unread); ok {
						for _, f := range forms {
							d.refuses(f.into, "SELECT c FROM t")
						}
					}
				}
			})
		}
	})
}

// Drivers return what package sqlx's own tests scan: of bytes a []byte, of text a
// []byte or a string. Numbers are refused, whatever they are returned as.
func TestDriverValues(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.base, "b "+e.bytes.typ+", c "+e.text.typ)
		d.exec("INSERT INTO t VALUES (?, ?)", sqlx.Binary(id), sqlx.Text(id))
		var b, c any
		kit.Check(t, d.row("SELECT b, c FROM t").Scan(&b, &c))
		if s, ok := c.(string); ok {
			c = []byte(s)
		}
		if !reflect.DeepEqual(b, id[:]) || !reflect.DeepEqual(c, []byte(vectors.Text)) {
			t.Errorf("got %T %[1]v and %T %[2]v", b, c)
		}
		d.refuses(binary, "SELECT 1")
		d.refuses(binary, "SELECT 1.5")
	})
}

// Text in upper case is found by MySQL and MariaDB alone.
func TestUpperCase(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.base, "c "+e.text.typ)
		d.exec("INSERT INTO t VALUES ('" + strings.ToUpper(id.String()) + "')")
		d.reads(text, id, "SELECT c FROM t")
		found := map[bool]int{e.text == mysqlText: 1}[true]
		d.says(found, "SELECT count(*) FROM t WHERE c = ?", sqlx.Text(id))
	})
}
