//go:build go1.27

package pgxtest_test

import (
	"testing"
	std "uuid"
)

func stdTypes(server func(testing.TB) string) []suite { return []suite{on[std.UUID]{server}} }
