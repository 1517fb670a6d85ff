// Package kitcode uses uuidkit's package, where Nil and Max are functions.
package kitcode

import (
	"errors"
	"fmt"
	"log/slog"
	"reflect"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/uuidkit/uuidkit/uuid"
)

type tester interface {
	assert.TestingT
	FailNow()
}

func check(t tester, id uuid.UUID) {
	require.NotEqual(t, uuid.Nil, id) // WRONG(uuidfunc): a function is never equal
}

func checkRight(t tester, id uuid.UUID) {
	require.NotEqual(t, uuid.Nil(), id)
}

func logged(l *slog.Logger, id *uuid.UUID) {
	if id == nil {
		l.Info("none", "id", uuid.Nil) // WRONG(uuidfunc): an address
		return
	}
	l.Info("one", "id", *id)
}

func loggedRight(l *slog.Logger, id *uuid.UUID) {
	if id == nil {
		l.Info("none", "id", uuid.Nil())
		return
	}
	l.Info("one", "id", *id)
}

var fixtures = map[string]any{
	"lowest": uuid.Nil(),
	"any":    uuid.NewV4(),
}

var fixturesWrong = map[string]any{
	"highest": uuid.Max, // WRONG(uuidfunc): a function in a map
	"any":     uuid.NewV4(),
}

func empty(v any) bool {
	return reflect.DeepEqual(v, uuid.Nil) // WRONG(uuidfunc): DeepEqual of functions is false
}

func emptyRight(v any) bool {
	return reflect.DeepEqual(v, uuid.Nil())
}

func bounds(low, high func() uuid.UUID) error {
	if low() == high() {
		return errors.New("empty")
	}
	return nil
}

func whole() error { return bounds(uuid.Nil, uuid.Max) }

func describe(id uuid.UUID) string { return fmt.Sprintf("%x of %v", id, uuid.Max()) }
