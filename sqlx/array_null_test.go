package sqlx_test

import (
	"database/sql"
	"database/sql/driver"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// Nullable types of each sort: a package's own, ours, and sql.Null.
func TestNullArray(t *testing.T) {
	testNullArray(t, vectors.NullUUID{UUID: vectors.Google(vectors.U), Valid: true})
	testNullArray(t, uuid.NullUUID{UUID: vectors.U, Valid: true})
	testNullArray(t, sql.Null[vectors.Google]{V: vectors.Google(vectors.U), Valid: true})
	testNullArray(t, sql.Null[sqlx.Text]{V: sqlx.Text(vectors.U), Valid: true})
}

// u holds vectors.U. The zero N is NULL.
func testNullArray[N interface {
	comparable
	driver.Valuer
}](t *testing.T, u N) {
	const a = vectors.Text
	var zero N
	for _, test := range []struct {
		list []N
		lit  any
	}{
		{nil, nil},
		{[]N{}, "{}"},
		{[]N{u}, "{" + a + "}"},
		{[]N{zero}, "{NULL}"},
		{[]N{u, zero, u}, "{" + a + ",NULL," + a + "}"},
		{[]N{zero, zero}, "{NULL,NULL}"},
	} {
		if got, err := sqlx.NullArray[N](test.list).Value(); err != nil || got != test.lit {
			t.Errorf("Value of %v: got %v, %v; want %v", test.list, got, err, test.lit)
		}
		srcs := []any{test.lit}
		if s, ok := test.lit.(string); ok {
			srcs = append(srcs, []byte(s))
		}
		for _, src := range srcs {
			got := []N{u, u}
			err := (*sqlx.NullArray[N])(&got).Scan(src)
			if err != nil || !slices.Equal(got, test.list) || (got == nil) != (test.list == nil) {
				t.Errorf("Scan(%T %[1]q): got %#v, %v; want %#v", src, got, err, test.list)
			}
		}
	}
	for _, src := range []any{
		"", "{", "NULL", "{NUL}", "{null}", "{NULLNULL}", "{NULL,}", "{,NULL}", "{NULL;NULL}", "{{NULL}}", "[0:0]={NULL}", `{"NULL"}`,
		"{" + a + "NULL}", "{" + a[:35] + "g}", "{" + a[:35] + "}", "{" + strings.Repeat(",", 99) + "}", int64(1), vectors.U[:],
	} {
		got := sqlx.NullArray[N]{zero, u}
		err := got.Scan(src)
		if err == nil || !strings.HasPrefix(err.Error(), "sqlx: scan NullArray: ") || len(err.Error()) > 250 {
			t.Errorf("Scan(%T %[1]q): got %v, %v; want an error", src, got, err)
		}
		if !slices.Equal(got, sqlx.NullArray[N]{zero, u}) {
			t.Errorf("Scan(%T %[1]q): the receiver became %v", src, got)
		}
	}
}

// A nil pointer is NULL, in both directions.
func TestNullArrayOfPointers(t *testing.T) {
	testNullArrayOfPointers(t, vectors.Google(vectors.U))
	testNullArrayOfPointers(t, sqlx.Text(vectors.U))
	testNullArrayOfPointers(t, uuid.NullUUID{UUID: vectors.U, Valid: true})
	if got, err := (sqlx.NullArray[driver.Valuer]{nil, vectors.U}).Value(); err != nil || got != "{NULL,"+vectors.Text+"}" {
		t.Errorf("Value of a nil interface: got %v, %v", got, err)
	}
}

func testNullArrayOfPointers[T comparable, P interface {
	*T
	driver.Valuer
}](t *testing.T, u T) {
	const lit = "{NULL," + vectors.Text + ",NULL}"
	list := sqlx.NullArray[P]{nil, &u, nil}
	if got, err := list.Value(); err != nil || got != lit {
		t.Errorf("Value of %T: got %v, %v; want %s", list, got, err, lit)
	}
	got := sqlx.NullArray[P]{&u, &u}
	if err := got.Scan(lit); err != nil || len(got) != 3 || got[0] != nil || got[1] == nil || got[1] == &u || *got[1] != u || got[2] != nil {
		t.Errorf("Scan of %T: got %v, %v; want %v", got, got, err, list)
	}
	if err := got.Scan("{NULL,NULL,x}"); err == nil || len(got) != 3 || *got[1] != u {
		t.Errorf("Scan of %T: got %v, %v; want an error and the old list", got, got, err)
	}
}

// An oddValuer is no nullable UUID.
type oddValuer struct{ v any }

func (o oddValuer) Value() (driver.Value, error) {
	if err, ok := o.v.(error); ok {
		return nil, err
	}
	return o.v, nil
}

// With an error, Value is not NULL for callers that drop the error, and no array.
func TestNullArrayRejects(t *testing.T) {
	for v, want := range map[any]string{
		"x":                  `sqlx: value of NullArray: element 1: uuid.Scan("x")`,
		int64(1):             "sqlx: value of NullArray: element 1: uuid.Scan: ",
		sql.ErrNoRows:        "sqlx: value of NullArray: element 1: " + sql.ErrNoRows.Error(),
		string(vectors.U[:]): "sqlx: value of NullArray: element 1: uuid.Scan(",
	} {
		if got, err := (sqlx.NullArray[oddValuer]{{}, {v}}).Value(); err == nil || got != "{NULL," || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("Value of %v: got %v, %v; want an array without an end, and %s", v, got, err, want)
		}
	}
	// The column has bytes, and an array has text.
	swapped := sqlx.Swapped(vectors.U)
	for _, v := range []driver.Valuer{
		sqlx.Array[sqlx.Binary]{sqlx.Binary(vectors.U)},
		sqlx.Array[sqlx.Swapped](nil),
		sqlx.NullArray[sqlx.Binary]{sqlx.Binary(vectors.U)},
		sqlx.NullArray[sqlx.Swapped]{swapped},
		sqlx.NullArray[*sqlx.Swapped]{&swapped},
		sqlx.NullArray[sql.Null[sqlx.Swapped]]{{V: swapped, Valid: true}},
		sqlx.NullArray[sql.Null[*sqlx.Swapped]]{{V: &swapped, Valid: true}},
	} {
		if got, err := v.Value(); err == nil || got != "{" || !strings.Contains(err.Error(), "sqlx.Text") {
			t.Errorf("Value of %T: got %v, %v; want an error that says what to use", v, got, err)
		}
	}
	ids := sqlx.NullArray[vectors.Google]{{}}
	if err := ids.Scan("{" + vectors.Text + ",NULL}"); err == nil || len(ids) != 1 || !strings.Contains(err.Error(), "NULL") {
		t.Errorf("Scan of NULL into a type without null: got %v, %v; want an error", ids, err)
	}
	got := sqlx.NullArray[oddValuer]{}
	if err := got.Scan("{NULL}"); err == nil || len(got) != 0 {
		t.Errorf("Scan into a type without Scan: got %v, %v", got, err)
	}
}
