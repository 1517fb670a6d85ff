package cborx

import (
	"fmt"

	"github.com/uuidkit/uuidkit/uuid"
)

// The text and JSON of Bare and Tagged are those of a [uuid.UUID]. Both have these
// methods, because a type defined over an array inherits none.

// String returns the canonical text, as [uuid.UUID.String] does.
func (u Bare) String() string { return uuid.UUID(u).String() }

// Format implements [fmt.Formatter] as [uuid.UUID.Format] does.
func (u Bare) Format(f fmt.State, verb rune) { uuid.UUID(u).Format(f, verb) }

// IsZero reports whether u is the Nil UUID.
func (u Bare) IsZero() bool { return uuid.UUID(u).IsZero() }

// AppendText implements [encoding.TextAppender] with the canonical text.
func (u Bare) AppendText(b []byte) ([]byte, error) { return uuid.UUID(u).AppendText(b) }

// MarshalText implements [encoding.TextMarshaler] with the canonical text,
// which is also the form of JSON.
func (u Bare) MarshalText() ([]byte, error) { return uuid.UUID(u).MarshalText() }

// UnmarshalText implements [encoding.TextUnmarshaler], for the forms of
// [uuid.Parse].
func (u *Bare) UnmarshalText(b []byte) error { return (*uuid.UUID)(u).UnmarshalText(b) }

// String returns the canonical text, as [uuid.UUID.String] does.
func (u Tagged) String() string { return uuid.UUID(u).String() }

// Format implements [fmt.Formatter] as [uuid.UUID.Format] does.
func (u Tagged) Format(f fmt.State, verb rune) { uuid.UUID(u).Format(f, verb) }

// IsZero reports whether u is the Nil UUID.
func (u Tagged) IsZero() bool { return uuid.UUID(u).IsZero() }

// AppendText implements [encoding.TextAppender] with the canonical text.
func (u Tagged) AppendText(b []byte) ([]byte, error) { return uuid.UUID(u).AppendText(b) }

// MarshalText implements [encoding.TextMarshaler] with the canonical text,
// which is also the form of JSON.
func (u Tagged) MarshalText() ([]byte, error) { return uuid.UUID(u).MarshalText() }

// UnmarshalText implements [encoding.TextUnmarshaler], for the forms of
// [uuid.Parse].
func (u *Tagged) UnmarshalText(b []byte) error { return (*uuid.UUID)(u).UnmarshalText(b) }
