package uuid_test

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/uuidkit/uuidkit/uuid"
)

// The readers of this file are the wire formats' decoders written to be read:
// they try every way in which what they want can be written.

// cborHeads returns all ways in which CBOR can say a major type and a number.
func cborHeads(major byte, number uint64) (heads []string) {
	if number < 24 {
		heads = append(heads, string([]byte{major<<5 | byte(number)}))
	}
	for i, digits := range []int{2, 4, 8, 16} {
		if s := fmt.Sprintf("%0*x", digits, number); len(s) == digits {
			heads = append(heads, string([]byte{major<<5 | byte(24+i)})+unhex(s))
		}
	}
	return heads
}

// cut removes the first of the prefixes that s has.
func cut(s string, prefixes []string) (rest string, ok bool) {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return s[len(p):], true
		}
	}
	return s, false
}

func readCBOR(s string) (u uuid.UUID, null, ok bool) {
	b, rest, ok := cutCBOR(s)
	if !ok || len(b) != 16 || rest != "" {
		return u, false, false
	}
	return uuid.UUID([]byte(b)), false, true
}

// cutCBOR returns the byte string that a UUID can be at the beginning of s.
func cutCBOR(s string) (bytes, rest string, ok bool) {
	marked := true
	for marked {
		s, marked = cut(s, cborHeads(6, 55799))
	}
	s, _ = cut(s, cborHeads(6, 37))
	s, _ = cut(s, cborHeads(6, 64))
	if bytes, rest, ok = cutCBORBytes(s); ok {
		return bytes, rest, ok
	}
	s, ok = strings.CutPrefix(s, "\x5f")
	for ok {
		if rest, ok = strings.CutPrefix(s, "\xff"); ok {
			return bytes, rest, true
		}
		var piece string
		piece, s, ok = cutCBORBytes(s)
		bytes += piece
	}
	return "", "", false
}

// cutCBORBytes returns the byte string of 0 to 17 bytes at the beginning of s.
func cutCBORBytes(s string) (bytes, rest string, ok bool) {
	for n := range 18 {
		if rest, ok := cut(s, cborHeads(2, uint64(n))); ok && len(rest) >= n {
			return rest[:n], rest[n:], true
		}
	}
	return "", "", false
}

func readMsgpack(s string) (u uuid.UUID, null, ok bool) {
	b, rest, ok := cutMsgpack(s)
	if !ok || rest != "" {
		return u, false, false
	}
	return uuid.UUID([]byte(b)), false, true
}

// cutMsgpack returns the 16 bytes that are a UUID at the beginning of s.
func cutMsgpack(s string) (bytes, rest string, ok bool) {
	s, ok = cut(s, []string{
		unhex("c4 10"), unhex("c5 0010"), unhex("c6 00000010"),
		unhex("b0"), unhex("d9 10"), unhex("da 0010"), unhex("db 00000010"),
	})
	if !ok || len(s) < 16 {
		return "", "", false
	}
	return s[:16], s[16:], true
}

// readBSONList reads a type and a value.
func readBSONList(s string) (us uuid.UUIDs, ok bool) {
	if strings.HasPrefix(s, "\x0a") || strings.HasPrefix(s, "\x06") {
		return nil, true
	}
	body, ok := strings.CutPrefix(s, string(binary.LittleEndian.AppendUint32([]byte{4}, uint32(len(s)-1))))
	us = uuid.UUIDs{}
	for ok && body != "\x00" {
		var id string
		body, ok = strings.CutPrefix(body, "\x05")
		_, body, _ = strings.Cut(body, "\x00")
		if id, body, _ = strings.Cut(body, unhex("10000000")); id != "" || len(body) < 17 || body[0] != 0 && body[0] != 4 {
			return nil, false
		}
		us, body = append(us, uuid.UUID([]byte(body[1:17]))), body[17:]
	}
	return us, ok
}

func readCBORList(s string) (us uuid.UUIDs, ok bool) {
	if s == "\xf6" || s == "\xf7" {
		return nil, true
	}
	marked := true
	for marked {
		s, marked = cut(s, cborHeads(6, 55799))
	}
	s, open := strings.CutPrefix(s, "\x9f")
	want := -1
	for n := 0; !open && want < 0; n++ {
		if n > len(s) {
			return nil, false
		}
		if rest, ok := cut(s, cborHeads(4, uint64(n))); ok {
			want, s = n, rest
		}
	}
	us = uuid.UUIDs{}
	for len(us) != want {
		if rest, end := strings.CutPrefix(s, "\xff"); open && end {
			s = rest
			break
		}
		var id string
		if id, s, ok = cutCBOR(s); !ok || len(id) != 16 {
			return nil, false
		}
		us = append(us, uuid.UUID([]byte(id)))
	}
	return us, s == ""
}

func readMsgpackList(s string) (us uuid.UUIDs, ok bool) {
	if s == "\xc0" {
		return nil, true
	}
	want := -1
	for n := 0; want < 0; n++ {
		heads := []string{unhex(fmt.Sprintf("dd%08x", n))}
		if n < 16 {
			heads = append(heads, unhex(fmt.Sprintf("9%x", n)))
		}
		if n < 1<<16 {
			heads = append(heads, unhex(fmt.Sprintf("dc%04x", n)))
		}
		if n > len(s) {
			return nil, false
		}
		if rest, ok := cut(s, heads); ok {
			want, s = n, rest
		}
	}
	for us = (uuid.UUIDs{}); len(us) < want; {
		var id string
		if id, s, ok = cutMsgpack(s); !ok {
			return nil, false
		}
		us = append(us, uuid.UUID([]byte(id)))
	}
	return us, s == ""
}
