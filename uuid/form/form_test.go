package form_test

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

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

// eachForm runs a subtest for each form. Those that pass have a tick in
// integration/IDENTIFIERS.md.
func eachForm(t *testing.T, test func(t *testing.T, f form.Form)) {
	for _, f := range form.All() {
		t.Run(f.String(), func(t *testing.T) { test(t, f) })
	}
}

func TestForms(t *testing.T) {
	us := sample(1000)
	eachForm(t, func(t *testing.T, f form.Form) {
		for _, u := range us {
			check(t, f, u)
		}
	})
	if len(form.All()) != len(twins) {
		t.Errorf("%d forms and %d twins", len(form.All()), len(twins))
	}
}

// TestNumberEdges has the numbers around each multiple at which a digit, a part or a
// quotient of a radix changes, and those that divide worst.
func TestNumberEdges(t *testing.T) {
	n := 2000
	if testing.Short() {
		n = 200 // long with the race detector
	}
	for _, f := range []form.Form{form.Base36, form.Base57, form.Base58, form.Base58Flickr, form.Base62, form.Decimal} {
		alphabet := map[form.Form]string{form.Base36: decimals + lower, form.Base57: bitcoin[1:], form.Base58: bitcoin, form.Base58Flickr: flickr, form.Base62: decimals + upper + lower, form.Decimal: decimals}[f]
		_, width := f.Len()
		for range n {
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
			// Up to 66 bits more, which is how far an estimated quotient is off.
			lo, carry := bits.Add64(lo, rand.Uint64()>>rand.IntN(64), 0)
			check(t, f, uuid.FromUint128(hi+rand.Uint64N(4)+carry, lo))
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
	type vector struct {
		f          form.Form
		text, uuid string
	}
	var vectors []vector
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
			vectors = append(vectors, vector{f, text, five[i]})
		}
	}
	vectors = append(vectors, []vector{
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
	}...)
	eachForm(t, func(t *testing.T, f form.Form) {
		tests := 0
		for _, v := range vectors {
			if v.f != f {
				continue
			}
			tests++
			u := uuid.MustParse(v.uuid)
			if got := f.Text(u); got != v.text {
				t.Errorf("Text(%v) = %q, want %q", u, got, v.text)
			}
			if got, err := f.Parse(v.text); got != u || err != nil {
				t.Errorf("Parse(%q) = %v, %v; want %v", v.text, got, err, u)
			}
		}
		if tests == 0 {
			t.Error("no vectors")
		}
	})
}

// TestOrdered passes for the forms whose texts are in the order of their UUIDs, and skips
// those that it finds in another order. It fails where Ordered says something else.
func TestOrdered(t *testing.T) {
	us := sample(3000)
	slices.SortFunc(us, uuid.UUID.Compare)
	us = slices.Compact(us)
	eachForm(t, func(t *testing.T, f form.Form) {
		for i, u := range us[1:] {
			if before, text := f.Text(us[i]), f.Text(u); before >= text {
				if f.Ordered() {
					t.Errorf("%v has the text %s, %v has %s", us[i], before, u, text)
				}
				t.Skip("texts do not sort")
			}
		}
		if !f.Ordered() {
			t.Error("texts sort, and Ordered returns false")
		}
	})
}

func TestAllocs(t *testing.T) {
	var sink string
	eachForm(t, func(t *testing.T, f form.Form) {
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
				t.Errorf("%s: %v allocations, want %v", test.name, got, test.want)
			}
		}
	})
	_ = sink
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
