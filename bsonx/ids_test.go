package bsonx_test

import (
	"database/sql"
	"encoding/hex"
	"reflect"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/ids"
)

// TestIDs: every Register covers the identifiers of package ids that are in use.
func TestIDs(t *testing.T) {
	const long = "12" + "0100000000000000"
	testID(t, ids.ObjectID{0x50, 11: 1}, "07"+"500000000000000000000001")
	testID(t, ids.Snowflake(1), long)
	testID(t, ids.ShardingID(1), long)
	testID(t, ids.Sonyflake(1), long)
	testID(t, ids.ULID(vectors.U), "02"+"1b000000"+hex.EncodeToString([]byte(ids.ULID(vectors.U).String()))+"00")
	testID(t, ids.XID{1}, "02"+"15000000"+hex.EncodeToString([]byte(ids.XID{1}.String()))+"00")
	testID(t, ids.PushID{1}, "02"+"15000000"+hex.EncodeToString([]byte(ids.PushID{1}.String()))+"00")
	testID(t, ids.KSUID{1}, "02"+"1c000000"+hex.EncodeToString([]byte(ids.KSUID{1}.String()))+"00")
}

func testID[T comparable](t *testing.T, id T, value string) {
	t.Helper()
	type all struct {
		ID   T `bson:"_id"`
		P    *T
		Nil  *T
		List []T
		Null sql.Null[T]
		None sql.Null[T]
		Any  any
	}
	reg := registry()
	in := all{ID: id, P: &id, List: []T{id, id}, Null: sql.Null[T]{V: id, Valid: true}, Any: id}
	want := doc(elem("_id", value), elem("p", value), elem("nil", null), elem("list", array(value, value)),
		elem("null", value), elem("none", null), elem("any", value))
	encodes(t, reg, in, want)

	// An any gets what it gets without Register: the driver's own ObjectID.
	var alone struct{ X any }
	if err := unmarshal(bson.NewRegistry(), unhex(x(value)), &alone); err != nil {
		t.Fatal(err)
	}
	in.Any = alone.X
	decodes(t, reg, want, new(all), in)

	for _, bad := range []string{"08" + "00", "05" + "01000000" + "0400", null} {
		refuses(t, reg, x(bad), &struct{ X T }{id}, struct{ X T }{id}, "ids.")
	}
}

// TestOwnIDCodec: a program's codec for an identifier is asked, if it comes after Register.
func TestOwnIDCodec(t *testing.T) {
	own := bson.ValueEncoderFunc(func(_ bson.EncodeContext, vw bson.ValueWriter, _ reflect.Value) error { return vw.WriteInt32(1) })
	reg := registry()
	reg.RegisterTypeEncoder(reflect.TypeFor[ids.ULID](), own)
	in := bson.D{{Key: "x", Value: ids.ULID{}}, {Key: "y", Value: sql.Null[ids.ULID]{Valid: true}}, {Key: "z", Value: []ids.ULID{{}}}}
	encodes(t, reg, in, doc(elem("x", "1001000000"), elem("y", "1001000000"), elem("z", array("1001000000"))))
}

// TestIDAsUUID: who registers a ULID gets UUIDs, whatever is registered before or after.
func TestIDAsUUID(t *testing.T) {
	id := ids.ULID(vectors.U)
	want := doc(elem("x", bin(4, standardHex)), elem("y", array(bin(4, standardHex))))
	for _, before := range []bool{false, true} {
		reg := bson.NewRegistry()
		if before {
			register[uuid.UUID](reg)
		}
		register[ids.ULID](reg, bsonx.KeepAny)
		if !before {
			register[uuid.UUID](reg)
		}
		encodes(t, reg, bson.D{{Key: "x", Value: id}, {Key: "y", Value: []ids.ULID{id}}}, want)
	}
}
