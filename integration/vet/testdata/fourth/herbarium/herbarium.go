// Package herbarium still has the old driver.
package herbarium

import (
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/bsonx/driverv1"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/bson/bsoncodec"
)

type Sheet struct {
	Key     uuid.UUID `bson:"_id"`
	Species string    `bson:"species"`
}

type page struct {
	Sheets []Sheet `bson:"sheets"`
	Total  int     `bson:"total"`
}

func newRegistry() (*bsoncodec.Registry, error) {
	reg := bson.NewRegistry()
	return reg, driverv1.Register[uuid.UUID](reg)
}

func pack(s ...Sheet) ([]byte, error) {
	return bson.Marshal(page{Sheets: s, Total: len(s)}) // WRONG(bsonmarshal): subtype 0 in a list
}

func packRight(s ...Sheet) ([]byte, error) {
	reg, err := newRegistry()
	if err != nil {
		return nil, err
	}
	return bson.MarshalWithRegistry(reg, page{Sheets: s, Total: len(s)})
}

func unpack(data []byte) (p page, err error) {
	if err = bson.Unmarshal(data, &p); err != nil { // WRONG(bsonmarshal): no subtype 4
		return page{}, err
	}
	return p, nil
}

func unpackRight(data []byte) (p page, err error) {
	reg, err := newRegistry()
	if err != nil {
		return p, err
	}
	if err = bson.UnmarshalWithRegistry(reg, data, &p); err != nil {
		return page{}, err
	}
	return p, nil
}

func appendTo(dst []byte, id uuid.UUID) ([]byte, error) {
	return bson.MarshalAppend(dst, bson.M{"sheet": id}) // WRONG(bsonmarshal): subtype 0 in a map
}

func appendToRight(dst []byte, id uuid.UUID) ([]byte, error) {
	reg, err := newRegistry()
	if err != nil {
		return nil, err
	}
	return bson.MarshalAppendWithRegistry(reg, dst, bson.M{"sheet": id})
}

func names(n []string) ([]byte, error) { return bson.Marshal(struct{ Names []string }{n}) }

var _ = []any{pack, packRight, unpack, unpackRight, appendTo, appendToRight, names}
