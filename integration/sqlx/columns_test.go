package sqlx_test

import (
	"database/sql"
	"encoding/hex"
	"strings"
	"testing"

	google "github.com/google/uuid"

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

// Each form is stored as the bytes that it is meant to be, read back, found by its
// key and deleted, and no other row is.
func TestForms(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		for _, f := range forms {
			c, columns := e.text, columnTypes[e.server.name][1]
			if f.bytes {
				c, columns = e.bytes, columnTypes[e.server.name][0]
			}
			for _, column := range columns {
				t.Run(f.name+" "+column, func(t *testing.T) {
					d := e.table(t, e.base, "c "+column+" PRIMARY KEY, n INT")
					ids := all()
					for n, id := range ids {
						d.exec("INSERT INTO t VALUES (?, ?)", f.arg(id), n)
						d.says(c.prefix+f.stored(id), "SELECT "+c.stored+" FROM t WHERE n = ?", n)
					}
					for n, id := range ids {
						got, gotN := other, 0
						if err := d.row("SELECT c, n FROM t WHERE c = ?", f.arg(id)).Scan(f.into(&got), &gotN); err != nil || got != id || gotN != n {
							t.Errorf("got %v, row %d, %v; want %v, row %d", got, gotN, err, id, n)
						}
					}
					for n, id := range ids {
						if deleted, err := kit.Must(d.Exec(d.sql("DELETE FROM t WHERE c = ?"), f.arg(id)))(t).RowsAffected(); err != nil || deleted != 1 {
							t.Errorf("row %d: deleted %d rows, %v; want 1", n, deleted, err)
						}
					}
				})
			}
		}
	})
}

// NULL goes in as every type's null, and comes out of Null types and pointers.
func TestNull(t *testing.T) {
	const plain, swapped = "00112233445566778899aabbccddeeff", "66774455001122338899aabbccddeeff"
	each(t, func(t *testing.T, e engine) {
		for _, test := range []struct {
			name   string
			column column
			arg    any
			want   string
		}{
			{"Binary", e.bytes, sqlx.Binary(id), plain},
			{"*Binary", e.bytes, (*sqlx.Binary)(&id), plain},
			{"nil *Binary", e.bytes, (*sqlx.Binary)(nil), "NULL"},
			{"nil *Swapped", e.bytes, (*sqlx.Swapped)(nil), "NULL"},
			{"nil *Text", e.text, (*sqlx.Text)(nil), "NULL"},
			{"nil *GUID", e.text, (*sqlx.GUID)(nil), "NULL"},
			{"nil *UUID", e.text, (*uuid.UUID)(nil), "NULL"},
			{"null NullUUID", e.text, uuid.NullUUID{UUID: id}, "NULL"},
			{"Null[Binary]", e.bytes, sql.Null[sqlx.Binary]{V: sqlx.Binary(id), Valid: true}, plain},
			{"Null[Swapped]", e.bytes, sql.Null[sqlx.Swapped]{V: sqlx.Swapped(id), Valid: true}, swapped},
			{"null Null[Binary]", e.bytes, sql.Null[sqlx.Binary]{V: sqlx.Binary(id)}, "NULL"},
			{"null Null[Text]", e.text, sql.Null[sqlx.Text]{V: sqlx.Text(id)}, "NULL"},
		} {
			t.Run(test.name, func(t *testing.T) {
				d := e.table(t, e.base, "c "+test.column.typ)
				d.exec("INSERT INTO t VALUES (?)", test.arg)
				if test.want != "NULL" {
					test.want = test.column.prefix + test.want
				}
				d.says(test.want, "SELECT "+test.column.stored+" FROM t")
				null := sql.Null[sqlx.Binary]{V: sqlx.Binary(other), Valid: true}
				pointer := &null.V
				var of uuid.NullUUID
				switch err := d.row("SELECT c, c, c FROM t").Scan(&null, &pointer, &of); {
				case err != nil:
					t.Error(err)
				case null.Valid == (test.want == "NULL") || (pointer == nil) == null.Valid || of.Valid != null.Valid:
					t.Errorf("got back %v, %v and %v", null, pointer, of)
				case null.Valid && test.column.prefix+hex.EncodeToString(null.V[:]) != test.want:
					t.Errorf("got back %x, want %s", null.V[:], test.want)
				}
			})
		}
		d := e.table(t, e.base, "c "+e.bytes.typ+" NOT NULL")
		_, err := d.Exec(d.sql("INSERT INTO t VALUES (?)"), (*sqlx.Binary)(nil))
		if mysql := e.bytes == mysqlBytes; err == nil || mysql && number(err) != notNull {
			t.Errorf("nil into NOT NULL: got %v, want an error", err)
		}
	})
}

// What a column has that is no UUID of its form is an error, and the receiver keeps
// what it had.
func TestRefused(t *testing.T) {
	const canonical, b, c = vectors.Text, 0, 1 // columns of bytes and of text
	bytes := func(n int) string { return string(vectors.Bytes(n)) }
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.base, "b "+columnTypes[e.server.name][0][len(columnTypes[e.server.name][0])-1]+", c varchar(64)")
		for _, test := range []struct {
			column int
			value  any
			into   func(*uuid.UUID) sql.Scanner
			want   string // in the error; "" for none
			text   string // in the error if the driver makes strings of text
		}{
			{b, nil, binary, "scan Binary: cannot scan NULL", ""},
			{b, nil, swapped, "scan Swapped: cannot scan NULL", ""},
			{c, nil, text, "scan Text: cannot scan NULL", ""},
			{c, nil, guid, "scan GUID: cannot scan NULL", ""},
			{c, nil, plain, "NULL", ""},
			{b, "", binary, "got 0 bytes", ""},
			{b, "", swapped, "got 0 bytes", ""},
			{b, "", plain, `""`, ""},
			{c, "", text, `""`, ""},
			{c, "", plain, `""`, ""},
			{c, "", binary, "got 0 bytes", "got text"},
			{b, bytes(2), binary, "got 2 bytes", ""},
			{b, bytes(15), binary, "got 15 bytes", ""},
			{b, bytes(15), swapped, "got 15 bytes", ""},
			{b, bytes(17), binary, "got 17 bytes", ""},
			{b, bytes(17), swapped, "got 17 bytes", ""},
			{b, bytes(17), plain, "not the length of a UUID", ""},
			{b, strings.Repeat("x", 36), binary, "uuid.Parse", ""},
			{b, bytes(16), text, "got 16 bytes", ""},
			{c, canonical[:16], text, "got 16 bytes", "not the length of a UUID"},
			{c, canonical[:16], binary, "cut to 16 characters", "got text"},
			{c, canonical[:16], swapped, "cut to 16 characters", "got text"},
			{c, canonical[:16], plain, "cut to 16 characters", "not the length of a UUID"},
			{c, canonical[:35], text, "not the length of a UUID", ""},
			{c, canonical[:35], plain, "not the length of a UUID", ""},
			{c, canonical + " ", text, "not the length of a UUID", ""},
			{c, canonical, swapped, "got 36 bytes", "got text"},
			{c, canonical, binary, "", ""},
			{b, canonical, text, "", ""},
			{c, "{" + strings.ToUpper(canonical) + "}", text, "", ""},
			{c, digits(id), plain, "", ""},
		} {
			d.exec("DELETE FROM t")
			column, value := []string{"b", "c"}[test.column], test.value
			if s, ok := value.(string); ok && test.column == b {
				value = []byte(s)
			}
			d.exec("INSERT INTO t ("+column+") VALUES (?)", value)
			var raw any
			if err := d.row("SELECT " + column + " FROM t").Scan(&raw); err != nil {
				t.Fatal(err)
			}
			if _, ok := raw.(string); ok && test.text != "" {
				test.want = test.text
			}
			if query := "SELECT " + column + " FROM t"; test.want == "" {
				d.reads(test.into, id, query)
			} else {
				d.refuses(test.into, test.want, query)
			}
		}
		for number, kind := range map[string]string{"1": "cannot scan int", "1.5": "cannot scan "} {
			if e.server.name != "SQLite" {
				kind = "" // the driver's own
			}
			d.refuses(binary, kind, "SELECT "+number)
		}
	})
}

// Text in a condition on a column of bytes is no error anywhere.
func TestTextInCondition(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.base, "c "+e.bytes.typ)
		d.exec("INSERT INTO t VALUES (?)", sqlx.Binary(id))
		for arg, equal := range map[any]int{sqlx.Binary(id): 1, id: 0, google.UUID(id): 0} {
			d.says(equal, "SELECT count(*) FROM t WHERE c = ?", arg)
			d.says(1-equal, "SELECT count(*) FROM t WHERE c <> ?", arg)
		}
	})
}

// Text in upper case is read everywhere, and found by MySQL and MariaDB alone.
func TestUpperCase(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.base, "c "+e.text.typ)
		d.exec("INSERT INTO t VALUES ('" + strings.ToUpper(id.String()) + "')")
		d.reads(text, id, "SELECT c FROM t")
		found := map[bool]int{e.text == mysqlText: 1}[true]
		d.says(found, "SELECT count(*) FROM t WHERE c = ?", sqlx.Text(id))
	})
}
