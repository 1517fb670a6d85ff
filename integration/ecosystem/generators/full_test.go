//go:build full

package generators

import (
	"slices"
	"testing"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/stores"
)

// oapiVersion is that of the command, which is in no go.mod: TestMade runs it.
const oapiVersion = "v2.8.2"

// sqlcVersion is the same for sqlc.
const sqlcVersion = "v1.31.1"

func TestMain(m *testing.M) { stores.Main(m) }

func TestGenerators(t *testing.T) {
	ecosystem.Run(t, slices.Concat(entRows(), genRows(), oapiRows(), ogenRows(), gqlgenRows(), sqlcRows(), bobRows()))
}
