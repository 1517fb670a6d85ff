package uuid

import (
	"context"
	"crypto/rand"
)

// NewV4 returns a new version 4 UUID (RFC 9562, section 5.4): 122 bits from
// [crypto/rand], which never fails.
func NewV4() UUID {
	var u UUID
	rand.Read(u[:])
	u.stamp(4)
	return u
}

// NewV4 returns a new version 4 UUID: 122 bits of g.Rand.
func (g *Generator) NewV4() (UUID, error) {
	if err := g.setup(); err != nil {
		return UUID{}, err
	}
	if g.Rand == nil {
		return NewV4(), nil
	}
	var u UUID
	err := g.locked(context.Background(), "NewV4", func() error {
		hi, lo, err := g.draw()
		if err != nil {
			return err
		}
		u = FromUint128(hi, lo)
		u.stamp(4)
		return nil
	})
	return u, err
}
