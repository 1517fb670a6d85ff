package form

import (
	"errors"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/internal/digits"
	"github.com/uuidkit/uuidkit/uuid"
)

const (
	urnPrefix = "urn:uuid:"

	// Each ? is a digit.
	fieldsTemplate = "{0x????????,0x????,0x????,{0x??,0x??,0x??,0x??,0x??,0x??,0x??,0x??}}"
)

var (
	hexLower = digits.NewBase16(digits.Hex, false)
	hexUpper = digits.NewBase16(strings.ToUpper(digits.Hex), false)
)

func appendHex(b []byte, before string, hi, lo uint64, after string) []byte {
	b = append(slices.Grow(b, len(before)+32+len(after)), before...)
	n := len(b)
	b = b[:n+32]
	put32((*[32]byte)(b[n:]), hi, lo)
	return append(b, after...)
}

func put32(t *[32]byte, hi, lo uint64) {
	hexLower.Put8((*[8]byte)(t[0:]), uint32(hi>>32))
	hexLower.Put8((*[8]byte)(t[8:]), uint32(hi))
	hexLower.Put8((*[8]byte)(t[16:]), uint32(lo>>32))
	hexLower.Put8((*[8]byte)(t[24:]), uint32(lo))
}

func appendDashed(b []byte, d *digits.Base16, before string, hi, lo uint64, after string) []byte {
	b = append(slices.Grow(b, len(before)+36+len(after)), before...)
	n := len(b)
	b = b[:n+36]
	t := (*[36]byte)(b[n:])
	// Where only four digits belong, the next ones overwrite the other four.
	d.Put8((*[8]byte)(t[0:]), uint32(hi>>32))
	d.Put8((*[8]byte)(t[9:]), uint32(hi))
	d.Put8((*[8]byte)(t[14:]), uint32(hi<<16))
	d.Put8((*[8]byte)(t[19:]), uint32(lo>>32))
	d.Put8((*[8]byte)(t[24:]), uint32(lo>>16))
	d.Put8((*[8]byte)(t[28:]), uint32(lo))
	t[8], t[13], t[18], t[23] = '-', '-', '-', '-'
	return append(b, after...)
}

func appendFields(b []byte, hi, lo uint64) []byte {
	var t [32]byte
	put32(&t, hi, lo)
	b = append(b, "{0x"...)
	b = append(b, t[0:8]...)
	b = append(b, ",0x"...)
	b = append(b, t[8:12]...)
	b = append(b, ",0x"...)
	b = append(b, t[12:16]...)
	next := ",{0x"
	for i := 16; i < 32; i += 2 {
		b = append(b, next...)
		b = append(b, t[i:i+2]...)
		next = ",0x"
	}
	return append(b, "}}"...)
}

// parseHex reads 36 or 32 characters between before and after. Only the letters of
// before may be in upper or lower case, as RFC 8141 says of those of a URN.
func parseHex(s, before, after string) (hi, lo uint64, wrong *failure) {
	for i := range len(before) {
		if c := s[i]; c != before[i] && (c < 'A' || c > 'Z' || c|0x20 != before[i]) {
			return 0, 0, &failure{i, "want " + before}
		}
	}
	end := len(s) - len(after)
	u, err := uuid.Parse(s[len(before):end])
	if err != nil {
		var e *uuid.ParseError
		errors.As(err, &e)
		return 0, 0, &failure{len(before) + e.Offset, e.Reason}
	}
	if s[end:] != after {
		return 0, 0, &failure{end, "want " + after}
	}
	hi, lo = u.Uint128()
	return hi, lo, nil
}

func parseFields(s string) (hi, lo uint64, wrong *failure) {
	text := make([]byte, 0, 32)
	for i := range len(fieldsTemplate) {
		c, want := s[i], fieldsTemplate[i]
		switch {
		case want != '?' && c != want:
			return 0, 0, &failure{i, "want " + fieldsTemplate[i:i+1]}
		case want == '?' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'f'):
			return 0, 0, &failure{i, "want a hexadecimal digit"}
		case want == '?':
			text = append(text, c)
		}
	}
	u, _ := uuid.Parse(string(text))
	hi, lo = u.Uint128()
	return hi, lo, nil
}
