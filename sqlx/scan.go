package sqlx

import (
	"errors"
	"fmt"

	"github.com/uuidkit/uuidkit/uuid"
)

// texts says which text a type's column may hold.
type texts int

const (
	noText        texts = iota
	canonicalText       // the 36 characters of RFC 9562, section 4
	anyText             // the forms of uuid.Parse
)

const canonicalLen = 36

// allow reports whether uuid.Parse should see a text of n characters.
func (t texts) allow(n int) bool {
	return t == anyText || t == canonicalText && n == canonicalLen
}

func (t texts) want() string {
	return [...]string{"16 bytes", "16 bytes or canonical text", "text"}[t]
}

// scan is the Scan of every type here. It sets *dst, or returns an error that
// wraps the reason. fromRaw makes a UUID of a column's 16 bytes; a nil fromRaw
// refuses them.
//
// value belongs to the driver, which reuses it for the next row: nothing below
// keeps it.
func scan(typ string, value any, text texts, dst *[16]byte, fromRaw func([16]byte) [16]byte) error {
	var u uuid.UUID
	var err error
	switch src := value.(type) {
	case []byte:
		switch {
		case len(src) == 16 && fromRaw != nil:
			if err = u.Scan(value); err == nil { // which refuses text that was cut
				u = fromRaw(u)
			}
		case len(src) != 16 && text.allow(len(src)):
			err = u.UnmarshalText(src)
		default:
			err = fmt.Errorf("got %d bytes %q, want %s", len(src), src[:min(len(src), 64)], text.want())
		}
	case string:
		if text.allow(len(src)) {
			u, err = uuid.Parse(src)
		} else {
			err = fmt.Errorf("got text %q, want %s", src[:min(len(src), 64)], text.want())
		}
	case nil:
		err = errors.New("cannot scan NULL")
	default:
		err = fmt.Errorf("cannot scan %T", value)
	}
	if err != nil {
		return fmt.Errorf("sqlx: scan %s: %w", typ, err)
	}
	*dst = u
	return nil
}
