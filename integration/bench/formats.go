package main

import (
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/integration/internal/std"
)

// A format is a library that writes and reads documents.
type format struct {
	marshal   func(v any) ([]byte, error)
	unmarshal func(data []byte, v any) error
}

const formatList = 1000

// The documents of which formats are measured.
type (
	four[T any] struct{ A, B, C, D T }
	list[L any] struct{ IDs L }
)

// A formatPeer is a Go type in a format: its documents, and those to read into.
// Each list is read into a new one, as programs do: some libraries would take the
// memory of the last.
type formatPeer struct {
	name           string
	format         format
	four, list     any // four is nil for what is a list only
	toFour, toList func() any
}

func newFormatPeer[T ~[16]byte](name string, f format) formatPeer {
	p := newListPeer[[]T](name, f)
	to := new(four[T])
	p.four, p.toFour = &four[T]{T(id), T(id), T(id), T(id)}, func() any { return to }
	return p
}

func newListPeer[L ~[]T, T ~[16]byte](name string, f format) formatPeer {
	ids := make(L, formatList)
	for i := range ids {
		ids[i] = T(id)
	}
	return formatPeer{name: name, format: f, list: &list[L]{ids}, toList: func() any { return new(list[L]) }}
}

// theirs are the types of others as they are.
func theirs(f format) []formatPeer {
	peers := []formatPeer{newFormatPeer[google.UUID]("google", f), newFormatPeer[gofrs.UUID]("gofrs", f)}
	if std.Present {
		peers = append(peers, newFormatPeer[std.UUID]("std", f))
	}
	return peers
}

// formatOperations are those of a section. The promises are those of encode and
// decode of a struct, and of a list.
func formatOperations(prefix string, peers []formatPeer, promises [4]map[ratio]float64) []operation {
	ops := []operation{
		{name: prefix + "encode struct of 4", most: promises[0]},
		{name: prefix + "decode struct of 4", most: promises[1]},
		{name: prefix + "encode list of 1000, each", most: promises[2], ids: formatList},
		{name: prefix + "decode list of 1000, each", most: promises[3], ids: formatList},
	}
	for _, p := range peers {
		for i, doc := range []struct {
			in  any
			out func() any
		}{{p.four, p.toFour}, {p.list, p.toList}} {
			if doc.in == nil {
				continue
			}
			data := must(p.format.marshal(doc.in))
			ops[2*i].peers = append(ops[2*i].peers, peer{p.name, func(b *testing.B) {
				for b.Loop() {
					if _, err := p.format.marshal(doc.in); err != nil {
						b.Fatal(err)
					}
				}
			}})
			ops[2*i+1].peers = append(ops[2*i+1].peers, peer{p.name, func(b *testing.B) {
				for b.Loop() {
					if err := p.format.unmarshal(data, doc.out()); err != nil {
						b.Fatal(err)
					}
				}
			}})
		}
	}
	return ops
}

// toGoogle are promises of how much of google's time is taken.
func toGoogle(uuidkit, uuids float64) map[ratio]float64 {
	m := map[ratio]float64{{"uuidkit", "google"}: uuidkit}
	if uuids > 0 {
		m[ratio{"UUIDs", "google"}] = uuids
	}
	return m
}
