//go:build go1.26

// Package fips lets name-based UUIDs use SHA-1 and MD5 where FIPS 140-3 is enforced
// (GODEBUG=fips140=only), for which Go has functions since 1.26.
package fips

import "crypto/fips140"

// Enforced reports whether algorithms that FIPS 140-3 does not approve panic.
func Enforced() bool { return fips140.Enforced() }

// WithoutEnforcement calls f, in which they do not.
func WithoutEnforcement(f func()) { fips140.WithoutEnforcement(f) }
