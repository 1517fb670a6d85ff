//go:build go1.27

package pgxtest_test

import std "uuid"

func stdTypes(url string) []suite { return []suite{on[std.UUID]{url}} }
