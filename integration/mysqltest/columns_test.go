package mysqltest

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// Each form is stored as the bytes that it is meant to be, read back, found by its
// key and deleted, and no other row is.
func TestForms(t *testing.T) {
	everywhere(t, func(t *testing.T, dsn *mysql.Config) {
		for _, f := range forms {
			t.Run(f.name+" "+f.column, func(t *testing.T) {
				db := open(t, dsn, "id "+f.column+" PRIMARY KEY, txt CHAR(36) CHARACTER SET ascii, n INT")
				ids := all()
				for n, id := range ids {
					exec(t, db, "INSERT INTO t VALUES (?, ?, ?)", f.arg(id), id.String(), n)
				}
				var bad int
				bytes := fmt.Sprintf(f.hex, "txt")
				if err := db.QueryRow("SELECT COUNT(*) FROM t WHERE BINARY HEX(id) <> BINARY " + bytes).Scan(&bad); err != nil || bad != 0 {
					t.Errorf("%d of %d UUIDs have other bytes than %s, %v", bad, len(ids), bytes, err)
				}
				for n, id := range ids {
					got, gotN := vectors.Other, 0
					if err := db.QueryRow("SELECT id, n FROM t WHERE id = ?", f.arg(id)).Scan(f.into(&got), &gotN); err != nil || got != id || gotN != n {
						t.Errorf("got %v, row %d, %v; want %v, row %d", got, gotN, err, id, n)
					}
				}
				for n, id := range ids {
					res, err := db.Exec("DELETE FROM t WHERE id = ?", f.arg(id))
					if err != nil {
						t.Fatal(err)
					}
					if deleted, err := res.RowsAffected(); err != nil || deleted != 1 {
						t.Errorf("row %d: deleted %d rows, %v; want 1", n, deleted, err)
					}
				}
			})
		}
	})
}

// What a column has that is no UUID of its form is an error, and the receiver keeps
// what it had.
func TestRefused(t *testing.T) {
	const canonical = vectors.Text
	everywhere(t, func(t *testing.T, dsn *mysql.Config) {
		db := open(t, dsn, "b VARBINARY(64), c VARCHAR(64)")
		for _, test := range []struct {
			column, value string // an SQL literal
			into          func(*uuid.UUID) sql.Scanner
			want          string // in the error; "" for none
		}{
			{"b", `NULL`, binary, "scan Binary: cannot scan NULL"},
			{"b", `NULL`, swapped, "scan Swapped: cannot scan NULL"},
			{"c", `NULL`, text, "scan Text: cannot scan NULL"},
			{"c", `NULL`, plain, "NULL"},
			{"b", `''`, binary, "got 0 bytes"},
			{"b", `''`, swapped, "got 0 bytes"},
			{"b", `''`, plain, `""`},
			{"c", `''`, text, `""`},
			{"c", `''`, plain, `""`},
			{"b", `x'000102'`, binary, "got 3 bytes"},
			{"b", `x'000102030405060708090a0b0c0d0e'`, binary, "got 15 bytes"},
			{"b", `x'000102030405060708090a0b0c0d0e'`, swapped, "got 15 bytes"},
			{"b", `x'000102030405060708090a0b0c0d0e0f10'`, binary, "got 17 bytes"},
			{"b", `x'000102030405060708090a0b0c0d0e0f10'`, swapped, "got 17 bytes"},
			{"b", `x'000102030405060708090a0b0c0d0e0f10'`, plain, "not the length of a UUID"},
			{"b", `REPEAT('x', 36)`, binary, "uuid.Parse"},
			{"b", `x'000102030405060708090a0b0c0d0e0f'`, text, "got 16 bytes"},
			{"c", `LEFT('` + canonical + `', 16)`, text, "got 16 bytes"},
			{"c", `LEFT('` + canonical + `', 16)`, binary, "cut to 16 characters"},
			{"c", `LEFT('` + canonical + `', 16)`, swapped, "cut to 16 characters"},
			{"c", `LEFT('` + canonical + `', 16)`, plain, "cut to 16 characters"},
			{"c", `LEFT('` + canonical + `', 35)`, text, "not the length of a UUID"},
			{"c", `LEFT('` + canonical + `', 35)`, plain, "not the length of a UUID"},
			{"c", `CONCAT('` + canonical + `', ' ')`, text, "not the length of a UUID"},
			{"c", `'` + canonical + `'`, swapped, "got 36 bytes"},
			{"c", `'` + canonical + `'`, binary, ""},
			{"b", `'` + canonical + `'`, text, ""},
			{"c", `UPPER('{` + canonical + `}')`, text, ""},
			{"c", `REPLACE('` + canonical + `', '-', '')`, plain, ""},
		} {
			exec(t, db, "DELETE FROM t")
			exec(t, db, fmt.Sprintf("INSERT INTO t (%s) VALUES (%s)", test.column, test.value))
			got := vectors.Other
			err := db.QueryRow("SELECT " + test.column + " FROM t").Scan(test.into(&got))
			switch {
			case test.want == "" && (err != nil || got != vectors.U):
				t.Errorf("%s into %T: got %v, %v; want %v", test.value, test.into(&got), got, err, vectors.U)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want) || got != vectors.Other):
				t.Errorf("%s into %T: got %v, %v; want an error with %q and no change", test.value, test.into(&got), got, err, test.want)
			}
		}
	})
}

// What a column takes of values that are not for it depends on sql_mode.
func TestSQLMode(t *testing.T) {
	const strict, lax = "STRICT_TRANS_TABLES", ""
	type value struct {
		name string
		arg  any
	}
	var (
		u     = vectors.U
		asUUD = value{"UUID", u}
		bin   = value{"Binary", sqlx.Binary(u)}
		raw   = func(n int) value { return value{fmt.Sprint(n, " bytes"), vectors.Bytes(n)} }
		cut   = fmt.Sprintf("%X", vectors.Text[:16])
	)
	everywhere(t, func(t *testing.T, dsn *mysql.Config) {
		for _, test := range []struct {
			mode, column string
			value        value
			want         any // the error's number, or the bytes in hexadecimal
		}{
			// Text does not fit in 16 bytes: TestCutText reads what is left of it.
			{strict, "BINARY(16)", asUUD, uint16(tooLong)},
			{strict, "BINARY(16)", value{"Text", sqlx.Text(u)}, uint16(tooLong)},
			{strict, "VARBINARY(16)", asUUD, uint16(tooLong)},
			{lax, "BINARY(16)", asUUD, cut},
			{lax, "BINARY(16)", value{"Text", sqlx.Text(u)}, cut},
			{lax, "BINARY(16)", value{"GUID", sqlx.GUID(u)}, cut},
			{lax, "VARBINARY(16)", asUUD, cut},
			{lax, "CHAR(16)", asUUD, cut},
			// A Binary is 16 bytes, whatever the mode. Of others BINARY(16) makes 16.
			{strict, "BINARY(16)", bin, fmt.Sprintf("%X", u[:])},
			{lax, "BINARY(16)", bin, fmt.Sprintf("%X", u[:])},
			{strict, "BINARY(16)", raw(15), fmt.Sprintf("%X00", vectors.Bytes(15))},
			{strict, "BINARY(16)", raw(17), uint16(tooLong)},
			{lax, "BINARY(16)", raw(17), fmt.Sprintf("%X", vectors.Bytes(17)[:16])},
			// Bytes are no text.
			{strict, "CHAR(36) CHARACTER SET utf8mb4", bin, uint16(wrongString)},
			{strict, "BINARY(36)", bin, fmt.Sprintf("%X%040d", u[:], 0)},
		} {
			t.Run(fmt.Sprintf("%q/%s/%s", test.mode, test.column, test.value.name), func(t *testing.T) {
				db := open(t, dsn, "id "+test.column)
				exec(t, db, "SET sql_mode = '"+test.mode+"'")
				var got any
				if _, err := db.Exec("INSERT INTO t VALUES (?)", test.value.arg); err != nil {
					got = number(err)
				} else {
					got = ask(t, db, "SELECT HEX(id) FROM t")
				}
				if got != test.want {
					t.Errorf("got %v, want %v", got, test.want)
				}
			})
		}
	})
}

// Where the server is not strict, of text in BINARY(16) 16 characters are left,
// which are no UUID to any type here.
func TestCutText(t *testing.T) {
	everywhere(t, func(t *testing.T, dsn *mysql.Config) {
		db := open(t, dsn, "id BINARY(16)")
		exec(t, db, "SET sql_mode = ''")
		for _, u := range all() {
			exec(t, db, "DELETE FROM t")
			exec(t, db, "INSERT INTO t VALUES (?)", u)
			for _, into := range []func(*uuid.UUID) sql.Scanner{binary, swapped, text, plain, guid} {
				got := vectors.Other
				if err := db.QueryRow("SELECT id FROM t").Scan(into(&got)); err == nil || got != vectors.Other {
					t.Errorf("%v into %T: got %v, %v; want an error and no change", u, into(&got), got, err)
				}
			}
			for _, f := range forms {
				if n := ask(t, db, "SELECT COUNT(*) FROM t WHERE id = ?", f.arg(u)); n != "0" {
					t.Errorf("%v as %s: got %s rows, want none", u, f.name, n)
				}
			}
		}
	})
}

// The driver quotes the bytes of a placeholder that it fills itself in another way
// where a backslash is a character like others.
func TestNoBackslashEscapes(t *testing.T) {
	everywhere(t, func(t *testing.T, dsn *mysql.Config) {
		db := open(t, dsn, "id BINARY(16) PRIMARY KEY, n INT")
		exec(t, db, "SET sql_mode = 'STRICT_TRANS_TABLES,NO_BACKSLASH_ESCAPES,ANSI_QUOTES'")
		for n, u := range all() {
			exec(t, db, "INSERT INTO t VALUES (?, ?)", sqlx.Binary(u), n)
			if got, want := ask(t, db, "SELECT HEX(id) FROM t WHERE n = ?", n), fmt.Sprintf("%X", u[:]); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		}
	})
}

// Neither the character set of the connection nor that of the column changes a
// UUID.
func TestCharsets(t *testing.T) {
	everywhere(t, func(t *testing.T, dsn *mysql.Config) {
		for _, connection := range []string{"utf8mb4_bin", "latin1_swedish_ci", "ascii_general_ci"} {
			for _, column := range []string{"ascii", "latin1", "utf8mb4", "utf16", "binary"} {
				t.Run(connection+"/"+column, func(t *testing.T) {
					dsn := dsn.Clone()
					dsn.Collation = connection
					db := open(t, dsn, "id CHAR(36) CHARACTER SET "+column+" PRIMARY KEY, b BINARY(16), n INT")
					ids := all()
					for n, id := range ids {
						exec(t, db, "INSERT INTO t VALUES (?, ?, ?)", sqlx.Text(id), sqlx.Binary(id), n)
					}
					if bad := ask(t, db, "SELECT COUNT(*) FROM t WHERE UPPER(REPLACE(CONVERT(id USING ascii), '-', '')) <> CONVERT(HEX(b) USING ascii)"); bad != "0" {
						t.Errorf("%s rows have another text than bytes", bad)
					}
					for n, id := range ids {
						got, gotB, gotN := vectors.Other, vectors.Other, 0
						err := db.QueryRow("SELECT id, b, n FROM t WHERE id = ? AND b = ?", sqlx.Text(id), sqlx.Binary(id)).Scan(text(&got), binary(&gotB), &gotN)
						if err != nil || got != id || gotB != id || gotN != n {
							t.Errorf("got %v, %v, row %d, %v; want %v, row %d", got, gotB, gotN, err, id, n)
						}
					}
				})
			}
		}
	})
}

func TestNull(t *testing.T) {
	everywhere(t, func(t *testing.T, dsn *mysql.Config) {
		id := vectors.U
		for _, test := range []struct {
			name, column string
			arg          any
			want         string
		}{
			{"Binary", "BINARY(16)", sqlx.Binary(id), "00112233445566778899AABBCCDDEEFF"},
			{"*Binary", "BINARY(16)", (*sqlx.Binary)(&id), "00112233445566778899AABBCCDDEEFF"},
			{"nil *Binary", "BINARY(16)", (*sqlx.Binary)(nil), "NULL"},
			{"nil *Swapped", "BINARY(16)", (*sqlx.Swapped)(nil), "NULL"},
			{"nil *Text", "CHAR(36)", (*sqlx.Text)(nil), "NULL"},
			{"nil *UUID", "CHAR(36)", (*uuid.UUID)(nil), "NULL"},
			{"NullUUID", "CHAR(36)", uuid.NullUUID{UUID: id}, "NULL"},
			{"Null[Binary]", "BINARY(16)", sql.Null[sqlx.Binary]{V: sqlx.Binary(id), Valid: true}, "00112233445566778899AABBCCDDEEFF"},
			{"Null[Swapped]", "BINARY(16)", sql.Null[sqlx.Swapped]{V: sqlx.Swapped(id), Valid: true}, "66774455001122338899AABBCCDDEEFF"},
			{"null Null[Binary]", "BINARY(16)", sql.Null[sqlx.Binary]{V: sqlx.Binary(id)}, "NULL"},
			{"null Null[Text]", "CHAR(36)", sql.Null[sqlx.Text]{V: sqlx.Text(id)}, "NULL"},
		} {
			t.Run(test.name, func(t *testing.T) {
				db := open(t, dsn, "id "+test.column)
				exec(t, db, "INSERT INTO t VALUES (?)", test.arg)
				if got := ask(t, db, "SELECT HEX(id) FROM t"); got != test.want {
					t.Errorf("the server has %s, want %s", got, test.want)
				}
				null := sql.Null[sqlx.Binary]{V: sqlx.Binary(vectors.Other), Valid: true}
				pointer := &null.V
				var of uuid.NullUUID
				switch err := db.QueryRow("SELECT id, id, id FROM t").Scan(&null, &pointer, &of); {
				case err != nil:
					t.Error(err)
				case null.Valid == (test.want == "NULL") || (pointer == nil) == null.Valid || of.Valid != null.Valid:
					t.Errorf("got back %v, %v and %v", null, pointer, of)
				case null.Valid && test.column == "BINARY(16)" && fmt.Sprintf("%X", null.V[:]) != test.want:
					t.Errorf("got back %X, want %s", null.V[:], test.want)
				}
			})
		}
		db := open(t, dsn, "id BINARY(16) NOT NULL")
		if _, err := db.Exec("INSERT INTO t VALUES (?)", (*sqlx.Binary)(nil)); number(err) != notNull {
			t.Errorf("nil into NOT NULL: got %v, want error %d", err, notNull)
		}
	})
}

// Keys are unique, references are checked and the index is used.
func TestKeys(t *testing.T) {
	everywhere(t, func(t *testing.T, dsn *mysql.Config) {
		db := open(t, dsn, "id BINARY(16) PRIMARY KEY, parent BINARY(16), FOREIGN KEY (parent) REFERENCES t (id)")
		ids := make([]uuid.UUID, 500)
		for i := range ids {
			ids[i] = uuid.NewV7()
			exec(t, db, "INSERT INTO t VALUES (?, ?)", sqlx.Binary(ids[i]), sqlx.Binary(ids[max(i-1, 0)]))
		}
		exec(t, db, "ANALYZE TABLE t")
		if _, err := db.Exec("INSERT INTO t (id) VALUES (?)", sqlx.Binary(ids[7])); number(err) != duplicate {
			t.Errorf("twice: got %v, want error %d", err, duplicate)
		}
		if _, err := db.Exec("UPDATE t SET parent = ? WHERE id = ?", sqlx.Binary(uuid.NewV4()), sqlx.Binary(ids[7])); number(err) != noParent {
			t.Errorf("no parent: got %v, want error %d", err, noParent)
		}
		for _, query := range []string{"id = ?", "id IN (?, ?)", "id > ? AND id < ?"} {
			args := []any{sqlx.Binary(ids[7]), sqlx.Binary(ids[9])}[:strings.Count(query, "?")]
			if got := explain(t, db, "SELECT parent FROM t WHERE "+query, args...); got != "PRIMARY" {
				t.Errorf("%s uses the key %s, want PRIMARY", query, got)
			}
		}
	})
}

// explain returns the name of the key that the server uses for a query.
func explain(t *testing.T, db *sql.DB, query string, args ...any) string {
	t.Helper()
	rows, err := db.Query("EXPLAIN FORMAT=TRADITIONAL "+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil || !rows.Next() {
		t.Fatal(err, rows.Err())
	}
	var key sql.NullString
	plan := make([]any, len(columns))
	for i, column := range columns {
		if plan[i] = new(sql.RawBytes); column == "key" {
			plan[i] = &key
		}
	}
	if err := rows.Scan(plan...); err != nil {
		t.Fatal(err)
	}
	return key.String
}
