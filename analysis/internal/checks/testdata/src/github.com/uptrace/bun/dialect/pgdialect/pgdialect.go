// Package pgdialect has the signatures that the tests need.
package pgdialect

func New() any { return nil }
