package sqlitetest

import (
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

func dsn(t *testing.T) string {
	return "file:" + filepath.Join(t.TempDir(), "db") + "?_pragma=foreign_keys(1)&_pragma=journal_mode(memory)&_pragma=synchronous(0)"
}

func open(t *testing.T, schema string) *sql.DB {
	db, err := sql.Open("sqlite", dsn(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if _, err := db.Exec(schema); err != nil {
		t.Fatal(err)
	}
	return db
}

func TestSqlxUUIDKit(t *testing.T) { testSqlx(t, uuidkit) }
func TestSqlxGoogle(t *testing.T)  { testSqlx(t, google) }
func TestSqlxGofrs(t *testing.T)   { testSqlx(t, gofrs) }
func TestSqlxArray(t *testing.T)   { testSqlx(t, array) }

// testSqlx writes UUIDs of type T through each edge type, asks SQLite what it
// stored, and finds, reads and deletes each by its id.
func testSqlx[T ~[16]byte](t *testing.T, g generator[T]) {
	swapped := func(u uuid.UUID) string { // UUID_TO_BIN(u, 1), by text
		s := u.String()
		return s[14:18] + s[9:13] + s[0:8] + s[19:23] + s[24:]
	}
	kinds := []struct {
		name   string
		column string
		typeof string
		arg    func(T) driver.Valuer
		null   driver.Valuer // a nil pointer
		into   func(*T) sql.Scanner
		stored func(uuid.UUID) string // in hexadecimal if a blob
	}{
		{"Binary", "BLOB", "blob", func(id T) driver.Valuer { return sqlx.Binary(id) }, (*sqlx.Binary)(nil),
			func(id *T) sql.Scanner { return (*sqlx.Binary)((*[16]byte)((*id)[:])) },
			func(u uuid.UUID) string { return hex.EncodeToString(u[:]) }},
		{"Swapped", "BLOB", "blob", func(id T) driver.Valuer { return sqlx.Swapped(id) }, (*sqlx.Swapped)(nil),
			func(id *T) sql.Scanner { return (*sqlx.Swapped)((*[16]byte)((*id)[:])) }, swapped},
		{"Text", "TEXT", "text", func(id T) driver.Valuer { return sqlx.Text(id) }, (*sqlx.Text)(nil),
			func(id *T) sql.Scanner { return (*sqlx.Text)((*[16]byte)((*id)[:])) }, uuid.UUID.String},
		{"Text in CHAR", "CHAR(36)", "text", func(id T) driver.Valuer { return sqlx.Text(id) }, (*sqlx.Text)(nil),
			func(id *T) sql.Scanner { return (*sqlx.Text)((*[16]byte)((*id)[:])) }, uuid.UUID.String},
		{"GUID", "TEXT", "text", func(id T) driver.Valuer { return sqlx.GUID(id) }, (*sqlx.GUID)(nil),
			func(id *T) sql.Scanner { return (*sqlx.GUID)((*[16]byte)((*id)[:])) }, uuid.UUID.String},
	}
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			db := open(t, `CREATE TABLE t (id `+k.column+` PRIMARY KEY, n INTEGER, ref `+k.column+`)`)
			ids := g.fresh(t, 100)
			for n, id := range ids {
				if _, err := db.Exec(`INSERT INTO t VALUES (?, ?, ?)`, k.arg(id), n, k.null); err != nil {
					t.Fatal(err)
				}
			}
			for n, id := range ids {
				var got T
				var gotN int
				var typeof, stored, ref string
				err := db.QueryRow(`SELECT id, n, typeof(id), iif(typeof(id) = 'blob', lower(hex(id)), id), typeof(ref)
					FROM t WHERE id = ?`, k.arg(id)).Scan(k.into(&got), &gotN, &typeof, &stored, &ref)
				if err != nil {
					t.Fatalf("%x: %v", id, err)
				}
				if got != id || gotN != n {
					t.Errorf("got %x, row %d; want %x, row %d", got, gotN, id, n)
				}
				if want := k.stored(uuid.UUID(id)); typeof != k.typeof || stored != want {
					t.Errorf("%x: SQLite has the %s %s, want the %s %s", id, typeof, stored, k.typeof, want)
				}
				if ref != "null" {
					t.Errorf("%x: SQLite has a %s for the nil pointer", id, ref)
				}
			}
			for _, id := range ids {
				res, err := db.Exec(`DELETE FROM t WHERE id = ?`, k.arg(id))
				if err != nil {
					t.Fatal(err)
				}
				if n, err := res.RowsAffected(); err != nil || n != 1 {
					t.Errorf("%x: deleted %d rows, %v; want one", id, n, err)
				}
			}
			got := T(uuid.Max())
			if err := db.QueryRow(`SELECT NULL`).Scan(k.into(&got)); err == nil || got != T(uuid.Max()) {
				t.Errorf("NULL: got %x, %v; want an error and no change", got, err)
			}
		})
	}
}

func TestSqlxNull(t *testing.T) {
	db := open(t, `CREATE TABLE t (id BLOB)`)
	id := sqlx.Binary(uuid.NewV7())
	for _, arg := range []any{id, &id, sql.Null[sqlx.Binary]{V: id, Valid: true}, (*sqlx.Binary)(nil), sql.Null[sqlx.Binary]{V: id}} {
		var null sql.Null[sqlx.Binary]
		var pointer *sqlx.Binary
		var typeof string
		row := db.QueryRow(`INSERT INTO t VALUES (?) RETURNING id, id, typeof(id)`, arg)
		if err := row.Scan(&null, &pointer, &typeof); err != nil {
			t.Fatal(err)
		}
		if null.Valid != (typeof == "blob") || (pointer != nil) != null.Valid || null.Valid && (null.V != id || *pointer != id) {
			t.Errorf("%T: SQLite has a %s, got back %v and %v", arg, typeof, null, pointer)
		}
	}
	var valid, blobs int
	if err := db.QueryRow(`SELECT count(id), sum(typeof(id) = 'blob') FROM t`).Scan(&valid, &blobs); err != nil || valid != 3 || blobs != 3 {
		t.Errorf("got %d that are not NULL, %d blobs, %v; want 3 of both", valid, blobs, err)
	}
}

func TestSqlxRejects(t *testing.T) {
	db := open(t, ``)
	for _, test := range []struct {
		expr string
		into func(*uuid.UUID) sql.Scanner
		want string // in the error; "" for none
	}{
		{`x'0123'`, binary, "got 2 bytes"},
		{`zeroblob(0)`, binary, "got 0 bytes"},
		{`zeroblob(15)`, binary, "got 15 bytes"},
		{`zeroblob(17)`, binary, "got 17 bytes"},
		{`zeroblob(36)`, binary, "uuid.Parse"},
		{`'0123456789abcdef'`, binary, "got text"}, // 16 characters of it
		{`''`, binary, "got text"},
		{`1`, binary, "cannot scan int64"},
		{`1.5`, binary, "cannot scan float64"},
		{`'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'`, binary, ""},
		{`'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'`, swapped, "got text"},
		{`zeroblob(16)`, text, "got 16 bytes"},
		{`'f81d4fae-7dec-11'`, text, "not the length of a UUID"}, // cut at 16
		{`''`, text, "not the length of a UUID"},
		{`'{F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6}'`, text, ""},
		{`x'ae4f1df8ec7dd011a76500a0c91e6bf6'`, guid, ""},
	} {
		const want = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
		got := uuid.Max()
		err := db.QueryRow(`SELECT ` + test.expr).Scan(test.into(&got))
		switch {
		case test.want == "" && (err != nil || got.String() != want):
			t.Errorf("%s: got %v, %v; want %s", test.expr, got, err, want)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want) || got != uuid.Max()):
			t.Errorf("%s: got %v, %v; want an error with %q and no change", test.expr, got, err, test.want)
		}
	}
}

func binary(u *uuid.UUID) sql.Scanner  { return (*sqlx.Binary)(u) }
func swapped(u *uuid.UUID) sql.Scanner { return (*sqlx.Swapped)(u) }
func text(u *uuid.UUID) sql.Scanner    { return (*sqlx.Text)(u) }
func guid(u *uuid.UUID) sql.Scanner    { return (*sqlx.GUID)(u) }

// The traps that package sqlx documents of SQLite are SQLite's still.
func TestAffinity(t *testing.T) {
	for _, test := range []struct {
		decl       string
		small, big string // what 32 digits without dashes become
	}{
		{"UUID", "integer", "real"}, {"GUID", "integer", "real"}, {"BINARY(16)", "integer", "real"},
		{"BLOB", "text", "text"}, {"TEXT", "text", "text"}, {"CHAR(36)", "text", "text"},
	} {
		decl := test.decl
		db := open(t, `CREATE TABLE t (id `+decl+`)`)
		typeof := func(arg any) (got string) {
			t.Helper()
			if err := db.QueryRow(`INSERT INTO t VALUES (?) RETURNING typeof(id)`, arg).Scan(&got); err != nil {
				t.Fatal(err)
			}
			return got
		}
		if got := typeof("00000000000000000000000000000001"); got != test.small {
			t.Errorf("%s: a UUID without dashes is stored as %s, want %s", decl, got, test.small)
		}
		if got := typeof("12345678901234567890123456789012"); got != test.big {
			t.Errorf("%s: a UUID without dashes is stored as %s, want %s", decl, got, test.big)
		}
		// What this package writes is safe in all of them.
		if got := typeof(sqlx.Binary{15: 1}); got != "blob" {
			t.Errorf("%s: a Binary is stored as %s", decl, got)
		}
		if got := typeof(sqlx.Text{15: 1}); got != "text" {
			t.Errorf("%s: a Text is stored as %s", decl, got)
		}
		// But neither finds the other.
		for _, arg := range []any{sqlx.Binary{15: 1}, sqlx.Text{15: 1}} {
			var n int
			if err := db.QueryRow(`SELECT count(*) FROM t WHERE id = ?`, arg).Scan(&n); err != nil || n != 1 {
				t.Errorf("%s: %T finds %d rows, %v; want its own", decl, arg, n, err)
			}
		}
	}
}

// A table that is STRICT refuses what other tables store beside the rest.
func TestStrict(t *testing.T) {
	db := open(t, `CREATE TABLE t (bytes BLOB, txt TEXT) STRICT`)
	id := uuid.NewV7()
	if _, err := db.Exec(`INSERT INTO t VALUES (?, ?)`, sqlx.Binary(id), sqlx.Text(id)); err != nil {
		t.Error(err)
	}
	for _, insert := range []string{`INSERT INTO t (bytes) VALUES (?2)`, `INSERT INTO t (txt) VALUES (?1)`} {
		if _, err := db.Exec(insert, sqlx.Binary(id), sqlx.Text(id)); err == nil || !strings.Contains(err.Error(), "cannot store") {
			t.Errorf("%s: got %v, want it refused: change the documentation", insert, err)
		}
	}
}
