package gen

import (
	"context"
	"crypto/rand"
)

// V4 returns a new version 4 UUID. It ignores the context, which all methods take.
func (g *Generator) V4(context.Context) (hi, lo uint64, err error) {
	if g.Rand == nil {
		var random [16]byte
		rand.Read(random[:])
		a, b := get(&random)
		hi, lo = Stamp(4, a, b)
		return hi, lo, nil
	}
	err = g.locked(func() error {
		a, b, err := g.draw()
		if err == nil {
			hi, lo = Stamp(4, a, b)
		}
		return err
	})
	return hi, lo, err
}
