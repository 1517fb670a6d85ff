package form

import (
	"math/bits"
	"slices"

	"github.com/uuidkit/uuidkit/internal/digits"
)

// A radix writes a UUID as a number, most significant digit first:
//
//	number = (((top·P + a)·P + b)·P + c)·P + d
//
// P is a power of the base that fits 32 bits, so that a, b, c and d are as many digits
// each. Divisions are multiplications by an inverse. The tests compare all of it with
// package math/big.
type radix struct {
	base   uint64
	pairs  []uint16 // of digits
	values *digits.Values
	want   string // the reason of an error
	width  int    // digits of Max
	part   int    // digits of a, b, c and d

	p, p2, p4hi, p4lo uint64 // P, P² and P⁴
	z                 uint   // zero bits in front of P⁴

	// Inverses, rounded down.
	inverse2 uint64 // 2^(128-z)/P²
	inverse4 uint64 // 2^(191-z)/P⁴

	fraction uint64 // 2^(64+shift)/P², rounded up
	shift    uint   // so that fraction has 64 bits
	topDigit uint64 // 2^57 by the value of the first digit of top, rounded up
}

// Digits and letters without those that look alike.
const (
	clearDigits = "123456789"                 // no 0
	clearUpper  = "ABCDEFGHJKLMNPQRSTUVWXYZ"  // no I and O
	clearLower  = "abcdefghijkmnopqrstuvwxyz" // no l
)

var (
	base36       = newRadix(decimals+lower, true, 25, 6, "want a base36 digit")
	base57       = newRadix(clearDigits[1:]+clearUpper+clearLower, false, 22, 5, "want a shortuuid digit")
	base58       = newRadix(clearDigits+clearUpper+clearLower, false, 22, 5, "want a base58 digit")
	base58Flickr = newRadix(clearDigits+clearLower+clearUpper, false, 22, 5, "want a base58 digit")
	base62       = newRadix(decimals+upper+lower, false, 22, 5, "want a base62 digit")
	base10       = newRadix(decimals, false, 39, 9, "want a decimal digit")
)

func newRadix(alphabet string, anyCase bool, width, part int, want string) *radix {
	r := &radix{
		base:   uint64(len(alphabet)),
		pairs:  digits.Pairs(alphabet),
		values: digits.ValuesOf(alphabet, anyCase),
		want:   want,
		width:  width,
		part:   part,
	}
	power := func(n int) uint64 {
		p := uint64(1)
		for range n {
			p *= r.base
		}
		return p
	}
	r.p, r.p2 = power(part), power(2*part)
	r.p4hi, r.p4lo = bits.Mul64(r.p2, r.p2)
	r.z = uint(bits.LeadingZeros64(r.p4hi))
	r.inverse2, _ = bits.Div64(1<<(64-r.z), 0, r.p2)
	first64 := r.p4hi<<r.z | r.p4lo>>(64-r.z) // bits of P⁴, which is less than one more
	r.inverse4, _ = bits.Div64(1<<63-1, ^uint64(0), first64+1)
	r.shift = uint(bits.Len64(r.p2)) - 1
	r.fraction, _ = bits.Div64(1<<r.shift, 0, r.p2)
	r.fraction++
	r.topDigit = 1<<57/power(width-4*part-1) + 1
	return r
}

func (r *radix) append(b []byte, hi, lo uint64) []byte {
	n := len(b)
	b = slices.Grow(b, r.width)[:n+r.width]
	r.put(b[n:], hi, lo)
	return b
}

// put fills dst, which has r.width bytes.
func (r *radix) put(dst []byte, hi, lo uint64) {
	z := r.z & 63
	top, _ := bits.Mul64(hi, r.inverse4)
	top >>= (63 - z) & 63 // or one less
	over, under := bits.Mul64(top, r.p4lo)
	lo, borrow := bits.Sub64(lo, under, 0)
	hi, _ = bits.Sub64(hi, top*r.p4hi+over, borrow)
	if hi > r.p4hi || hi == r.p4hi && lo >= r.p4lo {
		top++
		lo, borrow = bits.Sub64(lo, r.p4lo, 0)
		hi, _ = bits.Sub64(hi, r.p4hi, borrow)
	}
	ab, _ := bits.Mul64(hi<<z|lo>>((64-z)&63), r.inverse2) // or one less
	cd := lo - ab*r.p2
	if cd >= r.p2 {
		ab++
		cd -= r.p2
	}

	// As a fraction of 2^64, ab/P² times the square of the base is its first two digits and
	// the fraction of the rest, and so on. The fraction is too large by less than 3,
	// which is less than one unit of the last digit, 2^64/P²: no digit changes.
	x, y := r.fractionOf(ab), r.fractionOf(cd)
	head := len(dst) - 4*r.part
	tx, ty := dst[head:][:2*r.part], dst[head+2*r.part:][:2*r.part]
	square := r.base * r.base
	for i := 1; i < len(tx) && i < len(ty); i += 2 { // side by side, because each pair waits for the one before
		var px, py uint64
		px, x = bits.Mul64(x, square)
		py, y = bits.Mul64(y, square)
		pairX, pairY := r.pairs[px], r.pairs[py]
		tx[i-1], tx[i] = byte(pairX), byte(pairX>>8)
		ty[i-1], ty[i] = byte(pairY), byte(pairY>>8)
	}
	f := top * r.topDigit
	for i := range dst[:head] {
		dst[i] = byte(r.pairs[f>>57] >> 8)
		f = f & (1<<57 - 1) * r.base
	}
}

// fractionOf returns 2^64·x/P² and less than 3 more, if x is less than P².
func (r *radix) fractionOf(x uint64) uint64 {
	hi, lo := bits.Mul64(x, r.fraction)
	return hi<<((64-r.shift)&63) | lo>>(r.shift&63) + 1
}

// value returns the number that s is, which may have fewer digits than r.width. It is
// wrong if bad is negative or over is set.
func (r *radix) value(s string) (hi, lo uint64, bad int64, over bool) {
	part := func(digits int) (v uint64) { // cuts the last digits off s
		cut := max(0, len(s)-digits)
		for i := cut; i < len(s); i++ {
			d := r.values[s[i]]
			bad |= d
			v = v*r.base + uint64(d)
		}
		s = s[:cut]
		return v
	}
	d, c, b, a := part(r.part), part(r.part), part(r.part), part(r.part)
	top := part(len(s))

	// (top·P² + ab)·P² + cd
	h, l := bits.Mul64(top, r.p2)
	l, carry := bits.Add64(l, a*r.p+b, 0)
	excess, h := bits.Mul64(h+carry, r.p2)
	hi, lo = bits.Mul64(l, r.p2)
	lo, carry = bits.Add64(lo, c*r.p+d, 0)
	hi, carry = bits.Add64(hi, h, carry)
	return hi, lo, bad, excess|carry != 0
}

// parse reads s[from:].
func (r *radix) parse(s string, from int) (hi, lo uint64, wrong *failure) {
	hi, lo, bad, over := r.value(s[from:])
	if bad < 0 {
		return 0, 0, notDigit(r.values, s, from, len(s), r.want)
	} else if over {
		// s is as long as the text of Max, or it would be less.
		most := make([]byte, r.width)
		r.put(most, ^uint64(0), ^uint64(0))
		return 0, 0, above(r.values, s, from, string(most), tooLarge)
	}
	return hi, lo, nil
}

const oidPrefix = "2.25."

func appendDecimal(b []byte, hi, lo uint64) []byte {
	var text [39]byte
	base10.put(text[:], hi, lo)
	i := 0
	for i < len(text)-1 && text[i] == '0' {
		i++
	}
	return append(b, text[i:]...)
}

func parseDecimal(s, before string) (hi, lo uint64, wrong *failure) {
	for i := range len(before) {
		if s[i] != before[i] {
			return 0, 0, &failure{i, "want " + before}
		}
	}
	at := len(before)
	if s[at] == '0' && len(s) > at+1 {
		return 0, 0, &failure{at, "want no leading zero"}
	}
	return base10.parse(s, at)
}
