package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

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

var (
	bsonOurs    = ratio{"uuidkit, registered", "google"}
	bsonMethods = ratio{"uuidkit, methods", "google"}
	bsonGoogle  = ratio{"google, registered", "google"}
	bsonLeast   = ratio{"uuidkit, registered", "nothing"}
	bsonTwo     = ratio{"two methods", "google"}
	bsonIdle    = ratio{"idle methods", "google"}
	bsonOwn     = ratio{"uuidkit, methods", "idle methods"}
)

// bsonV2Section is package bsonx beside what the driver does with a UUID by itself.
func bsonV2Section() section {
	return bsonSection(section{
		name: "BSON, mongo-driver v2",
		note: `Encode and decode are what a client does with a document, by id. Registered is with a registry in which the type is
registered, methods is without: those of uuid.UUID and uuid.UUIDs. The others do not write these bytes but subtype 0, and cannot read ours. Nothing is
uuid.UUID registered with a codec that does nothing: the driver's own time. Two methods is a type that has MarshalBSONValue and UnmarshalBSONValue
only, and calls uuid.UUID's: the driver asks reflect several times for each value whether the type has them, and reflect goes through all of the
type's methods. No other methods that the driver knows read subtype 4, so uuid.UUID without Register pays for its other methods. Idle methods is a
type that has all methods of uuid.UUID, of which the two do nothing: the driver's own share of a list.`,
		ratios: []ratio{bsonOurs, bsonMethods, bsonTwo, bsonGoogle, bsonLeast, bsonIdle, bsonOwn},
	}, bsonV2(), bsonV2(bsonx.Register[uuid.UUID]), bsonV2(bsonx.Register[google.UUID]), bsonV2(nothingV2))
}

// bsonV1Section is package driverv1.
func bsonV1Section() section {
	return bsonSection(section{
		name:   "BSON, mongo-driver v1",
		note:   "The same with the older driver, which does not know the methods.",
		ratios: []ratio{bsonOurs, bsonGoogle, bsonLeast},
	}, bsonV1(), bsonV1(driverv1.Register[uuid.UUID]), bsonV1(driverv1.Register[google.UUID]), bsonV1(nothingV1))
}

// bsonSection takes a driver whose registry has no UUID type, ours, google's, and
// ours with a codec that does nothing.
func bsonSection(s section, none, ours, googles, nothing format) section {
	peers := []formatPeer{
		newBSONPeer[uuid.UUID, uuid.UUIDs](bsonOurs.of, ours),
		newBSONPeer[uuid.UUID, uuid.UUIDs](bsonMethods.of, none),
		newBSONPeer[google.UUID, []google.UUID](bsonGoogle.of, googles),
		newBSONPeer[google.UUID, []google.UUID]("google", none),
		newBSONPeer[gofrs.UUID, []gofrs.UUID]("gofrs", none),
		newBSONPeer[uuid.UUID, uuid.UUIDs]("nothing", nothing),
		newBSONPeer[std.UUID, []std.UUID]("std", none),
	}
	if slices.Contains(s.ratios, bsonMethods) {
		peers = append(peers, newBSONPeer[twoMethods, []twoMethods](bsonTwo.of, none), formatPeer{bsonIdle.of, none, make([]document, 7)})
		peers[len(peers)-1].documents[2] = reused(&list[[]idle]{make([]idle, batch)})
	} else {
		peers = slices.Delete(peers, 1, 2)
	}
	for _, p := range peers {
		s.columns = append(s.columns, p.name)
		if p.name == "nothing" { // a codec of one value: it has no lists that are one value
			clear(p.documents[2:5])
		}
	}
	s.operations = formatOperations("", []shape{
		{"a struct of 4", 4, promises{bsonOurs: 1 / 2.2, bsonGoogle: 1 / 2.2}, nil},
		{"an array of 1000, one by one", batch, promises{bsonOurs: 0.2, bsonGoogle: 0.2}, nil}, // the driver asks a codec for each element
		{"a slice of 1000", batch, promises{bsonOurs: 1. / 7, bsonGoogle: 1. / 7}, promises{bsonOurs: 1. / 3, bsonGoogle: 1. / 3, bsonOwn: 1.15}},
		{"UUIDs of 1000", batch, promises{bsonOurs: 0.1, bsonMethods: 0.1}, promises{bsonOurs: 0.1, bsonMethods: 0.1}},
		{"a struct of 4 of any", 4, nil, nil},
		{"100 of subtype 0 into a bson.D", bsonOthers, nil, promises{bsonOurs: 1.03}},
		{"100 of subtype 0 into a bson.M", bsonOthers, nil, promises{bsonOurs: 1.03}},
	}, peers)
	// Only decoding looks at values without a type.
	s.operations = slices.DeleteFunc(s.operations, func(o operation) bool { return strings.HasPrefix(o.name, "encode 100 of subtype 0") })
	return s
}

// bsonOthers is the number of values that are binary and no UUID.
const bsonOthers = 100

// newBSONPeer is a type T, whose lists are an L too: what others than uuid.UUID
// have in place of uuid.UUIDs.
func newBSONPeer[T ~[16]byte, L ~[]T](name string, f format) formatPeer {
	id, ids := T(id), slices.Repeat([]T{T(id)}, batch)
	others := &list[map[string][]byte]{make(map[string][]byte)} // written as subtype 0
	for i := range bsonOthers {
		others.IDs[fmt.Sprint(i)] = id[:]
	}
	return formatPeer{name, f, []document{
		reused(&four[T]{id, id, id, id}),
		reused(&list[[batch]T]{[batch]T(ids)}),
		reused(&list[[]T]{ids}),
		reused(&list[L]{ids}),
		reused(&four[any]{id, id, id, id}),
		{others, func() any { return new(list[any]) }},
		{others, func() any { return new(list[map[string]any]) }},
	}}
}

// bsonV2 encodes and decodes like a client of the driver.
func bsonV2(register ...func(*bson.Registry, ...bsonx.Option) error) format {
	reg := bson.NewRegistry()
	for _, r := range register {
		check(r(reg))
	}
	return format{
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

// bsonV1 is bsonV2 of the older driver.
func bsonV1(register ...func(*bsoncodec.Registry, ...driverv1.Option) error) format {
	reg := bson1.NewRegistry()
	for _, r := range register {
		check(r(reg))
	}
	pool := bsonrw.NewBSONValueWriterPool()
	return format{
		func(v any) ([]byte, error) {
			buf := new(bytes.Buffer)
			vw := pool.Get(buf)
			defer pool.Put(vw)
			enc := must(bson1.NewEncoder(vw))
			check(enc.SetRegistry(reg))
			err := enc.Encode(v)
			return buf.Bytes(), err
		},
		func(b []byte, v any) error {
			dec := must(bson1.NewDecoder(bsonrw.NewBSONDocumentReader(b)))
			check(dec.SetRegistry(reg))
			return dec.Decode(v)
		},
	}
}
