package bsonx_test

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/uuid"
)

// A counter counts the calls of its method.
type counter [16]byte

var calls int

func (c *counter) UnmarshalBSONValue(byte, []byte) error { calls++; return nil }

// TestListWithoutRegister pins what makes a []uuid.UUID slow without Register: the driver
// calls the method of each element, after it has searched all the methods of the type for
// it, and has nothing for the list. Without the method it does not read subtype 4 at all.
// The test needs no server. It is here, and not in bsonx, because it is about the driver's latest version.
// The bench's column "idle methods" is what the search takes.
func TestListWithoutRegister(t *testing.T) {
	b := kit.Must(bson.Marshal(bson.M{"l": []uuid.UUID{u, v, w}}))(t)
	var counters struct{ L []counter }
	kit.Check(t, bson.Unmarshal(b, &counters))
	if calls != 3 || len(counters.L) != 3 {
		t.Errorf("the driver calls the method of an element %d times for %d elements, want 3", calls, len(counters.L))
	}
	var plain struct{ L [][16]byte }
	if err := bson.Unmarshal(b, &plain); err == nil {
		t.Errorf("the driver reads subtype 4 into a [16]byte: %v: it did not use to", plain)
	}
	var list struct{ L uuid.UUIDs }
	if err := bson.Unmarshal(b, &list); err != nil || len(list.L) != 3 || list.L[0] != u {
		t.Errorf("UUIDs are %v, %v", list, err)
	}
}
