package bsonx

import (
	"database/sql"
	"fmt"
	"reflect"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/uuid/ids"
)

// registerIDs registers the identifiers of package ids that are in use, and the sql.Null
// of each. Their methods say what they are in BSON, but only version 2 of the driver knows
// these, and none knows the sql.Null.
func registerIDs(reg *bson.Registry, have lookups) {
	registerID[ids.KSUID](reg, have)
	registerID[ids.ObjectID](reg, have)
	registerID[ids.PushID](reg, have)
	registerID[ids.ShardingID](reg, have)
	registerID[ids.Snowflake](reg, have)
	registerID[ids.Sonyflake](reg, have)
	registerID[ids.ULID](reg, have)
	registerID[ids.XID](reg, have)
}

func registerID[T idMarshaler, P interface {
	*T
	UnmarshalBSONValue(typ byte, data []byte) error
}](reg *bson.Registry, have lookups) {
	registerCodec(reg, reflect.TypeFor[T](), idCodec[T, P]{have.rawEnc, have.rawDec})
	registerNull[sql.Null[T]](reg)
}

type idMarshaler interface {
	MarshalBSONValue() (typ byte, data []byte, err error)
}

// An idCodec is the codec of an identifier T, by the methods of version 2 of the driver.
type idCodec[T idMarshaler, P interface {
	*T
	UnmarshalBSONValue(typ byte, data []byte) error
}] struct {
	rawEnc bson.ValueEncoder // of bson.RawValue
	rawDec bson.ValueDecoder
}

func (c idCodec[T, P]) EncodeValue(ec bson.EncodeContext, vw bson.ValueWriter, val reflect.Value) error {
	if err := canEncode(val, reflect.TypeFor[T]()); err != nil {
		return err
	}
	typ, data, err := valueOf[T](val).MarshalBSONValue()
	if err != nil {
		return fmt.Errorf("bsonx: encode %v: %w", val.Type(), err)
	}
	return c.rawEnc.EncodeValue(ec, vw, reflect.ValueOf(bson.RawValue{Type: bson.Type(typ), Value: data}))
}

func (c idCodec[T, P]) DecodeValue(dc bson.DecodeContext, vr bson.ValueReader, val reflect.Value) error {
	if err := canDecode(val, reflect.TypeFor[T]()); err != nil {
		return err
	}
	raw, err := readRaw(c.rawDec, dc, vr)
	if err != nil {
		return err
	}
	if err := P(val.Addr().Interface().(*T)).UnmarshalBSONValue(byte(raw.Type), raw.Value); err != nil {
		return fmt.Errorf("bsonx: decode %v: %w", val.Type(), err)
	}
	return nil
}
