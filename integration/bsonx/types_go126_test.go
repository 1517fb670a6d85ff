//go:build !go1.27

package bsonx_test

func stdTypes() []suite { return nil }
