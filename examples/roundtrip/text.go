package main

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"

	"github.com/uuidkit/uuidkit/uuid"
)

func textStores[T ~[16]byte]() []store[T] {
	return []store[T]{
		{"JSON", "json.Marshal(id)", jsonString, throughJSON[T], nil, throughJSON[T]},
		{"gob", "Encode(uuid.UUID(id))", binary("binary"), throughGob[T], nil, gobToday[T]},
	}
}

func jsonString(id uuid.UUID) held {
	return held{"string", []byte(`"` + id.String() + `"`)}
}

// throughJSON needs nothing of ours: every UUID type is a string there by
// itself, as it is in XML, YAML and TOML.
func throughJSON[T ~[16]byte](_ context.Context, id T, back *T) (held, error) {
	data, err := json.Marshal(id)
	if err != nil {
		return held{}, err
	}
	return held{"string", data}, json.Unmarshal(data, back)
}

// throughGob converts, so that the streams of all types are alike. By itself
// the standard library's type becomes a list of 16 numbers, which google's and
// gofrs's cannot read.
func throughGob[T ~[16]byte](_ context.Context, id T, back *T) (held, error) {
	var stream bytes.Buffer
	if err := gob.NewEncoder(&stream).Encode(uuid.UUID(id)); err != nil {
		return held{}, err
	}
	again := bytes.NewReader(bytes.Clone(stream.Bytes()))

	var got uuid.UUID
	if err := gob.NewDecoder(&stream).Decode(&got); err != nil {
		return held{}, err
	}
	*back = T(got)

	var data gobBytes
	err := gob.NewDecoder(again).Decode(&data)
	return held{"binary", data}, err
}

// gobBytes takes whatever bytes a stream holds for a type with MarshalBinary.
// Gob refuses to decode values of other types into it.
type gobBytes []byte

func (b *gobBytes) UnmarshalBinary(data []byte) error {
	*b = bytes.Clone(data)
	return nil
}
