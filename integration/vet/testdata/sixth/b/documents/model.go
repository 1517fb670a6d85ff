// Package documents has the documents that other programs store and send.
package documents

import (
	"io"

	"github.com/fxamacker/cbor/v2"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	kit "github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

// Folder is a document of MongoDB.
type Folder struct {
	Name   string    `bson:"name"`
	Parent uuid.UUID `bson:"parent,omitempty"` // WRONG(uuidomit): google's type has no IsZero
}

type FolderRight struct {
	Name   string     `bson:"name"`
	Parent *uuid.UUID `bson:"parent,omitempty"`
}

// File has types with IsZero, which the driver calls.
type File struct {
	Name   string     `bson:"name"`
	Folder kit.UUID   `bson:"folder,omitempty"`
	Owner  gofrs.UUID `bson:"owner,omitempty"`
	Hash   []byte     `bson:"hash,omitempty"`
}

// Job goes through the queue.
type Job struct {
	Kind  string    `msgpack:"kind"`
	Reply uuid.UUID `msgpack:"reply,omitempty"` // WRONG(uuidomit): written as 16 zero bytes
}

type JobRight struct {
	Kind  string   `msgpack:"kind"`
	Reply kit.UUID `msgpack:"reply,omitempty"`
}

// Chunk is stored on disk.
type Chunk struct {
	Seq  uint64   `cbor:"1,keyasint"`
	Prev kit.UUID `cbor:"2,keyasint,omitempty"` // WRONG(uuidomit): never omitted
	Data []byte   `cbor:"3,keyasint,omitempty"`
}

type ChunkRight struct {
	Seq  uint64   `cbor:"1,keyasint"`
	Prev kit.UUID `cbor:"2,keyasint,omitzero"`
	Data []byte   `cbor:"3,keyasint,omitempty"`
}

// Receipt confirms a chunk.
type Receipt[T any] struct {
	Body   T          `cbor:"body"`
	Signer gofrs.UUID `cbor:"signer,omitempty"` // WRONG(uuidomit): an array of 16 is not empty
}

type ReceiptRight[T any] struct {
	Body   T           `cbor:"body"`
	Signer *gofrs.UUID `cbor:"signer,omitempty"`
}

// Config is the file documents.yaml.
type Config struct {
	Listen string    `yaml:"listen"`
	Tenant uuid.UUID `yaml:"tenant,omitempty"` // WRONG(uuidomit): google's type has no IsZero
}

type ConfigRight struct {
	Listen string     `yaml:"listen"`
	Tenant *uuid.UUID `yaml:"tenant,omitempty"`
}

func WriteChunks(w io.Writer, old []Chunk, list []ChunkRight) error {
	enc := cbor.NewEncoder(w)
	for _, c := range old {
		if err := enc.Encode(c); err != nil {
			return err
		}
	}
	for _, c := range list {
		if err := enc.Encode(c); err != nil {
			return err
		}
	}
	return nil
}

func Confirm(w io.Writer, a Receipt[int], b ReceiptRight[int]) error {
	if err := cbor.NewEncoder(w).Encode(a); err != nil {
		return err
	}
	return cbor.NewEncoder(w).Encode(b)
}

func Queue(j Job, k JobRight) ([][]byte, error) {
	a, err := msgpack.Marshal(j)
	if err != nil {
		return nil, err
	}
	b, err := msgpack.Marshal(k)
	return [][]byte{a, b}, err
}
