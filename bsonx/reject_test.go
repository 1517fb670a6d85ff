package bsonx_test

import (
	"bytes"
	"database/sql"
	"encoding/binary"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// otherTypes are values of every BSON type but binary, with their names.
var otherTypes = map[string]string{
	"double":            "01" + "000000000000f03f",
	"string":            "02" + "25000000" + "30303131323233332d343435352d363637372d383839392d61616262636364646565666600", // vectors.Text
	"embedded document": object(elem("uuid", bin(4, standardHex)), elem("valid", "0801")),
	"undefined":         "06",
	"objectID":          "07" + "00112233445566778899aabb",
	"boolean":           "08" + "01",
	"UTC datetime":      "09" + "0011223344556677",
	"null":              "0a",
	"regex":             "0b" + "6100" + "00",
	"dbPointer":         "0c" + "0200000061" + "00" + "00112233445566778899aabb",
	"javascript":        "0d" + "0200000061" + "00",
	"symbol":            "0e" + "0200000061" + "00",
	"code with scope":   "0f" + "0f000000" + "0200000061" + "00" + doc(),
	"32-bit integer":    "10" + "00112233",
	"timestamp":         "11" + "0011223344556677",
	"64-bit integer":    "12" + "0011223344556677",
	"128-bit decimal":   "13" + standardHex,
	"min key":           "ff",
	"max key":           "7f",
	"array":             array(bin(4, standardHex)),
}

// badValue is a value that no UUID is, and what the error must say of it.
type badValue struct{ value, want string }

// badValues returns those for a form that reads what is said.
func badValues(what string) (bad []badValue) {
	for name, value := range otherTypes {
		bad = append(bad, badValue{value, "got " + name + ", want binary subtype " + what})
	}
	for _, s := range []byte{0, 1, 3, 4, 5, 6, 7, 8, 9, 0x80, 0xff} {
		if !reads(what, s) {
			bad = append(bad, badValue{bin(s, standardHex), fmt.Sprintf("got binary subtype %d, want binary subtype %s", s, what)})
			continue
		}
		for _, n := range vectors.BadLengths {
			bad = append(bad, badValue{bin(s, fmt.Sprintf("%x", vectors.Bytes(n))), fmt.Sprintf("got %d bytes of binary subtype %d, want 16", n, s)})
		}
		// 36 bytes are the text.
		bad = append(bad, badValue{bin(s, fmt.Sprintf("%x", vectors.Text)), fmt.Sprintf("got 36 bytes of binary subtype %d, want 16", s)})
	}
	return append(bad, badValue{bin(2, "10000000"+standardHex), "got binary subtype 2, want binary subtype " + what})
}

func testRejects[T ~[16]byte](t *testing.T) {
	type document struct {
		T      T
		P      *T
		List   []T
		Keys   map[T]T
		Null   sql.Null[T]
		PNull  *sql.Null[T]
		Google GoogleNull
		Ours   uuid.NullUUID
	}
	other := T(vectors.Other)
	filled := func() document {
		p, null := other, sql.Null[T]{V: other, Valid: true}
		return document{
			T: other, P: &p, List: []T{other}, Keys: map[T]T{other: other}, Null: null, PNull: &null,
			Google: GoogleNull{vectors.Google(other), true}, Ours: uuid.NullUUID{UUID: uuid.UUID(other), Valid: true},
		}
	}
	for _, form := range forms {
		reg := registry(form.opts...)
		reject := func(name, value, want string) {
			t.Helper()
			got := filled()
			refuses(t, reg, doc(elem(name, value)), &got, filled(), want, "bsonx: decode ")
		}
		good := bin(form.subtype, form.hex)
		for _, bad := range badValues(form.reads) {
			reject("t", bad.value, bad.want)
			reject("list", array(bad.value), "element 0: "+bad.want)
			reject("list", array(good, bad.value), "element 1: "+bad.want)
			reject("list", array(bad.value, good), "element 0: "+bad.want)
			if bad.value == null || bad.value == "06" {
				continue // these can be null
			}
			for _, name := range []string{"p", "null", "pnull", "google", "ours"} {
				reject(name, bad.value, bad.want)
			}
			// The driver itself makes a nil pointer in a struct another before it
			// asks for a codec. Elsewhere it is left nil.
			var p *T
			var n *sql.Null[T]
			value := bson.RawValue{Type: bson.Type(unhex(bad.value)[0]), Value: unhex(bad.value)[1:]}
			for _, v := range []any{&p, &n} {
				if err := value.UnmarshalWithRegistry(reg, v); err == nil || !strings.Contains(err.Error(), bad.want) || p != nil || n != nil {
					t.Errorf("%s: unmarshal(%v) into a nil pointer = %v, %v, %v, want an error with %q", form.name, value, p, n, err, bad.want)
				}
			}
		}
		for name, value := range otherTypes {
			if value[:2] != "04" && value != null && value != "06" {
				reject("list", value, "got "+name+", want an array")
			}
		}
		reject("list", good, "got binary, want an array")
	}
}

func TestRejects(t *testing.T) {
	testRejects[vectors.Plain](t)
	testRejects[vectors.Std](t)
	testRejects[vectors.Google](t)
	testRejects[vectors.Gofrs](t)
	testRejects[uuid.UUID](t)
}

// TestRejectDocument decodes a whole document into what is none.
func TestRejectDocument(t *testing.T) {
	reg := registry()
	id, list := vectors.Std(vectors.Other), []vectors.Std{vectors.Std(vectors.Other)}
	in := unhex(doc(elem("x", bin(4, standardHex))))
	for _, test := range []struct {
		v    any
		want string
	}{
		{&id, "bsonx: decode vectors.Std: got document, want binary subtype 4 or 0"},
		{&list, "bsonx: decode []vectors.Std: got document, want an array"},
	} {
		if err := unmarshal(reg, in, test.v); err == nil || err.Error() != test.want {
			t.Errorf("unmarshal a document into %T: %v, want %s", test.v, err, test.want)
		}
		if _, err := marshal(reg, test.v); err == nil {
			t.Errorf("marshal(%T) as a document succeeded", test.v)
		}
	}
	if id != vectors.Std(vectors.Other) || list[0] != id {
		t.Errorf("unmarshal a document has changed %v, %v", id, list)
	}
}

// TestMalformedArrays decodes arrays that are none, some of which would lead a
// careless reader out of them.
func TestMalformedArrays(t *testing.T) {
	reg := registry()
	element := elem("0", bin(4, standardHex))
	for _, in := range []string{
		"", "00", "00000000", "0400000000", "0500000000"[:8], "0500000001", "0600000000", "ffffffff00",
		doc(element)[:40], // 20 of its 29 bytes
		doc(element, "05"), doc(element, "0531"), doc(element, "053100"), doc(element, "053100"+"10000000"),
		doc("053000" + "00000000"), doc("053000" + "ffffffff" + "04" + standardHex), doc("053000" + "11000000" + "04" + standardHex),
		doc("053000" + "10000080" + "04" + standardHex), doc("053000" + "10000000" + "04" + standardHex[2:]),
		doc("00"), doc("0000"), doc(element, "00"),
	} {
		list := []vectors.Std{vectors.Std(vectors.Other)}
		err := bson.RawValue{Type: bson.TypeArray, Value: unhex(in)}.UnmarshalWithRegistry(reg, &list)
		if err == nil || len(list) != 1 || list[0] != vectors.Std(vectors.Other) {
			t.Errorf("unmarshal the array %s = %v, %v, want an error", in, list, err)
		}
	}
}

// hostile is a document with every kind of decoder, each of which gets the
// UUID twice at most.
type hostile struct {
	T     vectors.Google
	P     *vectors.Google
	List  []vectors.Google
	UUIDs uuid.UUIDs
	Null  sql.Null[vectors.Google]
	Keys  map[textless]vectors.Google
	Any   any
}

// check reports a UUID that is neither whole nor as it was.
func (h hostile) check(t *testing.T, what string) {
	t.Helper()
	ids := append([]vectors.Google{h.T, h.Null.V}, h.List...)
	if h.P != nil {
		ids = append(ids, *h.P)
	}
	for _, id := range h.UUIDs {
		ids = append(ids, vectors.Google(id))
	}
	for _, id := range h.Keys {
		ids = append(ids, id)
	}
	for _, id := range ids {
		if id != vectors.Google(vectors.U) && id != vectors.Google(vectors.Other) {
			t.Errorf("%s: a UUID has become %v", what, id)
		}
	}
}

func newHostile() *hostile {
	other := vectors.Google(vectors.Other)
	return &hostile{
		T: other, P: &other, List: []vectors.Google{other}, UUIDs: uuid.UUIDs{vectors.Other},
		Null: sql.Null[vectors.Google]{V: other, Valid: true}, Keys: map[textless]vectors.Google{textless(other): other},
	}
}

// hostileElements are the elements of a good document, by name.
func hostileElements() map[string]string {
	good := bin(4, standardHex)
	list := array(good, good)
	return map[string]string{
		"t": good, "p": good, "list": list, "uuids": list, "null": good,
		"keys": object(elem(vectors.Text, good)), "any": good,
	}
}

// TestTruncated decodes the first bytes of a document, from a stream and from
// memory.
func TestTruncated(t *testing.T) {
	reg := registry()
	for name, value := range hostileElements() {
		whole := unhex(doc(elem(name, value)))
		for n := range len(whole) + 1 {
			for how, decode := range map[string]func(v any) error{
				"stream": func(v any) error { return unmarshal(reg, whole[:n], v) },
				"memory": func(v any) error {
					return bson.RawValue{Type: bson.TypeEmbeddedDocument, Value: whole[:n]}.UnmarshalWithRegistry(reg, v)
				},
			} {
				got := newHostile()
				err := guard(func() error { return decode(got) })
				if (err == nil) != (n == len(whole)) {
					t.Errorf("%s: the first %d of %d bytes of %s: %v", how, n, len(whole), name, err)
				}
				got.check(t, fmt.Sprintf("%s: the first %d bytes of %s", how, n, name))
			}
		}
	}
}

// TestHugeLengths decodes documents in memory that claim more than there is,
// which costs no memory.
func TestHugeLengths(t *testing.T) {
	reg := registry()
	for name, value := range hostileElements() {
		good := unhex(doc(elem(name, value)))
		for at := range len(good) - 4 {
			for _, length := range []uint32{0, 1, 15, 17, 0xff, 0xffff, 1 << 24, 1<<31 - 1, 1 << 31, 1<<32 - 1} {
				in := bytes.Clone(good)
				binary.LittleEndian.PutUint32(in[at:], length) // all that is a length, and all else
				got := newHostile()
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				_ = guard(func() error {
					return bson.RawValue{Type: bson.TypeEmbeddedDocument, Value: in}.UnmarshalWithRegistry(reg, got)
				})
				runtime.ReadMemStats(&after)
				if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
					t.Errorf("%s: unmarshal(%x) allocates %d bytes", name, in, n)
				}
			}
		}
	}
}

// TestErrorText pins whole errors, with the driver's words around them.
func TestErrorText(t *testing.T) {
	var x struct {
		T vectors.Google
		L []vectors.Google
	}
	reg := registry()
	for _, test := range []struct{ in, want string }{
		{elem("t", null), "error decoding key t: bsonx: decode vectors.Google: got null, want binary subtype 4 or 0"},
		{elem("t", bin(3, standardHex)), "error decoding key t: bsonx: decode vectors.Google: got binary subtype 3, want binary subtype 4 or 0"},
		{elem("t", bin(4, "ff")), "error decoding key t: bsonx: decode vectors.Google: got 1 bytes of binary subtype 4, want 16"},
		{elem("l", "04"+doc(elem("0", "0801"))), "error decoding key l: bsonx: decode []vectors.Google: element 0: got boolean, want binary subtype 4 or 0"},
	} {
		if err := unmarshal(reg, unhex(doc(test.in)), &x); err == nil || err.Error() != test.want {
			t.Errorf("unmarshal(%s): %v, want %s", test.in, err, test.want)
		}
	}
	_, err := bsonx.ToBinary(x.T, 99)
	if want := "bsonx.ToBinary: Option(99) is no option"; err == nil || err.Error() != want {
		t.Errorf("ToBinary: %v, want %s", err, want)
	}
	_, err = bsonx.FromBinary[vectors.Google](bson.Binary{}, bsonx.JavaLegacy)
	if want := "bsonx.FromBinary: got binary subtype 0, want binary subtype 3 (JavaLegacy)"; err == nil || err.Error() != want {
		t.Errorf("FromBinary: %v, want %s", err, want)
	}
}
