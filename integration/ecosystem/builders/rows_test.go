package builders

import (
	"slices"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
)

func rows() []ecosystem.Row {
	return slices.Concat(bunRows(), squirrelRows())
}
