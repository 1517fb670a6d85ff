//go:build !go1.26

// Package fips lets name-based UUIDs use SHA-1 and MD5 where FIPS 140-3 is enforced.
// Before Go 1.26 there is no way to do so: they panic there.
package fips

// Enforced returns false, for there is nothing to be done about it.
func Enforced() bool { return false }

// WithoutEnforcement calls f.
func WithoutEnforcement(f func()) { f() }
