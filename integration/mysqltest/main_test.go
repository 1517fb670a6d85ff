package mysqltest

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestMain(m *testing.M) { stores.Main(m) }

// everywhere runs a test on both servers, with placeholders that the server fills
// (MySQL's binary protocol) and that the driver does (its text protocol).
func everywhere(t *testing.T, test func(t *testing.T, dsn *mysql.Config)) {
	for _, server := range []struct {
		name     string
		database func(testing.TB) string
	}{{"MySQL", stores.MySQL}, {"MariaDB", stores.MariaDB}} {
		t.Run(server.name, func(t *testing.T) {
			dsn, err := mysql.ParseDSN(server.database(t))
			if err != nil {
				t.Fatal(err)
			}
			for _, dsn.InterpolateParams = range []bool{false, true} {
				t.Run(fmt.Sprintf("interpolateParams=%t", dsn.InterpolateParams), func(t *testing.T) { test(t, dsn) })
			}
		})
	}
}

// open returns one connection, and makes table t anew.
func open(t *testing.T, dsn *mysql.Config, columns string) *sql.DB {
	t.Helper()
	connector, err := mysql.NewConnector(dsn)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	exec(t, db, "DROP TABLE IF EXISTS t")
	if columns != "" {
		exec(t, db, "CREATE TABLE t ("+columns+")")
	}
	return db
}

func exec(t *testing.T, db *sql.DB, query string, args ...any) {
	t.Helper()
	if _, err := db.Exec(query, args...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

// ask returns the server's answer to a query for one text.
func ask(t *testing.T, db *sql.DB, query string, args ...any) string {
	t.Helper()
	var answer sql.NullString
	if err := db.QueryRow(query, args...).Scan(&answer); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	if !answer.Valid {
		return "NULL"
	}
	return answer.String
}

// number returns the number of the server's error.
func number(err error) uint16 {
	var e *mysql.MySQLError
	if errors.As(err, &e) {
		return e.Number
	}
	return 0
}

// MySQL's errors.
const (
	duplicate      = 1062 // ER_DUP_ENTRY
	wrongString    = 1366 // ER_TRUNCATED_WRONG_VALUE_FOR_FIELD
	tooLong        = 1406 // ER_DATA_TOO_LONG
	wrongForUUID   = 1411 // ER_WRONG_VALUE_FOR_TYPE
	noParent       = 1452 // ER_NO_REFERENCED_ROW_2
	notNull        = 1048 // ER_BAD_NULL_ERROR
	noSuchFunction = 1305 // ER_SP_DOES_NOT_EXIST
)

// all returns UUIDs of every version and variant, and such as a driver could
// spoil that took them for text.
func all() (us []uuid.UUID) {
	for _, s := range vectors.All {
		us = append(us, uuid.MustParse(s))
	}
	// Quotes, escapes, zeros, a percent sign, and what is no UTF-8.
	for _, b := range []byte("'\\\"\x00%_\n\x1a\x80\xfe ") {
		u := uuid.UUID(bytes.Repeat([]byte{b}, 16))
		first, last := u, u
		first[0], last[15] = 'x', 'x'
		us = append(us, u, first, last)
	}
	slices.SortFunc(us, uuid.UUID.Compare)
	us = slices.Compact(us)
	return append(us, uuid.NewV4(), uuid.NewV7())
}

// A form is one of the types that store a UUID, with the column that it is for.
type form struct {
	name, column string
	arg          func(u uuid.UUID) any
	into         func(u *uuid.UUID) sql.Scanner
	hex          string // the server's words for the bytes of the UUID of text %[1]s
}

var forms = []form{
	{"Binary", "BINARY(16)", func(u uuid.UUID) any { return sqlx.Binary(u) }, binary, plainHex},
	{"Binary", "VARBINARY(16)", func(u uuid.UUID) any { return sqlx.Binary(u) }, binary, plainHex},
	{"Binary", "VARBINARY(64)", func(u uuid.UUID) any { return sqlx.Binary(u) }, binary, plainHex},
	{"*Binary", "BINARY(16)", func(u uuid.UUID) any { return (*sqlx.Binary)(&u) }, binary, plainHex},
	{"Swapped", "BINARY(16)", func(u uuid.UUID) any { return sqlx.Swapped(u) }, swapped, swappedHex},
	{"Swapped", "VARBINARY(64)", func(u uuid.UUID) any { return sqlx.Swapped(u) }, swapped, swappedHex},
	{"Text", "CHAR(36)", func(u uuid.UUID) any { return sqlx.Text(u) }, text, textHex},
	{"Text", "VARCHAR(36)", func(u uuid.UUID) any { return sqlx.Text(u) }, text, textHex},
	{"Text", "BINARY(36)", func(u uuid.UUID) any { return sqlx.Text(u) }, text, textHex},
	{"UUID", "CHAR(36)", func(u uuid.UUID) any { return u }, plain, textHex},
	{"NullUUID", "VARCHAR(40)", func(u uuid.UUID) any { return uuid.NullUUID{UUID: u, Valid: true} }, plain, textHex},
	{"GUID", "CHAR(36)", func(u uuid.UUID) any { return sqlx.GUID(u) }, guid, textHex},
}

// The same in SQL alone, without the functions that MariaDB lacks.
const (
	plainHex   = `UPPER(REPLACE(%[1]s, '-', ''))`
	swappedHex = `UPPER(CONCAT(MID(%[1]s, 15, 4), MID(%[1]s, 10, 4), MID(%[1]s, 1, 8), MID(%[1]s, 20, 4), MID(%[1]s, 25, 12)))`
	textHex    = `HEX(%[1]s)`
)

func binary(u *uuid.UUID) sql.Scanner  { return (*sqlx.Binary)(u) }
func swapped(u *uuid.UUID) sql.Scanner { return (*sqlx.Swapped)(u) }
func text(u *uuid.UUID) sql.Scanner    { return (*sqlx.Text)(u) }
func guid(u *uuid.UUID) sql.Scanner    { return (*sqlx.GUID)(u) }
func plain(u *uuid.UUID) sql.Scanner   { return u }
