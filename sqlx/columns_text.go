package sqlx

import (
	"fmt"

	"github.com/uuidkit/uuidkit/uuid"
)

// The column types are text everywhere but in a database: in JSON, XML, YAML, logs.
// A type over [16]byte inherits no methods, so each has those of uuid.UUID by hand.

// String returns the canonical text.
func (b Binary) String() string { return uuid.UUID(b).String() }

// Format implements [fmt.Formatter] as [uuid.UUID.Format] does.
func (b Binary) Format(f fmt.State, verb rune) { uuid.UUID(b).Format(f, verb) }

// IsZero reports whether b is the Nil UUID.
func (b Binary) IsZero() bool { return uuid.UUID(b).IsZero() }

// AppendText implements [encoding.TextAppender] with the canonical text.
func (b Binary) AppendText(to []byte) ([]byte, error) { return uuid.UUID(b).AppendText(to) }

// MarshalText implements [encoding.TextMarshaler] with the canonical text.
func (b Binary) MarshalText() ([]byte, error) { return uuid.UUID(b).MarshalText() }

// UnmarshalText implements [encoding.TextUnmarshaler]. It takes the forms of
// [uuid.Parse].
func (b *Binary) UnmarshalText(from []byte) error { return (*uuid.UUID)(b).UnmarshalText(from) }

// String returns the canonical text.
func (t Text) String() string { return uuid.UUID(t).String() }

// Format implements [fmt.Formatter] as [uuid.UUID.Format] does.
func (t Text) Format(f fmt.State, verb rune) { uuid.UUID(t).Format(f, verb) }

// IsZero reports whether t is the Nil UUID.
func (t Text) IsZero() bool { return uuid.UUID(t).IsZero() }

// AppendText implements [encoding.TextAppender] with the canonical text.
func (t Text) AppendText(to []byte) ([]byte, error) { return uuid.UUID(t).AppendText(to) }

// MarshalText implements [encoding.TextMarshaler] with the canonical text.
func (t Text) MarshalText() ([]byte, error) { return uuid.UUID(t).MarshalText() }

// UnmarshalText implements [encoding.TextUnmarshaler]. It takes the forms of
// [uuid.Parse].
func (t *Text) UnmarshalText(from []byte) error { return (*uuid.UUID)(t).UnmarshalText(from) }

// String returns the canonical text.
func (s Swapped) String() string { return uuid.UUID(s).String() }

// Format implements [fmt.Formatter] as [uuid.UUID.Format] does.
func (s Swapped) Format(f fmt.State, verb rune) { uuid.UUID(s).Format(f, verb) }

// IsZero reports whether s is the Nil UUID.
func (s Swapped) IsZero() bool { return uuid.UUID(s).IsZero() }

// AppendText implements [encoding.TextAppender] with the canonical text.
func (s Swapped) AppendText(to []byte) ([]byte, error) { return uuid.UUID(s).AppendText(to) }

// MarshalText implements [encoding.TextMarshaler] with the canonical text.
func (s Swapped) MarshalText() ([]byte, error) { return uuid.UUID(s).MarshalText() }

// UnmarshalText implements [encoding.TextUnmarshaler]. It takes the forms of
// [uuid.Parse].
func (s *Swapped) UnmarshalText(from []byte) error { return (*uuid.UUID)(s).UnmarshalText(from) }

// String returns the canonical text.
func (g GUID) String() string { return uuid.UUID(g).String() }

// Format implements [fmt.Formatter] as [uuid.UUID.Format] does.
func (g GUID) Format(f fmt.State, verb rune) { uuid.UUID(g).Format(f, verb) }

// IsZero reports whether g is the Nil UUID.
func (g GUID) IsZero() bool { return uuid.UUID(g).IsZero() }

// AppendText implements [encoding.TextAppender] with the canonical text.
func (g GUID) AppendText(to []byte) ([]byte, error) { return uuid.UUID(g).AppendText(to) }

// MarshalText implements [encoding.TextMarshaler] with the canonical text.
func (g GUID) MarshalText() ([]byte, error) { return uuid.UUID(g).MarshalText() }

// UnmarshalText implements [encoding.TextUnmarshaler]. It takes the forms of
// [uuid.Parse].
func (g *GUID) UnmarshalText(from []byte) error { return (*uuid.UUID)(g).UnmarshalText(from) }
