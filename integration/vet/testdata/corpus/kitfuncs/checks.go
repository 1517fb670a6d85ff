// Package kitfuncs has uuidkit's type, whose Nil is a function.
package kitfuncs

import (
	"log/slog"
	"reflect"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"

	kit "github.com/uuidkit/uuidkit/uuid"
)

// Created checks what a handler has made.
func Created(t assert.TestingT, id kit.UUID) bool {
	return assert.NotEqual(t, kit.Nil, id) // WRONG(uuidfunc): Nil is a function of uuidkit: a function is never equal to a UUID
}

// Made checks what a handler has made.
func Made(t assert.TestingT, id kit.UUID) bool {
	return assert.NotEqual(t, kit.Nil(), id)
}

// Unset reports whether a value is the Nil UUID.
func Unset(v any) bool {
	return reflect.DeepEqual(v, kit.Nil) // WRONG(uuidfunc): the function is compared, always false
}

// Empty reports whether a value is the Nil UUID.
func Empty(v any) bool {
	return reflect.DeepEqual(v, kit.Nil())
}

// Google's Nil is a variable.
func Google(t assert.TestingT, id uuid.UUID) bool {
	return assert.NotEqual(t, uuid.Nil, id)
}

// V6 makes an id.
func V6() (uuid.UUID, error) {
	return uuid.NewV6() // WRONG(googlev6): google/uuid 1.6.0 overwrites four bits of the time with the version
}

// V6Of makes an id.
func V6Of() uuid.UUID {
	return uuid.UUID(kit.NewV6())
}

// The function is called later.
func maker(log *slog.Logger, f func() kit.UUID) {
	if f == nil {
		f = kit.Nil
	}
	log.Info("id", "id", f())
}
