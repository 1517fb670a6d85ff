package postgres

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
)

// A kind is how values of a type are sent in the binary format.
type kind uint8

const (
	typeOther kind = iota // a type that holds no UUID
	typeUUID
	typeText
	typeBytes
	typeJSON
	typeJSONB
	typeHstore
	typeArray
	typeComposite
	typeXML   // which Read does not read
	typeRange // nor this
)

// kinds are by the type's own function that sends it. So citext is a text, and
// hstore is found in whatever schema it is.
var kinds = map[string]kind{
	"uuid_send": typeUUID, "textsend": typeText, "varcharsend": typeText, "bpcharsend": typeText, "namesend": typeText, "citextsend": typeText,
	"byteasend": typeBytes, "json_send": typeJSON, "jsonb_send": typeJSONB, "hstore_send": typeHstore,
	"array_send": typeArray, "record_send": typeComposite, "xml_send": typeXML, "range_send": typeRange, "multirange_send": typeRange,
}

// A typ is a type, with a domain's base in its place.
type typ struct {
	kind    kind
	base    string // its name, or a domain's base's, to be written in SQL
	schema  string // quoted
	element uint32
	fields  []field
	citext  bool
}

type field struct {
	name string
	oid  uint32
}

// load reads the types and all that they are made of from the catalog.
func (r *reader) load(ctx context.Context, oids map[uint32]bool) error {
	for len(oids) > 0 {
		list := make([]string, 0, len(oids))
		for oid := range oids {
			list = append(list, fmt.Sprint(oid))
		}
		multirange := "rngmultitypid"
		if r.release < 140000 {
			multirange = "rngtypid"
		}
		rows, err := r.query(ctx, `SELECT t.oid, t.typtype, p.proname, t.typbasetype, t.typelem, format_type(t.oid, -1),
				a.attname, a.atttypid, (SELECT rngsubtype FROM pg_range WHERE t.oid IN (rngtypid, `+multirange+`)), t.typnamespace::regnamespace
			FROM pg_type t JOIN pg_proc p ON p.oid = t.typsend
			LEFT JOIN pg_attribute a ON t.typtype = 'c' AND a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped
			WHERE t.oid = ANY ($1::oid[]) ORDER BY t.oid, a.attnum`, "{"+strings.Join(list, ",")+"}")
		if err != nil {
			return err
		}
		for oid := range oids {
			r.types[oid] = &typ{} // also where the catalog has none: a type dropped meanwhile
		}
		next := map[uint32]bool{}
		want := func(oid uint32) uint32 {
			if r.types[oid] == nil {
				next[oid] = true
			}
			return oid
		}
		for _, row := range rows {
			t := r.types[uint32(row.int(0))]
			t.kind, t.base, t.schema, t.citext = kinds[row.text(2)], row.text(5), row.text(9), row.text(2) == "citextsend"
			switch {
			case row.text(1) == "d":
				// Its values are sent as those of its base.
				t.kind, t.element = typeOther, want(uint32(row.int(3)))
				t.base = ""
			case t.kind == typeArray:
				t.element = want(uint32(row.int(4)))
			case t.kind == typeRange:
				t.element = want(uint32(row.int(8)))
			case t.kind == typeComposite && row[6] != nil:
				t.fields = append(t.fields, field{row.text(6), want(uint32(row.int(7)))})
			}
		}
		oids = next
	}
	return nil
}

// typ returns a type, or a domain's base.
func (r *reader) typ(oid uint32) *typ {
	t := r.types[oid]
	for t != nil && t.base == "" && t.element != 0 {
		t = r.types[t.element]
	}
	if t == nil {
		return &typ{}
	}
	return t
}

// operators is the schema of the type's operators. The one of text would compare a citext's case, and without its index.
func (t *typ) operators() string {
	if t.citext {
		return t.schema
	}
	return "pg_catalog"
}

// holds reports whether values of the type may hold UUIDs.
func (r *reader) holds(oid uint32, seen ...uint32) bool {
	for _, s := range seen {
		if s == oid { // a table with an array of its own rows
			return false
		}
	}
	switch t := r.typ(oid); t.kind {
	case typeOther, typeXML, typeRange:
		return false
	case typeArray:
		return r.holds(t.element, append(seen, oid)...)
	case typeComposite:
		for _, f := range t.fields {
			if r.holds(f.oid, append(seen, oid)...) {
				return true
			}
		}
		return false
	}
	return true
}

// skips reports whether values of the type may hold UUIDs that Read does not read.
func (r *reader) skips(oid uint32) bool {
	switch t := r.typ(oid); t.kind {
	case typeXML:
		return true
	case typeRange:
		return r.holds(t.element)
	case typeArray:
		return r.skips(t.element)
	}
	return false
}

// walk calls emit for each text, bytes and UUID in a value in the binary format.
func (r *reader) walk(t *typ, path string, data []byte, emit store.Emit) error {
	switch t.kind {
	case typeUUID:
		emit(path, layout.Value{Kind: layout.KindUUID, Data: data})
	case typeBytes:
		emit(path, layout.Value{Kind: layout.KindBytes, Data: data})
	case typeText:
		store.Text(path, data, emit)
	case typeJSONB:
		if len(data) > 0 {
			data = data[1:] // the version of the format
		}
		store.JSON(path, data, emit)
	case typeJSON:
		store.JSON(path, data, emit)
	case typeHstore:
		return r.walkHstore(path, data, emit)
	case typeArray:
		return r.walkArray(t, path, data, emit)
	case typeComposite:
		return r.walkComposite(t, path, data, emit)
	}
	return nil
}

// walkArray reads: the number of dimensions, a flag, the elements' type, a length and a
// lower bound of each dimension, and the elements with their lengths.
func (r *reader) walkArray(_ *typ, path string, data []byte, emit store.Emit) error {
	b := buffer{data: data}
	dimensions := int(min(b.uint32(), maxDimensions))
	b.uint32()
	element := r.typ(b.uint32())
	b.next(8 * dimensions)
	path += strings.Repeat("[]", dimensions)
	for len(b.data) > 0 && !b.short {
		v, ok := b.value()
		if !ok {
			r.null(path)
			continue
		}
		if err := r.walk(element, path, v, emit); err != nil {
			return err
		}
	}
	return b.err()
}

// maxDimensions of an array are PostgreSQL's limit.
const maxDimensions = 6

// selects adds the SQL for the paths in values of a type, of which expr is one, as walk has them.
func (r *reader) selects(to map[string]string, oid uint32, path, expr string, seen ...uint32) {
	if slices.Contains(seen, oid) {
		return
	}
	seen = append(seen, oid)
	switch t := r.typ(oid); t.kind {
	case typeUUID, typeText, typeBytes:
		if len(seen) > 1 { // and not the column itself
			to[path] = expr
		}
	case typeJSON, typeJSONB:
		to[path] = expr + " #>> '{}'"
	case typeArray:
		for range maxDimensions {
			path += "[]"
			r.selects(to, t.element, path, "unnest("+expr+")", seen...)
		}
	case typeComposite:
		for _, f := range t.fields {
			r.selects(to, f.oid, path+"."+f.name, "("+expr+")."+quote(f.name), seen...)
		}
	}
}

// walkComposite reads: the number of fields, and of each the type, length and value.
func (r *reader) walkComposite(t *typ, path string, data []byte, emit store.Emit) error {
	b := buffer{data: data}
	n := int(b.uint32())
	if n != len(t.fields) {
		return errors.New("a composite type was changed while it was read")
	}
	for _, f := range t.fields {
		oid := b.uint32()
		if v, ok := b.value(); ok && oid == f.oid {
			if err := r.walk(r.typ(oid), path+"."+f.name, v, emit); err != nil {
				return err
			}
		}
	}
	return b.err()
}

// walkHstore reads: the number of pairs, and of each two texts with their lengths.
func (r *reader) walkHstore(path string, data []byte, emit store.Emit) error {
	b := buffer{data: data}
	for n := b.uint32(); n > 0 && !b.short; n-- {
		key, _ := b.value()
		at := store.Member(path, key, emit)
		if v, ok := b.value(); ok {
			store.Text(at, v, emit)
		}
	}
	return b.err()
}

// A buffer is what is left of a value. After its end all reads give zero.
type buffer struct {
	data  []byte
	short bool
}

func (b *buffer) next(n int) []byte {
	if n < 0 || n > len(b.data) {
		b.data, b.short = nil, true
		return nil
	}
	v := b.data[:n]
	b.data = b.data[n:]
	return v
}

func (b *buffer) uint32() uint32 {
	v := b.next(4)
	if v == nil {
		return 0
	}
	return binary.BigEndian.Uint32(v)
}

// value reads a length and a value; the length -1 is NULL.
func (b *buffer) value() (v []byte, ok bool) {
	n := int32(b.uint32())
	if n < 0 || b.short {
		return nil, false
	}
	return b.next(int(n)), !b.short
}

func (b *buffer) err() error {
	if b.short {
		return errors.New("a value ends too early")
	}
	return nil
}
