package builders

import (
	"slices"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
)

func rows() []ecosystem.Row {
	return slices.Concat(bunRows(), squirrelRows())
}

// googleNull is what the matrix says, too.
var googleNull = ecosystem.Excuse{Types: "google", Ops: "bad input",
	Reason: "The Scan of google.UUID takes NULL without an error: scan into a pointer or a NullUUID."}
