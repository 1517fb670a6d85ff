package sqlitetest

import (
	"testing"

	"github.com/gofrs/uuid/v5"
	googleuuid "github.com/google/uuid"

	ours "github.com/uuidkit/uuidkit/uuid"
)

// A generator makes the UUIDs of one package; a test has the package's type
// by its type parameter.
type generator[T ~[16]byte] struct {
	name string
	next func() T
}

var (
	uuidkit = generator[ours.UUID]{"uuidkit", ours.NewV7}
	google  = generator[googleuuid.UUID]{"google", googleuuid.New}
	gofrs   = generator[uuid.UUID]{"gofrs", func() uuid.UUID { return uuid.Must(uuid.NewV4()) }}
	array   = generator[[16]byte]{"array", func() [16]byte { return ours.NewV4() }}
)

// fresh returns n UUIDs, and with them those that are easy to get wrong: the
// Nil and Max UUIDs, and bytes that look like text.
func (g generator[T]) fresh(t *testing.T, n int) []T {
	t.Helper()
	ids := []T{
		{},
		T(ours.Max()),
		T([]byte("                ")),
		T([]byte("0000000000000000")),
		T([]byte("'; DROP TABLE --")),
	}
	for len(ids) < n {
		ids = append(ids, g.next())
	}
	return ids
}
