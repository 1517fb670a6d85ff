package sqlx_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/ids"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

var (
	raw          = []byte("\x00\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb\xcc\xdd\xee\xff")
	swappedBytes = []byte("\x66\x77\x44\x55\x00\x11\x22\x33\x88\x99\xaa\xbb\xcc\xdd\xee\xff")
)

// What the listed types become, in all drivers and all ways to a driver.
func TestConnectorNative(t *testing.T) {
	types := []sqlx.UUIDType{ // uuid.UUID need not be listed
		sqlx.Native[vectors.Std](), sqlx.Native[vectors.Google](),
		sqlx.Native[vectors.Gofrs](), sqlx.Native[vectors.Plain](), sqlx.Native[[16]byte](), {},
	}
	forms := []struct {
		name string
		wrap func(driver.Connector, ...sqlx.UUIDType) driver.Connector
		want driver.Value
	}{
		{"Binary", sqlx.NewConnector[sqlx.Binary], raw},
		{"Text", sqlx.NewConnector[sqlx.Text], vectors.Text},
		{"Swapped", sqlx.NewConnector[sqlx.Swapped], swappedBytes},
		{"GUID", sqlx.NewConnector[sqlx.GUID], vectors.Text},
		{"a user's", sqlx.NewConnector[valuer], "valuer"},
	}
	ways := map[string]func(db *sql.DB, arg any) error{
		"Exec":    func(db *sql.DB, arg any) error { _, err := db.Exec("one ?", arg); return err },
		"ErrSkip": func(db *sql.DB, arg any) error { _, err := db.Exec("skip ?", arg); return err },
		"Query": func(db *sql.DB, arg any) error {
			rows, err := db.Query("one ?", arg)
			return errors.Join(err, rows.Close())
		},
		"Prepare": func(db *sql.DB, arg any) error {
			s, err := db.Prepare("one ?")
			if err != nil {
				return err
			}
			defer s.Close()
			_, err = s.Exec(arg)
			return err
		},
	}
	for _, s := range shapes {
		for _, f := range forms {
			d := fake(s.name)
			connector := f.wrap(d, types...)
			check := func(t *testing.T, c driver.Connector) {
				db := sql.OpenDB(c)
				defer db.Close()
				for way, do := range ways {
					for _, test := range nativeArguments(f.want) {
						d.lines = nil
						if err := do(db, test.arg); err != nil {
							t.Errorf("%s, %T: %v", way, test.arg, err)
							continue
						}
						want := test.want
						if text, ok := want.(string); ok && strings.Contains(strings.Join(d.lines, "\n"), "ColumnConverter") {
							want = "converted " + text // which shows that the driver's converter saw it
						}
						sent := d.sent()
						if want := (shown{[]driver.Value{want}}).String(); !strings.HasSuffix(sent, want) {
							t.Errorf("%s, %T: got %s, want %s", way, test.arg, sent, want)
						}
					}
				}
			}
			t.Run(s.name+"/"+f.name, func(t *testing.T) { check(t, connector) })
			for _, o := range outers {
				o.Connector = connector
				t.Run(s.name+"/"+f.name+"/"+o.name, func(t *testing.T) { check(t, o) })
			}
		}
	}
}

// A sent argument is what the driver gets for one of the program's.
type sent struct {
	arg  any
	want driver.Value
}

// nativeArguments are of the types of TestConnectorNative, which become form, and
// some that look like them.
func nativeArguments(form driver.Value) []sent {
	n := uuid.NullUUID{UUID: vectors.U, Valid: true}
	tests := []sent{
		{n, form},
		{&n, form},
		{sql.Named("", n), form},
		{vectors.NullUUID{UUID: vectors.Google(vectors.U), Valid: true}, form},
		{uuid.NullUUID{UUID: vectors.U}, nil},
		{(*uuid.NullUUID)(nil), nil},
		// These are not of the listed types.
		{sqlx.Binary(vectors.U), raw},
		{sqlx.Swapped(vectors.U), swappedBytes},
		{sqlx.Text(vectors.U), vectors.Text},
		{sql.Null[sqlx.Swapped]{V: sqlx.Swapped(vectors.U), Valid: true}, swappedBytes},
		{valuer(vectors.U), "valuer"},
		{NullUUID{vectors.U, true}, "of another package"},
		{vectors.U.String(), vectors.Text},
	}
	tests = append(tests, shapesOf[uuid.UUID](form)...)
	tests = append(tests, shapesOf[vectors.Std](form)...)
	tests = append(tests, shapesOf[vectors.Google](form)...)
	tests = append(tests, shapesOf[vectors.Gofrs](form)...)
	tests = append(tests, shapesOf[vectors.Plain](form)...)
	return append(tests, shapesOf[[16]byte](form)...)
}

// shapesOf returns all that is one T or NULL.
func shapesOf[T ~[16]byte](form driver.Value) []sent {
	id := T(vectors.U)
	p := &id
	null := sql.Null[T]{V: id, Valid: true}
	var boxed any = p
	return []sent{
		{id, form},
		{p, form},
		{&p, form},
		{&boxed, form},
		{null, form},
		{&null, form},
		{sql.Null[*T]{V: p, Valid: true}, form},
		{sql.Null[any]{V: null, Valid: true}, form},
		{sql.Null[sql.Null[T]]{V: null, Valid: true}, form},
		{sql.Null[*T]{Valid: true}, nil},
		{(*T)(nil), nil},
		{(**T)(nil), nil},
		{new(*T), nil},
		{sql.Null[T]{V: id}, nil},
		{(*sql.Null[T])(nil), nil},
	}
}

// A valuer is no UUID, though it is 16 bytes.
type valuer [16]byte

func (v valuer) Value() (driver.Value, error) { return "valuer", nil }

// A NullUUID that is not of the package of its UUID has its own ways.
type NullUUID struct {
	UUID  uuid.UUID
	Valid bool
}

func (NullUUID) Value() (driver.Value, error) { return "of another package", nil }

// TestConnectorLookalikes: the connector does not change what only looks like the nullable form of a listed type.
func TestConnectorLookalikes(t *testing.T) {
	listed := valuer(vectors.U)
	checker := checkerOf(t, sqlx.Native[valuer]())
	check := func(arg, want any) {
		t.Helper()
		nv := driver.NamedValue{Value: arg}
		if err := checker.CheckNamedValue(&nv); err != leaves(want) || !reflect.DeepEqual(nv.Value, want) {
			t.Errorf("%T %+[1]v: got %v, %v; want %v", arg, nv.Value, err, want)
		}
	}
	type (
		small struct {
			uuid  valuer
			Valid bool
		}
		otherName struct {
			ID    valuer
			Valid bool
		}
		number struct {
			UUID  valuer
			Valid int
		}
		null struct {
			UUID valuer
			Null bool // and not Valid
		}
		third struct {
			UUID  valuer
			Valid bool
			Extra int
		}
		noMethods struct {
			UUID  valuer
			Valid bool
		}
	)
	for _, arg := range []any{small{listed, true}, &otherName{listed, true}, number{listed, 1}, null{listed, true}, third{listed, true, 1}, noMethods{listed, true}} {
		check(arg, arg)
	}
	check(nullValuer{listed, true}, raw)
	check(&nullValuer{listed, true}, raw)
	check(nullValuer{UUID: listed}, nullValuer{UUID: listed}) // which the driver asks for its Value
	// Some drivers panic of these.
	for _, arg := range []any{(*valuer)(nil), (**valuer)(nil), new(*valuer), sql.Null[*valuer]{Valid: true}} {
		check(arg, nil)
	}
}

// A nullValuer is what its package has for a valuer that may be NULL.
type nullValuer struct {
	UUID  valuer `json:"uuid" bson:"id"`
	Valid bool
}

func (n nullValuer) Value() (driver.Value, error) { return nil, nil }
func (n *nullValuer) Scan(any) error              { return nil }

// leaves is what the connection of checkerOf returns if it has made arg of an argument:
// ErrSkip leaves the rest to database/sql, which has nothing to do for a driver's value.
func leaves(arg any) error {
	if driver.IsValue(arg) {
		return nil
	}
	return driver.ErrSkip
}

// checkerOf returns a connection's part that sees arguments first.
func checkerOf(t *testing.T, types ...sqlx.UUIDType) driver.NamedValueChecker {
	return checkerFor[sqlx.Binary](t, types...)
}

func checkerFor[Form interface {
	~[16]byte
	driver.Valuer
}](t *testing.T, types ...sqlx.UUIDType) driver.NamedValueChecker {
	conn, err := sqlx.NewConnector[Form](fake("old"), types...).Connect(context.Background()) // which has no checker
	if err != nil {
		t.Fatal(err)
	}
	return conn.(driver.NamedValueChecker)
}

type (
	zeroNull        [16]byte
	zeroNullPointer [16]byte
	zeroError       [16]byte
	zeroPanic       [16]byte
)

func (z zeroNull) Value() (driver.Value, error) {
	if z == (zeroNull{}) {
		return nil, nil
	}
	return uuid.UUID(z).Value()
}
func (z *zeroNullPointer) Value() (driver.Value, error) { return zeroNull(*z).Value() }
func (zeroError) Value() (driver.Value, error)          { return nil, errNull }
func (zeroPanic) Value() (driver.Value, error)          { panic(errNull) }

func TestZeroIsNull(t *testing.T) {
	for _, test := range []struct {
		typ  sqlx.UUIDType
		want bool
	}{
		{sqlx.Native[zeroNull](), true},
		{sqlx.Native[zeroNullPointer](), true},
		{sqlx.Native[zeroError](), false},
		{sqlx.Native[zeroPanic](), false},
		{sqlx.Native[uuid.UUID](), false},
		{sqlx.Native[vectors.Plain](), false},
		{sqlx.UUIDType{}, false},
	} {
		if got := test.typ.ZeroIsNull(); got != test.want {
			t.Errorf("ZeroIsNull of %v: got %v, want %v", test.typ.Type(), got, test.want)
		}
	}
}

// nullZero is what its package has for a zeroNull that may be NULL.
type nullZero struct {
	UUID  zeroNull
	Valid bool
}

func (nullZero) Value() (driver.Value, error) { return "unused", nil }
func (*nullZero) Scan(any) error              { return nil }

func TestConnectorZeroIsNull(t *testing.T) {
	types := []sqlx.UUIDType{sqlx.Native[zeroNull](), sqlx.Native[zeroNullPointer](), sqlx.Native[zeroPanic]()}
	zeros := make([]byte, 16)
	for form, test := range map[string]struct {
		checker  driver.NamedValueChecker
		nil, one driver.Value
	}{
		"Binary":  {checkerFor[sqlx.Binary](t, types...), zeros, raw},
		"Text":    {checkerFor[sqlx.Text](t, types...), uuid.Nil().String(), vectors.Text},
		"Swapped": {checkerFor[sqlx.Swapped](t, types...), zeros, swappedBytes},
	} {
		var zero zeroNull
		p := &zero
		for _, arg := range []sent{
			{zero, nil}, {p, nil}, {&p, nil}, {zeroNullPointer{}, nil},
			{sql.Null[zeroNull]{Valid: true}, nil}, {&sql.Null[*zeroNull]{V: p, Valid: true}, nil}, {nullZero{Valid: true}, nil},
			{zeroNull(vectors.U), test.one}, {nullZero{zeroNull(vectors.U), true}, test.one}, {zeroNullPointer(vectors.U), test.one},
			{uuid.UUID{}, test.nil}, {uuid.NullUUID{Valid: true}, test.nil}, {zeroPanic{}, test.nil},
		} {
			nv := driver.NamedValue{Value: arg.arg}
			if err := test.checker.CheckNamedValue(&nv); err != nil || !reflect.DeepEqual(nv.Value, arg.want) {
				t.Errorf("%s, %T %[2]v: got %v, %v; want %v", form, arg.arg, nv.Value, err, arg.want)
			}
		}
	}
}

type account struct{}

func (account) Prefix() string { return "account" }

// textOnly reads no bytes: a program with a connector scans them into a sqlx.Binary.
type textOnly [16]byte

func (u *textOnly) Scan(src any) error { return (*sqlx.Text)(u).Scan(src) }

// scanPanics has a Scan that is never called.
type scanPanics [16]byte

func (*scanPanics) Scan(any) error { panic(errNull) }

// turned is in another order in its own columns.
type turned [16]byte

func (u *turned) Scan(src any) error { return (*sqlx.Swapped)(u).Scan(src) }

// A token's Scan takes UUIDs of one version only. A turnedToken's takes them in another order.
type (
	token       [16]byte
	turnedToken [16]byte
)

var tokenVersion int

func (u *token) Scan(src any) error { return scanToken(u, src.([]byte)) }
func (u *turnedToken) Scan(src any) error {
	b := uuid.FromGUIDBytes([16]byte(src.([]byte)))
	return scanToken(u, b[:])
}

func scanToken[T ~[16]byte](dst *T, src []byte) error {
	if uuid.UUID(src).Version() != tokenVersion {
		return errNull
	}
	*dst = T(src)
	return nil
}

func TestCheckBytesOfOneVersion(t *testing.T) {
	for tokenVersion = 1; tokenVersion <= 8; tokenVersion++ {
		one := [16]byte{6: byte(tokenVersion) << 4, 8: 0x80}
		text := [16]byte([]byte("an id, 16 bytes."))
		for _, tt := range []struct {
			typ  sqlx.UUIDType
			id   [16]byte
			want bool
		}{
			{sqlx.Native[token](), one, true},
			{sqlx.Native[token](), text, false},
			{sqlx.Native[turnedToken](), one, false},
			{sqlx.Native[turnedToken](), text, false},
		} {
			if err := tt.typ.CheckBytes(tt.id); (err == nil) != tt.want {
				t.Errorf("%v that takes version %d, % x: got %v, want an error: %t", tt.typ.Type(), tokenVersion, tt.id, err, !tt.want)
			}
		}
	}
}

// What the type's own Scan would read as another UUID is not written to a column of a Binary.
func TestConnectorRefusesAnotherOrder(t *testing.T) {
	typ := sqlx.Native[turned]()
	binary, swapped := checkerOf(t, typ), checkerFor[sqlx.Swapped](t, typ)
	for _, s := range vectors.All {
		id := turned(uuid.MustParse(s))
		for _, arg := range []any{id, &id, sql.Null[turned]{V: id, Valid: true}} {
			nv := driver.NamedValue{Value: arg}
			if err := binary.CheckNamedValue(&nv); err == nil || err.Error() != fmt.Sprint(typ.CheckBytes(id)) {
				t.Errorf("%T of %s: got %v, %v; want the error of CheckBytes", arg, s, nv.Value, err)
			}
			nv.Value = arg
			var got turned
			if err := swapped.CheckNamedValue(&nv); err != nil || got.Scan(nv.Value) != nil || got != id {
				t.Errorf("%T of %s, in its own order: got %v, %v", arg, s, nv.Value, err)
			}
		}
	}
}

// What the type's own Scan refuses of a column of bytes is not written to it.
func TestConnectorWritesWhatIsRead(t *testing.T) {
	testWritesWhatIsRead[typed.ID[account]](t, "zyxwvutsrqponmlk", "account_01h2xcej", "{F81D4FAE7DEC11D")
	testWritesWhatIsRead[ids.ULID](t, "ZYXWVTSRQPNMKJHG", "01ARZ3NDEKTSV4RR", "3333333333333333")
	testWritesWhatIsRead[vectors.Google](t)
	testWritesWhatIsRead[vectors.Plain](t)
	testWritesWhatIsRead[textOnly](t)
	testWritesWhatIsRead[scanPanics](t)
}

func testWritesWhatIsRead[T ~[16]byte](t *testing.T, refused ...string) {
	typ := sqlx.Native[T]()
	binary, text := checkerOf(t, typ), checkerFor[sqlx.Text](t, typ)
	refused = append(refused, "f81d4fae-7dec-11", "0000000000000000")
	columns := append(slices.Clone(refused), "an id, 16 bytes.", "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x7f")
	for _, s := range vectors.All {
		u := uuid.MustParse(s)
		columns = append(columns, string(u[:]))
	}
	for _, c := range columns {
		id := T([]byte(c))
		for _, arg := range []any{id, &id, sql.Null[T]{V: id, Valid: true}} {
			nv := driver.NamedValue{Value: arg}
			err := binary.CheckNamedValue(&nv)
			if !slices.Contains(refused, c) {
				if err != nil || !reflect.DeepEqual(nv.Value, []byte(c)) {
					t.Errorf("%T of %q: got %v, %v; want the bytes", arg, c, nv.Value, err)
				}
			} else if err == nil || nv.Value == nil || !strings.HasPrefix(err.Error(), "sqlx: value of ") || !errors.Is(err, uuid.ErrInvalid) {
				t.Errorf("%T of %q: got %v, %v; want an error", arg, c, nv.Value, err)
			}
			if got := typ.CheckBytes(id); fmt.Sprint(got) != fmt.Sprint(err) {
				t.Errorf("CheckBytes of %T, %q: got %v, want %v", id, c, got, err)
			}
			nv.Value = arg
			if err := text.CheckNamedValue(&nv); err != nil || nv.Value != uuid.UUID(id).String() {
				t.Errorf("%T of %q as text: got %v, %v", arg, c, nv.Value, err)
			}
		}
	}
}
