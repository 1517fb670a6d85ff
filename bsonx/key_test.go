package bsonx_test

import (
	"encoding/hex"
	"runtime"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

// textless are types without text, and its maps those that only keyCodec reads.
type (
	textless  [16]byte
	namedMap  map[textless]int32
	nestedMap map[textless]map[vectors.Plain]textless
)

// keyed is a type that makes its own keys.
type keyed [16]byte

func (k keyed) MarshalKey() (string, error)        { return hex.EncodeToString(k[:]), nil }
func (k *keyed) UnmarshalKey(key string) (_ error) { copy(k[:], unhex(key)); return }

// unread is a type with a text that it does not read, as go-mssqldb's UniqueIdentifier.
type unread [16]byte

func (u unread) MarshalText() ([]byte, error) { return []byte("unread"), nil }

func TestKeys(t *testing.T) {
	const one, two = "10" + "01000000", "10" + "02000000"
	reg := registry()
	register[keyed](reg, bsonx.KeepAny)
	register[unread](reg, bsonx.KeepAny)
	type document struct {
		Named  namedMap
		Nested nestedMap
		Nil    namedMap
		P      *namedMap
		Text   map[vectors.Std]int32
		String map[string]int32
		Own    map[keyed]int32
		Unread map[unread]int32
		Any    any
	}
	id, other := textless(vectors.U), textless(vectors.Other)
	named := namedMap{id: 1}
	in := document{
		named, nestedMap{id: {vectors.Plain(id): id}}, nil, &named,
		map[vectors.Std]int32{vectors.Std(id): 1}, map[string]int32{"s": 1}, map[keyed]int32{keyed(id): 1},
		map[unread]int32{unread(id): 1}, named,
	}
	ones := object(elem(vectors.Text, one))
	want := doc(elem("named", ones), elem("nested", object(elem(vectors.Text, object(elem(vectors.Text, bin(4, standardHex)))))),
		elem("nil", null), elem("p", ones), elem("text", ones), elem("string", object(elem("s", one))), elem("own", object(elem(standardHex, one))), elem("unread", ones), elem("any", ones))
	encodes(t, reg, in, want)
	in.Any = bson.D{{Key: vectors.Text, Value: int32(1)}}
	var out document
	decodes(t, reg, want, &out, in)

	// As with other maps, what was there stays, unless told otherwise.
	m := namedMap{id: 2, other: 2}
	decodes(t, reg, ones[2:], &m, namedMap{id: 1, other: 2})
	decodes(t, reg, ones[2:], &m, namedMap{id: 1}, zeroMaps)
	if err := unmarshal(reg, unhex(doc(elem(vectors.Other.String(), two))), m); err != nil || len(m) != 2 || m[other] != 2 {
		t.Errorf("unmarshal into a map without a pointer = %v, %v", m, err)
	}
	// Bad keys and bad values are errors that leave the map alone.
	for _, bad := range []string{
		doc(elem(vectors.Text, two), elem("no", one)),
		doc(elem(vectors.Text, two), elem(vectors.Other.String(), "02"+"0200000061"+"00")),
	} {
		refuses(t, reg, bad, &m, namedMap{id: 1, other: 2})
	}
	decodes(t, reg, doc(elem("named", null)), &document{Named: named}, document{})
	encodes(t, reg, bson.D{{Key: "x", Value: namedMap(nil)}}, x(object()), nilMapAsEmpty)
}

// TestRepeatedKeys: a document that repeats a field takes memory for what is read, not
// each time for all that has been read before.
func TestRepeatedKeys(t *testing.T) {
	reg := registry()
	allocated := func(n int) uint64 {
		fields := make([]string, n)
		for i := range fields {
			fields[i] = elem("x", object(elem(uuid.UUID{14: byte(i >> 8), 15: byte(i)}.String(), "1001000000")))
		}
		in := unhex(doc(fields...))
		var out struct{ X namedMap }
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := unmarshal(reg, in, &out)
		runtime.ReadMemStats(&after)
		if err != nil || len(out.X) != n {
			t.Fatalf("unmarshal of %d fields = %d entries, %v", n, len(out.X), err)
		}
		return after.TotalAlloc - before.TotalAlloc
	}
	few, many := allocated(500), allocated(2000)
	if many > 8*few {
		t.Errorf("unmarshal of 2000 fields: %d bytes, and of 500: %d, want at most eight times as many", many, few)
	}
}

type order struct{}

func (order) Prefix() string { return "order" }

// TestTypedKeys: keys of typed ids are those of uuid.UUID, with Register and without. The
// texts of TypeIDs are read, too.
func TestTypedKeys(t *testing.T) {
	type (
		ids   = map[typed.ID[order]]int32
		nulls = map[typed.NullID[order]]int32
	)
	const one = "10" + "01000000"
	id := typed.ID[order](vectors.U)
	registered := registry()
	register[typed.ID[order]](registered, bsonx.KeepAny)
	for _, reg := range []*bson.Registry{bson.NewRegistry(), registered} {
		canonical := doc(elem(vectors.Text, one))
		encodes(t, reg, map[uuid.UUID]int32{vectors.U: 1}, canonical)
		encodes(t, reg, ids{id: 1}, canonical)
		encodes(t, reg, nulls{id.Null(): 1}, canonical)
		encodes(t, reg, nulls{{}: 1}, doc(elem("", one)))
		encodes(t, reg, ids{id: 1}, doc(elem(id.String(), one)), textKeys)
		for _, key := range []string{vectors.Text, id.String()} {
			decodes(t, reg, doc(elem(key, one)), new(ids), ids{id: 1})
			decodes(t, reg, doc(elem(key, one)), new(nulls), nulls{id.Null(): 1})
		}
		decodes(t, reg, doc(elem("", one)), new(nulls), nulls{{}: 1})
		for _, key := range []string{"user_" + id.String()[len("order_"):], "no", vectors.Text[:16]} {
			refuses(t, reg, doc(elem(key, one)), new(ids), ids{}, "typed.UnmarshalKey")
			refuses(t, reg, doc(elem(key, one)), new(nulls), nulls{}, "typed.NullID.UnmarshalKey")
		}
		refuses(t, reg, doc(elem("", one)), new(ids), ids{}, "typed.UnmarshalKey")
	}
}
