package uuid_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

func FuzzCBOR(f *testing.F)      { cborFormat.fuzz(f) }
func FuzzUUIDsCBOR(f *testing.F) { cborLists.fuzz(f) }

var cborFormat = format{
	name: "CBOR",
	marshal: func(v any) ([]byte, error) {
		return v.(interface{ MarshalCBOR() ([]byte, error) }).MarshalCBOR()
	},
	unmarshal: func(data []byte, v any) error {
		return v.(interface{ UnmarshalCBOR([]byte) error }).UnmarshalCBOR(data)
	},
	value: unhex("d8 25 50 00112233445566778899aabbccddeeff"),
	null:  unhex("f6"),
	also: []string{
		unhex("50 00112233445566778899aabbccddeeff"),
		unhex("f7"),
		unhex("40"), // google/uuid's null
		unhex("d8 40 50 00112233445566778899aabbccddeeff"),       // tag 64, JavaScript's bytes
		unhex("d8 25 d8 40 50 00112233445566778899aabbccddeeff"), // both tags, cbor-redux
		unhex("d9 d9f7 d9 0025 da 00000040 5f 48 0011223344556677 48 8899aabbccddeeff ff"),
		unhex("d9 d9f7 d8 25 50 00112233445566778899aabbccddeeff"), // marked as CBOR
		unhex("d9 d9f7 da 0000d9f7 50 00112233445566778899aabbccddeeff"),
		unhex("d8 25 58 10 00112233445566778899aabbccddeeff"), // not the shortest length
		unhex("59 0010 00112233445566778899aabbccddeeff"),
		unhex("5a 00000010 00112233445566778899aabbccddeeff"),
		unhex("5b 0000000000000010 00112233445566778899aabbccddeeff"),
		unhex("d9 0025 50 00112233445566778899aabbccddeeff"), // not the shortest tag
		unhex("db 0000000000000025 50 00112233445566778899aabbccddeeff"),
		unhex("d8 25 5f 50 00112233445566778899aabbccddeeff ff"), // in pieces
		unhex("5f 40 44 00112233 5801 44 4b 5566778899aabbccddeeff ff"),
	},
	rejects: slices.Concat(badLengths(unhex("d8 25 50")), badLengths(unhex("50")), badLengths(unhex("d8 40 50")), badLengths(unhex("d8 25 d8 40 50")), []string{
		"",
		unhex("d8"),
		unhex("d8 25"),
		unhex("d8 25 43 001122"),
		unhex("d8 25 4f 00112233445566778899aabbccddee"),
		unhex("d8 25 51 00112233445566778899aabbccddeeff00"),
		unhex("d8 25 58 0f 00112233445566778899aabbccddeeff"), // says 15, has 16
		unhex("d8 25 58 11 00112233445566778899aabbccddeeff"), // says 17, has 16
		unhex("5b ffffffffffffffff 00112233445566778899aabbccddeeff"),
		unhex("5b 8000000000000010 00112233445566778899aabbccddeeff"),
		unhex("5c 00112233445566778899aabbccddeeff"), // a length of no kind
		unhex("5c 00000000000000000000000000000010 00112233445566778899aabbccddeeff"),
		unhex("d8 25 40"), // no bytes otherwise than google/uuid's null
		unhex("d8 40 40"),
		unhex("58 00"),
		unhex("40 40"),
		unhex("d9 d9f7 40"),
		unhex("60"),
		unhex("5f ff"),
		unhex("5f 50 00112233445566778899aabbccddeeff"),          // pieces without an end
		unhex("5f 50 00112233445566778899aabbccddeeff f6"),       // null for the end
		unhex("5f 50 00112233445566778899aabbccddeeff f8 ff"),    // a simple value
		unhex("5f 50 00112233445566778899aabbccddeeff 7f"),       // the beginning of pieces of text
		unhex("5f 4f 00112233445566778899aabbccddee ff"),         // pieces of 15
		unhex("5f 50 00112233445566778899aabbccddeeff 41 00 ff"), // and of 17
		unhex("5f 5f 50 00112233445566778899aabbccddeeff ff ff"), // pieces of pieces
		unhex("5f 70 00112233445566778899aabbccddeeff ff"),       // pieces of text
		unhex("5f d8 25 50 00112233445566778899aabbccddeeff ff"), // tagged pieces
		unhex("d8 25 ff"),
		unhex("ff"),
		unhex("d9 d9f7"),
		unhex("d9 d9f7 f6"), // the library removes the mark of a null
		unhex("df 50 00112233445566778899aabbccddeeff"),            // a tag without a number
		unhex("d8 25 d9 d9f7 50 00112233445566778899aabbccddeeff"), // the mark between
		unhex("d8 40 d8 25 50 00112233445566778899aabbccddeeff"),   // two tags in another order
		unhex("d8 25 d8 40 d8 40 50 00112233445566778899aabbccddeeff"),
		unhex("d8 25 d8 40 d8 25 50 00112233445566778899aabbccddeeff"),
		unhex("d8 40 d8 40 50 00112233445566778899aabbccddeeff"),
		unhex("d8 25 d8 40 d9 d9f7 50 00112233445566778899aabbccddeeff"),
		unhex("d8 25 d8 41 50 00112233445566778899aabbccddeeff"), // tag 65, bytes of another size
		unhex("d8 25 d8 40 70 30313233343536373839616263646566"), // text of 16
		unhex("d8 25 d8 40 78 24") + vectors.Text,
		unhex("d8 25 d8 40 f6"), // null
		unhex("d8 25 d8 40"),
		unhex("d8 25 d8"),
		unhex("d8 25 d8 25 50 00112233445566778899aabbccddeeff"), // a tag twice
		unhex("d9 03e7 50 00112233445566778899aabbccddeeff"),     // tag 999
		unhex("d8 24 50 00112233445566778899aabbccddeeff"),       // tag 36
		unhex("c2 50 00112233445566778899aabbccddeeff"),          // bignum
		unhex("d8 25 60"), // text, empty
		unhex("d8 25 70 30313233343536373839616263646566"),    // text of 16
		unhex("78 24") + vectors.Text,                         // text
		unhex("d8 25 90 00010203040506070809 00010203040506"), // array
		unhex("d8 25 f6"), // null
		unhex("f6 f6"),
		unhex("00"),
		unhex("f4"),
	}),
	read: func(data []byte) (u uuid.UUID, null, ok bool) {
		switch raw(data) {
		case "\xf6", "\xf7", "\x40":
			return u, true, true
		}
		return readCBOR(raw(data))
	},
	ofUUID: nullLeaves, // fxamacker/cbor does that for every type
	noUUID: "\x40",     // a *UUID would be Nil
}

var cborLists = listFormat{
	name:      "CBOR",
	marshal:   uuid.UUIDs.MarshalCBOR,
	unmarshal: func(data []byte, us *uuid.UUIDs) error { return us.UnmarshalCBOR(data) },
	read:      readCBORList,
	null:      unhex("f6"),
	none:      unhex("80"),
	two:       unhex("82 d82550" + u16 + "d82550" + o16),
	head: map[int]string{
		1: unhex("81 d82550"), 23: unhex("97 d825"), 24: unhex("9818 d825"), 255: unhex("98ff d825"), 256: unhex("990100 d825"),
		65535: unhex("99ffff d825"), 65536: unhex("9a00010000 d825"),
	},
	also: []string{
		unhex("f7"), // undefined
		unhex("82 50" + u16 + "d82550" + o16),
		unhex("82 d840 50" + u16 + "d9d9f7 d825 5f 50" + o16 + "ff"), // as in formats
		unhex("82 d825 d840 50" + u16 + "d825 d840 50" + o16),        // both tags, cbor-redux
		unhex("9f ff"),
		unhex("9f d82550" + u16 + "50" + o16 + "ff"), // without its length
		unhex("9800"), unhex("9b0000000000000001 50" + u16), unhex("d9d9f7 81 50" + u16),
	},
	rejects: []string{
		"", unhex("81"), unhex("82 50" + u16), unhex("80 00"), unhex("81 50" + u16 + "50" + u16), unhex("81 50" + u16 + "ff"), unhex("82 50" + u16 + "ff"),
		unhex("81 f6"), unhex("82 50" + u16 + "f7"), unhex("81 40"), // null in it
		unhex("9f"), unhex("9f 50" + u16), unhex("9f f6 ff"), unhex("9f ff ff"), unhex("9f 5f 5f 50" + u16 + "ff ff"),
		unhex("81 4f" + u16[:31]), unhex("81 51" + u16 + "00"), unhex("81 d903e7 50" + u16), unhex("81 d825 d825 50" + u16),
		unhex("81 d840 d825 50" + u16), unhex("81 d825 d840 d840 50" + u16), unhex("81 d825 d840 4f" + u16[:31]), unhex("81 d825 d840 51" + u16 + "00"),
		unhex("81 81 50" + u16), unhex("a0"), unhex("50" + u16), unhex("d82550" + u16), unhex("00"), unhex("bf ff"),
		unhex("d825 80"), unhex("d829 81 50" + u16), // tags of a list
		unhex("9c"), unhex("98"), unhex("9b 00000000000000"),
		unhex("81 7824") + vectors.Text,
	},
	huge: []string{
		unhex("9affffffff"), unhex("9bffffffffffffffff"), unhex("9b7fffffffffffffff 50" + u16), unhex("9b8000000000000000 50" + u16),
		unhex("9f 5bffffffffffffffff 00"), unhex("9f 5f 5b7fffffffffffffff 00"), strings.Repeat("\x9f", 1<<20), strings.Repeat("\xd9\xd9\xf7", 1<<20), strings.Repeat("\x81", 1<<20),
	},
}

// cborHeads returns all ways in which CBOR can say a major type and a number.
func cborHeads(major byte, number uint64) (heads []string) {
	if number < 24 {
		heads = append(heads, string([]byte{major<<5 | byte(number)}))
	}
	for i, digits := range []int{2, 4, 8, 16} {
		if s := fmt.Sprintf("%0*x", digits, number); len(s) == digits {
			heads = append(heads, string([]byte{major<<5 | byte(24+i)})+unhex(s))
		}
	}
	return heads
}

func readCBOR(s string) (u uuid.UUID, null, ok bool) {
	b, rest, ok := cutCBOR(s)
	if !ok || len(b) != 16 || rest != "" {
		return u, false, false
	}
	return uuid.UUID([]byte(b)), false, true
}

// cutCBOR returns the byte string that a UUID can be at the beginning of s.
func cutCBOR(s string) (bytes, rest string, ok bool) {
	marked := true
	for marked {
		s, marked = cut(s, cborHeads(6, 55799))
	}
	s, _ = cut(s, cborHeads(6, 37))
	s, _ = cut(s, cborHeads(6, 64))
	if bytes, rest, ok = cutCBORBytes(s); ok {
		return bytes, rest, ok
	}
	s, ok = strings.CutPrefix(s, "\x5f")
	for ok {
		if rest, ok = strings.CutPrefix(s, "\xff"); ok {
			return bytes, rest, true
		}
		var piece string
		piece, s, ok = cutCBORBytes(s)
		bytes += piece
	}
	return "", "", false
}

// cutCBORBytes returns the byte string of 0 to 17 bytes at the beginning of s.
func cutCBORBytes(s string) (bytes, rest string, ok bool) {
	for n := range 18 {
		if rest, ok := cut(s, cborHeads(2, uint64(n))); ok && len(rest) >= n {
			return rest[:n], rest[n:], true
		}
	}
	return "", "", false
}

func readCBORList(s string) (us uuid.UUIDs, ok bool) {
	if s == "\xf6" || s == "\xf7" {
		return nil, true
	}
	marked := true
	for marked {
		s, marked = cut(s, cborHeads(6, 55799))
	}
	s, open := strings.CutPrefix(s, "\x9f")
	want := -1
	for n := 0; !open && want < 0; n++ {
		if n > len(s) {
			return nil, false
		}
		if rest, ok := cut(s, cborHeads(4, uint64(n))); ok {
			want, s = n, rest
		}
	}
	us = uuid.UUIDs{}
	for len(us) != want {
		if rest, end := strings.CutPrefix(s, "\xff"); open && end {
			s = rest
			break
		}
		var id string
		if id, s, ok = cutCBOR(s); !ok || len(id) != 16 {
			return nil, false
		}
		us = append(us, uuid.UUID([]byte(id)))
	}
	return us, s == ""
}

// TestCBORErrors shows that an error says what came.
func TestCBORErrors(t *testing.T) {
	for _, test := range []struct{ data, want string }{
		{unhex("00"), "got a number, want a byte string of 16 bytes with tag 37 or none"},
		{unhex("20"), "got a negative number, want a byte string of 16 bytes with tag 37 or none"},
		{unhex("78 24") + vectors.Text, "got text, want a byte string of 16 bytes with tag 37 or none"},
		{unhex("80"), "got an array, want a byte string of 16 bytes with tag 37 or none"},
		{unhex("a0"), "got a map, want a byte string of 16 bytes with tag 37 or none"},
		{unhex("d8 24 50" + u16), "got tag 36, want a byte string of 16 bytes with tag 37 or none"},
		{unhex("d8 40 d8 25 50" + u16), "got tag 37, want a byte string of 16 bytes with tag 37 or none"}, // in 64
		{unhex("d8 25 f6"), "got null or another simple value, want a byte string of 16 bytes with tag 37 or none"},
		{unhex("d8 25 43 001122"), "got a byte string of 3 bytes, want 16"},
		{unhex("40"), "got a byte string of 0 bytes, want 16"},
		{unhex("5f 5f ff ff"), "got a byte string with a byte string in it"},
		{unhex("58 24") + vectors.Text, "got a byte string of more than 16 bytes"},
		{unhex("d8 25 50 00"), "unexpected EOF"},
		{unhex("50" + u16 + "00"), "got 1 bytes after the UUID"},
		{unhex("5c"), "got initial byte 0x5c, which CBOR does not have"},
	} {
		u := vectors.Other
		err := u.UnmarshalCBOR([]byte(test.data))
		if want := "uuid.UnmarshalCBOR: " + test.want; err == nil || err.Error() != want || u != vectors.Other {
			t.Errorf("% x: got %v, %v, want %s", test.data, u, err, want)
		}
	}
	var us uuid.UUIDs
	const want = "uuid.UUIDs.UnmarshalCBOR: element 1: got null or another simple value, want a byte string of 16 bytes with tag 37 or none"
	if err := us.UnmarshalCBOR([]byte(unhex("82 50" + u16 + "f6"))); err == nil || err.Error() != want {
		t.Errorf("null in a list: got %v, %v, want %s", us, err, want)
	}
}
