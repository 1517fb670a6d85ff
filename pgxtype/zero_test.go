package pgxtype_test

import (
	"database/sql"
	"database/sql/driver"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/uuid"
)

// A zeroNull is NULL if it is zero, by its own Value.
type zeroNull [16]byte

func (z zeroNull) Value() (driver.Value, error) {
	if z == (zeroNull{}) {
		return nil, nil
	}
	return uuid.UUID(z).Value()
}

// A pgxNull is NULL if it is zero, by the method that pgx asks.
type pgxNull [16]byte

func (p pgxNull) UUIDValue() (pgtype.UUID, error) {
	return pgtype.UUID{Bytes: p, Valid: p != pgxNull{}}, nil
}

func (p *pgxNull) ScanUUID(u pgtype.UUID) error { *p = u.Bytes; return nil }

// A panicky has no answer for the zero value.
type panicky [16]byte

func (p panicky) UUIDValue() (pgtype.UUID, error) {
	if p == (panicky{}) {
		panic("zero")
	}
	return pgtype.UUID{Bytes: p, Valid: true}, nil
}

func (p panicky) MarshalText() ([]byte, error) {
	if p == (panicky{}) {
		panic("zero")
	}
	return uuid.UUID(p).MarshalText()
}

// TestZeroIsNullToPgx shows the same of pgx's own method.
func TestZeroIsNullToPgx(t *testing.T) {
	m := newMap()
	pgxtype.Register[panicky](m)
	pgxtype.Register[pgxNull](m)
	var none pgxNull
	some := pgxNull(vectors.U)
	for _, col := range []column{inUUID, inUUIDText} {
		encodesNull(t, m, col, none)
		encodesNull(t, m, col, &none)
		encodes(t, m, col, some, col.wire)
		scans(t, m, col, null, some, none)
		scans(t, m, col, col.wire, none, some)
		encodes(t, m, col, panicky(vectors.U), col.wire)
	}
	encodes(t, m, inArrayText, []pgxNull{some, none}, "{"+vectors.Text+",NULL}")
}

// A pgxOwn has pgx's methods, and takes NULL for zero, which it is not.
type pgxOwn [16]byte

func (p pgxOwn) UUIDValue() (pgtype.UUID, error) { return pgtype.UUID{Bytes: p, Valid: true}, nil }
func (p *pgxOwn) ScanUUID(u pgtype.UUID) error   { *p = u.Bytes; return nil }

// TestNullElement: NULL is an error for a T in a list, too, whatever methods T has.
func TestNullElement(t *testing.T) {
	m := newMap()
	for range 2 { // again, after another type
		pgxtype.Register[pgxOwn](m)
		for _, col := range []column{inArray, inArrayText} {
			src, err := m.Encode(col.oid, col.format, []*vectors.Google{vectors.Ptr(vectors.Google(vectors.U)), nil}, nil)
			if err != nil {
				t.Fatal(err)
			}
			scansNot(t, m, col, string(src), []pgxOwn{pgxOwn(vectors.Other)}, "")
			var flat pgtype.FlatArray[pgxOwn]
			if err := m.Scan(col.oid, col.format, src, &flat); err == nil {
				t.Errorf("%v: FlatArray reads NULL as %v", col, flat)
			}
			scans(t, m, col, string(src), []*pgxOwn(nil), []*pgxOwn{vectors.Ptr(pgxOwn(vectors.U)), nil})
		}
		pgxtype.Register[pgxNull](m)
	}
}

type nullZeroNull struct {
	UUID  zeroNull `bson:"id"` // of no concern to pgx
	Valid bool
}

func (n nullZeroNull) Value() (driver.Value, error) { return n.UUID.Value() }
func (n *nullZeroNull) Scan(any) error              { panic("pgx called Scan") }

// An unregistered is a UUID type that only pgx serves, by its Value.
type unregistered [16]byte

func (u unregistered) Value() (driver.Value, error) { return uuid.UUID(u).Value() }

// TestZeroIsNull shows that the zero value of such a type stays NULL, alone and in lists.
func TestZeroIsNull(t *testing.T) {
	m := newMap()
	pgxtype.Register[zeroNull](m)
	var none zeroNull
	some, pointer := zeroNull(vectors.U), &none
	for _, col := range columns {
		if col.name != "bytea" {
			for _, v := range []any{none, &none, &pointer, sql.Null[zeroNull]{Valid: true}, &sql.Null[zeroNull]{Valid: true}, nullZeroNull{Valid: true}, &nullZeroNull{Valid: true}} {
				encodesNull(t, m, col, v)
			}
			for _, v := range []any{some, &some, sql.Null[zeroNull]{V: some, Valid: true}, nullZeroNull{some, true}, uuid.NullUUID{UUID: vectors.U, Valid: true}} {
				encodes(t, m, col, v, col.wire)
			}
		}
		scans(t, m, col, null, some, none)
		scans(t, m, col, col.wire, none, some)
		scans(t, m, col, col.wire, nullZeroNull{}, nullZeroNull{some, true})
		scans(t, m, col, null, &some, (*zeroNull)(nil))
		scansNot(t, m, col, "\x02", some, "")
	}
	// The zero UUID of a uuid.NullUUID is no zeroNull.
	nilText, raw := uuid.Nil().String(), string(make([]byte, 16))
	_, one := ids(1)
	encodes(t, m, inUUID, uuid.NullUUID{Valid: true}, raw)
	// Nor is the text of one, for which COPY needs 16 bytes.
	encodes(t, m, inUUID, nilText, raw)
	encodes(t, m, inUUID, sql.NullString{String: nilText, Valid: true}, raw)
	encodes(t, m, inUUID, unregistered{}, raw)
	encodes(t, m, inArray, []string{nilText}, one[:len(one)-16]+raw)
	for _, col := range []column{inArray, inArrayText} {
		want, err := m.Encode(col.oid, col.format, []*vectors.Google{vectors.Ptr(vectors.Google(vectors.U)), nil}, nil)
		if err != nil {
			t.Fatal(err)
		}
		list := []zeroNull{some, none}
		encodes(t, m, col, list, string(want))
		encodes(t, m, col, &list, string(want))
		scans(t, m, col, string(want), []zeroNull{none}, list)
		scansNot(t, m, col, null, some, "use a slice")
	}
	encodes(t, m, inArrayText, [][]zeroNull{{some}, {none}}, "{{"+vectors.Text+"},{NULL}}")
	scans(t, m, inArrayText, "{{"+vectors.Text+"},{NULL}}", [][]zeroNull{}, [][]zeroNull{{some}, {none}})
}
