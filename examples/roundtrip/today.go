package main

import (
	"bytes"
	"context"
	"encoding/gob"

	"github.com/fxamacker/cbor/v2"
	"github.com/vmihailenco/msgpack/v5"
	bsonv1 "go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/v2/bson"
)

// The functions here do without uuidkit what those of bson.go, cbor.go, msgpack.go and
// text.go do with it.

// bsonV2Today and bsonV1Today do it without uuidkit.
func bsonV2Today[T ~[16]byte](_ context.Context, id T, back *T) (held, error) {
	raw, err := bson.Marshal(document[T]{id})
	if err != nil {
		return held{}, err
	}
	var got document[T]
	err = bson.Unmarshal(raw, &got)
	*back = got.ID
	return heldV2(bson.Raw(raw).Lookup("_id")), err
}

func bsonV1Today[T ~[16]byte](_ context.Context, id T, back *T) (held, error) {
	raw, err := bsonv1.Marshal(document[T]{id})
	if err != nil {
		return held{}, err
	}
	var got document[T]
	err = bsonv1.Unmarshal(raw, &got)
	*back = got.ID
	return heldV1(bsonv1.Raw(raw).Lookup("_id")), err
}

// cborToday does it without uuidkit.
func cborToday[T ~[16]byte](_ context.Context, id T, back *T) (held, error) {
	data, err := cbor.Marshal(id)
	if err != nil {
		return held{}, err
	}
	return heldCBOR(data), cbor.Unmarshal(data, back)
}

// msgpackToday does it without uuidkit, if T is not registered yet.
func msgpackToday[T ~[16]byte](_ context.Context, id T, back *T) (held, error) {
	data, err := msgpack.Marshal(id)
	if err != nil {
		return held{}, err
	}
	return heldMsgpack(data), msgpack.Unmarshal(data, back)
}

// gobToday does it without uuidkit.
func gobToday[T ~[16]byte](_ context.Context, id T, back *T) (held, error) {
	var stream bytes.Buffer
	if err := gob.NewEncoder(&stream).Encode(id); err != nil {
		return held{}, err
	}
	again := bytes.NewReader(bytes.Clone(stream.Bytes()))
	if err := gob.NewDecoder(&stream).Decode(back); err != nil {
		return held{}, err
	}
	var data gobBytes
	if err := gob.NewDecoder(again).Decode(&data); err != nil {
		return held{"16 numbers", nil}, nil // no bytes, and so a type without methods
	}
	return held{"binary", data}, nil
}
