package uuid_test

import (
	"bytes"
	"encoding"
	"encoding/xml"
	"errors"
	"math/rand/v2"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// checkParse compares everything that parses text with parseSlow.
func checkParse(t *testing.T, s string) {
	t.Helper()
	want, wantErr := parseSlow(s)
	check := func(who string, got uuid.UUID, err error) {
		t.Helper()
		if got != want || !reflect.DeepEqual(errors.Unwrap(err), wantErr) || err != nil && err.Error() != wantErr.Error() {
			t.Errorf("%s(%q) = %v, %v; want %v, %v", who, s, got, err, want, wantErr)
		}
	}
	got, err := uuid.Parse(s)
	check("Parse", got, err)
	type text string
	type data []byte
	if valid := wantErr == nil; uuid.Valid(text(s)) != valid || uuid.Valid(data(s)) != valid {
		t.Errorf("Valid(%q) = %v, and %v of bytes; want %v", s, uuid.Valid(text(s)), uuid.Valid(data(s)), valid)
	}

	got = vectors.Other
	err = got.UnmarshalText([]byte(s))
	if err != nil {
		if got != vectors.Other {
			t.Errorf("UnmarshalText(%q) failed and changed its receiver to %v", s, got)
		}
		got = uuid.UUID{}
	}
	check("UnmarshalText", got, err)

	if len(s) != 36 {
		want = uuid.UUID{}
		wantErr = &uuid.ParseError{Input: s[:min(len(s), 64)], Offset: len(s), Reason: "not the length of canonical text"}
	}
	got, err = uuid.ParseCanonical(s)
	check("ParseCanonical", got, err)
}

func TestParse(t *testing.T) {
	for _, text := range vectors.All {
		u := uuid.MustParse(text)
		for _, form := range forms {
			s := write(form, u)
			for _, s := range []string{s, strings.ToUpper(s), strings.ToUpper(s[:3]) + s[3:], s[:20] + strings.ToUpper(s[20:])} {
				if got, err := uuid.Parse(s); got != u || err != nil {
					t.Errorf("Parse(%q) = %v, %v; want %v", s, got, err, u)
				}
				checkParse(t, s)
			}
		}
	}
}

func TestParseReject(t *testing.T) {
	for _, test := range []struct {
		in     string
		offset int
		reason string
	}{
		{"", 0, "not the length of a UUID"},
		{"f81d4fae-7dec", 13, "not the length of a UUID"},
		{"f81d4fae-7dec-11d0-a765-00a0c91e6bf", 35, "not the length of a UUID"},
		{"f81d4fae-7dec-11d0-a765-00a0c91e6bf6 ", 37, "not the length of a UUID"},
		{" f81d4fae-7dec-11d0-a765-00a0c91e6bf6", 37, "not the length of a UUID"},
		{"{f81d4fae7dec11d0a76500a0c91e6bf6}", 34, "not the length of a UUID"},
		{"urn:uuid:f81d4fae7dec11d0a76500a0c91e6bf6", 41, "not the length of a UUID"},
		{"{urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6}", 47, "not the length of a UUID"},
		{strings.Repeat("f", 1<<16), 1 << 16, "not the length of a UUID"},
		{"g81d4fae-7dec-11d0-a765-00a0c91e6bf6", 0, "want a hexadecimal digit"},
		{"f81d4fae-7dec-11d0-a765-00a0c91e6bf\n", 35, "want a hexadecimal digit"},
		{"f81d4fae-7dec-11d0-a765-00a0c91e6b\u00e9", 34, "want a hexadecimal digit"},
		{"f81d4fae-+7ec-11d0-a765-00a0c91e6bf6", 9, "want a hexadecimal digit"},
		{"f81d4fae-7dec-11d0-a765-0x00a0c91e6b", 25, "want a hexadecimal digit"},
		{"f81d4fae_7dec_11d0_a765_00a0c91e6bf6", 8, "want -"},
		{"f81d4fae-7dec11d0--a765-00a0c91e6bf6", 13, "want -"},
		{"f81d4fae-7dec-11d0-a765000a0c91e6bf6", 23, "want -"},
		{"f81d-4fae-7dec-11d0-a765-00a0c91e6bf", 4, "want a hexadecimal digit"},
		{"(f81d4fae-7dec-11d0-a765-00a0c91e6bf6)", 0, "want {"},
		{"{f81d4fae-7dec-11d0-a765-00a0c91e6bf6)", 37, "want }"},
		{"{g81d4fae-7dec-11d0-a765-00a0c91e6bf6)", 1, "want a hexadecimal digit"},
		{`"f81d4fae-7dec-11d0-a765-00a0c91e6bf6"`, 0, "want {"},
		{"  f81d4fae-7dec-11d0-a765-00a0c91e6bf6", 0, "want {"},
		{"urn:uuid_f81d4fae-7dec-11d0-a765-00a0c91e6bf6", 8, "want urn:uuid:"},
		{"urn\x1auuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", 3, "want urn:uuid:"},
		{"uuid:urn:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", 1, "want urn:uuid:"},
		{"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bfg", 44, "want a hexadecimal digit"},
		{"f81d4fae7dec11d0a76500a0c91e6bfx", 31, "want a hexadecimal digit"},
		{"f81d4fae-7dec-11d0-a765-00a0c91e", 8, "want a hexadecimal digit"},
		// Nearly a URN, nearly in braces, and the text of NCS.
		{"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6#f", 47, "not the length of a UUID"},
		{"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6?=q", 48, "not the length of a UUID"},
		{"urn:uuid:{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}", 47, "not the length of a UUID"},
		{"urn:uid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", 44, "not the length of a UUID"},
		{"uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", 41, "not the length of a UUID"},
		{"{f81d4fae-7dec-11d0-a765-00a0c91e6bf6", 37, "not the length of a UUID"},
		{"f81d4fae-7dec-11d0-a765-00a0c91e6bf6}", 37, "not the length of a UUID"},
		{"[f81d4fae-7dec-11d0-a765-00a0c91e6bf6]", 0, "want {"},
		{"}f81d4fae-7dec-11d0-a765-00a0c91e6bf6{", 0, "want {"},
		{"{{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}}", 40, "not the length of a UUID"},
		{"34dc23469000.0d.00.00.7c.5f.00.00.00", 8, "want -"},
	} {
		_, err := uuid.Parse(test.in)
		var got *uuid.ParseError
		if !errors.As(err, &got) || got.Offset != test.offset || got.Reason != test.reason {
			t.Errorf("Parse(%q): %v, want %s at byte %d", test.in[:min(len(test.in), 64)], err, test.reason, test.offset)
		}
		checkParse(t, test.in)
	}

	for in, want := range map[string]string{
		"f81d4fae\n7dec-11d0-a765-00a0c91e6bf6": `uuid.Parse("f81d4fae\n7dec-11d0-a765-00a0c91e6bf6"): want - at byte 8`,
		"hello":                                 `uuid.Parse("hello"): not the length of a UUID: 5 bytes`,
		strings.Repeat("f", 1000):               `uuid.Parse("` + strings.Repeat("f", 64) + `"): not the length of a UUID: 1000 bytes`,
	} {
		if _, err := uuid.Parse(in); err == nil || err.Error() != want {
			t.Errorf("error is\n%v, want\n%s", err, want)
		}
	}
	const want = `uuid.Parse("{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}"): not the length of canonical text: 38 bytes`
	if _, err := uuid.ParseCanonical("{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}"); err == nil || err.Error() != want {
		t.Errorf("error is\n%v, want\n%s", err, want)
	}
}

// TestParseErrorMemory: an error has a copy of the text, which lives as long as Input does.
func TestParseErrorMemory(t *testing.T) {
	var inputs []string
	b := make([]byte, 3000)
	for i := range 1000 {
		for j := range b {
			b[j] = byte('g' + i%10)
		}
		var u uuid.UUID
		var e *uuid.ParseError
		if !errors.As(u.UnmarshalText(b), &e) {
			t.Fatal("no ParseError")
		}
		inputs = append(inputs, e.Input)
		if i%100 == 0 {
			runtime.GC()
		}
	}
	for i, got := range inputs {
		if want := strings.Repeat(string(rune('g'+i%10)), 64); got != want {
			t.Fatalf("Input %d is %q now, want %q", i, got, want)
		}
	}
}

// TestParseEveryByte has every byte at every place of every form.
func TestParseEveryByte(t *testing.T) {
	if testing.Short() {
		t.Skip("long with the race detector")
	}
	for _, form := range forms {
		for _, text := range []string{write(form, vectors.U), strings.ToUpper(write(form, vectors.Other))} {
			b := []byte(text)
			for i := range b {
				for c := range 256 {
					b[i] = byte(c)
					checkParse(t, string(b))
				}
				b[i] = text[i]
			}
		}
	}
}

// TestParseErrorInput: an error quotes at most 64 bytes, and keeps neither a
// large input alive nor bytes that the caller may change.
func TestParseErrorInput(t *testing.T) {
	for _, s := range []string{strings.Repeat("x", 36), strings.Repeat("x", 64), strings.Repeat("x", 1<<20)} {
		want := strings.Repeat("x", min(len(s), 64))
		var e *uuid.ParseError
		if _, err := uuid.Parse(s); !errors.As(err, &e) || e.Input != want {
			t.Fatalf("Parse of %d bytes: error has input %q", len(s), e.Input)
		}
		if unsafe.StringData(e.Input) == unsafe.StringData(s) {
			t.Errorf("the error of Parse shares its input of %d bytes", len(s))
		}
		b := []byte(s)
		var u uuid.UUID
		err := u.UnmarshalText(b)
		clear(b)
		if !errors.As(err, &e) || e.Input != want {
			t.Errorf("UnmarshalText: error has input %q after its input changed", e.Input)
		}
	}
}

// TestParseGrammar compares ParseCanonical with RFC 9562's grammar.
func TestParseGrammar(t *testing.T) {
	grammar := regexp.MustCompile(`^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}\z`)
	check := func(s string) {
		t.Helper()
		u, err := uuid.ParseCanonical(s)
		if want := grammar.MatchString(s); (err == nil) != want || want && u.String() != strings.ToLower(s) || !want && !u.IsZero() {
			t.Errorf("ParseCanonical(%q) = %v, %v; want it read: %v", s, u, err, want)
		}
	}
	text := []byte(vectors.Other.String())
	for i, old := range text {
		for c := range 256 {
			text[i] = byte(c)
			check(string(text))
		}
		text[i] = old
	}
	for _, form := range forms {
		s := write(form, vectors.Other)
		for _, s := range []string{s, s[1:], s + "0", s + "\n", " " + s} {
			check(s)
		}
	}
	check("")
}

func TestMustParse(t *testing.T) {
	if got := uuid.MustParse(vectors.Text); got != vectors.U {
		t.Errorf("MustParse(%q) = %v", vectors.Text, got)
	}
	defer func() {
		if e, ok := recover().(*uuid.ParseError); !ok || e.Offset != 3 || e.Input != "bad" {
			t.Errorf("MustParse panics with %v, want a *ParseError", e)
		}
	}()
	uuid.MustParse("bad")
}

// checkString compares everything that writes text with stringSlow.
func checkString(t *testing.T, u uuid.UUID) {
	t.Helper()
	want := stringSlow(u)
	if got := u.String(); got != want {
		t.Errorf("String() = %q, want %q", got, want)
	}
	if got := u.URN(); got != "urn:uuid:"+want {
		t.Errorf("URN() = %q, want urn:uuid: and %q", got, want)
	}
	if got, err := u.MarshalText(); string(got) != want || err != nil {
		t.Errorf("MarshalText() = %q, %v; want %q", got, err, want)
	}
	for _, room := range []int{0, 36} { // append in place or not
		b := append(make([]byte, 0, 2+room), "> "...)
		if got, err := u.AppendText(b); string(got) != "> "+want || err != nil {
			t.Errorf("AppendText(%q) = %q, %v; want > %q", b, got, err, want)
		}
	}
}

func TestString(t *testing.T) {
	for _, text := range vectors.All {
		checkString(t, uuid.MustParse(text))
		if got := uuid.MustParse(text).String(); got != text {
			t.Errorf("String() = %q, want %q", got, text)
		}
	}
	for i := range 16 {
		for c := range 256 {
			u := vectors.U
			u[i] = byte(c)
			checkString(t, u)
		}
	}
	for range 10_000 {
		checkString(t, uuid.FromUint128(rand.Uint64(), rand.Uint64()))
	}
}

func FuzzUnmarshalText(f *testing.F) { textFormat.fuzz(f) }
func FuzzUnmarshalXML(f *testing.F)  { xmlFormat.fuzz(f) }

var textFormat = format{
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
}

var xmlFormat = format{
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
	library: true,
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

func readText(data []byte) (u uuid.UUID, null, ok bool) {
	if len(data) == 0 {
		return u, true, true
	}
	u, err := parseSlow(string(data))
	return u, false, err == nil
}
