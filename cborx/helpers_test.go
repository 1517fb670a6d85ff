package cborx_test

import (
	"encoding/hex"
	"reflect"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// Items of CBOR, in hexadecimal.
const (
	rawU    = "00112233445566778899aabbccddeeff"
	bareU   = "50" + rawU
	taggedU = "d825" + bareU
	taggedO = "d82550" + "f81d4fae7dec11d0a76500a0c91e6bf6" // vectors.Other
	textU   = "7824" + "30303131323233332d343435352d363637372d383839392d616162626363646465656666"
	zero    = "00000000000000000000000000000000"
	self    = "d9d9f7" // tag 55799, "this is CBOR": the cbor package removes it
)

// must is for what a test needs, and does not test.
func must[V any](v V, err error) V {
	if err != nil {
		panic(err)
	}
	return v
}

func unhex(s string) []byte { return must(hex.DecodeString(s)) }

// modes returns modes in which T is registered.
func modes[T ~[16]byte](t testing.TB, opts ...cborx.Option) (cbor.EncMode, cbor.DecMode) {
	t.Helper()
	em, dm, err := cborx.Modes[T](cbor.EncOptions{}, cbor.DecOptions{}, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return em, dm
}

// The modes of cbor.Marshal and cbor.Unmarshal.
var (
	plainEnc = must(cbor.EncOptions{}.EncMode())
	plainDec = must(cbor.DecOptions{}.DecMode())
)

// tagSet returns a set in which T is registered.
func tagSet[T ~[16]byte](t testing.TB, opts ...cborx.Option) cbor.TagSet {
	t.Helper()
	tags := cbor.NewTagSet()
	if err := cborx.Register[T](tags, opts...); err != nil {
		t.Fatal(err)
	}
	return tags
}

type written struct {
	in   any
	want string
}

// testWrite checks the bytes of each value.
func testWrite(t *testing.T, em cbor.EncMode, tests ...written) {
	t.Helper()
	for _, tt := range tests {
		b, err := em.Marshal(tt.in)
		if got := hex.EncodeToString(b); err != nil || got != tt.want {
			t.Errorf("Marshal(%T %+v) = %s, %v, want %s", tt.in, tt.in, got, err, tt.want)
		}
	}
}

// testBoth checks the bytes of each value, and that they are read back as it.
func testBoth(t *testing.T, em cbor.EncMode, dm cbor.DecMode, tests ...written) {
	t.Helper()
	testWrite(t, em, tests...)
	for _, tt := range tests {
		out := reflect.New(reflect.TypeOf(tt.in))
		if err := dm.Unmarshal(unhex(tt.want), out.Interface()); err != nil || !reflect.DeepEqual(out.Elem().Interface(), tt.in) {
			t.Errorf("Unmarshal(%.99s) = %+v, %v, want %T %+v", tt.want, out.Elem(), err, tt.in, tt.in)
		}
	}
}

// testRead reads vectors.U, or an error and nothing, into a T that holds another
// UUID.
func testRead[T ~[16]byte](t *testing.T, dm cbor.DecMode, in string, ok bool) {
	t.Helper()
	want := vectors.Other
	if ok {
		want = vectors.U
	}
	testReadAs[T](t, dm, in, want, ok)
}

func testReadAs[T ~[16]byte](t *testing.T, dm cbor.DecMode, in string, want uuid.UUID, ok bool) {
	t.Helper()
	got := T(vectors.Other)
	err := dm.Unmarshal(unhex(in), &got)
	if (err == nil) != ok || uuid.UUID(got) != want {
		t.Errorf("%T: Unmarshal(%.99s) = %v, %v, want %v, ok %t", got, in, uuid.UUID(got), err, want, ok)
	}
	if err != nil && len(err.Error()) > 256 {
		t.Errorf("%T: Unmarshal(%.99s): error of %d bytes", got, in, len(err.Error()))
	}
}
