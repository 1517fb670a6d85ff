//go:build go1.27

package pgxtype_test

import std "uuid"

func stdTypes(url string) []suite { return []suite{on[std.UUID]{url}} }
