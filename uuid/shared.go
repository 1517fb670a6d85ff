package uuid

import "github.com/uuidkit/uuidkit/internal/gen"

// shared makes the UUIDs of this package. It runs by the defaults of
// generator.Generator, with which it shares the code but no state.
var shared = func() *gen.Generator {
	g, err := gen.New(gen.Config{})
	must(err)
	return g
}()

// must is for errors that shared has not: it has none with a context that does not
// end.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
