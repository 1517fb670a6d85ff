//go:build !go1.27

package pgxtest_test

func stdTypes() []suite { return nil }
