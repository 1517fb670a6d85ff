//go:build go1.27

package registered_test

import (
	"testing"
	std "uuid"

	"github.com/uuidkit/uuidkit/msgpackx"
)

func init() {
	registrations = append(registrations, func() error { return msgpackx.Register[std.UUID]() })
}

func TestRegisteredStd(t *testing.T) { testRegistered[std.UUID](t, "c410") }
