package ids

import (
	"errors"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
)

// An OrderedUUID is what Laravel's Str::orderedUuid makes: a version 4 UUID whose first
// 48 bits are the time in units of 10 microseconds, until 2059. The rest is random. It
// is not a version 7 UUID. Its text is that of a UUID. Bytes and texts sort by time.
type OrderedUUID [16]byte

// ParseOrderedUUID reads the 36 characters of a version 4 UUID, in upper or lower case, and
// those of the zero value.
func ParseOrderedUUID(s string) (OrderedUUID, error) {
	u, err := parseV4("ParseOrderedUUID", s)
	return OrderedUUID(u), err
}

// parseV4 reads a UUID of version 4, or that of zeros, for the function of that name.
func parseV4(function, s string) (uuid.UUID, error) {
	u, err := uuid.ParseCanonical(s)
	switch {
	case err != nil:
		var e *uuid.ParseError
		errors.As(err, &e)
		err = parseError(function, s, e.Offset, e.Reason)
	case u == uuid.UUID{}: // what the zero value writes
	case u.Variant() != uuid.VariantRFC9562: // others have no version
		err = parseError(function, s, 19, "want 8, 9, a or b")
	case u.Version() != 4:
		err = parseError(function, s, 14, "want version 4")
	}
	if err != nil {
		return uuid.UUID{}, err
	}
	return u, nil
}

func checkV4(function string, u uuid.UUID) error {
	if u.Version() != 4 || u.Variant() != uuid.VariantRFC9562 {
		return idError(function, u, "not version 4")
	}
	return nil
}

// appendV4 appends the text of what parseV4 reads.
func appendV4(b []byte, function string, u uuid.UUID) ([]byte, error) {
	if u != (uuid.UUID{}) {
		if err := checkV4(function, u); err != nil {
			return nil, err
		}
	}
	return u.AppendText(b)
}

// Time returns when the OrderedUUID was made, to 10 microseconds.
func (id OrderedUUID) Time() time.Time { return timeOf(get48(id[:]), 1e5) }

// UUID returns the same bits, which are a UUID of version 4.
func (id OrderedUUID) UUID() uuid.UUID { return uuid.UUID(id) }

// OrderedUUIDFromUUID returns the same bits. The caller says that they are an
// OrderedUUID: only the version is checked, and every version 4 UUID passes.
func OrderedUUIDFromUUID(u uuid.UUID) (OrderedUUID, error) {
	if err := checkV4("OrderedUUIDFromUUID", u); err != nil {
		return OrderedUUID{}, err
	}
	return OrderedUUID(u), nil
}

// String returns the text of a UUID, in lower case.
func (id OrderedUUID) String() string { return uuid.UUID(id).String() }

// AppendText implements [encoding.TextAppender] with the text of String. A UUID of another
// version is an error.
func (id OrderedUUID) AppendText(b []byte) ([]byte, error) {
	return appendV4(b, "OrderedUUID.AppendText", uuid.UUID(id))
}

// MarshalText implements [encoding.TextMarshaler] with the text of String.
func (id OrderedUUID) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseOrderedUUID].
func (id *OrderedUUID) UnmarshalText(b []byte) error { return unmarshal(id, b, ParseOrderedUUID) }
