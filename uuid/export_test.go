package uuid

import "github.com/uuidkit/uuidkit/internal/gen"

// Replace has the package's functions use g, until restore is called.
func Replace(g *gen.Generator) (restore func()) {
	old := shared
	shared = g
	return func() { shared = old }
}

// The functions that read and write digits: what the build uses, which may be assembly,
// and what is in Go.
var (
	Decode, DecodePortable = decode, decodePortable
	Encode, EncodePortable = encode, encodePortable
)
