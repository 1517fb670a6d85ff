package gen

import "context"

// multicast is the bit of a node that no network card's address has (RFC 9562,
// section 6.10).
const multicast = 1 << 40

// V6 returns a new version 6 UUID. With a Node it takes node and clock sequence
// from version 1; without one they are random for each UUID.
func (g *Generator) V6(ctx context.Context) (hi, lo uint64, err error) {
	if g.Node != [6]byte{} {
		tick, low, err := g.nextV1(ctx)
		hi, lo = Stamp(6, PackV6(tick), low)
		return hi, lo, err
	}
	err = g.retry(ctx, func() error {
		now, err := g.gregorianNow()
		if err != nil {
			return err
		}
		random, _, err := g.draw()
		if err != nil {
			return err
		}
		fresh, err := g.v6.observe(now)
		if err == nil && !fresh {
			err = g.v6.borrow()
		}
		hi, lo = Stamp(6, PackV6(g.v6.last), random|multicast)
		return err
	})
	return hi, lo, err
}
