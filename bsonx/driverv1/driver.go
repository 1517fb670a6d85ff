package driverv1

//go:generate go run -C ../.. ./internal/tools/twin

import (
	"fmt"
	"reflect"

	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/bson/bsoncodec"
	"go.mongodb.org/mongo-driver/bson/bsonrw"
)

// readRaw reads a value by dec, the decoder of [bson.RawValue]. That one panics
// if the value has a negative length, where the decoder of a slice returns an
// error; so does readRaw.
func readRaw(dec bsoncodec.ValueDecoder, dc bsoncodec.DecodeContext, vr bsonrw.ValueReader) (raw bson.RawValue, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("driverv1: malformed value: %v", r)
		}
	}()
	err = dec.DecodeValue(dc, vr, reflect.ValueOf(&raw).Elem())
	return raw, err
}

// binaryContext returns dc without what has no say in binary: the type of the
// document that it is in.
func binaryContext(dc bsoncodec.DecodeContext) bsoncodec.DecodeContext {
	dc.Ancestor = nil
	return dc
}
