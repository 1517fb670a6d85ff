package uuid_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

func FuzzMsgpack(f *testing.F)          { msgpackFormat.fuzz(f) }
func FuzzUUIDsMessagePack(f *testing.F) { msgpackLists.fuzz(f) }

var msgpackFormat = format{
	name: "MessagePack", // a UUID is left to MarshalBinary
	marshal: func(v any) ([]byte, error) {
		return v.(interface{ MarshalMsgpack() ([]byte, error) }).MarshalMsgpack()
	},
	unmarshal: func(data []byte, v any) error {
		return v.(interface{ UnmarshalMsgpack([]byte) error }).UnmarshalMsgpack(data)
	},
	ofUUID: notItsOwn,
	value:  unhex("c4 10 00112233445566778899aabbccddeeff"),
	null:   unhex("c0"),
	also: []string{
		unhex("b0 00112233445566778899aabbccddeeff"), // str
		unhex("d9 10 00112233445566778899aabbccddeeff"),
		unhex("da 0010 00112233445566778899aabbccddeeff"),
		unhex("db 00000010 00112233445566778899aabbccddeeff"),
		unhex("c5 0010 00112233445566778899aabbccddeeff"), // bin 16
		unhex("c6 00000010 00112233445566778899aabbccddeeff"),
	},
	rejects: append(badLengths(unhex("c4 10")),
		"",
		unhex("c4"),
		unhex("c4 00"),
		unhex("c4 03 001122"),
		unhex("c4 0f 00112233445566778899aabbccddee"),
		unhex("c4 11 00112233445566778899aabbccddeeff00"),
		unhex("c4 0f 00112233445566778899aabbccddeeff"),   // says 15, has 16
		unhex("c5 1000 00112233445566778899aabbccddeeff"), // little-endian
		unhex("af 00112233445566778899aabbccddee"),
		unhex("d8 02 00112233445566778899aabbccddeeff"),        // ext
		unhex("d9 24")+vectors.Text,                            // string
		unhex("dc 0010 00010203040506070809 0001020304050607"), // array
		unhex("c0 c0"),
		unhex("c2"),
		unhex("00"),
	),
	read: func(data []byte) (u uuid.UUID, null, ok bool) {
		if raw(data) == "\xc0" {
			return u, true, true
		}
		return readMsgpack(raw(data))
	},
}

var msgpackLists = listFormat{
	name:      "MessagePack",
	marshal:   uuid.UUIDs.MarshalMsgpack,
	unmarshal: func(data []byte, us *uuid.UUIDs) error { return us.UnmarshalMsgpack(data) },
	read:      readMsgpackList,
	null:      unhex("c0"),
	none:      unhex("90"),
	two:       unhex("92 c410" + u16 + "c410" + o16),
	head: map[int]string{
		1: unhex("91 c410"), 15: unhex("9f c410"), 16: unhex("dc0010 c410"), 65535: unhex("dcffff c410"), 65536: unhex("dd00010000 c410"),
	},
	also: []string{
		unhex("92 b0" + u16 + "c50010" + o16), unhex("92 d910" + u16 + "db00000010" + o16),
		unhex("92 c410" + u16 + "b0" + o16),
		unhex("dc0000"), unhex("dd00000000"), unhex("dd00000001 c410" + u16),
	},
	rejects: []string{
		"", unhex("91"), unhex("92 c410" + u16), unhex("90 00"), unhex("91 c410" + u16 + "c410" + u16),
		unhex("91 c0"), unhex("92 c410" + u16 + "c0"), // nil in it
		unhex("91 c40f" + u16[:31]), unhex("91 c411" + u16 + "00"), unhex("91 d802" + u16), unhex("91 d924") + vectors.Text,
		unhex("91 91 c410" + u16), unhex("80"), unhex("c410" + u16), unhex("00"), unhex("c1"), unhex("dc"), unhex("dc00"), unhex("dd000000"),
	},
	huge: []string{unhex("dcffff"), unhex("ddffffffff"), unhex("dcffff") + strings.Repeat(unhex("b0"+u16), 1000), unhex("dd7fffffff c410" + u16), strings.Repeat("\x91", 1<<20)},
}

func readMsgpack(s string) (u uuid.UUID, null, ok bool) {
	b, rest, ok := cutMsgpack(s)
	if !ok || rest != "" {
		return u, false, false
	}
	return uuid.UUID([]byte(b)), false, true
}

// cutMsgpack returns the 16 bytes that are a UUID at the beginning of s.
func cutMsgpack(s string) (bytes, rest string, ok bool) {
	s, ok = cut(s, []string{
		unhex("c4 10"), unhex("c5 0010"), unhex("c6 00000010"),
		unhex("b0"), unhex("d9 10"), unhex("da 0010"), unhex("db 00000010"),
	})
	if !ok || len(s) < 16 {
		return "", "", false
	}
	return s[:16], s[16:], true
}

func readMsgpackList(s string) (us uuid.UUIDs, ok bool) {
	if s == "\xc0" {
		return nil, true
	}
	want := -1
	for n := 0; want < 0; n++ {
		heads := []string{unhex(fmt.Sprintf("dd%08x", n))}
		if n < 16 {
			heads = append(heads, unhex(fmt.Sprintf("9%x", n)))
		}
		if n < 1<<16 {
			heads = append(heads, unhex(fmt.Sprintf("dc%04x", n)))
		}
		if n > len(s) {
			return nil, false
		}
		if rest, ok := cut(s, heads); ok {
			want, s = n, rest
		}
	}
	for us = (uuid.UUIDs{}); len(us) < want; {
		var id string
		if id, s, ok = cutMsgpack(s); !ok {
			return nil, false
		}
		us = append(us, uuid.UUID([]byte(id)))
	}
	return us, s == ""
}
