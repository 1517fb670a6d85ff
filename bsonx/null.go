package bsonx

import (
	"reflect"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// A nullCodec is the codec of structs of two fields, a value and whether it is
// valid. It asks the registry for the value's codec.
type nullCodec struct{ typ reflect.Type }

func registerNull[N any](reg *bson.Registry) {
	registerCodec(reg, reflect.TypeFor[N](), nullCodec{reflect.TypeFor[N]()})
}

func (c nullCodec) EncodeValue(ec bson.EncodeContext, vw bson.ValueWriter, val reflect.Value) error {
	if err := canEncode(val, c.typ); err != nil {
		return err
	}
	value, valid := val.Field(0), val.Field(1)
	if !valid.Bool() {
		return vw.WriteNull()
	}
	enc, err := ec.LookupEncoder(value.Type())
	if err != nil {
		return err
	}
	return enc.EncodeValue(ec, vw, value)
}

func (c nullCodec) DecodeValue(dc bson.DecodeContext, vr bson.ValueReader, val reflect.Value) error {
	if err := canDecode(val, c.typ); err != nil {
		return err
	}
	if null, err := readNull(vr, val); null {
		return err
	}
	value, valid := val.Field(0), val.Field(1)
	dec, err := dc.LookupDecoder(value.Type())
	if err != nil {
		return err
	}
	if err := dec.DecodeValue(dc, vr, value); err != nil {
		return err
	}
	valid.SetBool(true)
	return nil
}

// readNull reads null, or undefined, and makes val zero. It reports whether it
// was one of the two.
func readNull(vr bson.ValueReader, val reflect.Value) (null bool, err error) {
	switch vr.Type() {
	case bson.TypeNull:
		err = vr.ReadNull()
	case bson.TypeUndefined:
		err = vr.ReadUndefined()
	default:
		return false, nil
	}
	if err == nil {
		val.SetZero()
	}
	return true, err
}
