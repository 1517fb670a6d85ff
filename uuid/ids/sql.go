package ids

import (
	"errors"
	"fmt"

	"github.com/uuidkit/uuidkit/internal/digits"
	"github.com/uuidkit/uuidkit/internal/invalid"
	"github.com/uuidkit/uuidkit/uuid"
)

// scan is the Scan method of *id: it reads text and, if raw is not nil, the bytes of
// the id. Then raw is *id as a slice. Bytes that are all digits are text that a too short
// column has cut.
func scan[T any](id *T, src any, parse func(string) (T, error), raw []byte, text *digits.Values) error {
	var err error
	switch src := src.(type) {
	case string:
		err = set(id, src, parse)
	case []byte:
		switch {
		case raw == nil || len(src) != len(raw):
			err = unmarshal(id, src, parse)
		case text.Wrong(string(src)) < 0:
			err = fmt.Errorf("got the text %q, which was cut to %d characters", src, len(src))
		default:
			copy(raw, src)
		}
	default:
		err = scanOther(id, src)
	}
	return scanError(id, err)
}

// scanOther reads a value that is an id already.
func scanOther[T any](id *T, src any) error {
	switch src := src.(type) {
	case T:
		*id = src
		return nil
	case nil:
		return fmt.Errorf("cannot scan NULL, use a *%T", *id)
	}
	return fmt.Errorf("cannot scan %T", src)
}

// scanError makes err an error of the Scan method of *id.
func scanError[T any](id *T, err error) error {
	if err == nil {
		return nil
	}
	name := fmt.Sprintf("%T.Scan", *id)
	if e := (*uuid.ParseError)(nil); errors.As(err, &e) {
		e.Func = name
		return e
	}
	return invalid.Errorf("%s: %w", name, err)
}
