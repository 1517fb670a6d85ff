package bsonx

import (
	"fmt"
	"reflect"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// otherSlice only serves to ask a registry for the codec of slices.
type otherSlice []struct{}

// A sliceCodec is the codec of S. It hands the driver a whole array at a time,
// as a [bson.RawValue].
type sliceCodec[S ~[]T, T ~[16]byte] struct {
	form   *form
	rawEnc bson.ValueEncoder
	rawDec bson.ValueDecoder
}

func newSliceCodec[S ~[]T, T ~[16]byte](have lookups, f form) sliceCodec[S, T] {
	return sliceCodec[S, T]{&f, have.rawEnc, have.rawDec}
}

func (c sliceCodec[S, T]) EncodeValue(ec bson.EncodeContext, vw bson.ValueWriter, val reflect.Value) error {
	if err := canEncode(val, reflect.TypeFor[S]()); err != nil {
		return err
	}
	if val.IsNil() {
		// Only the codec of other slices knows how nil is to be written.
		enc, err := ec.LookupEncoder(reflect.TypeFor[otherSlice]())
		if err != nil {
			return err
		}
		return enc.EncodeValue(ec, vw, val)
	}
	b, err := encodeArray(c.form, valueOf[S](val))
	if err != nil {
		return fmt.Errorf("bsonx: encode %v: %w", val.Type(), err)
	}
	return c.rawEnc.EncodeValue(ec, vw, reflect.ValueOf(bson.RawValue{Type: bson.TypeArray, Value: b}))
}

func (c sliceCodec[S, T]) DecodeValue(dc bson.DecodeContext, vr bson.ValueReader, val reflect.Value) error {
	if err := canDecode(val, reflect.TypeFor[S]()); err != nil {
		return err
	}
	if null, err := readNull(vr, val); null {
		return err
	}
	if t := vr.Type(); t != bson.TypeArray {
		return rejection{fmt.Errorf("bsonx: decode %v: got %s, want an array", val.Type(), typeName(t))}
	}
	raw, err := readRaw(c.rawDec, dc, vr)
	if err != nil {
		return err
	}
	ids, err := decodeArray[T](c.form, raw.Value)
	if err != nil {
		return rejection{fmt.Errorf("bsonx: decode %v: %w", val.Type(), err)}
	}
	*val.Addr().Interface().(*S) = ids
	return nil
}
