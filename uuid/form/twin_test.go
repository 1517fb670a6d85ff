package form_test

import (
	"encoding/hex"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
)

// A twin is a Form written to be read: its arithmetic is that of math/big.
type twin struct {
	text func(u uuid.UUID) string
	// candidate returns the UUID that s must be if it is one: the twin reads s if the
	// candidate's text is s.
	candidate func(s string) uuid.UUID
	anyCase   func(s string) string // s in the case of text; nil if case has a meaning
}

const (
	lower     = "abcdefghijklmnopqrstuvwxyz"
	upper     = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	decimals  = "0123456789"
	crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	bitcoin   = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	flickr    = "123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
	rfc32     = "abcdefghijklmnopqrstuvwxyz234567"
	rfc64     = upper + lower + decimals + "-_"
	zeromq    = decimals + lower + upper + ".-:+=^!/*?&<>()[]{}@%$#"
)

var twins = map[form.Form]twin{
	form.Canonical: template("????????-????-????-????-????????????", strings.ToLower),
	form.Upper:     template("????????-????-????-????-????????????", strings.ToUpper),
	form.Hex:       template("????????????????????????????????", strings.ToLower),
	form.Braces:    template("{????????-????-????-????-????????????}", strings.ToLower),
	form.Parens:    template("(????????-????-????-????-????????????)", strings.ToLower),
	form.Fields:    template("{0x????????,0x????,0x????,{0x??,0x??,0x??,0x??,0x??,0x??,0x??,0x??}}", strings.ToLower),
	form.URN:       template("urn:uuid:????????-????-????-????-????????????", strings.ToLower),
	form.BracedHex: template("{????????????????????????????????}", strings.ToLower),
	form.URNHex:    template("urn:uuid:????????????????????????????????", strings.ToLower),

	form.ULID:         number(crockford, 26, 0, strings.ToUpper),
	form.TypeIDSuffix: number(strings.ToLower(crockford), 26, 0, nil),
	form.Base32Hex:    number(decimals+upper[:22], 26, 2, strings.ToUpper),
	form.Base32Human:  number(crockford, 26, 2, strings.ToUpper),
	form.Base64URL:    number(rfc64, 22, 4, nil),
	form.Base64Sort:   number("-"+decimals+upper+"_"+lower, 22, 4, nil),
	form.Base36:       number(decimals+lower, 25, 0, strings.ToLower),
	form.Base57:       number(bitcoin[1:], 22, 0, nil),
	form.Base58:       number(bitcoin, 22, 0, nil),
	form.Base58Flickr: number(flickr, 22, 0, nil),
	form.Base62:       number(decimals+upper+lower, 22, 0, nil),
	form.Decimal:      number(decimals, 1, 0, nil),
	form.OID: {
		text:      func(u uuid.UUID) string { return "2.25." + integer(u[:]).String() },
		candidate: func(s string) uuid.UUID { return numberOf(s[5:], decimals, 0) },
	},
	form.Z85: {
		text: func(u uuid.UUID) (s string) {
			for b := range slices.Chunk(u[:], 4) {
				s += digits(integer(b), zeromq, 5)
			}
			return s
		},
		candidate: func(s string) (u uuid.UUID) {
			for i := range 4 {
				v := numberOf(s[5*i:5*i+5], zeromq, 0)
				copy(u[4*i:], v[12:])
			}
			return u
		},
	},
	form.NCName32: ncname(lower, strings.ToLower,
		func(b []byte) string { return digits(integer(b), rfc32, 24) },
		func(s string) uuid.UUID { return numberOf(s, rfc32, 0) }),
	form.NCName58: ncname(upper, bookendsUpper,
		func(b []byte) string {
			s := ""
			for i := 0; i < len(b) && b[i] == 0; i++ {
				s += "1"
			}
			if s += digits(integer(b), bitcoin, 0); len(s) > 21 {
				panic(s)
			}
			return s + strings.Repeat("_", 21-len(s))
		},
		func(s string) uuid.UUID { return numberOf(strings.TrimRight(s, "_"), bitcoin, 0) }),
	form.NCName64: ncname(upper, bookendsUpper,
		func(b []byte) string { return digits(integer(b), rfc64, 20) },
		func(s string) uuid.UUID { return numberOf(s, rfc64, 0) }),
}

func integer(b []byte) *big.Int { return new(big.Int).SetBytes(b) }

// digits returns n with at least width digits.
func digits(n *big.Int, alphabet string, width int) (s string) {
	n, base, digit := new(big.Int).Set(n), big.NewInt(int64(len(alphabet))), new(big.Int)
	for n.Sign() > 0 || len(s) < width {
		n.QuoRem(n, base, digit)
		s = alphabet[digit.Int64():][:1] + s
	}
	return s
}

// numberOf returns the low 128 bits of the number s, shifted to the right. What is not a
// digit counts as zero.
func numberOf(s, alphabet string, shift uint) (u uuid.UUID) {
	n, base := new(big.Int), big.NewInt(int64(len(alphabet)))
	for i := range len(s) {
		n.Mul(n, base)
		n.Add(n, big.NewInt(int64(max(0, strings.IndexByte(alphabet, s[i])))))
	}
	b := n.Rsh(n, shift).FillBytes(make([]byte, 64))
	return uuid.UUID(b[48:])
}

// number is a UUID and pad zero bits as a number.
func number(alphabet string, width int, pad uint, anyCase func(string) string) twin {
	return twin{
		text: func(u uuid.UUID) string {
			n := integer(u[:])
			return digits(n.Lsh(n, pad), alphabet, width)
		},
		candidate: func(s string) uuid.UUID { return numberOf(s, alphabet, pad) },
		anyCase:   anyCase,
	}
}

// template has a ? for each digit. The digits and the letters of urn:uuid: may be in any
// case, but not the x of 0x.
func template(t string, fold func(string) string) twin {
	return twin{
		text: func(u uuid.UUID) string {
			digits := hex.EncodeToString(u[:])
			var b strings.Builder
			for _, c := range t {
				if c == '?' {
					b.WriteString(fold(digits[:1]))
					digits = digits[1:]
				} else {
					b.WriteRune(c)
				}
			}
			return b.String()
		},
		candidate: func(s string) uuid.UUID {
			var digits string
			for i := range len(s) {
				if i < len(t) && t[i] == '?' {
					digits += s[i : i+1]
				}
			}
			return numberOf(strings.ToLower(digits), decimals+"abcdef", 0)
		},
		anyCase: func(s string) string {
			b := []byte(s)
			for i := range min(len(b), len(t)) {
				if t[i] != 'x' {
					b[i] = fold(s[i : i+1])[0]
				}
			}
			return string(b)
		},
	}
}

// ncname has two letters of 4 bits around the text of 15 bytes.
func ncname(letters string, anyCase func(string) string, text func(b []byte) string, candidate func(s string) uuid.UUID) twin {
	return twin{
		text: func(u uuid.UUID) string {
			s := hex.EncodeToString(u[:])
			middle, err := hex.DecodeString(s[:12] + s[13:16] + s[17:])
			if err != nil {
				panic(err)
			}
			return letters[u[6]>>4:][:1] + text(middle) + letters[u[8]>>4:][:1]
		},
		candidate: func(s string) uuid.UUID {
			nibble := func(c byte) int { return max(0, strings.IndexByte(letters, c)) % 16 }
			v := candidate(s[1 : len(s)-1])
			m := hex.EncodeToString(v[1:])
			b, err := hex.DecodeString(fmt.Sprintf("%s%x%s%x%s", m[:12], nibble(s[0]), m[12:15], nibble(s[len(s)-1]), m[15:]))
			if err != nil {
				panic(err)
			}
			return uuid.UUID(b)
		},
		anyCase: anyCase,
	}
}

func bookendsUpper(s string) string {
	last := len(s) - 1
	return strings.ToUpper(s[:1]) + s[1:last] + strings.ToUpper(s[last:])
}

// parseTwin is Parse without an error's details.
func parseTwin(f form.Form, s string) (u uuid.UUID, ok bool) {
	if least, most := f.Len(); len(s) < least || len(s) > most {
		return u, false
	}
	t := twins[f]
	if t.anyCase != nil && isASCII(s) {
		s = t.anyCase(s)
	}
	if u := t.candidate(s); t.text(u) == s {
		return u, true
	}
	return u, false
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool { return c > 0x7f })
}
