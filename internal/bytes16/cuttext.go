package bytes16

import "bytes"

// IsCutText reports whether 16 bytes are the beginning of a text that uuid.Parse reads, as
// a column that is too short for the text keeps it: "f81d4fae-7dec-11". Byte 8 of all UUIDs
// of RFC 9562 is 0x80 or more. Of other 128-bit values, such as MD5 sums, one in 10^17
// looks like that: a rule that took all printable bytes for text would lose one in 10^7.
func IsCutText(b []byte) bool { return b[8] < 0x80 && isCutText(b) }

func isCutText(b []byte) bool {
	const urn = "urn:uuid:"
	text := b
	if b[0] == '{' {
		text = b[1:]
	} else if bytes.EqualFold(b[:len(urn)], []byte(urn)) {
		text = b[len(urn):]
	}
	hyphens := len(text) > 8 && text[8] == '-'
	for i, c := range text {
		hyphen := hyphens && (i == 8 || i == 13)
		digit := '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
		if hyphen && c != '-' || !hyphen && !digit {
			return false
		}
	}
	return !repeats(b)
}

// IsCutTypeID is IsCutText for TypeIDs of any prefix, in upper or lower case.
func IsCutTypeID(b []byte) bool {
	for _, c := range b {
		if (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') && c != '_' {
			return false
		}
	}
	return !repeats(b)
}

// repeats reports whether b is a UUID of one digit, which people write in tests, such as
// 33333333-3333-3333-3333-333333333333. So the digits of the Max UUID, cut to 16 times "f",
// stay 66666666-6666-6666-6666-666666666666, but those of Nil are cut text.
func repeats(b []byte) bool { return b[0]>>4 == b[0]&15 && bytes.Count(b, b[:1]) == len(b) }
