//go:build (amd64 || arm64) && gc && !purego && !race && !msan && !asan

package uuid

// These functions are in hex_amd64.s and hex_arm64.s. Every other build has hex_other.go:
// other CPUs, the tag purego, and builds in which Go watches each access to memory, which
// it cannot do in assembly.

// decode sets *u to the UUID of s and returns true. If a character is wrong, it returns
// false and leaves u unchanged. s has 36 characters, with hyphens, or 32.
//
//go:noescape
func decode(u *UUID, s string) bool

// encode writes the canonical text of u.
//
//go:noescape
func encode(b *[textLen]byte, u *UUID)
