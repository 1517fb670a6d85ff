//go:build !go1.27

package pgxtest_test

func stdTypes(string) []suite { return nil }
