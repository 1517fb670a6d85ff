//go:build !go1.27

package bsontest_test

func stdTypes() []suite { return nil }
