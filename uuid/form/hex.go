package form

import "github.com/uuidkit/uuidkit/uuid"

const (
	urnPrefix = "urn:uuid:"

	// Each ? is a digit.
	fieldsTemplate = "{0x????????,0x????,0x????,{0x??,0x??,0x??,0x??,0x??,0x??,0x??,0x??}}"
)

// canonical returns the canonical text.
func canonical(hi, lo uint64) (text [36]byte) {
	uuid.FromUint128(hi, lo).AppendText(text[:0])
	return text
}

func appendDashed(b []byte, before string, hi, lo uint64, after string) []byte {
	b = append(b, before...)
	b, _ = uuid.FromUint128(hi, lo).AppendText(b)
	return append(b, after...)
}

func appendHex(b []byte, before string, hi, lo uint64, after string) []byte {
	t := canonical(hi, lo)
	b = append(b, before...)
	b = append(b, t[0:8]...)
	b = append(b, t[9:13]...)
	b = append(b, t[14:18]...)
	b = append(b, t[19:23]...)
	b = append(b, t[24:36]...)
	return append(b, after...)
}

func appendUpper(b []byte, hi, lo uint64) []byte {
	t := canonical(hi, lo)
	for i, c := range t {
		t[i] = c &^ (c & 0x40 >> 1) // only letters have 0x40, and 0x20 is their case
	}
	return append(b, t[:]...)
}

func appendFields(b []byte, hi, lo uint64) []byte {
	t := canonical(hi, lo)
	b = append(b, "{0x"...)
	b = append(b, t[0:8]...)
	b = append(b, ",0x"...)
	b = append(b, t[9:13]...)
	b = append(b, ",0x"...)
	b = append(b, t[14:18]...)
	next := ",{0x"
	for _, i := range [...]int{19, 21, 24, 26, 28, 30, 32, 34} {
		b = append(b, next...)
		b = append(b, t[i:i+2]...)
		next = ",0x"
	}
	return append(b, "}}"...)
}

// parseHex reads 36 or 32 characters between before and after. Only the letters of
// before may be in any case, as RFC 8141 says of those of a URN.
func parseHex(s, before, after string) (hi, lo uint64, wrong *failure) {
	for i := range len(before) {
		if c := s[i]; c != before[i] && (c < 'A' || c > 'Z' || c|0x20 != before[i]) {
			return 0, 0, &failure{i, "want " + before}
		}
	}
	end := len(s) - len(after)
	u, err := uuid.Parse(s[len(before):end])
	if e, ok := err.(*uuid.ParseError); ok {
		return 0, 0, &failure{len(before) + e.Offset, e.Reason}
	}
	if s[end:] != after {
		return 0, 0, &failure{end, "want " + after}
	}
	hi, lo = u.Uint128()
	return hi, lo, nil
}

func parseFields(s string) (hi, lo uint64, wrong *failure) {
	digits := make([]byte, 0, 32)
	for i := range len(fieldsTemplate) {
		c, want := s[i], fieldsTemplate[i]
		switch {
		case want != '?' && c != want:
			return 0, 0, &failure{i, "want " + fieldsTemplate[i:i+1]}
		case want == '?' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'f'):
			return 0, 0, &failure{i, "want a hexadecimal digit"}
		case want == '?':
			digits = append(digits, c)
		}
	}
	u, _ := uuid.Parse(string(digits))
	hi, lo = u.Uint128()
	return hi, lo, nil
}
