package uuid

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unsafe"
)

// UnmarshalJSON implements json.Unmarshaler: null, or an array of texts.
func (us *UUIDs) UnmarshalJSON(data []byte) error {
	list, err := listFromJSON(data)
	return us.set("uuid.UUIDs.UnmarshalJSON", list, err)
}

func listFromJSON(data []byte) (UUIDs, error) {
	b := trimJSON(data)
	if string(b) == "null" {
		return nil, nil
	}
	b, ok := cutJSON(b, '[')
	if !ok {
		return nil, errors.New("want an array of texts, or null")
	}
	list := make(UUIDs, (len(b)+1)/(digitsLen+len(`"",`))) // as many as the shortest texts would be
	plain := 0
	for ; len(b) > textLen+2 && b[0] == '"' && b[textLen+1] == '"' && b[textLen+2] == ','; plain++ {
		if !decode(&list[plain], unsafe.String(&b[1], textLen)) {
			break
		}
		b = b[textLen+3:]
	}
	list = list[:plain]
	end := false
	if plain == 0 {
		b, end = cutJSON(b, ']')
	}
	for !end {
		n := len(list)
		list = append(list, UUID{})
		var err error
		if b, err = readJSON(&list[n], b); err != nil {
			return nil, fmt.Errorf("element %d: %w", n, err)
		}
		if b, ok = cutJSON(b, ','); ok {
			continue
		}
		if b, end = cutJSON(b, ']'); !end {
			return nil, fmt.Errorf("element %d: want , or ] after it", n)
		}
	}
	if len(b) > 0 {
		return nil, fmt.Errorf("got %d bytes after an array of %d", len(b), len(list))
	}
	return list, nil
}

// readJSON reads the text at the beginning of b and returns what follows it. It copies the
// text, since a character of it may be written as an escape of six.
func readJSON(u *UUID, b []byte) (rest []byte, err error) {
	b, ok := cutJSON(b, '"')
	if !ok {
		return nil, errors.New("want a text")
	}
	var text [len(urnPrefix) + textLen]byte
	for n, rest := 0, b; len(rest) > 0; n++ {
		c := rest[0]
		rest = rest[1:]
		if c == '"' {
			if s := unsafe.String(&text[0], n); !read(u, s) {
				return nil, newTextError(s)
			}
			return rest, nil
		}
		if c == '\\' {
			// All characters of a UUID are below 0x80.
			if len(rest) < 5 || string(rest[:3]) != "u00" {
				break
			}
			code, err := strconv.ParseUint(string(rest[3:5]), 16, 7)
			if err != nil {
				break
			}
			c, rest = byte(code), rest[5:]
		}
		if n == len(text) {
			break
		}
		text[n] = c
	}
	return nil, rejectJSON(b)
}

// rejectJSON returns the error of a text that has other escapes or more characters than a
// UUID. b begins with it.
func rejectJSON(b []byte) error {
	n := 0
	for n < len(b) && b[n] != '"' {
		if b[n] == '\\' {
			n++
		}
		n++
	}
	if n >= len(b) {
		return errors.New("the text does not end")
	}
	return newTextError(unsafe.String(unsafe.SliceData(b), n))
}

// A textError is a ParseError within the error of a list, which names the function already.
type textError ParseError

func newTextError(s string) error {
	at, reason := failure(s, len(s))
	return &textError{strings.Clone(s[:min(len(s), quoted)]), at, reason, "uuid.UUIDs.UnmarshalJSON"}
}

func (e *textError) Error() string {
	return fmt.Sprintf("%q: %s at byte %d", e.Input, e.Reason, e.Offset)
}

// Unwrap returns the ParseError.
func (e *textError) Unwrap() error { return (*ParseError)(e) }

// cutJSON returns what follows c, which white space may precede, and true; or b and false.
func cutJSON(b []byte, c byte) ([]byte, bool) {
	if len(b) > 0 && b[0] != c {
		b = trimJSON(b)
	}
	if len(b) > 0 && b[0] == c {
		return b[1:], true
	}
	return b, false
}

// trimJSON cuts white space off.
func trimJSON(b []byte) []byte { return bytes.Trim(b, " \t\r\n") }
