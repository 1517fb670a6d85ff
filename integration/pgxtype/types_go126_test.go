//go:build !go1.27

package pgxtype_test

func stdTypes(string) []suite { return nil }
