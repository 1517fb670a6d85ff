package gen

import "context"

// V4 returns a new version 4 UUID. It ignores the context, which all methods take.
func (g *Generator) V4(context.Context) (hi, lo uint64, err error) {
	a, b, err := g.draw()
	if err != nil {
		return 0, 0, err
	}
	hi, lo = Stamp(4, a, b)
	return hi, lo, nil
}
