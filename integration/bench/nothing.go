package main

import (
	"reflect"

	"go.mongodb.org/mongo-driver/bson/bsoncodec"
	bsonrw1 "go.mongodb.org/mongo-driver/bson/bsonrw"
	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/bsonx/driverv1"
	"github.com/uuidkit/uuidkit/uuid"
)

// nothing has the methods that uuidkit uses, and they do no work: they write the
// same bytes every time, and read none. Its time is the library's own. No type with
// these methods can be faster.
type nothing [16]byte

var (
	nothingText = []byte("00000000-0000-0000-0000-000000000000")
	nothingCBOR = append([]byte{0xd8, 37, 0x50}, make([]byte, 16)...)
	nothingBSON = make([]byte, 16)
)

func (nothing) AppendText(b []byte) ([]byte, error) { return append(b, nothingText...), nil }
func (nothing) MarshalText() ([]byte, error)        { return nothingText, nil }
func (*nothing) UnmarshalText([]byte) error         { return nil }
func (nothing) MarshalCBOR() ([]byte, error)        { return nothingCBOR, nil }
func (*nothing) UnmarshalCBOR([]byte) error         { return nil }
func (nothing) MarshalBinary() ([]byte, error)      { return nothingBSON, nil }
func (*nothing) UnmarshalBinary([]byte) error       { return nil }

// prepared writes a list that is JSON already, and reads nothing. No method of a list
// type can be faster.
type prepared struct{ text []byte }

func (p prepared) MarshalJSON() ([]byte, error) { return p.text, nil }
func (*prepared) UnmarshalJSON([]byte) error    { return nil }

// In BSON it is uuid.UUID with another codec: driver v2 looks through the methods of
// a type each time that it writes one, so a type of few methods would be faster.
var nothingType = reflect.TypeFor[uuid.UUID]()

func nothingV2(r *bson.Registry, _ ...bsonx.Option) error {
	r.RegisterTypeEncoder(nothingType, bson.ValueEncoderFunc(func(_ bson.EncodeContext, vw bson.ValueWriter, _ reflect.Value) error {
		return vw.WriteBinaryWithSubtype(nothingBSON, 4)
	}))
	r.RegisterTypeDecoder(nothingType, bson.ValueDecoderFunc(func(_ bson.DecodeContext, vr bson.ValueReader, _ reflect.Value) error {
		_, _, err := vr.ReadBinary()
		return err
	}))
	return nil
}

func nothingV1(r *bsoncodec.Registry, _ ...driverv1.Option) error {
	r.RegisterTypeEncoder(nothingType, bsoncodec.ValueEncoderFunc(func(_ bsoncodec.EncodeContext, vw bsonrw1.ValueWriter, _ reflect.Value) error {
		return vw.WriteBinaryWithSubtype(nothingBSON, 4)
	}))
	r.RegisterTypeDecoder(nothingType, bsoncodec.ValueDecoderFunc(func(_ bsoncodec.DecodeContext, vr bsonrw1.ValueReader, _ reflect.Value) error {
		_, _, err := vr.ReadBinary()
		return err
	}))
	return nil
}

// An idle has the methods of uuid.UUID, and the two that driver v2 knows do nothing.
type idle struct{ uuid.UUID }

func (idle) MarshalBSONValue() (typ byte, data []byte, err error) { return 5, idleBSON, nil }
func (*idle) UnmarshalBSONValue(byte, []byte) error               { return nil }

var idleBSON = append([]byte{16, 0, 0, 0, 4}, make([]byte, 16)...)

// A twoMethods is uuid.UUID for driver v2, without its other methods.
type twoMethods uuid.UUID

func (t twoMethods) MarshalBSONValue() (typ byte, data []byte, err error) {
	return uuid.UUID(t).MarshalBSONValue()
}

func (t *twoMethods) UnmarshalBSONValue(typ byte, data []byte) error {
	return (*uuid.UUID)(t).UnmarshalBSONValue(typ, data)
}
