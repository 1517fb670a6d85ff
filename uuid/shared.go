package uuid

import "github.com/uuidkit/uuidkit/internal/gen"

// shared makes the UUIDs of this package. It has the code and the defaults of
// generator.Generator, and a state of its own.
var shared = func() *gen.Generator {
	g, err := gen.New(gen.Config{})
	must(err)
	return g
}()

// must is for errors that shared never returns: with its defaults, it fails only if a
// context ends or FillV7 returns ErrRollback.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
