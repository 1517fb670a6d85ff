package form_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
)

// check compares Append, Text and Parse of u with the twin.
func check(t *testing.T, f form.Form, u uuid.UUID) {
	t.Helper()
	want := twins[f].text(u)
	for _, room := range []int{0, 80} { // append in place or not
		b := append(make([]byte, 0, 2+room), "> "...)
		if got := f.Append(b, u); string(got) != "> "+want {
			t.Errorf("%v.Append(%q, %v) = %q, want > %s", f, b, u, got, want)
		}
	}
	if got := f.Text(u); got != want {
		t.Errorf("%v.Text(%v) = %q, want %q", f, u, got, want)
	}
	if got, err := f.Parse(want); got != u || err != nil {
		t.Errorf("%v.Parse(%q) = %v, %v; want %v", f, want, got, err, u)
	}
	if least, most := f.Len(); len(want) < least || len(want) > most {
		t.Errorf("%v.Text(%v) has %d bytes, Len is %d, %d", f, u, len(want), least, most)
	}
}

// checkParse compares Parse with the twin, and returns its error.
func checkParse(t *testing.T, f form.Form, s string) *uuid.ParseError {
	t.Helper()
	want, ok := parseTwin(f, s)
	got, err := f.Parse(s)
	if got != want || (err == nil) != ok {
		t.Errorf("%v.Parse(%q) = %v, %v; want %v, %v", f, s, got, err, want, ok)
	}
	if err == nil {
		return nil
	}
	var e *uuid.ParseError
	if !errors.As(err, &e) || e.Func != "form."+f.String()+".Parse" || e.Input != s[:min(len(s), 68)] || e.Offset < 0 || e.Offset > len(s) || e.Reason == "" {
		t.Fatalf("%v.Parse(%q): error is %#v", f, s, err)
	}
	return e
}

// sample returns every special UUID, and random ones.
func sample(random int) (us []uuid.UUID) {
	for _, text := range vectors.All {
		us = append(us, uuid.MustParse(text))
	}
	for i := range 128 { // each power of two, and the number before
		var hi, lo uint64 = 0, 1 << i
		if i >= 64 {
			hi, lo = 1<<(i-64), 0
		}
		us = append(us, uuid.FromUint128(hi, lo), uuid.FromUint128(^hi, ^lo))
		if lo--; lo == ^uint64(0) {
			hi--
		}
		us = append(us, uuid.FromUint128(hi, lo))
	}
	for range random {
		us = append(us, uuid.FromUint128(rand.Uint64()>>rand.IntN(64), rand.Uint64()))
	}
	return us
}

func TestForms(t *testing.T) {
	us := sample(1000)
	for _, f := range form.All() {
		t.Run(f.String(), func(t *testing.T) {
			for _, u := range us {
				check(t, f, u)
			}
		})
	}
	if len(form.All()) != len(twins) {
		t.Errorf("%d forms and %d twins", len(form.All()), len(twins))
	}
}

// TestNumberEdges has the numbers around each multiple at which a digit, a part or a
// quotient of a radix changes, and those that divide worst.
func TestNumberEdges(t *testing.T) {
	for _, f := range []form.Form{form.Base36, form.Base57, form.Base58, form.Base58Flickr, form.Base62, form.Decimal} {
		alphabet := map[form.Form]string{form.Base36: decimals + lower, form.Base57: bitcoin[1:], form.Base58: bitcoin, form.Base58Flickr: flickr, form.Base62: decimals + upper + lower, form.Decimal: decimals}[f]
		_, width := f.Len()
		for range 2000 {
			// A random head, and then zeros or largest digits.
			s := []byte(f.Text(uuid.FromUint128(rand.Uint64(), rand.Uint64())))
			fill := alphabet[0]
			if rand.IntN(2) == 0 {
				fill = alphabet[len(alphabet)-1]
			}
			for i := 1 + rand.IntN(width); i < len(s); i++ {
				s[i] = fill
			}
			u := numberOf(string(s), alphabet, 0)
			hi, lo := u.Uint128()
			check(t, f, u)
			check(t, f, uuid.FromUint128(hi, lo+1))
			check(t, f, uuid.FromUint128(hi, lo-1))
		}
	}
}

// TestVectors has texts that other implementations wrote.
func TestVectors(t *testing.T) {
	const (
		a  = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
		v1 = "c232ab00-9414-11ec-b3c8-9f6bdeced846"
		v4 = "919108f7-52d1-4320-9bac-f847db4148a8"
		v5 = "2ed6657d-e927-568b-95e1-2665a8aea6a2"
		v6 = "1ec9414c-232a-6b00-b3c8-9f6bdeced846"
		v7 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
	)
	five := []string{"00000000-0000-0000-0000-000000000000", a, v7, v4, "ffffffff-ffff-ffff-ffff-ffffffffffff"}
	repeat := strings.Repeat
	for f, texts := range map[form.Form][5]string{
		form.ULID:         {repeat("0", 26), "7R3N7TWZFC278AES80M34HWTZP", "01FWHE4YDGFK1SHH6W1G60EECF", "4HJ44FEMPH8CG9QB7R8ZDM2J58", "7" + repeat("Z", 25)},
		form.TypeIDSuffix: {repeat("0", 26), "7r3n7twzfc278aes80m34hwtzp", "01fwhe4ydgfk1shh6w1g60eecf", "4hj44femph8cg9qb7r8zdm2j58", "7" + repeat("z", 25)},
		form.Base58:       {repeat("1", 22), "Xe22UfxT3rxcKJEAfL5373", "1BihbxwwQ4NZZpKRH9JDCz", "JyZVoFVQxQNmw2bsgr7D1R", "YcVfxkQb6JRzqk5kF2tNLv"},
		form.Base58Flickr: {repeat("1", 22), "wD22tEXs3RXBjieaEk5373", "1bHGAXWWp4nyyPjqh9idcZ", "iYyuNfupXpnLW2ASFR7d1q", "xBuEXKpA6iqZQK5Kf2TnkV"},
		form.Base57:       {repeat("2", 22), "nAGVnUmwxobc28ViZHgbmW", "2HCATbPFFQRhakvB2nxrTh", "TuH3hRrUnPVQsmGWtvBzAX", "oZEq7ovRbLq6UnGMPwc8B5"},
		form.Base62:       {repeat("0", 22), "7YBUWgZR1mKSqGyj9tVViw", "02p5oQZoHTv0zeY5yG21K3", "4QgAS76dLuYGIOevxRNdwe", "7n42DGM5Tflk9n8mt7Fhc7"},
		form.Base64URL:    {repeat("A", 22), "-B1Prn3sEdCnZQCgyR5r9g", "AX8i4nmwfMOYxNwMDAc5jw", "kZEI91LRQyCbrPhH20FIqA", repeat("_", 21) + "w"},
		form.Base36:       {repeat("0", 25), "eoswzolg3bsx0zn8otq1p8oom", "036twi214qwj7mgsvq83nm8wf", "8m8scpfugfij4qenj0ig77qg8", "f5lxx1zz5pnorynqglhzmsp33"},
		form.Decimal:      {"0", "329800735698586629295641978511506172918", "1989357241971137676463954034883508623", "193491124287564075115561252409011423400", "340282366920938463463374607431768211455"},
		form.OID:          {"2.25.0", "2.25.329800735698586629295641978511506172918", "2.25.1989357241971137676463954034883508623", "2.25.193491124287564075115561252409011423400", "2.25.340282366920938463463374607431768211455"},
		form.NCName32:     {repeat("a", 26), "b7aou7lt55qoqoziauder427wk", "haf7sfytzwdgdrrg4bqgaoompj", "esgiqr52s2ezaxlhyi7nucsfij", "p" + repeat("7", 24) + "p"},
		form.NCName58:     {"A111111111111111______A", "B7wc88dU4e3NyJEj3e944DK", "H3RrXaX7uTM6qdwrXwpC6_J", "E55CtqYNqva1mcmaa877eoJ", "P8AQGAut7N92awznwCnjuQP"},
		form.NCName64:     {repeat("A", 22), "B-B1Prn3sHQdlAKDJHmv2K", "HAX8i4nmwzDjE3AwMBzmPJ", "EkZEI91LRMgus-EfbQUioJ", "P" + repeat("_", 20) + "P"},
	} {
		for i, text := range texts {
			checkVector(t, f, text, five[i])
		}
	}
	for _, test := range []struct {
		f          form.Form
		text, uuid string
	}{
		{form.Canonical, a, a},
		{form.Upper, "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", a},
		{form.Hex, "f81d4fae7dec11d0a76500a0c91e6bf6", a},
		{form.Braces, "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}", a},
		{form.Parens, "(f81d4fae-7dec-11d0-a765-00a0c91e6bf6)", a},
		{form.Fields, "{0xf81d4fae,0x7dec,0x11d0,{0xa7,0x65,0x00,0xa0,0xc9,0x1e,0x6b,0xf6}}", a},
		{form.URN, "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", a},
		{form.BracedHex, "{6ba7b8109dad11d180b400c04fd430c8}", "6ba7b810-9dad-11d1-80b4-00c04fd430c8"},
		{form.URNHex, "urn:uuid:6ba7b8109dad11d180b400c04fd430c8", "6ba7b810-9dad-11d1-80b4-00c04fd430c8"},
		{form.TypeIDSuffix, "01h455vb4pex5vsknk084sn02q", "01890a5d-ac96-774b-bcce-b302099a8057"},
		{form.ULID, "01H455VB4PEX5VSKNK084SN02Q", "01890a5d-ac96-774b-bcce-b302099a8057"},
		// The Internet-Draft's own texts.
		{form.Base32Hex, "V0EKVBJTTG8T19R502GCI7JBUO", a},
		{form.Base32Hex, "O8PAM04K2G8UPCU8JTLTTJMO8O", v1},
		{form.Base32Hex, "I68GHTQIQ51I16TCV13TMGA8L0", v4},
		{form.Base32Hex, "5RB6AVF94TB8N5F14PIQHBL6K8", v5},
		{form.Base32Hex, repeat("V", 25) + "S", five[4]},
		{form.Base32Human, "Z0EMZBKXXG8X19V502GCJ7KBYR", a},
		{form.Base32Human, "R8SAP04M2G8YSCY8KXNXXKPR8R", v1},
		{form.Base32Human, "3V4M2K1359NG1CY8KXNXXKPR8R", v6},
		{form.Base32Human, "05ZJ5RKSP1YC7664VG60R1SSHW", v7},
		{form.Base32Human, repeat("Z", 25) + "W", five[4]},
		{form.Base64Sort, "y0pEfbrg3S1bOF1VmGtfxV", a},
		{form.Base64Sort, "kY9f-8FJ3Tmnm8xfrgvNGV", v1},
		{form.Base64Sort, "ZO37xpAGFm1QfEW6qo47e-", v4},
		{form.Base64Sort, repeat("z", 21) + "k", five[4]},
		{form.Z85, "{-iekEE4M)R!2>3:Stl>", a},
		{form.Z85, ".znd(LOs.@V=F+O?P<+y", v1},
		{form.Z85, "K=Y}zqQE&OO2(xP*D!xe", v4},
		{form.Z85, "9)3YwbpWEeV=F+O?P<+y", v6},
		{form.Z85, "HelloWorldHelloWorld", "864fd26f-b559-f75b-864f-d26fb559f75b"}, // ZeroMQ's
		{form.Base36, "bhw3f9qszlqpyh8gtz35hz4ue", v1},
		{form.Base58, "Qys2KsgsAKw9ZKupo76FCh", v1},
		{form.Base58, "4oVbpzb8BpnTH1mg11dmWd", v6},
		{form.Base62, "5uRfL2yjhnArtoQfhtK5hO", v1},
		{form.NCName32, "byizkwaeucqpmhse7nppm5wcgl", v1},
		{form.NCName58, "B6S7oX73gv2Y1iTENdXX8hL", v1},
		{form.NCName58, "GrxRCnDiX4mxSq8bFQjT3_L", v6},
		{form.NCName64, "BwjKrAJQUHsPIn2vezthGL", v1},
		{form.NCName58, "C11KtP6Y9P3rRkvh2N1e__L", "000003e8-cbb9-21ea-b201-00045a86c8a1"},
	} {
		checkVector(t, test.f, test.text, test.uuid)
	}
}

func checkVector(t *testing.T, f form.Form, text, canonical string) {
	t.Helper()
	u := uuid.MustParse(canonical)
	if got := f.Text(u); got != text {
		t.Errorf("%v.Text(%v) = %q, want %q", f, u, got, text)
	}
	if got, err := f.Parse(text); got != u || err != nil {
		t.Errorf("%v.Parse(%q) = %v, %v; want %v", f, text, got, err, u)
	}
}

func TestParseReject(t *testing.T) {
	for _, test := range []struct {
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
	} {
		e := checkParse(t, test.f, test.in)
		if e == nil || e.Offset != test.offset || e.Reason != test.reason {
			t.Errorf("%v.Parse(%q): %v, want %s at byte %d", test.f, test.in, e, test.reason, test.offset)
		}
	}

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
	for _, f := range form.All() {
		us := []uuid.UUID{vectors.Other, uuid.Max()}
		if testing.Short() { // long with the race detector
			us = us[:1]
		}
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
						t.Errorf("%v: byte %d of %q is wrong, the error says %v", f, i, b, e)
					}
				}
				b[i] = text[i]
			}
		}
	}
}

func TestParseEveryLength(t *testing.T) {
	for _, f := range form.All() {
		least, most := f.Len()
		long := strings.Repeat(f.Text(vectors.Other), 80)
		for n := range 80 {
			for _, s := range []string{long[:n], strings.Repeat("0", n), strings.Repeat("1", n), strings.Repeat("\x00", n), strings.Repeat(" ", n)} {
				e := checkParse(t, f, s)
				if (n < least || n > most) && (e == nil || e.Offset != n) {
					t.Errorf("%v.Parse(%q) = %v, want an error at byte %d", f, s, e, n)
				}
			}
		}
	}
}

// TestParseLookalikes has letters and digits that are not ASCII, in the place of one
// character and of as many as they have bytes.
func TestParseLookalikes(t *testing.T) {
	for _, f := range form.All() {
		text := f.Text(vectors.Other)
		for _, c := range []string{"０", "１", "ａ", "Ｆ", "О", "О", "а", "е", "ı", "ſ", "\u212a", "٠", "۱", "−", "–", "\u00ad", "\u200b", "｛", "ß", "\ufeff", "\xff", "\x80"} {
			for i := range len(text) {
				checkParse(t, f, text[:i]+c+text[i+1:])
				if i+len(c) <= len(text) {
					if e := checkParse(t, f, text[:i]+c+text[i+len(c):]); e == nil || e.Offset != i && f != form.NCName58 {
						t.Errorf("%v.Parse(%q with %q at byte %d): %v", f, text, c, i, e)
					}
				}
			}
		}
	}
}

// TestParseCase has each text in the other case, as it is or with a digit changed.
func TestParseCase(t *testing.T) {
	for _, f := range form.All() {
		for _, u := range sample(100) {
			text := f.Text(u)
			for _, s := range []string{strings.ToUpper(text), strings.ToLower(text), strings.ToUpper(text[:len(text)/2]) + strings.ToLower(text[len(text)/2:])} {
				checkParse(t, f, s)
			}
		}
	}
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

// TestOrdered proves both answers: of UUIDs in order, all texts are in order or not.
func TestOrdered(t *testing.T) {
	us := sample(3000)
	slices.SortFunc(us, uuid.UUID.Compare)
	us = slices.Compact(us)
	for _, f := range form.All() {
		ordered := true
		for i, u := range us[1:] {
			if f.Text(us[i]) >= f.Text(u) {
				ordered = false
			}
		}
		if f.Ordered() != ordered {
			t.Errorf("%v.Ordered() = %v, want %v", f, f.Ordered(), ordered)
		}
	}
}

func TestAllocs(t *testing.T) {
	var sink string
	for _, f := range form.All() {
		text := f.Text(vectors.U)
		for _, test := range []struct {
			name string
			want float64
			f    func()
		}{
			{"Append", 0, func() {
				var b [80]byte
				if got := f.Append(b[:0], vectors.U); string(got) != text {
					panic(string(got))
				}
			}},
			{"Parse", 0, func() {
				if u, err := f.Parse(text); u != vectors.U {
					panic(err)
				}
			}},
			{"Text", 1, func() { sink = f.Text(vectors.U) }},
		} {
			if got := testing.AllocsPerRun(10, test.f); got != test.want {
				t.Errorf("%v.%s: %v allocations, want %v", f, test.name, got, test.want)
			}
		}
	}
	_ = sink
}

func TestErrorInput(t *testing.T) {
	s := strings.Repeat("x", 1<<20)
	_, err := form.Base58.Parse(s)
	var e *uuid.ParseError
	if !errors.As(err, &e) || len(e.Input) != 68 || unsafe.StringData(e.Input) == unsafe.StringData(s) {
		t.Errorf("the error keeps its input of %d bytes", len(s))
	}
}

func TestNoForm(t *testing.T) {
	none := form.Form(len(form.All()))
	if got, want := none.String(), fmt.Sprintf("Form(%d)", len(form.All())); got != want {
		t.Errorf("String() = %q, want %q", got, want)
	}
	for name, f := range map[string]func(){
		"Append": func() { none.Append(nil, vectors.U) },
		"Text":   func() { none.Text(vectors.U) },
		"Parse":  func() { none.Parse("") },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s of no form does not panic", name)
				}
			}()
			f()
		}()
	}
}

// FuzzForms compares all forms with their twins.
func FuzzForms(f *testing.F) {
	for i, form := range form.All() {
		for _, text := range vectors.All {
			u := uuid.MustParse(text)
			hi, lo := u.Uint128()
			f.Add(uint8(i), form.Text(u), hi, lo)
		}
	}
	all := form.All()
	f.Fuzz(func(t *testing.T, i uint8, s string, hi, lo uint64) {
		f := all[int(i)%len(all)]
		check(t, f, uuid.FromUint128(hi, lo))
		checkParse(t, f, s)
	})
}
