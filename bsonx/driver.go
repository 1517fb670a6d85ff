package bsonx

import (
	"reflect"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// readRaw reads a value by dec, the decoder of [bson.RawValue].
func readRaw(dec bson.ValueDecoder, dc bson.DecodeContext, vr bson.ValueReader) (raw bson.RawValue, err error) {
	err = dec.DecodeValue(dc, vr, reflect.ValueOf(&raw).Elem())
	return raw, err
}

// binaryContext returns dc without what has no say in binary: nothing here, but
// driver v1 has such.
func binaryContext(dc bson.DecodeContext) bson.DecodeContext { return dc }
