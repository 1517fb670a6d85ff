//go:build gc && !purego && !race && !msan && !asan

package uuid

// SetSSSE3 makes the CPU one that has SSSE3 or not, and returns what it was.
func SetSSSE3(has bool) (was bool) {
	was, hasSSSE3 = hasSSSE3, has
	return was
}
