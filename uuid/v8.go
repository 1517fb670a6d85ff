package uuid

// NewV8 returns b as a version 8 UUID (RFC 9562, section 5.8), whose content
// is for its maker to define: it overwrites the 6 bits of the version and the
// variant and keeps the other 122. Nothing is random, and whether such UUIDs
// are unique is up to b alone. For random ones there is [NewV4].
func NewV8(b [16]byte) UUID {
	u := UUID(b)
	u.stamp(8)
	return u
}
