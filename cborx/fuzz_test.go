package cborx_test

import (
	"bytes"
	"encoding/hex"
	"reflect"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// FuzzRead compares the types with what may be read as each.
func FuzzRead(f *testing.F) {
	for _, in := range append(rejects, bareU, taggedU, "f6", "f7", "40", self+"40", self+taggedU, self+"f6", "5810"+rawU, "d840"+bareU, "d825d840"+bareU, "d8255f48"+rawU[:16]+"48"+rawU[16:]+"ff") {
		f.Add(unhex(in))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		fuzzRead[cborx.Bare](t, b, readPlain(b, bareU[:2]))
		fuzzRead[cborx.Tagged](t, b, readPlain(b, taggedU[:6]))
		fuzzRead[uuid.UUID](t, b, readAny(b))
		fuzzNull[cborx.Bare](t, b, readPlain(b, bareU[:2]), false)
		fuzzNull[cborx.Tagged](t, b, readPlain(b, taggedU[:6]), false)
		fuzzNull[vectors.Google](t, b, readAny(b), true)
		fuzzList(t, b)
	})
}

// readPlain returns the UUID in the one form that begins with head.
func readPlain(b []byte, head string) *uuid.UUID {
	raw, ok := strings.CutPrefix(hex.EncodeToString(unmarked(b)), head)
	if !ok || len(raw) != 32 {
		return nil
	}
	u := uuid.MustParse(raw)
	return &u
}

// readAny asks the cbor package for the tag and for the bytes.
func readAny(b []byte) *uuid.UUID {
	if cbor.Wellformed(b) != nil {
		return nil
	}
	b = unmarked(b)
	for _, number := range []uint64{37, 64} {
		var tag cbor.RawTag
		if b[0]>>5 == 6 && cbor.Unmarshal(b, &tag) == nil && tag.Number == number {
			b = tag.Content
		}
	}
	var raw []byte
	if b[0]>>5 != 2 || cbor.Unmarshal(b, &raw) != nil || len(raw) != 16 {
		return nil
	}
	u := uuid.UUID(raw)
	return &u
}

// unmarked removes tags 55799.
func unmarked(b []byte) []byte {
	for _, mark := range []string{"\xd9\xd9\xf7", "\xda\x00\x00\xd9\xf7", "\xdb\x00\x00\x00\x00\x00\x00\xd9\xf7"} {
		if rest, ok := bytes.CutPrefix(b, []byte(mark)); ok {
			return unmarked(rest)
		}
	}
	return b
}

func fuzzRead[T ~[16]byte](t *testing.T, b []byte, want *uuid.UUID) {
	t.Helper()
	null := unmarked(b)
	ok := want != nil || len(null) == 1 && (null[0] == 0xf6 || null[0] == 0xf7)
	if want == nil {
		want = &vectors.Other
	}
	testReadAs[T](t, plainDec, hex.EncodeToString(b), *want, ok)
}

// fuzzNull is fuzzRead for a Null. If lenient, an empty byte string is null.
func fuzzNull[T ~[16]byte](t *testing.T, b []byte, want *uuid.UUID, lenient bool) {
	t.Helper()
	null := string(unmarked(b))
	isNull := null == "\xf6" || null == "\xf7" || lenient && null == "\x40"
	after := cborx.Null[T]{T(vectors.Other), true}
	if isNull {
		after = cborx.Null[T]{}
	} else if want != nil {
		after.UUID = T(*want)
	}
	got := cborx.Null[T]{T(vectors.Other), true}
	if err := cbor.Unmarshal(b, &got); (err == nil) != (isNull || want != nil) || got != after {
		t.Errorf("%T: Unmarshal(%x) = %v, %v, want %v", got, b, got, err, after)
	}
}

// fuzzList compares UUIDs with a list of elements that may be null, which is the
// one thing that UUIDs refuse.
func fuzzList(t *testing.T, b []byte) {
	t.Helper()
	var list uuid.UUIDs
	err := cbor.Unmarshal(b, &list)
	var slow []uuid.NullUUID
	ok := cbor.Unmarshal(b, &slow) == nil
	ok = ok && unmarked(b)[0]>>5 != 6 // the cbor package ignores tags of a list
	var want uuid.UUIDs
	if slow != nil {
		want = uuid.UUIDs{}
	}
	for _, n := range slow {
		ok = ok && n.Valid
		want = append(want, n.UUID)
	}
	if (err == nil) != ok || ok && !reflect.DeepEqual(list, want) {
		t.Fatalf("UUIDs: Unmarshal(%x) = %v, %v, want %v, ok %t", b, list, err, want, ok)
	}
}
