package uuid

import (
	"context"
	"crypto/rand"
	"encoding/binary"
)

// NewV4 returns a new version 4 UUID (RFC 9562, section 5.4): 122 bits from
// [crypto/rand], which never fails.
func NewV4() (u UUID) {
	var b [16]byte
	rand.Read(b[:])
	u.set(4, binary.BigEndian.Uint64(b[:8]), binary.BigEndian.Uint64(b[8:]))
	return u
}

// NewV4 returns a new version 4 UUID: 122 bits of g.Rand.
func (g *Generator) NewV4() (UUID, error) {
	if err := g.check(); err != nil {
		return UUID{}, err
	}
	if g.Rand == nil {
		return NewV4(), nil
	}
	var u UUID
	err := g.locked(context.Background(), "NewV4", func() error {
		hi, lo, err := g.draw()
		if err == nil {
			u.set(4, hi, lo)
		}
		return err
	})
	return u, err
}
