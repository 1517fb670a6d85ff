package uuid

import "crypto/rand"

// NewV4 returns a new version 4 UUID (RFC 9562, section 5.4): 122 bits from
// [crypto/rand], which never fails.
func NewV4() UUID {
	var u UUID
	rand.Read(u[:])
	u.stamp(4)
	return u
}
