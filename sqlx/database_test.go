package sqlx_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"io"
	"reflect"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// echo is a driver that answers every query with one row, its arguments. It
// keeps the arguments as database/sql passed them, and gives bytes in a buffer
// that it overwrites with the next row.
type echo struct {
	driver.Conn
	args []driver.NamedValue
}

func (e *echo) Connect(context.Context) (driver.Conn, error) { return e, nil }
func (e *echo) Driver() driver.Driver                        { return nil }
func (e *echo) Close() error                                 { return nil }
func (e *echo) QueryContext(_ context.Context, _ string, args []driver.NamedValue) (driver.Rows, error) {
	e.args = args
	return &rows{args: args}, nil
}

type rows struct {
	args []driver.NamedValue
	buf  []byte
}

func (r *rows) Columns() []string { return make([]string, len(r.args)) }
func (r *rows) Close() error      { clear(r.buf); return nil }
func (r *rows) Next(dest []driver.Value) error {
	if clear(r.buf); r.buf != nil {
		return io.EOF
	}
	r.buf = make([]byte, 0, 1<<10)
	for i, arg := range r.args {
		dest[i] = arg.Value
		if b, ok := arg.Value.([]byte); ok {
			from := len(r.buf)
			r.buf = append(r.buf, b...)
			dest[i] = r.buf[from:]
		}
	}
	return nil
}

// What reaches the driver, and what comes back, through database/sql.
func TestDatabaseSQL(t *testing.T) {
	e := new(echo)
	db := sql.OpenDB(e)
	defer db.Close()
	u, b := vectors.U, sqlx.Binary(vectors.U)
	pb := &b
	tests := []struct {
		name string
		arg  any
		sent any
		into any // a pointer
		want any // what it points to
	}{
		{"Binary", sqlx.Binary(u), raw, new(sqlx.Binary), b},
		{"*Binary", pb, raw, new(*sqlx.Binary), pb},
		{"nil *Binary", (*sqlx.Binary)(nil), nil, new(*sqlx.Binary), (*sqlx.Binary)(nil)},
		{"**Binary", &pb, raw, new(*sqlx.Binary), pb},
		{"Null", sql.Null[sqlx.Binary]{V: b, Valid: true}, raw, new(sql.Null[sqlx.Binary]), sql.Null[sqlx.Binary]{V: b, Valid: true}},
		{"NULL", sql.Null[sqlx.Binary]{V: b}, nil, &sql.Null[sqlx.Binary]{V: b, Valid: true}, sql.Null[sqlx.Binary]{}},
		{"Text", sqlx.Text(u), vectors.Text, new(sqlx.Text), sqlx.Text(u)},
		{"nil *Text", (*sqlx.Text)(nil), nil, new(*sqlx.Text), (*sqlx.Text)(nil)},
		{"Null Text", sql.Null[sqlx.Text]{V: sqlx.Text(u), Valid: true}, vectors.Text,
			new(sql.Null[sqlx.Text]), sql.Null[sqlx.Text]{V: sqlx.Text(u), Valid: true}},
		{"Swapped", sqlx.Swapped(u), swappedBytes, new(sqlx.Swapped), sqlx.Swapped(u)},
		{"nil *Swapped", (*sqlx.Swapped)(nil), nil, new(*sqlx.Swapped), (*sqlx.Swapped)(nil)},
		{"GUID", sqlx.GUID(u), vectors.Text, new(sqlx.GUID), sqlx.GUID(u)},
		{"nil *GUID", (*sqlx.GUID)(nil), nil, new(*sqlx.GUID), (*sqlx.GUID)(nil)},
		{"Array", sqlx.Array[uuid.UUID]{u}, "{" + vectors.Text + "}", new(sqlx.Array[uuid.UUID]), sqlx.Array[uuid.UUID]{u}},
		{"nil Array", sqlx.Array[uuid.UUID](nil), nil, &sqlx.Array[uuid.UUID]{u}, sqlx.Array[uuid.UUID](nil)},

		// What the package's documentation says of those without a column type.
		{"uuid.UUID", u, vectors.Text, new(uuid.UUID), u},
		{"nil *uuid.UUID", (*uuid.UUID)(nil), nil, new(*uuid.UUID), (*uuid.UUID)(nil)},
		{"Null uuid.UUID", sql.Null[uuid.UUID]{V: u, Valid: true}, vectors.Text, new(uuid.UUID), u},
		{"NULL uuid.UUID", sql.Null[uuid.UUID]{V: u}, nil, new(sql.Null[uuid.UUID]), sql.Null[uuid.UUID]{}},
		{"NullUUID", uuid.NullUUID{UUID: u, Valid: true}, vectors.Text, new(uuid.UUID), u},
		{"null NullUUID", uuid.NullUUID{UUID: u}, nil, new(uuid.NullUUID), uuid.NullUUID{}},
	}
	for _, test := range tests {
		if err := db.QueryRow("", test.arg).Scan(test.into); err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := e.args[0].Value; !reflect.DeepEqual(got, test.sent) {
			t.Errorf("%s: the driver got %T %[2]q, want %T %[3]q", test.name, got, test.sent)
		}
		if got := reflect.ValueOf(test.into).Elem().Interface(); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
	got := vectors.Other
	for _, into := range []any{(*sqlx.Binary)(&got), (*sqlx.Swapped)(&got), (*sqlx.GUID)(&got), (*sqlx.Text)(&got)} {
		if err := db.QueryRow("", nil).Scan(into); err == nil || got != vectors.Other {
			t.Errorf("NULL into %T: got %v, %v; want an error and no change", into, got, err)
		}
	}
	// database/sql makes the pointer before it calls Scan.
	if err := db.QueryRow("", "short").Scan(&pb); err == nil || pb == nil || *pb != (sqlx.Binary{}) || b != sqlx.Binary(u) {
		t.Errorf("an error into a pointer: got %v, %v; want one to Nil: see the documentation", pb, err)
	}
}
