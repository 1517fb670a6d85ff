//go:build !go1.27

package interop_test

func stdTypes() []suite { return nil }

func registerStd() error { return nil }
