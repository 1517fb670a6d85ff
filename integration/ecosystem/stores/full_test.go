//go:build full

package stores

import (
	"slices"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
)

func slow() []ecosystem.Row { return slices.Concat(dynamoRows(), gocqlRows(), clickhouseRows()) }
