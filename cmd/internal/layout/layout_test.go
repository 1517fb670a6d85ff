package layout_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/uuid"
)

var id = uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")

// What each form looks like, from its definition and not from this package.
var written = map[layout.Form]string{
	layout.Text:        "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
	layout.Hex:         "f81d4fae7dec11d0a76500a0c91e6bf6",
	layout.Braces:      "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}",
	layout.Parens:      "(f81d4fae-7dec-11d0-a765-00a0c91e6bf6)",
	layout.URN:         "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
	layout.ULID:        "7R3N7TWZFC278AES80M34HWTZP",
	layout.Base32Hex:   "V0EKVBJTTG8T19R502GCI7JBUO",
	layout.Base32Human: "Z0EMZBKXXG8X19V502GCJ7KBYR",
	layout.Base36:      "eoswzolg3bsx0zn8otq1p8oom",
	layout.Base57:      "nAGVnUmwxobc28ViZHgbmW",
	layout.Base58:      "Xe22UfxT3rxcKJEAfL5373",
	layout.Base62:      "7YBUWgZR1mKSqGyj9tVViw",
	layout.Base64URL:   "-B1Prn3sEdCnZQCgyR5r9g",
	layout.Base64:      "+B1Prn3sEdCnZQCgyR5r9g==",
	layout.Decimal:     "329800735698586629295641978511506172918",
	layout.OID:         "2.25.329800735698586629295641978511506172918",
	layout.BytesText:   "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
	layout.BytesHex:    "f81d4fae7dec11d0a76500a0c91e6bf6",
	layout.Native:      "x f81d4fae7dec11d0a76500a0c91e6bf6",
	layout.Bytes:       "x f81d4fae 7dec 11d0 a76500a0c91e6bf6",
	layout.Swapped:     "x 11d0 7dec f81d4fae a76500a0c91e6bf6",
	layout.Mixed:       "x ae4f1df8 ec7d d011 a76500a0c91e6bf6",
	layout.Java:        "x d011ec7dae4f1df8 f66b1ec9a00065a7",
	layout.Reversed:    "x f66b1ec9a00065a7d011ec7dae4f1df8",
}

func value(f layout.Form) layout.Value {
	s := written[f]
	if h, ok := strings.CutPrefix(s, "x "); ok {
		b, err := hex.DecodeString(strings.ReplaceAll(h, " ", ""))
		if err != nil {
			panic(err)
		}
		return layout.Value{Kind: f.Kind(), Data: b}
	}
	return layout.Value{Kind: f.Kind(), Data: []byte(s)}
}

func TestForms(t *testing.T) {
	if len(layout.All()) != len(written) {
		t.Fatalf("%d forms, and %d are tested", len(layout.All()), len(written))
	}
	for _, f := range layout.All() {
		t.Run(f.String(), func(t *testing.T) {
			v := value(f)
			if got, err := f.Decode(v); err != nil || got != id {
				t.Errorf("Decode(%q) = %v, %v, want %v", v.Data, got, err, id)
			}
			if got := f.Encode(id); got.Kind != v.Kind || !bytes.Equal(got.Data, v.Data) {
				t.Errorf("Encode = %v %q, want %v %q", got.Kind, got.Data, v.Kind, v.Data)
			}
			readings := layout.Read(nil, v)
			if !slices.ContainsFunc(readings, func(r layout.Reading) bool { return r.Form == f && r.UUID == id }) {
				t.Errorf("Read(%q) = %v has not %v", v.Data, readings, f)
			}
			for _, cut := range []int{1, len(v.Data) / 2} {
				if u, err := f.Decode(layout.Value{Kind: v.Kind, Data: v.Data[:len(v.Data)-cut]}); err == nil && f != layout.Decimal && f != layout.OID {
					t.Errorf("Decode(%q) = %v, want an error", v.Data[:len(v.Data)-cut], u)
				}
			}
			b, err := json.Marshal(map[layout.Form]layout.Form{f: f})
			var back map[layout.Form]layout.Form
			if err == nil {
				err = json.Unmarshal(b, &back)
			}
			if err != nil || back[f] != f {
				t.Errorf("JSON %s: %v, %v", b, back, err)
			}
		})
	}
	for _, f := range []layout.Form{layout.None, 200} {
		if u, err := f.Decode(value(layout.Text)); err == nil {
			t.Errorf("%v.Decode = %v, want an error", f, u)
		}
	}
	f := layout.Java
	if err := f.UnmarshalText([]byte("nonsense")); err == nil || f != layout.Java {
		t.Errorf("UnmarshalText of nonsense: %v, %v", f, err)
	}
}

func TestRead(t *testing.T) {
	text := func(s string) layout.Value { return layout.Value{Data: []byte(s)} }
	raw := func(s string) layout.Value { return layout.Value{Kind: layout.KindBytes, Data: []byte(s)} }
	for _, tt := range []struct {
		name  string
		in    layout.Value
		want  []layout.Form
		kase  layout.Case
		space bool
	}{
		{"upper case", text("F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"), []layout.Form{layout.Text}, layout.Upper, false},
		{"both cases", text("F81D4FAE-7dec-11d0-a765-00a0c91e6bf6"), []layout.Form{layout.Text}, layout.MixedCase, false},
		{"digits", text("01814011-7444-4100-8765-000009100606"), []layout.Form{layout.Text}, layout.NoCase, false},
		{"padded", text("f81d4fae-7dec-11d0-a765-00a0c91e6bf6    "), []layout.Form{layout.Text}, layout.Lower, true},
		{"upper braces", text("{F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6}"), []layout.Form{layout.Braces}, layout.Upper, false},
		{"upper URN", text("urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"), []layout.Form{layout.URN}, layout.Upper, false},
		{"misplaced dashes", text("f81d4fae7-dec-11d0-a765-00a0c91e6bf6"), nil, 0, false},
		{"a wrong digit", text("f81d4fae-7dec-11d0-a765-00a0c91e6bg6"), nil, 0, false},
		{"22 characters", text("22Prn3sEdCnZQCgyR5r9gA"), []layout.Form{layout.Base57, layout.Base58, layout.Base62, layout.Base64URL}, 0, false},
		{"empty", text(""), nil, 0, false},
		{"16 bytes", raw("\xf8\x1d\x4f\xae\x7d\xec\x11\xd0\xa7\x65\x00\xa0\xc9\x1e\x6b\xf6"), []layout.Form{layout.Bytes, layout.Swapped, layout.Mixed, layout.Java, layout.Reversed}, 0, false},
		{"16 characters of a text in bytes", raw("f81d4fae-7dec-11"), nil, 0, false},
		{"16 characters in text", text("f81d4fae-7dec-11"), nil, 0, false},
		{"16 bytes as text", text("\xf8\x1d\x4f\xae\x7d\xec\x11\xd0\xa7\x65\x00\xa0\xc9\x1e\x6b\xf6"), nil, 0, false},
		{"15 bytes", raw("\xf8\x1d\x4f\xae\x7d\xec\x11\xd0\xa7\x65\x00\xa0\xc9\x1e\x6b"), nil, 0, false},
		{"36 characters in bytes", raw("F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"), []layout.Form{layout.BytesText}, layout.Upper, false},
	} {
		var got []layout.Form
		for _, r := range layout.Read(nil, tt.in) {
			got = append(got, r.Form)
			if r.Case != tt.kase || r.Space != tt.space {
				t.Errorf("%s: %v has case %q, space %v; want %q, %v", tt.name, r.Form, r.Case, r.Space, tt.kase, tt.space)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestInside(t *testing.T) {
	const id = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
	for text, want := range map[string]int{
		"sess:" + id: 5, "https://example.com/orders/" + id + "/items": 27, id + ":" + id: 0, "order-" + id: 6, "x_" + strings.ToUpper(id): 2,
		"a-b-c " + id + ", and more": 6, "(" + id: 1,
		"x" + id: -1, id + "0": -1, "0" + id: -1, id[:35]: -1, "sess:" + strings.ReplaceAll(id, "-", ""): -1,
		"deadbeef-cafe-babe and so on, face-to-face": -1, "": -1, "-": -1, "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01": -1,
		"2026-11-24 12:00:00 added dead beef, 0xf81d4fae-7dec": -1,
	} {
		if got := layout.Inside([]byte(text)); got != want {
			t.Errorf("Inside(%q) = %d, want %d", text, got, want)
		}
	}
}

func TestHarm(t *testing.T) {
	text := func(s string) layout.Value { return layout.Value{Data: []byte(s)} }
	raw := func(s string) layout.Value { return layout.Value{Kind: layout.KindBytes, Data: []byte(s)} }
	for _, tt := range []struct {
		in   layout.Value
		want layout.Damage
	}{
		{text("f81d4fae-7dec-11"), layout.Cut},
		{raw("f81d4fae-7dec-11"), layout.Cut},
		{raw("{f81d4fae-7dec-1"), layout.Cut},
		{raw("urn:uuid:f81d4fa"), layout.Cut},
		{raw("f81d4fae7dec11d0"), layout.Sound}, // digits of something else, if it stands alone
		{text("f81d4fae-7dec-11d0-a765-00a0c91e6bf"), layout.Cut},
		{text("20260115-0042-01"), layout.CutDigits},
		{raw("12345678-1234-12"), layout.CutDigits},
		{raw("urn:uuid:12345678"), layout.Cut},
		{text("f81d4fae-7dec"), layout.Sound}, // could be anything
		{raw("123456789012345"), layout.Short},
		{text("123456789012345"), layout.Sound},
		{text(" "), layout.Empty},
		{raw(""), layout.Empty},
		{text("f81d4fae-7dec-11d0-a765-00a0c91e6bg6"), layout.Malformed},
		{text("any text of just thirty-six letters."), layout.Sound},
	} {
		if got := layout.Harm(tt.in); got != tt.want {
			t.Errorf("Harm(%q) = %v, want %v", tt.in.Data, got, tt.want)
		}
	}
	for _, tt := range []struct {
		form layout.Form
		in   layout.Value
		want bool
	}{
		{layout.Text, text("f81d4fae"), true},
		{layout.Text, text("f81d4fa"), false}, // could be anything
		{layout.Text, text("12345678"), false},
		{layout.BytesHex, raw("123456789012"), false},
		{layout.Text, text("xyz"), false},
		{layout.Text, text(""), false},
		{layout.Hex, text("f81d4fae7dec"), true},
		{layout.Hex, text("f81d4fae-7dec"), false},
		{layout.Braces, text("{f81d4fae-7dec-11d0-a765-00a0c91e6bf6"), true},
		{layout.URN, text("urn:uuid:f81d"), true},
		{layout.URN, text("urn:isbn:f81d"), false},
		{layout.Base58, text("Xe22UfxT3rxcKJEAfL53"), true},
		{layout.Base58, text("system"), false},
		{layout.Swapped, raw("12345678"), false}, // a number, of a program that has those, too
		{layout.Swapped, raw("12345678-1234-1"), true},
		{layout.ULID, text("01ARZ3NDEKTSV4RRFFQ69"), true},
		{layout.ULID, text("system-administrator"), false},
		{layout.Base62, text("system_administrator"), false},
		{layout.Base64, text("n/a"), false},
		{layout.Base64, text("+B1Prn3sEdCnZQCgyR5r9g="), true},
		{layout.Base64, text("+B1Prn3sEdCnZQCg"), true},
		{layout.Native, raw("12345678"), false},
		{layout.Decimal, text("12345678"), false},
	} {
		if got := tt.form.Cut(tt.in); got != tt.want {
			t.Errorf("%v.Cut(%q) = %v, want %v", tt.form, tt.in.Data, got, tt.want)
		}
	}
}
