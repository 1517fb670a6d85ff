package form_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
)

func TestParseReject(t *testing.T) {
	tests := []struct {
		f      form.Form
		in     string
		offset int
		reason string
	}{
		{form.ULID, "", 0, "want 26 characters"},
		{form.ULID, "01FWHE4YDGFK1SHH6W1G60EEC", 25, "want 26 characters"},
		{form.ULID, "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", 0, "more than 128 bits"},
		{form.ULID, "0IFWHE4YDGFK1SHH6W1G60EECF", 1, "want a Crockford base32 digit"},
		{form.ULID, "01FWHE4YDGFK1SHH6W1G60EECu", 25, "want a Crockford base32 digit"},
		{form.ULID, "01FWHE4YDG-FK1SHH6W1G60EEC", 10, "want a Crockford base32 digit"},
		{form.TypeIDSuffix, "01FWHE4YDGFK1SHH6W1G60EECF", 2, "want a lower-case Crockford base32 digit"},
		{form.TypeIDSuffix, "8zzzzzzzzzzzzzzzzzzzzzzzzz", 0, "more than 128 bits"},
		// The same 26 characters in the other layout are another UUID, or none.
		{form.Base32Human, "01FWHE4YDGFK1SHH6W1G60EECF", 25, "more than 128 bits"},
		{form.Base32Hex, "V0EKVBJTTG8T19R502GCI7JBUP", 25, "more than 128 bits"},
		{form.Base32Hex, "V0EKVBJTTG8T19R502GCI7JBUW", 25, "want a base32hex digit"},
		{form.Base64URL, "-B1Prn3sEdCnZQCgyR5r9h", 21, "more than 128 bits"},
		{form.Base64URL, "-B1Prn3sEdCnZQCgyR5r9g==", 24, "want 22 characters"},
		{form.Base64URL, "+B1Prn3sEdCnZQCgyR5r9g", 0, "want a base64url digit"},
		{form.Base64Sort, "y0pEfbrg3S1bOF1VmGtfxW", 21, "more than 128 bits"},
		{form.Base58, "YcVfxkQb6JRzqk5kF2tNLw", 21, "more than 128 bits"},
		{form.Base58, "zzzzzzzzzzzzzzzzzzzzzz", 0, "more than 128 bits"},
		{form.Base58, "BihbxwwQ4NZZpKRH9JDCz", 21, "want 22 characters"}, // unpadded
		{form.Base58, "0BihbxwwQ4NZZpKRH9JDCz", 0, "want a base58 digit"},
		{form.Base58, "1BihbxwwQ4NZZpKRHlJDCz", 17, "want a base58 digit"},
		{form.Base58Flickr, "xBuEXKpA6iqZQK5Kf2TnkW", 21, "more than 128 bits"},
		{form.Base57, "oZEq7ovRbLq6UnGMPwc8B6", 21, "more than 128 bits"},
		{form.Base57, "1ZEq7ovRbLq6UnGMPwc8B6", 0, "want a shortuuid digit"},
		{form.Base62, "7n42DGM5Tflk9n8mt7Fhc8", 21, "more than 128 bits"},
		{form.Base36, "f5lxx1zz5pnorynqglhzmsp34", 24, "more than 128 bits"},
		{form.Base36, "zzzzzzzzzzzzzzzzzzzzzzzzz", 0, "more than 128 bits"},
		{form.Decimal, "", 0, "want 1 to 39 characters"},
		{form.Decimal, "340282366920938463463374607431768211456", 38, "more than 128 bits"},
		{form.Decimal, "999999999999999999999999999999999999999", 0, "more than 128 bits"},
		{form.Decimal, "1340282366920938463463374607431768211455", 40, "want 1 to 39 characters"},
		{form.Decimal, "00", 0, "want no leading zero"},
		{form.Decimal, "-1", 0, "want a decimal digit"},
		{form.Decimal, "1.0", 1, "want a decimal digit"},
		{form.OID, "2.25.", 5, "want 6 to 44 characters"},
		{form.OID, "2.25.01", 5, "want no leading zero"},
		{form.OID, "2.25.1.1", 6, "want a decimal digit"},
		{form.OID, "2.26.11", 3, "want 2.25."},
		{form.OID, "2.25.340282366920938463463374607431768211456", 43, "more than 128 bits"},
		{form.Z85, "%nSc1000000000000000", 4, "more than 32 bits in five characters"},
		{form.Z85, "00000#0000~000000000", 5, "more than 32 bits in five characters"},
		{form.Z85, "00000\"00000000000000", 5, "want a Z85 digit"},
		{form.NCName32, "q7aou7lt55qoqoziauder427wk", 0, "want a letter from A to P"},
		{form.NCName32, "b7aou7lt55qoqoziauder427w1", 25, "want a letter from A to P"},
		{form.NCName32, "b7aou7lt55qoqoziauder427 1", 24, "want a base32 digit"},
		{form.NCName58, "B7wc88dU4e3NyJEj3e94_4K", 20, "want a base58 digit"},
		{form.NCName58, "A11111111111112_______A", 1, "want 15 bytes in base58"},
		{form.NCName58, "BzzzzzzzzzzzzzzzzzzzzzK", 1, "want 15 bytes in base58"},
		{form.NCName58, "A11111111111111_______A", 1, "want 15 bytes in base58"},
		{form.NCName58, "A1111111111111111_____A", 1, "want 15 bytes in base58"},
		{form.NCName64, "B-B1Prn3sHQdlAKDJHmv=K", 20, "want a base64url digit"},
		{form.Canonical, "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}", 38, "want 36 characters"},
		{form.Upper, "F81D4FAE-7DEC-11D0-A765_00A0C91E6BF6", 23, "want -"},
		{form.Hex, "f81d4fae7dec11d0a76500a0c91e6bfg", 31, "want a hexadecimal digit"},
		{form.Braces, "[f81d4fae-7dec-11d0-a765-00a0c91e6bf6]", 0, "want {"},
		{form.Braces, "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6)", 37, "want }"},
		{form.Parens, "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}", 0, "want ("},
		{form.Parens, "\x08f81d4fae-7dec-11d0-a765-00a0c91e6bf6)", 0, "want ("},
		{form.Braces, "{f81d4fae+7dec-11d0-a765-00a0c91e6bf6}", 9, "want -"},
		{form.URN, "urn:uuid;f81d4fae-7dec-11d0-a765-00a0c91e6bf6", 8, "want urn:uuid:"},
		{form.URNHex, "urn:uuid:6ba7b8109dad11d180b400c04fd430cx", 40, "want a hexadecimal digit"},
		{form.BracedHex, "{6ba7b8109dad11d180b400c04fd430c8)", 33, "want }"},
		// What .NET's own parser lets through.
		{form.Fields, "{0xf81d4fae, 0x7dec,0x11d0,{0xa7,0x65,0x00,0xa0,0xc9,0x1e,0x6b,0xf}}", 12, "want 0"},
		{form.Fields, "{0Xf81d4fae,0x7dec,0x11d0,{0xa7,0x65,0x00,0xa0,0xc9,0x1e,0x6b,0xf6}}", 2, "want x"},
		{form.Fields, "{0xf81d4fae,0x7dec,0x11d0,{0xa7,0x65,0x+0,0xa0,0xc9,0x1e,0x6b,0xf6}}", 39, "want a hexadecimal digit"},
		{form.Fields, "{0xf81d4fae,0x7dec,0x11d0,{0xa7,0x65,0x00,0xa0,0xc9,0x1e,0x6b,0xf6})", 67, "want }"},
	}
	eachForm(t, func(t *testing.T, f form.Form) {
		n := 0
		for _, test := range tests {
			if test.f != f {
				continue
			}
			n++
			e := checkParse(t, f, test.in)
			if e == nil || e.Offset != test.offset || e.Reason != test.reason {
				t.Errorf("Parse(%q): %v, want %s at byte %d", test.in, e, test.reason, test.offset)
			}
		}
		if n == 0 {
			t.Error("no test")
		}
	})

	_, err := form.Base58.Parse("0BihbxwwQ4NZZpKRH9JDCz")
	if got, want := fmt.Sprint(err), `form.Base58.Parse("0BihbxwwQ4NZZpKRH9JDCz"): want a base58 digit at byte 0`; got != want {
		t.Errorf("error is\n%s, want\n%s", got, want)
	}
	_, err = form.Base58.Parse(strings.Repeat("1", 1000))
	if got, want := fmt.Sprint(err), `form.Base58.Parse("`+strings.Repeat("1", 68)+`"): want 22 characters: 1000 bytes`; got != want {
		t.Errorf("error is\n%s, want\n%s", got, want)
	}
}

// TestParseEveryByte has every byte at every place of a text.
func TestParseEveryByte(t *testing.T) {
	us := []uuid.UUID{vectors.Other, uuid.Max()}
	if testing.Short() { // long with the race detector
		us = us[:1]
	}
	eachForm(t, func(t *testing.T, f form.Form) {
		for _, u := range us {
			text := f.Text(u)
			b := []byte(text)
			for i := range b {
				for c := range 256 {
					b[i] = byte(c)
					e := checkParse(t, f, string(b))
					// Too large a number can begin like Max's. In NCName58 a byte decides
					// what the bytes before it mean.
					if e != nil && e.Offset != i && !strings.HasPrefix(e.Reason, "more than") && f != form.NCName58 {
						t.Errorf("byte %d of %q is wrong, the error says %v", i, b, e)
					}
				}
				b[i] = text[i]
			}
		}
	})
}

func TestParseEveryLength(t *testing.T) {
	eachForm(t, func(t *testing.T, f form.Form) {
		least, most := f.Len()
		long := strings.Repeat(f.Text(vectors.Other), 80)
		for n := range 80 {
			for _, s := range []string{long[:n], strings.Repeat("0", n), strings.Repeat("1", n), strings.Repeat("\x00", n), strings.Repeat(" ", n)} {
				e := checkParse(t, f, s)
				if (n < least || n > most) && (e == nil || e.Offset != n) {
					t.Errorf("Parse(%q) = %v, want an error at byte %d", s, e, n)
				}
			}
		}
	})
}

// TestParseLookalikes has letters and digits that are not ASCII, in the place of one
// character and of as many as they have bytes.
func TestParseLookalikes(t *testing.T) {
	eachForm(t, func(t *testing.T, f form.Form) {
		text := f.Text(vectors.Other)
		for _, c := range []string{"０", "１", "ａ", "Ｆ", "О", "Ο", "а", "е", "ı", "ſ", "\u212a", "٠", "۱", "−", "–", "\u00ad", "\u200b", "｛", "ß", "\ufeff", "\xff", "\x80"} {
			for i := range len(text) {
				checkParse(t, f, text[:i]+c+text[i+1:])
				if i+len(c) <= len(text) {
					if e := checkParse(t, f, text[:i]+c+text[i+len(c):]); e == nil || e.Offset != i && f != form.NCName58 {
						t.Errorf("Parse(%q with %q at byte %d): %v", text, c, i, e)
					}
				}
			}
		}
	})
}

// TestParseCase has each text in the other case.
func TestParseCase(t *testing.T) {
	eachForm(t, func(t *testing.T, f form.Form) {
		for _, u := range sample(100) {
			text := f.Text(u)
			for _, s := range []string{strings.ToUpper(text), strings.ToLower(text), strings.ToUpper(text[:len(text)/2]) + strings.ToLower(text[len(text)/2:])} {
				checkParse(t, f, s)
			}
		}
	})
	for s, f := range map[string]form.Form{
		"01fwhe4ydgfk1shh6w1g60eecf": form.ULID, "EOSWZOLG3BSX0ZN8OTQ1P8OOM": form.Base36, "v0ekvbjttg8t19r502gci7jbuo": form.Base32Hex,
		"B7AOU7LT55QOQOZIAUDER427WK": form.NCName32, "b7wc88dU4e3NyJEj3e944Dk": form.NCName58, "b-B1Prn3sHQdlAKDJHmv2k": form.NCName64,
		"URN:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6": form.URN, "f81d4fae-7dec-11d0-a765-00a0c91e6bf6": form.Upper,
	} {
		if _, err := f.Parse(s); err != nil {
			t.Error(err)
		}
	}
}

func TestErrorInput(t *testing.T) {
	s := strings.Repeat("x", 1<<20)
	_, err := form.Base58.Parse(s)
	var e *uuid.ParseError
	if !errors.As(err, &e) || len(e.Input) != 68 || unsafe.StringData(e.Input) == unsafe.StringData(s) {
		t.Errorf("the error keeps its input of %d bytes", len(s))
	}
}

// TestNoForm has numbers that are no Form.
func TestNoForm(t *testing.T) {
	for _, f := range []form.Form{form.Form(len(form.All())), 99, 255} {
		name := fmt.Sprintf("Form(%d)", int(f))
		least, most := f.Len()
		if got := f.String(); got != name || least != 0 || most != 0 || f.Ordered() {
			t.Errorf("%s: String() = %q, Len() = %d, %d, Ordered() = %v", name, got, least, most, f.Ordered())
		}
		for _, s := range []string{"", vectors.Text} {
			u, err := f.Parse(s)
			var e *uuid.ParseError
			if u != uuid.Nil() || !errors.As(err, &e) || e.Func != "form."+name+".Parse" || e.Input != s || e.Reason != "there is no such form" {
				t.Errorf("%s.Parse(%q) = %v, %#v", name, s, u, err)
			}
		}
		for method, call := range map[string]func(){
			"Append": func() { f.Append(nil, vectors.U) },
			"Text":   func() { f.Text(vectors.U) },
		} {
			func() {
				defer func() {
					if got := fmt.Sprint(recover()); !strings.Contains(got, name) {
						t.Errorf("%s.%s panics with %v, want its name", name, method, got)
					}
				}()
				call()
			}()
		}
	}
}
