package main

import (
	"reflect"

	"go.mongodb.org/mongo-driver/bson/bsoncodec"
	bsonrw1 "go.mongodb.org/mongo-driver/bson/bsonrw"
	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/uuid"
)

// Nothing has the hooks that uuidkit uses, and they do nothing: they write the same
// bytes every time, and look at none. Its time is the library's own, below which no
// type with these hooks can come.
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

// newNothingBSON is a codec of one value, so it takes no part in lists that are one
// value. The type is uuid.UUID: driver v2 looks through the methods of a type each
// time that it writes one, so that a type of few methods is no measure for it.
func newNothingBSON() bsonPeer {
	p := newBSONPeer[uuid.UUID]("nothing", true)
	typ := reflect.TypeFor[uuid.UUID]()
	p.v2 = func(r *bson.Registry) {
		r.RegisterTypeEncoder(typ, bson.ValueEncoderFunc(func(_ bson.EncodeContext, vw bson.ValueWriter, _ reflect.Value) error {
			return vw.WriteBinaryWithSubtype(nothingBSON, 4)
		}))
		r.RegisterTypeDecoder(typ, bson.ValueDecoderFunc(func(_ bson.DecodeContext, vr bson.ValueReader, _ reflect.Value) error {
			_, _, err := vr.ReadBinary()
			return err
		}))
	}
	p.v1 = func(r *bsoncodec.Registry) {
		r.RegisterTypeEncoder(typ, bsoncodec.ValueEncoderFunc(func(_ bsoncodec.EncodeContext, vw bsonrw1.ValueWriter, _ reflect.Value) error {
			return vw.WriteBinaryWithSubtype(nothingBSON, 4)
		}))
		r.RegisterTypeDecoder(typ, bsoncodec.ValueDecoderFunc(func(_ bsoncodec.DecodeContext, vr bsonrw1.ValueReader, _ reflect.Value) error {
			_, _, err := vr.ReadBinary()
			return err
		}))
	}
	all := p.document
	p.document = func(shape bsonShape) (in, out any) {
		if shape != bsonFour && shape != bsonArray {
			return nil, nil
		}
		return all(shape)
	}
	return p
}
