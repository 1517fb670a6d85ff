package main

import (
	"slices"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/integration/internal/std"
)

// A format is a library that encodes and decodes documents.
type format struct {
	marshal   func(v any) ([]byte, error)
	unmarshal func(data []byte, v any) error
}

// The documents that formats are measured with.
type (
	four[T any] struct{ A, B, C, D T }
	list[L any] struct{ IDs L }
)

// A document is encoded from in and decoded into what out returns.
type document struct {
	in  any // nil: the peer takes no part
	out func() any
}

// A formatPeer is a Go type in a format, with a document for each shape.
type formatPeer struct {
	name      string
	format    format
	documents []document
}

// newFormatPeer is a type as a struct of four and as a list.
func newFormatPeer[T ~[16]byte](name string, f format) formatPeer {
	p := newListPeer[[]T](name, f)
	p.documents[0] = reused(&four[T]{T(id), T(id), T(id), T(id)})
	return p
}

// newElementPeer is newFormatPeer for a type that is no array.
func newElementPeer[E any](name string, f format, e E) formatPeer {
	return formatPeer{name, f, []document{
		reused(&four[E]{e, e, e, e}),
		{&list[[]E]{slices.Repeat([]E{e}, batch)}, func() any { return new(list[[]E]) }},
	}}
}

// newListPeer is a list type. Each list is decoded into a new one, as programs do:
// some libraries would take the memory of the last.
func newListPeer[L ~[]T, T ~[16]byte](name string, f format) formatPeer {
	return formatPeer{name, f, []document{{}, {&list[L]{slices.Repeat(L{T(id)}, batch)}, func() any { return new(list[L]) }}}}
}

// reused is a document that is decoded into the same variable each time.
func reused[D any](in *D) document {
	out := new(D)
	return document{in, func() any { return out }}
}

// theirs are the types of other packages as they are.
func theirs(f format) []formatPeer {
	return []formatPeer{newFormatPeer[google.UUID]("google", f), newFormatPeer[gofrs.UUID]("gofrs", f), newFormatPeer[std.UUID]("std", f)}
}

// A shape is a kind of document: two operations, encode and decode.
type shape struct {
	name           string
	ids            int // operation.ids
	encode, decode promises
}

// formatShapes are the shapes of newFormatPeer.
func formatShapes(encodeFour, decodeFour, encodeList, decodeList promises) []shape {
	return []shape{{"struct of 4", 0, encodeFour, decodeFour}, {"list of 1000, each", batch, encodeList, decodeList}}
}

func formatOperations(prefix string, shapes []shape, peers []formatPeer) (ops []operation) {
	for i, s := range shapes {
		enc := operation{name: prefix + "encode " + s.name, ids: s.ids, most: s.encode}
		dec := operation{name: prefix + "decode " + s.name, ids: s.ids, most: s.decode}
		for _, p := range peers {
			doc := p.documents[i]
			if doc.in == nil {
				continue
			}
			enc.peers = append(enc.peers, peer{p.name, func(b *testing.B) {
				for b.Loop() {
					must(p.format.marshal(doc.in))
				}
			}})
			dec.peers = append(dec.peers, peer{p.name, func(b *testing.B) {
				data := must(p.format.marshal(doc.in))
				for b.Loop() {
					check(p.format.unmarshal(data, doc.out()))
				}
			}})
		}
		ops = append(ops, enc, dec)
	}
	return ops
}
