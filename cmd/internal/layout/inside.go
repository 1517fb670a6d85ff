package layout

import "bytes"

// Inside returns where in a longer text a canonical UUID begins, or -1: in "sess:" and a UUID, in
// a URL, in a pair of them. Letters and digits beside it make it something else. Text without
// hyphens is not looked for: 32 hexadecimal digits in a text are most often a hash.
func Inside(b []byte) int {
	const n = len(canonicalShape)
	for i := 0; ; {
		hyphen := bytes.IndexByte(b[i:], '-')
		if hyphen < 0 {
			return -1
		}
		i += hyphen + 1
		start := i - 1 - 8
		if start < 0 || start+n > len(b) || !hasShape(b[start:start+n], canonicalShape) {
			continue
		}
		if (start == 0 || !wordByte(b[start-1])) && (start+n == len(b) || !wordByte(b[start+n])) {
			return start
		}
	}
}

func wordByte(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
