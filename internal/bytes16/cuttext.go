package bytes16

// IsCutText reports whether 16 bytes are the beginning of canonical text, as a
// column that is too short for the text keeps it: "f81d4fae-7dec-11". Such bytes
// are no UUID that anybody made, since byte 8 has the variant of RFC 9562 in none
// of them.
func IsCutText(b []byte) bool { return b[8] == '-' && isCutText(b) }

func isCutText(b []byte) bool {
	for i, c := range b {
		digit := '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
		dash := i == 8 || i == 13
		if dash && c != '-' || !dash && !digit {
			return false
		}
	}
	return true
}
