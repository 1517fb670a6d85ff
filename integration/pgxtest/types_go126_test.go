//go:build !go1.27

package pgxtest_test

import "testing"

func stdTypes(func(testing.TB) string) []suite { return nil }
