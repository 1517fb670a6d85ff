// Package invalid makes errors that are uuid.ErrInvalid, for all packages of this module.
//
// To add a format, add a row to TestErrorf in invalid_test.go.
package invalid

import (
	"errors"
	"fmt"
)

// A constant is an error that nobody can change, as they could a variable.
type constant string

func (c constant) Error() string { return string(c) }

// Err is uuid.ErrInvalid.
const Err constant = "uuid: invalid"

// Errorf is [fmt.Errorf] for an error that is [Err], too, and does not say so in its text.
func Errorf(format string, args ...any) error {
	return &wrapped{fmt.Errorf(format, args...)}
}

type wrapped struct{ error }

func (e *wrapped) Is(target error) bool { return target == Err }

// Unwrap returns what the %w of the format stands for, as that of the error of fmt does.
func (e *wrapped) Unwrap() error { return errors.Unwrap(e.error) }
