//go:build go1.27

package interop_test

import (
	std "uuid"

	"github.com/uuidkit/uuidkit/msgpackx"
)

func stdTypes() []suite { return []suite{on[std.UUID]{}} }

func registerStd() error { return msgpackx.Register[std.UUID]() }
