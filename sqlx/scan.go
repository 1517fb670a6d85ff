package sqlx

import (
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/uuidkit/uuidkit/internal/bytes16"
	"github.com/uuidkit/uuidkit/uuid"
)

// texts says which text a type's column may hold: besides 16 bytes, or instead.
type texts int

const (
	noText        texts = iota
	canonicalText       // the 36 characters of RFC 9562, section 4
	anyText             // the forms of uuid.Parse, and no bytes
)

const canonicalLen = 36

// allow reports whether uuid.Parse should see a text of n characters.
func (t texts) allow(n int) bool {
	return t == anyText || t == canonicalText && n == canonicalLen
}

func (t texts) want() string {
	return [...]string{"16 bytes", "16 bytes or canonical text", "text"}[t]
}

// scan is the Scan of every type here. It returns the UUID, and whether it is raw,
// the 16 bytes of a column that may have them in an order of its own.
//
// value belongs to the driver, which reuses it for the next row: nothing below
// keeps it.
func scan(typ string, value any, text texts) (u uuid.UUID, raw bool, err error) {
	switch src := value.(type) {
	case []byte:
		switch {
		case len(src) == 16 && text != anyText:
			err = u.Scan(value) // which refuses text that was cut
			raw = true
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
		// A UUID already: no column's bytes, and no text that was cut.
		if b, ok := bytes16.FromArray(value); ok {
			u = b
		} else {
			err = fmt.Errorf("cannot scan %T", value)
		}
	}
	if err != nil {
		return uuid.UUID{}, false, fmt.Errorf("sqlx: scan %s: %w", typ, err)
	}
	return u, raw, nil
}

// bytesValue is the Value of a type whose column has bytes. It does not write the
// beginning of canonical text, which scan refuses: whoever may choose an id could
// else write a row that nobody can read. The value is there with the error: GORM
// drops the error of one in a map or a struct, and makes IS NULL of a nil.
func bytesValue(typ string, b []byte) (driver.Value, error) {
	value := driver.Value(b)
	if err := new(uuid.UUID).Scan(value); err != nil {
		return value, fmt.Errorf("sqlx: value of %s: %w", typ, err)
	}
	return value, nil
}
