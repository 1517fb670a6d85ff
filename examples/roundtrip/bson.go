package main

import (
	"bytes"
	"context"
	"fmt"

	bsonv1 "go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/bsonx/driverv1"
)

// A document is what MongoDB keeps.
type document[T ~[16]byte] struct {
	ID T `bson:"_id"`
}

func bsonStores[T ~[16]byte]() []store[T] {
	return []store[T]{
		{"BSON, driver v2", "bsonx.Register[T](reg)", binary("binary 4"), bsonV2[T], nil, bsonV2Today[T]},
		{"BSON, driver v1", "driverv1.Register[T](reg)", binary("binary 4"), bsonV1[T], nil, bsonV1Today[T]},
	}
}

// bsonV2 gives the registry to an encoder and to a decoder: bson.Marshal and
// bson.Unmarshal know none but their own. A client takes it once, in mongo.go.
func bsonV2[T ~[16]byte](_ context.Context, id T, back *T) (held, error) {
	reg := bson.NewRegistry()
	if err := bsonx.Register[T](reg); err != nil {
		return held{}, err
	}

	var buf bytes.Buffer
	enc := bson.NewEncoder(bson.NewDocumentWriter(&buf))
	enc.SetRegistry(reg)
	if err := enc.Encode(document[T]{id}); err != nil {
		return held{}, err
	}
	raw := bson.Raw(bytes.Clone(buf.Bytes()))

	var got document[T]
	dec := bson.NewDecoder(bson.NewDocumentReader(&buf))
	dec.SetRegistry(reg)
	if err := dec.Decode(&got); err != nil {
		return held{}, err
	}
	*back = got.ID

	return heldV2(raw.Lookup("_id")), nil
}

// bsonV1 is the same with the driver before v2.
func bsonV1[T ~[16]byte](_ context.Context, id T, back *T) (held, error) {
	reg := bsonv1.NewRegistry()
	if err := driverv1.Register[T](reg); err != nil {
		return held{}, err
	}

	raw, err := bsonv1.MarshalWithRegistry(reg, document[T]{id})
	if err != nil {
		return held{}, err
	}
	var got document[T]
	if err := bsonv1.UnmarshalWithRegistry(reg, raw, &got); err != nil {
		return held{}, err
	}
	*back = got.ID

	return heldV1(bsonv1.Raw(raw).Lookup("_id")), nil
}

// heldV2 tells what a value in a document is.
func heldV2(v bson.RawValue) held {
	if subtype, data, ok := v.BinaryOK(); ok {
		return held{fmt.Sprintf("binary %d", subtype), data}
	}
	return held{v.Type.String(), v.Value}
}

func heldV1(v bsonv1.RawValue) held {
	if subtype, data, ok := v.BinaryOK(); ok {
		return held{fmt.Sprintf("binary %d", subtype), data}
	}
	return held{v.Type.String(), v.Value}
}
