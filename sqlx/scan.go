package sqlx

import (
	"database/sql/driver"
	"fmt"

	"github.com/uuidkit/uuidkit/internal/bytes16"
	"github.com/uuidkit/uuidkit/internal/invalid"
	"github.com/uuidkit/uuidkit/uuid"
)

// A column says what the column of one of the types holds.
type column struct {
	typ   string                   // the column type's name, for errors
	want  string                   // what Scan takes, for errors
	text  func(chars int) bool     // whether Scan takes a text of this length
	bytes bool                     // whether Scan takes 16 bytes
	order func([16]byte) uuid.UUID // puts these into network order; nil if they are in it
}

const canonicalLen = 36

func noText(int) bool          { return false }
func anyText(int) bool         { return true } // in the forms of uuid.Parse
func canonicalText(n int) bool { return n == canonicalLen }

// value is the Value of a type whose column has bytes. It refuses the bytes that scan
// refuses. Otherwise a stranger who may choose an id could write a row that nobody can
// read. The bytes come with the error: GORM drops the error of a value in a map or a
// struct, and a nil would become IS NULL, in a DELETE too (TestUnreadable).
func (c *column) value(b [16]byte) (driver.Value, error) {
	if bytes16.IsCutText(b[:]) {
		return b[:], fmt.Errorf("sqlx: value of %s: %w", c.typ, cutText(b[:]))
	}
	return b[:], nil
}

// scan is the Scan of every column type. On error dst is unchanged.
func (c *column) scan(dst *uuid.UUID, src any) error {
	u, err := c.read(src)
	if err != nil {
		return fmt.Errorf("sqlx: scan %s: %w", c.typ, err)
	}
	*dst = u
	return nil
}

// read keeps nothing of src: the driver reuses it for the next row.
func (c *column) read(src any) (u uuid.UUID, err error) {
	switch src := src.(type) {
	case []byte:
		switch {
		case len(src) != len(u) && c.text(len(src)):
			err = u.UnmarshalText(src)
		case len(src) != len(u) || !c.bytes:
			err = invalid.Errorf("got %d bytes %q, want %s", len(src), src[:min(len(src), 64)], c.want)
		case bytes16.IsCutText(src):
			err = cutText(src)
		case c.order != nil:
			u = c.order([16]byte(src))
		default:
			u = uuid.UUID(src)
		}
		return u, err
	case string:
		if !c.text(len(src)) {
			return u, invalid.Errorf("got text %q, want %s", src[:min(len(src), 64)], c.want)
		}
		return uuid.Parse(src)
	case nil:
		return u, invalid.Errorf("cannot scan NULL")
	}
	// A UUID already: in network order, and no text that was cut.
	if b, ok := bytes16.FromArray(src); ok {
		return b, nil
	}
	return u, invalid.Errorf("cannot scan %T", src)
}

// cutText is the error for the beginning of a UUID's text, which a column that is
// too short for text keeps.
func cutText(b []byte) error {
	return invalid.Errorf("got the text %q, which was cut to 16 characters", string(b))
}
