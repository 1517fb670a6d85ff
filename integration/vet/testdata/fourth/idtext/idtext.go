// Package idtext has small helpers for identifiers.
package idtext

import (
	"errors"
	"strings"

	"github.com/google/uuid"
)

var ErrEmpty = errors.New("empty id")

func Parse(s string) (uuid.UUID, error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return uuid.Nil, ErrEmpty
	}
	return uuid.Parse(s)
}

func All(texts ...string) (ids []uuid.UUID, err error) {
	for _, t := range texts {
		id, perr := Parse(t)
		if perr != nil {
			err = errors.Join(err, perr)
			continue
		}
		ids = append(ids, id)
	}
	return ids, err
}

func Short(id uuid.UUID) string { return id.String()[:8] }

func Same(a, b string) bool {
	x, err := uuid.Parse(a)
	if err != nil {
		return false
	}
	y, err := uuid.Parse(b)
	return err == nil && x == y
}

func Bytes(id uuid.UUID) []byte { return id[:] }

func FromRaw(b []byte) (id uuid.UUID, ok bool) {
	if len(b) == 16 {
		return uuid.UUID(b), true
	}
	return uuid.Nil, false
}

func Pointer(s string) *uuid.UUID {
	id, err := Parse(s)
	if err != nil {
		return nil
	}
	return &id
}
