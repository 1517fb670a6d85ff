package uuid

// NewV8 returns b as a version 8 UUID (RFC 9562, section 5.8), for bits of your own:
// it sets the 6 bits of the version and the variant, and keeps the other 122. The UUID
// is as unique as these bits are. For random ones use [NewV4].
func NewV8(b [16]byte) UUID {
	u := UUID(b)
	u.stamp(8)
	return u
}
