package ids_test

import (
	"cmp"
	"encoding"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/ids"
)

// A system is a row of the table that drives the tests of all identifiers.
type system interface {
	Name() string
	testVectors(*testing.T)
	testEveryByte(*testing.T)
	testLengths(*testing.T)
	testRandom(*testing.T)
	testUnchanged(*testing.T)
	testJSON(*testing.T)
	testSQL(*testing.T)
	testUUID(*testing.T)
	testAllocs(*testing.T)
	testText(t *testing.T, s string)
}

// systems has the sixteen of RFC 9562, section 2.1.
var systems = []system{
	of[ids.ULID]{
		name: "ULID", bits: 128, digits: crockford, anyCase: true, length: 26, ordered: true,
		parse: ids.ParseULID, fromNumber: func(b []byte) ids.ULID { return ids.ULID(b) },
		time:   ids.ULID.Time,
		toUUID: func(id ids.ULID) (uuid.UUID, error) { return id.UUID(), nil },
		ofUUID: func(u uuid.UUID) (ids.ULID, error) { return ids.ULID(u), nil },
		vectors: []vector{
			{"01ARZ3NDEKTSV4RRFFQ69G5FAV", "01563e3ab5d3d6764c61efb99302bd5b", "2016-07-30T23:54:10.259Z", "01563e3a-b5d3-d676-4c61-efb99302bd5b"},
			{"01FWHE4YDGFK1SHH6W1G60EECF", "017f22e279b07cc398c4dc0c0c07398f", rfcTime, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"},
			{"01FWHE4YDG041061050R3GG28A", "017f22e279b00102030405060708090a", rfcTime, "017f22e2-79b0-0102-0304-05060708090a"},
			{"7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "ffffffffffffffffffffffffffffffff", "10889-08-02T05:31:50.655Z", "ffffffff-ffff-ffff-ffff-ffffffffffff"},
		},
		sql: sqlText, anyUUID: true,
	},
	of[ids.Snowflake]{
		name: "Snowflake", bits: 63, digits: decimal, ordered: false,
		parse: ids.ParseSnowflake, fromNumber: func(b []byte) ids.Snowflake { return ids.Snowflake(binary.BigEndian.Uint64(b)) },
		time:   func(id ids.Snowflake) time.Time { return id.Time(ids.TwitterEpoch) },
		toUUID: func(id ids.Snowflake) (uuid.UUID, error) { return id.UUID(ids.TwitterEpoch) },
		ofUUID: func(u uuid.UUID) (ids.Snowflake, error) { return ids.SnowflakeFromUUID(u, ids.TwitterEpoch) },
		vectors: []vector{
			{"1541815603606036480", "1565a11f6217a000", "2022-06-28T16:07:40.105Z", "0181ab11-8149-800c-9565-a11f6217a000"},
			{"266241948824764416", "03b1e1a450020000", "2012-11-07T18:13:21.793Z", "013adc13-9501-800c-83b1-e1a450020000"},
			{"9223372036854775807", "7fffffffffffffff", "2080-07-10T17:30:30.208Z", ""},
			{"0", "0000000000000000", "2010-11-04T01:42:54.657Z", ""},
		},
		sql: sqlInt,
	},
	of[ids.KSUID]{
		name: "KSUID", bits: 160, digits: base62, length: 27, ordered: true,
		parse: ids.ParseKSUID, fromNumber: func(b []byte) ids.KSUID { return ids.KSUID(b) },
		time:   ids.KSUID.Time,
		toUUID: func(id ids.KSUID) (uuid.UUID, error) { return id.HashUUID(), nil },
		vectors: []vector{
			{"0ujtsYcgvSTl8PAuAdqWYSMnLOv", "0669f7efb5a1cd34b5f99d1154fb6853345c9735", "2017-10-10T04:00:47Z", "015f0471-2d98-8acd-9e2f-09a7a95c2f5f"},
			{"25TizqaibCUF8HqfQZN2R3v2jQl", "0ea2e9ee000102030405060708090a0b0c0d0e0f", rfcTime, ""},
			{"aWgEPTl1tmebfsQzFP4bxwgy80V", "ffffffffffffffffffffffffffffffffffffffff", "2150-06-19T23:21:35Z", ""},
			{"000000000000000000000000000", "0000000000000000000000000000000000000000", "2014-05-13T16:53:20Z", ""},
		},
		sql: sqlText,
	},
	of[ids.PushID]{
		name: "PushID", bits: 120, digits: ascii64, length: 20, ordered: true,
		parse: ids.ParsePushID, fromNumber: func(b []byte) ids.PushID { return ids.PushID(b) },
		time:   ids.PushID.Time,
		toUUID: func(id ids.PushID) (uuid.UUID, error) { return id.UUID(), nil },
		ofUUID: ids.PushIDFromUUID,
		vectors: []vector{
			{"-MwXsbak-0123456789A", "017f22e279b000108310518720928b", rfcTime, "017f22e2-79b0-8001-820c-41461c824a2c"},
			{"-MwXsbak-0123456789B", "017f22e279b000108310518720928c", rfcTime, ""},
			{"-P71OFOsaA75JZTp-ZzW", "01a20265067898b2065247b5024fe1", "2026-11-22T08:35:04.952Z", "01a20265-0678-898b-8819-491ed4093f84"},
		},
		sql: sqlText,
	},
	of[ids.XID]{
		name: "XID", bits: 96, pad: 4, digits: base32hex, length: 20, ordered: true,
		parse: ids.ParseXID, fromNumber: func(b []byte) ids.XID { return ids.XID(b) },
		time:   ids.XID.Time,
		toUUID: func(id ids.XID) (uuid.UUID, error) { return id.UUID(), nil },
		ofUUID: ids.XIDFromUUID,
		vectors: []vector{
			{"9m4e2mr0ui3e8a215n4g", "4d88e15b60f486e428412dc9", "2011-03-22T17:50:19Z", "012edeb0-4b78-8039-a0f4-86e428412dc9"},
			{"c8ajdrg1081g81860s40", "621536ee0102030405060708", "2022-02-22T19:18:06Z", "017f22de-91b0-8038-8102-030405060708"},
			{"vvvvvvvvvvvvvvvvvvvg", "ffffffffffffffffffffffff", "2106-02-07T06:28:15Z", ""},
		},
		sql: sqlTextOnly,
	},
	of[ids.ObjectID]{
		name: "ObjectID", bits: 96, digits: decimal + "abcdef", anyCase: true, length: 24, ordered: true,
		parse: ids.ParseObjectID, fromNumber: func(b []byte) ids.ObjectID { return ids.ObjectID(b) },
		time:   ids.ObjectID.Time,
		toUUID: func(id ids.ObjectID) (uuid.UUID, error) { return id.UUID(), nil },
		ofUUID: ids.ObjectIDFromUUID,
		vectors: []vector{
			{"507f1f77bcf86cd799439011", "507f1f77bcf86cd799439011", "2012-10-17T21:13:27Z", "013a7092-e8d8-803e-bcf8-6cd799439011"},
			{"621537ee551615760b124614", "621537ee551615760b124614", rfcTime, "017f22e2-79b0-803d-9516-15760b124614"},
			{"ffffffffffffffffffffffff", "ffffffffffffffffffffffff", "2106-02-07T06:28:15Z", ""},
		},
		sql: sqlText,
	},
}

const (
	rfcTime   = "2022-02-22T19:22:22Z" // of the example in RFC 9562
	decimal   = "0123456789"
	crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	base32hex = "0123456789abcdefghijklmnopqrstuv"
	base62    = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	ascii64   = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
)

type anID interface {
	comparable
	fmt.Stringer
	encoding.TextAppender
	encoding.TextMarshaler
}

// of is a system whose texts are numbers: digits of one base, most significant first.
type of[T anID] struct {
	name    string
	bits    int    // of the number
	pad     int    // zero bits behind the number
	digits  string // in the order of their values
	anyCase bool
	length  int // of the text; 0 if there are no leading zeros
	prefix  string
	ordered bool // texts sort as the numbers do
	sql     sqlForm
	anyUUID bool // every UUID has an id

	parse      func(string) (T, error)
	fromNumber func([]byte) T // the number's bytes, as many as it needs
	time       func(T) time.Time
	toUUID     func(T) (uuid.UUID, error)
	ofUUID     func(uuid.UUID) (T, error) // nil if there is no way back
	vectors    []vector
}

// A vector is the text of an id, its number, its time, and its UUID, if there is one.
type vector struct{ text, number, time, uuid string }

func (s of[T]) Name() string { return s.name }

// slow is the twin of parse.
func (s of[T]) slow(text string) (id T, ok bool) {
	if s.length > 0 && len(text) != s.length || !strings.HasPrefix(text, s.prefix) {
		return id, false
	}
	text = text[len(s.prefix):]
	if s.length == 0 && (text == "" || text[0] == '0' && len(text) > 1) {
		return id, false
	}
	n, base := new(big.Int), big.NewInt(int64(len(s.digits)))
	for _, c := range []byte(text) {
		if s.anyCase {
			c = s.fold(c)
		}
		v := strings.IndexByte(s.digits, c)
		if v < 0 {
			return id, false
		}
		n.Add(n.Mul(n, base), big.NewInt(int64(v)))
	}
	low := new(big.Int)
	n.DivMod(n, new(big.Int).Lsh(big.NewInt(1), uint(s.pad)), low)
	if low.Sign() != 0 || n.BitLen() > s.bits {
		return id, false
	}
	return s.fromNumber(n.FillBytes(make([]byte, (s.bits+7)/8))), true
}

// fold returns c in the case that String writes.
func (s of[T]) fold(c byte) byte {
	if strings.Contains(s.digits, "A") {
		return strings.ToUpper(string(rune(c)))[0]
	}
	return strings.ToLower(string(rune(c)))[0]
}

// canonical returns the text that String writes for the id of a valid text.
func (s of[T]) canonical(text string) string {
	if !s.anyCase {
		return text
	}
	b := []byte(text)
	for i := range b {
		b[i] = s.fold(b[i])
	}
	return string(b)
}

// valid is the text of a vector that most other digits keep valid.
func (s of[T]) valid() string { return s.vectors[0].text }

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (s of[T]) testVectors(t *testing.T) {
	for _, v := range s.vectors {
		want := s.fromNumber(unhex(t, v.number))
		got, err := s.parse(v.text)
		if err != nil || got != want {
			t.Errorf("Parse%s(%q) = %v, %v, want %v", s.name, v.text, got, err, want)
		}
		if got := want.String(); got != v.text {
			t.Errorf("String of %s = %q, want %q", v.number, got, v.text)
		}
		if got := s.time(want); formatTime(got) != v.time || got.Location() != time.UTC {
			t.Errorf("Time of %v = %v, want %s", want, formatTime(got), v.time)
		}
		if s.toUUID == nil || v.uuid == "" {
			continue
		}
		u, err := s.toUUID(want)
		if err != nil || u.String() != v.uuid {
			t.Errorf("UUID of %v = %v, %v, want %s", want, u, err, v.uuid)
		}
	}
}

// formatTime is RFC 3339 for all years.
func formatTime(t time.Time) string {
	return t.Format("2006-01-02T15:04:05.999999999Z07:00")
}

// check compares parse with its twin.
func (s of[T]) testText(t *testing.T, text string) {
	t.Helper()
	want, ok := s.slow(text)
	got, err := s.parse(text)
	if got != want || ok != (err == nil) {
		t.Fatalf("Parse%s(%q) = %v, %v, want %v, %t", s.name, text, got, err, want, ok)
	}
	if ok {
		if got := got.String(); got != s.canonical(text) {
			t.Fatalf("String of Parse%s(%q) = %q", s.name, text, got)
		}
		return
	}
	checkParseError(t, err, "ids.Parse"+s.name, text)
}

func checkParseError(t *testing.T, err error, function, text string) {
	t.Helper()
	e, ok := err.(*uuid.ParseError)
	if !ok {
		t.Fatalf("%s(%q): %T, want a *uuid.ParseError", function, text, err)
	}
	if e.Func != function || e.Input != text[:min(len(text), 64)] || e.Reason == "" || e.Offset < 0 || e.Offset > len(text) {
		t.Fatalf("%s(%q): %+v", function, text, e)
	}
}

func (s of[T]) testEveryByte(t *testing.T) {
	for _, v := range s.vectors {
		for i := range v.text {
			for c := range 256 {
				text := v.text[:i] + string([]byte{byte(c)}) + v.text[i+1:]
				s.testText(t, text)
				_, err := s.parse(text)
				digit := strings.IndexByte(s.digits, byte(c)) >= 0
				if e, _ := err.(*uuid.ParseError); e != nil && !digit && e.Offset != i {
					t.Fatalf("%v: offset %d, want %d", err, e.Offset, i)
				}
			}
		}
		for _, similar := range []string{"０", "О", "Ｉ", "а", "ſ", "K", "−", "＿", "\u200b", "\u00a0"} {
			for i := range v.text {
				s.testText(t, v.text[:i]+similar+v.text[i+1:])
				s.testText(t, v.text[:i]+similar+v.text[min(len(v.text), i+len(similar)):])
			}
		}
		s.testText(t, " "+v.text)
		s.testText(t, v.text+"\n")
		s.testText(t, strings.ToUpper(v.text))
		s.testText(t, strings.ToLower(v.text))
	}
}

func (s of[T]) testLengths(t *testing.T) {
	for n := range 65 {
		for _, digit := range []byte{s.digits[0], s.digits[1], s.digits[len(s.digits)-1]} {
			s.testText(t, strings.Repeat(string(rune(digit)), n))
		}
		s.testText(t, strings.Repeat(s.valid(), 5)[:n])
	}
	s.testText(t, strings.Repeat("0", 1000))
	s.testText(t, "-1")
	s.testText(t, "+1")
	s.testText(t, "0x1")
	s.testText(t, "1_0")
	if s.length == 0 {
		for extra := range int64(3) {
			n := new(big.Int).Lsh(big.NewInt(1), uint(s.bits))
			s.testText(t, n.Add(n, big.NewInt(extra-1)).String())
		}
	}
}

// random returns n ids, the first and the last number among them.
func (s of[T]) random(n int) (all []T, numbers [][]byte) {
	r := random()
	for i := range n {
		b := make([]byte, (s.bits+7)/8)
		r.Read(b)
		switch i {
		case 0:
			clear(b)
		case 1:
			for i := range b {
				b[i] = 0xff
			}
		}
		if s.bits%8 != 0 {
			b[0] &= 1<<(s.bits%8) - 1
		}
		all, numbers = append(all, s.fromNumber(b)), append(numbers, b)
	}
	return all, numbers
}

func (s of[T]) testRandom(t *testing.T) {
	all, numbers := s.random(2000)
	for i, id := range all {
		text := id.String()
		if got, ok := s.slow(text); !ok || got != id {
			t.Fatalf("%q stands for %v, want %x", text, got, numbers[i])
		}
		s.testText(t, text)
		b, err := id.AppendText([]byte("x"))
		if string(b) != "x"+text || err != nil {
			t.Fatalf("AppendText = %q, %v", b, err)
		}
		if j := (i + 1) % len(all); s.ordered {
			if got, want := cmp.Compare(text, all[j].String()), cmp.Compare(string(numbers[i]), string(numbers[j])); got != want {
				t.Fatalf("%v and %v compare as %d, want %d", text, all[j], got, want)
			}
		}
	}
}
