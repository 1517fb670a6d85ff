//go:build full

package builders

import (
	"slices"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
)

func slow() []ecosystem.Row {
	return slices.Concat(xormRows(), bobRows(), jetRows(), mysqlRows(), popRows(), gormRows(), boilerRows())
}
