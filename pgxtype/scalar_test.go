package pgxtype_test

import (
	"encoding/hex"
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestScalars(t *testing.T) {
	each(t, func(t *testing.T, k kind, m *pgtype.Map) {
		for _, col := range columns {
			for _, typ := range k.one {
				v := value(typ, vectors.U)
				for _, v := range []any{v, ptr(v)} {
					if col.name == "bytea" {
						encodesNot(t, m, col, v, "sqlx.Binary")
					} else {
						encodes(t, m, col, v, col.wire)
					}
				}
				scans(t, m, col, col.wire, value(typ, vectors.Other), v)
				scansNil(t, m, col, typ)
			}
			if !col.isJSON() { // whose codec of pgx follows further pointers by itself
				deep := reflect.PointerTo(reflect.PointerTo(k.typ()))
				scans(t, m, col, col.wire, zero(deep), value(deep, vectors.U))
				scans(t, m, col, null, value(deep, vectors.Other), zero(deep))
			}
		}
		for _, s := range vectors.All {
			v := value(k.typ(), uuid.MustParse(s))
			raw := reflect.ValueOf(v).Convert(reflect.TypeFor[uuid.UUID]()).Interface().(uuid.UUID)
			for _, col := range []column{inUUID, inUUIDText} {
				wire := map[int16]string{binaryFormat: string(raw[:]), textFormat: s}[col.format]
				encodes(t, m, col, v, wire)
				scans(t, m, col, wire, value(k.typ(), vectors.Other), v)
			}
		}
		// A json column keeps blanks and escapes.
		escaped := " \"\\u0030" + vectors.Text[1:] + "\"\n"
		scans(t, m, inJSON, escaped, value(k.typ(), vectors.Other), value(k.typ(), vectors.U))
		for _, format := range []int16{textFormat, binaryFormat} {
			encodesNot(t, m, column{"bytea[]", pgtype.ByteaArrayOID, format, ""}, slice(k.typ(), 1), "sqlx.Binary")
		}
	})
}

func TestNulls(t *testing.T) {
	each(t, func(t *testing.T, k kind, m *pgtype.Map) {
		for _, col := range columns {
			srcs := []string{null}
			if col.isJSON() {
				srcs = append(srcs, col.version()+"null")
			}
			for _, typ := range k.one {
				encodesNull(t, m, col, zero(reflect.PointerTo(typ)))
				for _, src := range srcs {
					if typ == k.typ() {
						scansNot(t, m, col, src, value(typ, vectors.Other), "cannot scan NULL")
						continue
					}
					encodesNull(t, m, col, zero(typ))
					encodesNull(t, m, col, ptr(zero(typ)))
					scans(t, m, col, src, value(typ, vectors.Other), zero(typ))
				}
			}
		}
	})
}

// badText is no UUID, though pgx takes the first for one.
var badText = []string{
	strings.ReplaceAll(vectors.Text, "-", "+"),
	"",
	"x",
	vectors.Text[1:],
	vectors.Text + "0",
	"g" + vectors.Text[1:],
	string(vectors.U[:]),
	strings.Repeat("0", 10_000),
}

func (c column) bad() []string {
	var bad []string
	switch c.wire[:1] {
	case vectors.Text[:1]:
		return badText
	case `"`:
		bad = []string{"", "{}", "1", "true", vectors.Text, `"`, `""`, `"` + vectors.Text, `["` + vectors.Text + `"]`}
		for _, s := range badText[:6] {
			bad = append(bad, `"`+s+`"`)
		}
	case "\x01":
		bad = []string{"", "\x01", "\x01{}", "\x01" + vectors.Text, "\x02" + c.wire[1:], c.wire[1:]}
	case `\`:
		bad = []string{
			"", "x", c.wire + "00", c.wire[1:], c.wire[:len(c.wire)-2], vectors.Text, `\x` + hex.EncodeToString([]byte(vectors.Text)),
			"00" + c.wire[2:], `\xg` + c.wire[3:], `\x` + badText[7],
		}
	default:
		for _, n := range vectors.BadLengths {
			bad = append(bad, string(vectors.Bytes(n)))
		}
		bad = append(bad, vectors.Text)
	}
	return bad
}

func TestRejects(t *testing.T) {
	each(t, func(t *testing.T, k kind, m *pgtype.Map) {
		for _, typ := range k.one {
			for _, col := range columns {
				for _, src := range col.bad() {
					scansNot(t, m, col, src, value(typ, vectors.Other), "")
				}
			}
		}
	})
}

// Without an OID, in the exec and simple protocol modes and for domains that
// were not loaded, the Go type alone decides.
func TestUnknownOID(t *testing.T) {
	binary := unknownOID
	binary.format = binaryFormat // COPY into citext, and a record with a domain over uuid
	encodes(t, newMap(), noOID, []sqlx.Binary{sqlx.Binary(vectors.U)}, `{"\\x`+hex.EncodeToString(vectors.U[:])+`"}`)
	each(t, func(t *testing.T, k kind, m *pgtype.Map) {
		for _, col := range []column{noOID, unknownOID} {
			for _, typ := range k.one {
				encodes(t, m, col, value(typ, vectors.U), vectors.Text)
				encodes(t, m, col, ptr(value(typ, vectors.U)), vectors.Text)
			}
			for _, a := range k.arrays {
				text, _ := ids(a.dims...)
				if strings.Contains(a.typ.Name(), "vectors.NullUUID") { // a pgtype.Array, which pgx shows to nobody
					m.RegisterDefaultPgType(zero(a.typ), "_uuid")
					m.RegisterDefaultPgType(zero(reflect.PointerTo(a.typ)), "_uuid")
				}
				encodes(t, m, col, a.value(), text)
				encodes(t, m, col, ptr(a.value()), text)
				if v, last, ok := a.withNull(); ok {
					encodes(t, m, col, v, strings.Replace(text, last, "NULL", 1))
				}
			}
			encodes(t, m, col, slice(k.typ(), 0), "{}")
		}
		encodes(t, m, binary, value(k.typ(), vectors.U), vectors.Text)
		for _, typ := range k.one {
			before, want := value(typ, vectors.Other), value(typ, vectors.U)
			scans(t, m, unknownOID, vectors.Text, before, want)
			scans(t, m, binary, vectors.Text, before, want)
			scans(t, m, binary, string(vectors.U[:]), before, want)
		}
		if len(k.one) > 4 { // the NullUUID of T's package, which its own Scan reads without this line
			m.RegisterDefaultPgType(ptr(zero(k.one[4])), "uuid or text")
		}
		for _, typ := range k.one {
			before := value(typ, vectors.Other)
			scans(t, m, binary, string(make([]byte, 16)), before, value(typ, uuid.Nil()))
			scansNot(t, m, binary, "0123456789abcdef", before, "")
			scansNot(t, m, unknownOID, "{"+vectors.Text+"}", before, "use a slice")
			scansNot(t, m, unknownOID, "", before, "")
		}
		// In binary a list is one of texts, which is right for citext[], and an error for uuid[].
		for _, v := range []any{slice(k.typ(), 2), slice(k.one[1], 2, 3), ptr(slice(k.typ(), 1)), slice(k.typ(), 0)} {
			texts, err := m.Encode(pgtype.TextArrayOID, binaryFormat, v, nil)
			if err != nil {
				t.Fatal(err)
			}
			encodes(t, m, binary, v, string(texts))
		}
		_, bin := ids(2)
		scans(t, m, binary, bin, slice(k.typ(), 1), slice(k.typ(), 2))
		// What database/sql needs for arrays before Go 1.27.
		text, _ := ids(2)
		dst := ptr(slice(k.typ(), 0))
		if err := m.SQLScanner(dst).Scan(text); err != nil || !reflect.DeepEqual(dst, ptr(slice(k.typ(), 2))) {
			t.Errorf("SQLScanner.Scan(%q) into %T = %v, %v", text, dst, dst, err)
		}
	})
}

func TestAny(t *testing.T) {
	each(t, func(t *testing.T, k kind, m *pgtype.Map) {
		want := value(k.typ(), vectors.U) // k is registered last
		for _, col := range []column{inUUID, inUUIDText} {
			scansAny(t, m, col, col.wire, want)
			scansAny(t, m, col, null, nil)
			for _, bad := range []string{"", col.wire[1:], col.wire + "0"} {
				got := any("before")
				if err := m.Scan(col.oid, col.format, []byte(bad), &got); err == nil || got != "before" {
					t.Errorf("%v: Scan(%q) into any = %v, %v, want an error", col, bad, got, err)
				}
			}
		}
		scansAny(t, m, inArrayText, "{"+vectors.Text+",NULL}", []any{want, nil})
		for _, col := range columns {
			if col.name != "uuid" && col.name != "bytea" {
				scansAny(t, m, col, col.wire, vectors.Text)
			}
		}
	})
}

// What is not registered goes to pgx's own codecs.
func TestOthers(t *testing.T) {
	m := pgtype.NewMap()
	pgxtype.Register[vectors.Plain](m)
	raw := string(vectors.U[:])
	for _, v := range []any{
		pgtype.UUID{Bytes: vectors.U, Valid: true}, vectors.U, vectors.Google(vectors.U), vectors.Std(vectors.U), [16]byte(vectors.U), vectors.U[:],
	} {
		encodes(t, m, inUUID, v, raw)
		scans(t, m, inUUID, raw, zero(reflect.TypeOf(v)), v)
	}
	scans(t, m, inUUID, raw, "", vectors.Text)
	type doc struct{ ID uuid.UUID }
	jsonb := column{"jsonb", pgtype.JSONBOID, textFormat, `{"ID":"` + vectors.Text + `"}`}
	encodes(t, m, jsonb, doc{vectors.U}, jsonb.wire)
	scans(t, m, jsonb, jsonb.wire, doc{}, doc{vectors.U})
	encodes(t, m, column{"bytea", pgtype.ByteaOID, binaryFormat, raw}, vectors.U[:], raw)
}

// A plan is for one type only, and says so.
func TestOtherType(t *testing.T) {
	m := newMap()
	list := []uuid.UUID{vectors.U}
	for _, tt := range []struct {
		col   column
		value any
	}{
		{inUUID, vectors.U}, {inArray, list}, {inArray, [][]uuid.UUID{list}}, {inJSON, list},
		{inUUID, vectors.NullUUID{Valid: true}}, {inArray, []vectors.NullUUID{{}}},
	} {
		col := tt.col
		if got, err := m.PlanEncode(col.oid, col.format, tt.value).Encode(vectors.Text, nil); err == nil {
			t.Errorf("%v: Encode of a string with the plan of a %T = %q, want an error", col, tt.value, got)
		}
		dst := reflect.New(reflect.TypeOf(tt.value)).Interface()
		src, err := m.Encode(col.oid, col.format, tt.value, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := "before"
		if err := m.PlanScan(col.oid, col.format, dst).Scan(src, &s); err == nil || s != "before" {
			t.Errorf("%v: Scan into a string with the plan of a %T = %q, %v, want an error", col, dst, s, err)
		}
	}
	// Nor is there one for what can't be scanned into.
	for _, dst := range []any{nil, vectors.U, []uuid.UUID{vectors.U}, map[string]uuid.UUID{}, 1, "before"} {
		for _, oid := range []uint32{pgtype.UUIDOID, pgtype.UUIDArrayOID, pgtype.TextOID} {
			if err := m.PlanScan(oid, binaryFormat, dst).Scan(vectors.U[:], dst); err == nil {
				t.Errorf("Scan of type %d into a %T: no error", oid, dst)
			}
		}
	}
	if plan := m.PlanEncode(pgtype.UUIDArrayOID, binaryFormat, nil); plan != nil {
		t.Errorf("PlanEncode(nil) = %T, want none", plan)
	}
}

// pgx asks these before the codec, wherever the format is text.
type speaker [16]byte

func (speaker) TextValue() (pgtype.Text, error) {
	return pgtype.Text{String: "spoken", Valid: true}, nil
}
func (s *speaker) ScanText(pgtype.Text) error { *s = speaker{1}; return nil }

func TestTextValuer(t *testing.T) {
	m := pgtype.NewMap()
	pgxtype.Register[speaker](m)
	if got, err := m.Encode(pgtype.UUIDOID, textFormat, speaker{}, nil); err != nil || string(got) != "spoken" {
		t.Errorf("Encode of a TextValuer = %q, %v: docs/postgresql.md is out of date", got, err)
	}
	scans(t, m, inUUIDText, vectors.Text, speaker{}, speaker{1})
	scans(t, m, inUUID, string(vectors.U[:]), speaker{}, speaker(vectors.U))
}
