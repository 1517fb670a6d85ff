package uuid_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

func FuzzBSON(f *testing.F)      { bsonFormat.fuzz(f) }
func FuzzUUIDsBSON(f *testing.F) { bsonLists.fuzz(f) }

var bsonFormat = format{
	name: "BSON", // the type, then the value
	marshal: func(v any) ([]byte, error) {
		typ, data, err := v.(interface {
			MarshalBSONValue() (byte, []byte, error)
		}).MarshalBSONValue()
		return append([]byte{typ}, data...), err
	},
	unmarshal: func(data []byte, v any) error {
		if len(data) == 0 {
			return errors.New("uuid.test: BSON without a type")
		}
		return v.(interface {
			UnmarshalBSONValue(typ byte, data []byte) error
		}).UnmarshalBSONValue(data[0], data[1:])
	},
	value: unhex("05 10000000 04 00112233445566778899aabbccddeeff"),
	null:  unhex("0a"),
	also:  []string{unhex("05 10000000 00 00112233445566778899aabbccddeeff"), unhex("06")},
	rejects: slices.Concat(badLengths(unhex("05 10000000 04")), badLengths(unhex("05 10000000 00")), []string{
		unhex("05"),
		unhex("05 00000000"),
		unhex("05 00000000 04"),
		unhex("05 03000000 04 001122"),
		unhex("05 0f000000 04 00112233445566778899aabbccddee"),
		unhex("05 11000000 04 00112233445566778899aabbccddeeff00"),
		unhex("05 11000000 04 00112233445566778899aabbccddeeff"),          // says 17, has 16
		unhex("05 0f000000 04 00112233445566778899aabbccddeeff"),          // says 15, has 16
		unhex("05 ffffffff 04 00112233445566778899aabbccddeeff"),          // says -1
		unhex("05 00000010 04 00112233445566778899aabbccddeeff"),          // big-endian
		unhex("05 10000000 01 00112233445566778899aabbccddeeff"),          // function
		unhex("05 14000000 02 10000000 00112233445566778899aabbccddeeff"), // old binary
		unhex("05 10000000 03 00112233445566778899aabbccddeeff"),          // old UUID, of an unknown byte order
		unhex("05 10000000 05 00112233445566778899aabbccddeeff"),          // MD5
		unhex("05 10000000 80 00112233445566778899aabbccddeeff"),          // the user's own
		unhex("02 25000000") + vectors.Text + "\x00",                      // string
		unhex("03 05000000 00"),                                           // document
		unhex("04 05000000 00"),                                           // array
		unhex("07 00112233445566778899aabb"),                              // object id
		unhex("08 00"),                                                    // false
		unhex("12 0011223344556677"),                                      // int64
		unhex("00 10000000 04 00112233445566778899aabbccddeeff"),          // no type
	}),
	read: func(data []byte) (u uuid.UUID, null, ok bool) {
		for _, subtype := range []string{"04", "00"} {
			if b, ok := strings.CutPrefix(raw(data), unhex("05 10000000"+subtype)); ok && len(b) == 16 {
				return uuid.UUID([]byte(b)), false, true
			}
		}
		null = len(data) > 0 && (data[0] == 0x0a || data[0] == 0x06)
		return u, null, null
	},
}

var bsonLists = listFormat{
	name: "BSON", // the type, then the value
	marshal: func(us uuid.UUIDs) ([]byte, error) {
		typ, data, err := us.MarshalBSONValue()
		return append([]byte{typ}, data...), err
	},
	unmarshal: func(data []byte, us *uuid.UUIDs) error {
		if len(data) == 0 {
			return fmt.Errorf("uuid.test: BSON without a type")
		}
		return us.UnmarshalBSONValue(data[0], data[1:])
	},
	read: readBSONList,
	null: unhex("0a"),
	none: unhex("04 05000000 00"),
	two:  unhex("04 35000000 05 30 00 10000000 04" + u16 + "05 31 00 10000000 04" + o16 + "00"),
	head: map[int]string{
		1: unhex("04 1d000000 05 30 00"), 9: unhex("04 dd000000"), 10: unhex("04 f5000000"), 11: unhex("04 0e010000"),
		100: unhex("04 bf090000"), 101: unhex("04 d9090000"), 1000: unhex("04 27650000"), 1001: unhex("04 42650000"),
	},
	also: []string{
		unhex("06"), // undefined
		unhex("04 1d000000 05 30 00 10000000 00" + u16 + "00"),                                // subtype 0
		unhex("04 35000000 05 31 00 10000000 04" + u16 + "05 30 00 10000000 00" + o16 + "00"), // keys are not asked
		unhex("04 1c000000 05 00 10000000 04" + u16 + "00"),
		unhex("04 1f000000 05 787878 00 10000000 04" + u16 + "00"),
	},
	rejects: []string{
		unhex("04"), unhex("04 05000000"), unhex("04 04000000"), unhex("04 05000000 01"), unhex("04 06000000 00 00"),
		unhex("03 05000000 00"),                                                           // document
		unhex("05 10000000 04" + u16),                                                     // a UUID
		unhex("04 08000000 0a 30 00 00"),                                                  // null in it
		unhex("04 08000000 06 30 00 00"),                                                  // undefined
		unhex("04 20000000 05 30 00 10000000 04" + u16 + "0a 31 00 00"),                   // null at the end
		unhex("04 1c000000 05 30 00 0f000000 04" + u16[:31] + "00"),                       // 15 bytes
		unhex("04 1e000000 05 30 00 11000000 04" + u16 + "00 00"),                         // 17
		unhex("04 1d000000 05 30 00 11000000 04" + u16 + "00"),                            // says 17, has 16
		unhex("04 1d000000 05 30 00 0f000000 04" + u16 + "00"),                            // says 15, has 16
		unhex("04 1d000000 05 30 00 ffffffff 04" + u16 + "00"),                            // says -1
		unhex("04 1d000000 05 30 00 ffffff7f 04" + u16 + "00"),                            // says 2 GiB
		unhex("04 1d000000 05 30 00 10000000 03" + u16 + "00"),                            // old UUID
		unhex("04 21000000 05 30 00 14000000 02 10000000" + u16 + "00"),                   // old binary
		unhex("04 1c000000 05 30 00 10000000 04" + u16),                                   // without its end
		unhex("04 1d000000 05 30 00 10000000 04" + u16 + "01"),                            // another end
		unhex("04 1e000000 05 30 00 10000000 04" + u16 + "00 00"),                         // two ends
		unhex("04 30000000 02 30 00 25000000") + vectors.Text + unhex("00 00"),            // string
		unhex("04 20000000 04 30 00 18000000 05 30 00 10000000 04") + "0123" + "\x00\x00", // array
		unhex("04 07000000 05 30"),                                                        // a key without its end
		unhex("04 0b000000 05 30 00 10000000"),                                            // a value without its end
		unhex("04 0c000000 05 30 00 10000000 04"),
		unhex("04 1b000000 05 30 00 10000000 04" + u16[:31]),
	},
	huge: []string{unhex("04 ffffff7f"), unhex("04 ffffffff 05 30 00 10000000 04" + u16 + "00")},
}

// readBSONList reads a type and a value.
func readBSONList(s string) (us uuid.UUIDs, ok bool) {
	if strings.HasPrefix(s, "\x0a") || strings.HasPrefix(s, "\x06") {
		return nil, true
	}
	body, ok := strings.CutPrefix(s, string(binary.LittleEndian.AppendUint32([]byte{4}, uint32(len(s)-1))))
	us = uuid.UUIDs{}
	for ok && body != "\x00" {
		var id string
		body, ok = strings.CutPrefix(body, "\x05")
		_, body, _ = strings.Cut(body, "\x00")
		if id, body, _ = strings.Cut(body, unhex("10000000")); id != "" || len(body) < 17 || body[0] != 0 && body[0] != 4 {
			return nil, false
		}
		us, body = append(us, uuid.UUID([]byte(body[1:17]))), body[17:]
	}
	return us, ok
}

// TestBSONErrors shows that an error says what came.
func TestBSONErrors(t *testing.T) {
	for _, test := range []struct{ data, want string }{
		{unhex("0a"), "got null, want binary subtype 4"},
		{unhex("06"), "got BSON type 0x06, want binary subtype 4"},
		{unhex("02 25000000") + vectors.Text + "\x00", "got BSON type 0x02, want binary subtype 4"},
		{unhex("05 00000000"), "got 4 bytes of BSON binary, want its length, subtype and 16 bytes"},
		{unhex("05 10000000 03 00112233445566778899aabbccddeeff"), "got binary subtype 3, want 4 or 0"},
		{unhex("05 11000000 04 00112233445566778899aabbccddeeff"), "got 16 bytes of binary with the length 17"},
		{unhex("05 03000000 00 001122"), "got 3 bytes of binary subtype 0, want 16"},
	} {
		u := vectors.Other
		err := u.UnmarshalBSONValue(test.data[0], []byte(test.data[1:]))
		if want := "uuid.UnmarshalBSONValue: " + test.want; err == nil || err.Error() != want || u != vectors.Other {
			t.Errorf("% x: got %v, %v, want %s", test.data, u, err, want)
		}
	}
}

// TestUUIDsTooMany writes more than the length of a BSON array can say.
func TestUUIDsTooMany(t *testing.T) {
	if strconv.IntSize < 64 {
		t.Skip("a list cannot be as long")
	}
	us := make(uuid.UUIDs, 90_000_000) // of 24 bytes at least; nobody touches the memory
	want := "uuid.UUIDs.MarshalBSONValue: 90000000 UUIDs are too many for a BSON array"
	if _, data, err := us.MarshalBSONValue(); err == nil || err.Error() != want {
		t.Errorf("MarshalBSONValue wrote %d bytes, %v, want %s", len(data), err, want)
	}
}
