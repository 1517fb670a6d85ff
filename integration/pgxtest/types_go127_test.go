//go:build go1.27

package pgxtest_test

import std "uuid"

func stdTypes() []suite { return []suite{on[std.UUID]{}} }
