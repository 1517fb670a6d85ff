// Package specimens exports and imports documents of the natural history museum.
package specimens

import (
	"bytes"
	"context"
	"fmt"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/bsonx"
	kit "github.com/uuidkit/uuidkit/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

type Specimen struct {
	ID     uuid.UUID  `bson:"_id"`
	Finder gofrs.UUID `bson:"finder"`
	Genus  string     `bson:"genus"`
}

type Own struct {
	ID    kit.UUID `bson:"_id"`
	Genus string   `bson:"genus"`
}

func registry() (*bson.Registry, error) {
	reg := bson.NewRegistry()
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		return nil, err
	}
	if err := bsonx.Register[gofrs.UUID](reg, bsonx.KeepAny); err != nil {
		return nil, err
	}
	return reg, nil
}

type Exporter struct {
	reg  *bson.Registry
	coll *mongo.Collection
}

func NewExporter(coll *mongo.Collection) (*Exporter, error) {
	reg, err := registry()
	if err != nil {
		return nil, err
	}
	return &Exporter{reg: reg, coll: coll}, nil
}

func (e *Exporter) dump(s Specimen) ([]byte, error) {
	return bson.Marshal(s) // WRONG(bsonmarshal): subtype 0
}

func (e *Exporter) dumpRight(s Specimen) ([]byte, error) {
	var b bytes.Buffer
	enc := bson.NewEncoder(bson.NewDocumentWriter(&b))
	enc.SetRegistry(e.reg)
	if err := enc.Encode(s); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func (e *Exporter) extJSON(s *Specimen) (string, error) {
	b, err := bson.MarshalExtJSON(s, true, false) // WRONG(bsonmarshal): subtype 0
	if err != nil {
		return "", fmt.Errorf("extjson: %w", err)
	}
	return string(b), nil
}

func (e *Exporter) extJSONRight(s *Specimen) (string, error) {
	var b bytes.Buffer
	enc := bson.NewEncoder(bson.NewExtJSONValueWriter(&b, true, false))
	enc.SetRegistry(e.reg)
	if err := enc.Encode(s); err != nil {
		return "", fmt.Errorf("extjson: %w", err)
	}
	return b.String(), nil
}

func load(b []byte) (*Specimen, error) {
	s := new(Specimen)
	if err := bson.Unmarshal(b, s); err != nil { // WRONG(bsonmarshal): no subtype 4
		return nil, err
	}
	return s, nil
}

func loadRight(reg *bson.Registry, b []byte) (*Specimen, error) {
	s := new(Specimen)
	dec := bson.NewDecoder(bson.NewDocumentReader(bytes.NewReader(b)))
	dec.SetRegistry(reg)
	if err := dec.Decode(s); err != nil {
		return nil, err
	}
	return s, nil
}

func (e *Exporter) finder(ctx context.Context, genus string) (id gofrs.UUID, err error) {
	raw, err := e.coll.FindOne(ctx, bson.M{"genus": genus}).Raw()
	if err != nil {
		return id, err
	}
	err = raw.Lookup("finder").Unmarshal(&id) // WRONG(bsonmarshal): a RawValue
	return id, err
}

func (e *Exporter) finderRight(ctx context.Context, genus string) (id gofrs.UUID, err error) {
	raw, err := e.coll.FindOne(ctx, bson.M{"genus": genus}).Raw()
	if err != nil {
		return id, err
	}
	err = raw.Lookup("finder").UnmarshalWithRegistry(e.reg, &id)
	return id, err
}

func key(id uuid.UUID) (bson.RawValue, error) {
	t, data, err := bson.MarshalValue(id) // WRONG(bsonmarshal): subtype 0
	return bson.RawValue{Type: t, Value: data}, err
}

func keyRight(id kit.UUID) (bson.RawValue, error) {
	t, data, err := bson.MarshalValue(id)
	return bson.RawValue{Type: t, Value: data}, err
}

func own(o Own) ([]byte, error) { return bson.Marshal(o) }

func ownLoad(b []byte) (o Own, err error) {
	err = bson.Unmarshal(b, &o)
	return o, err
}

func genera(list []string) ([]byte, error) {
	return bson.Marshal(bson.M{"genera": list})
}

func textOnly(s Specimen) ([]byte, error) {
	return bson.Marshal(bson.D{{Key: "id", Value: s.ID.String()}, {Key: "genus", Value: s.Genus}})
}

func generic[T any](b []byte) (v T, err error) {
	err = bson.Unmarshal(b, &v)
	return v, err
}

func ownGeneric(b []byte) (Own, error) { return generic[Own](b) }

var _ = []any{(*Exporter).dump, (*Exporter).dumpRight, (*Exporter).extJSON, (*Exporter).extJSONRight, load, loadRight, (*Exporter).finder, (*Exporter).finderRight, key, keyRight, own, ownLoad, genera, textOnly, ownGeneric}
