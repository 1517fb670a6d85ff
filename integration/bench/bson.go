package main

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	bson1 "go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/bson/bsoncodec"
	"go.mongodb.org/mongo-driver/bson/bsonrw"
	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/bsonx/driverv1"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/uuid"
)

const bsonList = 1000

// A bsonShape is a document: a struct of four, or one with a list.
type bsonShape int

const (
	bsonFour bsonShape = iota
	bsonSlice
	bsonArray // of which the driver asks a codec for each element
	bsonUUIDs
	bsonAny
)

type (
	bsonStruct[T any]   struct{ A, B, C, D T }
	bsonDocument[L any] struct{ IDs L }
)

// A bsonPeer has a type, and a registry if it is registered.
type bsonPeer struct {
	name       string
	registered bool
	v2         func(*bson.Registry)
	v1         func(*bsoncodec.Registry)
	document   func(bsonShape) (in, out any) // nil if it has none
}

func newBSONPeer[T ~[16]byte](name string, registered bool) bsonPeer {
	return bsonPeer{
		name, registered,
		func(r *bson.Registry) {
			if err := bsonx.Register[T](r); err != nil {
				panic(err)
			}
		},
		func(r *bsoncodec.Registry) {
			if err := driverv1.Register[T](r); err != nil {
				panic(err)
			}
		},
		func(shape bsonShape) (in, out any) {
			id := T(id)
			ids := make([]T, bsonList)
			for i := range ids {
				ids[i] = id
			}
			switch shape {
			case bsonFour:
				return &bsonStruct[T]{id, id, id, id}, new(bsonStruct[T])
			case bsonSlice:
				return &bsonDocument[[]T]{ids}, new(bsonDocument[[]T])
			case bsonArray:
				return &bsonDocument[[bsonList]T]{[bsonList]T(ids)}, new(bsonDocument[[bsonList]T])
			case bsonUUIDs:
				if uuids, ok := any(ids).([]uuid.UUID); ok {
					return &bsonDocument[uuid.UUIDs]{uuids}, new(bsonDocument[uuid.UUIDs])
				}
				return &bsonDocument[[]T]{ids}, new(bsonDocument[[]T]) // what others have
			default:
				return &bsonStruct[any]{id, id, id, id}, new(bsonStruct[any])
			}
		},
	}
}

// bsonPeers are those of all BSON operations.
func bsonPeers() []bsonPeer {
	return []bsonPeer{
		newBSONPeer[uuid.UUID]("uuidkit, registered", true),
		newBSONPeer[uuid.UUID]("uuidkit, methods", false),
		newBSONPeer[google.UUID]("google, registered", true),
		newBSONPeer[google.UUID]("google", false),
		newBSONPeer[gofrs.UUID]("gofrs", false),
		newNothingBSON(),
		newBSONPeer[std.UUID]("std", false),
	}
}

// A bsonCodec encodes and decodes like a client of the driver.
type bsonCodec struct {
	encode func(v any) ([]byte, error)
	decode func(b []byte, v any) error
}

// bsonSection is package bsonx, or driverv1, beside what the driver does with a
// UUID by itself.
func bsonSection(version int) section {
	s := section{name: "BSON, mongo-driver v2", note: `Encode and decode are what a client does with a document, by id. Registered is with a registry in which the type is
registered, methods is without: those of uuid.UUID and uuid.UUIDs. The others do not write these bytes but subtype 0, and cannot read ours. Nothing is
uuid.UUID registered with a codec that does nothing: the driver's own time.`}
	codec, peers := bsonV2, bsonPeers()
	if version == 1 {
		s = section{name: "BSON, mongo-driver v1", note: "The same with the older driver, which does not know the methods."}
		codec = bsonV1
		peers = slices.DeleteFunc(peers, func(p bsonPeer) bool { return p.name == "uuidkit, methods" })
	}
	for _, p := range peers {
		s.columns = append(s.columns, p.name)
	}
	registered, methods, googles := ratio{"uuidkit, registered", "google"}, ratio{"uuidkit, methods", "google"}, ratio{"google, registered", "google"}
	least := ratio{"uuidkit, registered", "nothing"}
	s.ratios = []ratio{registered, googles, least}
	if version == 2 {
		s.ratios = []ratio{registered, methods, googles, least}
	}

	for _, shape := range []struct {
		name           string
		shape          bsonShape
		ids            int
		encode, decode map[ratio]float64
	}{
		{"a struct of 4", bsonFour, 4, map[ratio]float64{registered: 1 / 2.2, googles: 1 / 2.2}, nil},
		{"an array of 1000, one by one", bsonArray, bsonList, map[ratio]float64{registered: 0.2, googles: 0.2}, nil},
		{"a slice of 1000", bsonSlice, bsonList, map[ratio]float64{registered: 1. / 7, googles: 1. / 7}, map[ratio]float64{registered: 1. / 3, googles: 1. / 3}},
		{"UUIDs of 1000", bsonUUIDs, bsonList, map[ratio]float64{registered: 0.1, methods: 0.1}, map[ratio]float64{registered: 0.1, methods: 0.1}},
		{"a struct of 4 of any", bsonAny, 4, nil, nil},
	} {
		enc := operation{name: "encode " + shape.name, ids: shape.ids, most: shape.encode}
		dec := operation{name: "decode " + shape.name, ids: shape.ids, most: shape.decode}
		for _, p := range peers {
			c := codec(p)
			in, out := p.document(shape.shape)
			if in == nil {
				continue
			}
			enc.peers = append(enc.peers, peer{p.name, func(b *testing.B) {
				for b.Loop() {
					must(c.encode(in))
				}
			}})
			dec.peers = append(dec.peers, peer{p.name, func(b *testing.B) {
				data := must(c.encode(in))
				for b.Loop() {
					if err := c.decode(data, out); err != nil {
						b.Fatal(err)
					}
				}
			}})
		}
		s.operations = append(s.operations, enc, dec)
	}
	return bsonOthers(s, codec, peers, ratio{"uuidkit, registered", "google"})
}

// bsonOthers adds what binary that is no UUID costs in documents without a type,
// whose values a registered type looks at.
func bsonOthers(s section, codec func(bsonPeer) bsonCodec, peers []bsonPeer, r ratio) section {
	const n = 100
	in := struct{ X map[string][]byte }{make(map[string][]byte)} // written as subtype 0
	for i := range n {
		in.X[fmt.Sprint(i)] = id[:]
	}
	for _, into := range []struct {
		name string
		out  func() any
	}{
		{"bson.D", func() any { return new(struct{ X any }) }},
		{"bson.M", func() any { return new(struct{ X map[string]any }) }},
	} {
		o := operation{name: "decode 100 of subtype 0 into a " + into.name, ids: n, most: map[ratio]float64{r: 1.03}}
		for _, p := range peers {
			c := codec(p)
			o.peers = append(o.peers, peer{p.name, func(b *testing.B) {
				data := must(c.encode(in))
				for b.Loop() {
					if err := c.decode(data, into.out()); err != nil {
						b.Fatal(err)
					}
				}
			}})
		}
		s.operations = append(s.operations, o)
	}
	return s
}

func bsonV2(p bsonPeer) bsonCodec {
	reg := bson.NewRegistry()
	if p.registered {
		p.v2(reg)
	}
	return bsonCodec{
		func(v any) ([]byte, error) {
			buf := new(bytes.Buffer)
			enc := bson.NewEncoder(bson.NewDocumentWriter(buf))
			enc.SetRegistry(reg)
			err := enc.Encode(v)
			return buf.Bytes(), err
		},
		func(b []byte, v any) error {
			dec := bson.NewDecoder(bson.NewDocumentReader(bytes.NewReader(b)))
			dec.SetRegistry(reg)
			return dec.Decode(v)
		},
	}
}

func bsonV1(p bsonPeer) bsonCodec {
	reg := bson1.NewRegistry()
	if p.registered {
		p.v1(reg)
	}
	pool := bsonrw.NewBSONValueWriterPool()
	return bsonCodec{
		func(v any) ([]byte, error) {
			buf := new(bytes.Buffer)
			vw := pool.Get(buf)
			defer pool.Put(vw)
			enc, err := bson1.NewEncoder(vw)
			if err != nil {
				return nil, err
			}
			if err := enc.SetRegistry(reg); err != nil {
				return nil, err
			}
			err = enc.Encode(v)
			return buf.Bytes(), err
		},
		func(b []byte, v any) error {
			dec, err := bson1.NewDecoder(bsonrw.NewBSONDocumentReader(b))
			if err != nil {
				return err
			}
			if err := dec.SetRegistry(reg); err != nil {
				return err
			}
			return dec.Decode(v)
		},
	}
}
