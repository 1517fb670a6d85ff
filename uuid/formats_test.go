package uuid_test

import (
	"bytes"
	"database/sql/driver"
	"encoding"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// cutText matches what a column of 16 characters keeps of canonical text.
var cutText = regexp.MustCompile(`^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{2}$`)

// A format is one way in which a UUID and a NullUUID leave and come back.
type format struct {
	name      string
	marshal   func(v any) ([]byte, error)
	unmarshal func(data []byte, v any) error

	value   string   // what vectors.U is written as, if it is always the same
	null    string   // what a null is written as
	also    []string // what else is read, the most different first
	rejects []string // what is not

	// read is unmarshal written to be read: it returns what data stands for.
	read func(data []byte) (u uuid.UUID, null, ok bool)

	nullOnly bool       // a UUID has no methods of its own here
	ofNull   *uuid.UUID // what vectors.Other becomes of a null; nil: an error
	viaLib   bool       // errors are not ours alone
}

// formats are all of them but encoding/json/v2, which not every release has.
var formats = []format{
	{
		name: "text",
		marshal: func(v any) ([]byte, error) {
			return v.(encoding.TextMarshaler).MarshalText()
		},
		unmarshal: func(data []byte, v any) error {
			return v.(encoding.TextUnmarshaler).UnmarshalText(data)
		},
		value:   vectors.Text,
		null:    "",
		also:    texts(""),
		rejects: append(badTexts(""), raw(vectors.U[:])),
		read:    readText,
	},
	{
		name: "SQL text",
		marshal: func(v any) ([]byte, error) {
			v, err := driver.DefaultParameterConverter.ConvertValue(v)
			if err != nil || v == nil {
				return []byte("NULL"), err
			}
			return []byte(v.(string)), nil // never a []byte
		},
		unmarshal: func(data []byte, v any) error {
			if string(data) == "NULL" {
				return v.(interface{ Scan(any) error }).Scan(nil)
			}
			return v.(interface{ Scan(any) error }).Scan(string(data))
		},
		value:   vectors.Text,
		null:    "NULL",
		also:    texts(""),
		rejects: append(badTexts(""), "", raw(vectors.U[:]), "0123456789abcdef"),
		read: func(data []byte) (u uuid.UUID, null, ok bool) {
			if len(data) == 0 {
				return u, false, false
			} else if string(data) == "NULL" {
				return u, true, true
			}
			return readText(data)
		},
	},
	{
		name: "SQL bytes",
		marshal: func(v any) ([]byte, error) {
			b, err := v.(encoding.TextMarshaler).MarshalText()
			if len(b) == 0 {
				b = []byte("NULL")
			}
			return b, err
		},
		unmarshal: func(data []byte, v any) error {
			if string(data) == "NULL" {
				return v.(interface{ Scan(any) error }).Scan(nil)
			}
			return v.(interface{ Scan(any) error }).Scan(data)
		},
		value:   vectors.Text,
		null:    "NULL",
		also:    append([]string{raw(vectors.U[:])}, texts("")...),
		rejects: slices.Concat(badTexts(""), []string{"", vectors.Text[:16]}, badLengths("")),
		read: func(data []byte) (u uuid.UUID, null, ok bool) {
			switch {
			case len(data) == 0:
				return u, false, false
			case cutText.Match(data):
				return u, false, false
			case len(data) == 16:
				return uuid.UUID(data), false, true
			case string(data) == "NULL":
				return u, true, true
			}
			return readText(data)
		},
	},
	jsonV1,
	{
		name: "XML",
		marshal: func(v any) ([]byte, error) {
			var b bytes.Buffer
			err := xml.NewEncoder(&b).EncodeElement(v, xml.StartElement{Name: xml.Name{Local: "id"}})
			return b.Bytes(), err
		},
		unmarshal: xml.Unmarshal,
		value:     `<id>` + vectors.Text + `</id>`,
		null:      `<id></id>`,
		also:      []string{`<id>{` + vectors.Text + `}</id>`, `<id/>`, `<id><!--none--></id>`},
		rejects:   []string{`<id> </id>`, `<id> ` + vectors.Text + `</id>`, `<id>` + vectors.Text[:35] + `</id>`, vectors.Text, ``},
		read: func(data []byte) (u uuid.UUID, null, ok bool) {
			var s string
			if xml.Unmarshal(data, &s) != nil {
				return u, false, false
			}
			return readText([]byte(s))
		},
		viaLib: true,
	},
	{
		name: "binary",
		marshal: func(v any) ([]byte, error) {
			return v.(encoding.BinaryMarshaler).MarshalBinary()
		},
		unmarshal: func(data []byte, v any) error {
			return v.(encoding.BinaryUnmarshaler).UnmarshalBinary(data)
		},
		value:   raw(vectors.U[:]),
		null:    "",
		rejects: append(badLengths(""), vectors.Text),
		read:    readBinary,
	},
	{
		name: "gob",
		marshal: func(v any) ([]byte, error) {
			var b bytes.Buffer
			err := gob.NewEncoder(&b).Encode(v)
			return b.Bytes(), err
		},
		unmarshal: func(data []byte, v any) error {
			return gob.NewDecoder(bytes.NewReader(data)).Decode(v)
		},
		rejects: gobs("text", []byte{1, 2, 3}, anyBytes(vectors.Bytes(15)), anyBytes(vectors.Bytes(17)), anyBytes(vectors.Text), [16]byte{}),
		also:    gobs(anyBytes(vectors.U[:]), anyBytes{}, vectors.Google(vectors.U)), // google's streams and ours are the same
		read: func(data []byte) (u uuid.UUID, null, ok bool) {
			var b anyBytes
			if gob.NewDecoder(bytes.NewReader(data)).Decode(&b) != nil {
				return u, false, false
			}
			return readBinary(b)
		},
		viaLib: true,
	},
	{
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
	},
	{
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
			if s := raw(data); s == "\xf6" || s == "\xf7" {
				return u, true, true
			}
			return readCBOR(raw(data))
		},
		ofNull: &vectors.Other, // fxamacker/cbor does that for every type
	},
	{
		name: "MessagePack", // a UUID is left to MarshalBinary
		marshal: func(v any) ([]byte, error) {
			return v.(interface{ MarshalMsgpack() ([]byte, error) }).MarshalMsgpack()
		},
		unmarshal: func(data []byte, v any) error {
			return v.(interface{ UnmarshalMsgpack([]byte) error }).UnmarshalMsgpack(data)
		},
		nullOnly: true,
		value:    unhex("c4 10 00112233445566778899aabbccddeeff"),
		null:     unhex("c0"),
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
	},
}

var jsonV1 = format{
	name:      "JSON",
	marshal:   json.Marshal,
	unmarshal: json.Unmarshal,
	value:     `"` + vectors.Text + `"`,
	null:      `null`,
	also:      append(jsonTexts, texts(`"`)...),
	rejects:   append(badTexts(`"`), badJSON...),
	read:      readJSON,
	ofNull:    &vectors.Other, // encoding/json does that for every type
	viaLib:    true,
}

var (
	jsonTexts = []string{
		`"` + strings.ReplaceAll(vectors.Text, "f", `\u0066`) + `"`,
		` "` + vectors.Text + `" `,
		`"\u007B` + vectors.Text + `\u007d"`,
	}
	badJSON = []string{
		``, `""`, `" "`, `"null"`, `nul`, `0`, `16`, `true`, `[]`, `{}`,
		`[0,17,34,51,68,85,102,119,136,153,170,187,204,221,238,255]`,
		`"ABEiM0RVZneImaq7zN3u/w=="`,
		`"` + vectors.Text, vectors.Text, `'` + vectors.Text + `'`,
		`"` + vectors.Text[:35] + `\f"`,
		`"` + vectors.Text[:35] + `\u00e9"`,
		`"` + vectors.Text[:35] + `\ud83d"`,
		`"` + vectors.Text[:35] + `\x66"`, // Go reads that, JSON does not
		`{"UUID":"` + vectors.Text + `","Valid":true}`,
	}
)

// anyBytes goes through gob as a UUID does, without its checks.
type anyBytes []byte

func (b anyBytes) MarshalBinary() ([]byte, error) { return b, nil }
func (b *anyBytes) UnmarshalBinary(data []byte) error {
	*b = slices.Clone(data)
	return nil
}

func raw(b []byte) string { return string(b) }

// unhex returns the bytes that digits and spaces stand for.
func unhex(s string) string {
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		panic(err)
	}
	return raw(b)
}

// texts returns U in the forms of Parse, in quotes.
func texts(quote string) (s []string) {
	for _, form := range forms {
		text := write(form, vectors.U)
		s = append(s, quote+text+quote, quote+strings.ToUpper(text)+quote)
	}
	return s
}

// badTexts returns what is nearly U, in quotes.
func badTexts(quote string) (s []string) {
	for _, form := range forms {
		text := write(form, vectors.U)
		for _, bad := range []string{text[1:], text[:len(text)-1], text + "0", " " + text, "x" + text[1:], text[:20] + "\x00" + text[21:], text + text} {
			s = append(s, quote+bad+quote)
		}
	}
	return append(s, quote+strings.Repeat("A", 1<<16)+quote)
}

// badLengths returns binary of lengths that no decoder takes.
func badLengths(prefix string) (s []string) {
	for _, n := range vectors.BadLengths {
		if n > 0 || prefix != "" {
			s = append(s, prefix+raw(vectors.Bytes(n)))
		}
	}
	return append(s, prefix+raw(vectors.Bytes(1<<16)))
}

// gobs returns the streams of values.
func gobs(values ...any) (s []string) {
	for _, v := range values {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(v); err != nil {
			panic(err)
		}
		s = append(s, b.String())
	}
	return s
}

func readText(data []byte) (u uuid.UUID, null, ok bool) {
	if len(data) == 0 {
		return u, true, true
	}
	u, err := parseSlow(string(data))
	return u, false, err == nil
}

func readBinary(data []byte) (u uuid.UUID, null, ok bool) {
	switch len(data) {
	case 0:
		return u, true, true
	case 16:
		return uuid.UUID(data), false, true
	}
	return u, false, false
}

func readJSON(data []byte) (u uuid.UUID, null, ok bool) {
	var s *string
	if json.Unmarshal(data, &s) != nil {
		return u, false, false
	} else if s == nil {
		return u, true, true
	}
	u, err := parseSlow(*s)
	return u, false, err == nil
}

// check compares the decoders with f.read, and reports whether data is a UUID
// or null.
func (f format) check(t *testing.T, data []byte) (ok bool) {
	t.Helper()
	u, null, ok := f.read(data)

	got := uuid.NullUUID{UUID: vectors.Other, Valid: true}
	want := got
	if ok {
		want = uuid.NullUUID{UUID: u, Valid: !null}
	}
	err := f.unmarshal(data, &got)
	if got != want || (err == nil) != ok {
		t.Errorf("%.100q into a NullUUID: %v, %v; want %v, ok %v", data, got, err, want, ok)
	}
	f.checkError(t, err)
	if f.nullOnly {
		return ok
	}

	gotU, wantU, okU := vectors.Other, vectors.Other, ok
	switch {
	case null && f.ofNull == nil:
		okU = false
	case null:
		wantU = *f.ofNull
	case ok:
		wantU = u
	}
	err = f.unmarshal(data, &gotU)
	if gotU != wantU || (err == nil) != okU {
		t.Errorf("%.100q into a UUID: %v, %v; want %v, ok %v", data, gotU, err, wantU, okU)
	}
	f.checkError(t, err)
	return ok
}

// checkError demands errors that say whose they are and do not flood a log.
func (f format) checkError(t *testing.T, err error) {
	t.Helper()
	if err == nil || f.viaLib {
		return
	}
	if s := err.Error(); !strings.HasPrefix(s, "uuid.") || strings.Contains(s, ": uuid.") || len(s) > 400 {
		t.Errorf("error %.400q, want one that names a function of uuid, once, and is short", s)
	}
}

// roundTrip writes v as want, unless that is empty, and reads it into got.
func roundTrip[T comparable](t *testing.T, f format, v, got T, want string) {
	t.Helper()
	data, err := f.marshal(v)
	if err != nil || data == nil || want != "" && string(data) != want { // some libraries take nil for null
		t.Errorf("%v is written as %q, %v; want %q", v, data, err, want)
	}
	if err := f.unmarshal(data, &got); got != v || err != nil {
		t.Errorf("%v comes back from %q as %v, %v", v, data, got, err)
	}
	again, err := f.marshal(got)
	if err != nil || !bytes.Equal(again, data) {
		t.Errorf("%v is written as %q and then as %q, %v", v, data, again, err)
	}
}

func (f format) roundTrip(t *testing.T, u uuid.UUID) {
	t.Helper()
	if !f.nullOnly {
		roundTrip(t, f, u, vectors.Other, "")
	}
	roundTrip(t, f, uuid.NullUUID{UUID: u, Valid: true}, uuid.NullUUID{}, "")
}

func TestFormats(t *testing.T) {
	for _, f := range formats {
		t.Run(f.name, f.test)
	}
}

func (f format) test(t *testing.T) {
	valid := uuid.NullUUID{UUID: vectors.U, Valid: true}
	if !f.nullOnly {
		roundTrip(t, f, vectors.U, vectors.Other, f.value)
	}
	roundTrip(t, f, valid, uuid.NullUUID{}, f.value)
	roundTrip(t, f, uuid.NullUUID{}, valid, f.null)
	for _, text := range vectors.All {
		f.roundTrip(t, uuid.MustParse(text))
	}

	// A null is null, whatever its UUID field holds. A gob begins with a type.
	data, err := f.marshal(uuid.NullUUID{UUID: vectors.U})
	if err != nil || string(data) != f.null && f.name != "gob" {
		t.Errorf("null is written as %q, %v; want %q", data, err, f.null)
	}
	f.check(t, data)

	// The libraries reuse the bytes that they pass to a decoder.
	var n uuid.NullUUID
	if data, err = f.marshal(valid); err == nil {
		err = f.unmarshal(data, &n)
	}
	clear(data)
	if n != valid || err != nil {
		t.Errorf("got %v, %v after the input changed, want %v", n, err, valid)
	}

	for _, data := range f.also {
		if !f.check(t, []byte(data)) {
			t.Errorf("%q is not read", data)
		}
	}
	for _, data := range f.rejects {
		if f.check(t, []byte(data)) {
			t.Errorf("%.100q is read", data)
		}
	}
	if f.name == "gob" {
		return // half of the stream is gob's own
	}

	// Cut, lengthen and change every byte of good input.
	for _, good := range slices.Concat([]string{f.value, f.null}, f.also[:min(1, len(f.also))]) {
		for i := range len(good) {
			f.check(t, []byte(good[:i]))
			b := []byte(good)
			for c := range 256 {
				b[i] = byte(c)
				f.check(t, b)
			}
			if t.Failed() {
				return // before it is a flood
			}
		}
		for c := range 256 {
			f.check(t, append([]byte(good), byte(c)))
		}
	}
}

// TestBSONErrors shows that an error says what came.
func TestBSONErrors(t *testing.T) {
	for _, test := range []struct{ data, want string }{
		{unhex("0a"), "got null, want binary subtype 4"},
		{unhex("06"), "got BSON type 0x06, want binary subtype 4"},
		{unhex("02 25000000") + vectors.Text + "\x00", "got BSON type 0x02, want binary subtype 4"},
		{unhex("05 00000000"), "got 4 bytes of BSON binary, want its length, subtype and 16 bytes"},
		{unhex("05 10000000 03 00112233445566778899aabbccddeeff"), "got binary subtype 3, want 4 or 0"},
		{unhex("05 11000000 04 00112233445566778899aabbccddeeff"), "got 16 bytes of binary that say they are 17"},
		{unhex("05 03000000 00 001122"), "got 3 bytes of binary subtype 0, want 16"},
	} {
		u := vectors.Other
		err := u.UnmarshalBSONValue(test.data[0], []byte(test.data[1:]))
		if want := "uuid.UnmarshalBSONValue: " + test.want; err == nil || err.Error() != want || u != vectors.Other {
			t.Errorf("% x: got %v, %v, want %s", test.data, u, err, want)
		}
	}
}

// fuzz is a fuzz target for the decoders of the format called name.
func fuzz(f *testing.F, name string) {
	fm := formats[slices.IndexFunc(formats, func(f format) bool { return f.name == name })]
	for _, data := range slices.Concat(fm.also, fm.rejects, []string{fm.value, fm.null}) {
		f.Add([]byte(data))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if fm.check(t, data) {
			u, null, _ := fm.read(data)
			roundTrip(t, fm, uuid.NullUUID{UUID: u, Valid: !null}, uuid.NullUUID{UUID: vectors.Other, Valid: null}, "")
		}
	})
}

func TestNullUUID(t *testing.T) {
	for _, test := range []struct {
		n      uuid.NullUUID
		text   string
		isZero bool
	}{
		{uuid.NullUUID{}, "", true},
		{uuid.NullUUID{UUID: vectors.U}, "", true},
		{uuid.NullUUID{Valid: true}, "00000000-0000-0000-0000-000000000000", false},
		{uuid.NullUUID{UUID: vectors.U, Valid: true}, vectors.Text, false},
	} {
		if got := test.n.String(); got != test.text {
			t.Errorf("%#v.String() = %q, want %q", test.n, got, test.text)
		}
		if got := test.n.IsZero(); got != test.isZero {
			t.Errorf("%#v.IsZero() = %v, want %v", test.n, got, test.isZero)
		}
	}

	// UnmarshalJSON, called by itself.
	for _, data := range []string{
		``, `"`, `'x'`, `"` + vectors.Text, `"` + vectors.Text + `'`,
		`"\x30` + vectors.Text[1:] + `"`, `"\060` + vectors.Text[1:] + `"`, `"\U00000030` + vectors.Text[1:] + `"`, `"\\u0030` + vectors.Text[1:] + `"`, // escapes of Go's
		`[` + strings.Repeat("0,", 1<<16) + `0]`, `"` + strings.Repeat("x", 1<<16) + `"`,
	} {
		n := uuid.NullUUID{UUID: vectors.Other, Valid: true}
		err := n.UnmarshalJSON([]byte(data))
		if err == nil || n.UUID != vectors.Other || !n.Valid {
			t.Errorf("UnmarshalJSON(%.100q) = %v, %v; want an error", data, n, err)
		}
		format{}.checkError(t, err)
	}
}
