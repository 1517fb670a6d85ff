package ids_test

import (
	"cmp"
	"database/sql"
	"encoding"
	"encoding/hex"
	"math/big"
	"math/rand"
	"strings"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/ids"
)

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
		got, err := s.parse(v.text)
		want := got
		if v.number != "" {
			want = s.fromNumber(unhex(t, v.number))
		}
		if err != nil || got != want {
			t.Errorf("Parse%s(%q) = %v, %v, want %v", s.name, v.text, got, err, want)
		}
		if got := want.String(); got != s.canonical(v.text) {
			t.Errorf("String of %s = %q, want %q", v.number, got, s.canonical(v.text))
		}
		if got := s.time(want); v.time != "" && (formatTime(got) != v.time || got.Location() != time.UTC) {
			t.Errorf("Time of %v = %v, want %s", want, formatTime(got), v.time)
		}
		if v.uuid == "" {
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

// testText compares parse with its twin, and has UnmarshalText keep its receiver on errors.
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
	if e := err.(*uuid.ParseError); s.length > 0 && len(text) != s.length && e.Offset != len(text) {
		t.Fatalf("%v: offset %d, want %d", err, e.Offset, len(text))
	}
	before, _ := s.parse(s.valid())
	after := before
	if err := any(&after).(encoding.TextUnmarshaler).UnmarshalText([]byte(text)); err == nil || after != before {
		t.Fatalf("UnmarshalText(%q): %v, and the id is %v, want %v", text, err, after, before)
	}
}

func (s of[T]) testBad(t *testing.T) {
	for _, bad := range s.bad {
		s.testText(t, bad.text)
		_, err := s.parse(bad.text)
		if e, _ := err.(*uuid.ParseError); e == nil || e.Offset != bad.at {
			t.Errorf("Parse%s(%q): %+v, want offset %d", s.name, bad.text, err, bad.at)
		}
	}
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
	if testing.Short() {
		t.Skip("long with the race detector")
	}
	for _, v := range s.vectors {
		for i := range v.text {
			for c := range 256 {
				text := v.text[:i] + string([]byte{byte(c)}) + v.text[i+1:]
				s.testText(t, text)
				_, err := s.parse(text)
				digit := strings.IndexByte(s.digits, byte(c)) >= 0
				if e, _ := err.(*uuid.ParseError); e != nil && !digit && e.Offset != i && (s.twin == nil || c != '-') {
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
		for bits := range 130 {
			for extra := range int64(3) {
				n := new(big.Int).Lsh(big.NewInt(1), uint(bits))
				n.Add(n, big.NewInt(extra-1))
				s.testText(t, n.String())
				s.testText(t, "-"+n.String())
				s.testText(t, n.Text(62))
			}
		}
	}
}

func random() *rand.Rand { return rand.New(rand.NewSource(1)) }

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
		if s.fix != nil {
			s.fix(b)
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

// testUnchanged decodes what no id is into an id that is not zero.
func (s of[T]) testUnchanged(t *testing.T) {
	want, err := s.parse(s.valid())
	if err != nil {
		t.Fatal(err)
	}
	got := want
	for _, text := range []string{"", "\x00", s.valid() + "!", "!" + s.valid()[1:], s.valid()[1:] + "!"} {
		s.testText(t, text)
		if scanner, ok := any(&got).(sql.Scanner); ok {
			for _, src := range []any{text, []byte(text), nil, 1.5, true} {
				err := scanner.Scan(src)
				if err == nil || got != want || !strings.HasPrefix(err.Error(), "ids."+s.name+".Scan") {
					t.Errorf("Scan(%q): %v, and the id is %v, want %v", src, err, got, want)
				}
			}
		}
	}
	zero := *new(T)
	text, err := want.MarshalText()
	if err != nil {
		t.Error(err)
	}
	if err := any(&zero).(encoding.TextUnmarshaler).UnmarshalText(text); err != nil || zero != want {
		t.Errorf("UnmarshalText(%q) = %v, %v", text, zero, err)
	}
	clear(text)
	if zero != want {
		t.Error("UnmarshalText keeps its text")
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range seeds {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 100 {
			return // no text is so long, and the twins are slow
		}
		for _, s := range systems {
			s.testText(t, text)
		}
	})
}

// FuzzDecode gives bytes to each decoder that is not of text alone.
func FuzzDecode(f *testing.F) {
	for _, text := range seeds {
		f.Add(byte(0x02), bsonString(text))
		f.Add(byte(0x05), []byte(text))
	}
	f.Add(byte(0x05), []byte("\x10\x00\x00\x00\x000123456789abcdef"))
	f.Add(byte(0x02), []byte("\x05\x00\x00\x0012345")) // without the last zero
	f.Add(byte(0x07), []byte("0123456789ab"))
	f.Add(byte(0x10), []byte("0123"))
	f.Add(byte(0x12), []byte("01234567"))
	f.Fuzz(func(t *testing.T, typ byte, data []byte) {
		for _, s := range systems {
			s.testDecode(t, typ, data)
		}
	})
}

func FuzzGuess(f *testing.F) {
	for _, text := range seeds {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, all := range [][]ids.Candidate{ids.Guess(text), ids.GuessBytes([]byte(text))} {
			for i, c := range all {
				if c.ID == nil || c.Name == "" || i > 0 && c.Plausible && !all[i-1].Plausible {
					t.Errorf("Guess(%q): %d is %+v", text, i, c)
				}
			}
		}
	})
}

var seeds = []string{
	zeroUUID, "01ARZ3NDEKTSV4RRFFQ69G5FAV", "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "0IARZ3NDEKTSV4RRFFQ69G5FAV",
	"1541815603606036480", "9223372036854775808", "18446744073709551615", "-1", "00",
	"0ujtsYcgvSTl8PAuAdqWYSMnLOv", "aWgEPTl1tmebfsQzFP4bxwgy80W",
	"-MwXsbak-0123456789A", "9m4e2mr0ui3e8a215n4g", "9m4e2mr0ui3e8a215n4h", "507f1f77bcf86cd799439011",
	"0005d8a0-44ab-5780-85944171f73967e8", "AGkDJqafmrqDz95atM", "-9223372036854775808", "-0", "AaICZqUvdVwO0jOIuu1g",
	"a348f015-f6f4-4de8-8957-28728cf11bac", "1ZfKGd6jMK~-5YAl4PM_weQ", "1hqih183bk823-6crsuk6ivcll4",
	"18ea510a06ba24e9-1bd2b5133214c308", "1795336504964953327-0626930806033499922", "ckzyilbxs6fhglb7d776s5g1k",
}
