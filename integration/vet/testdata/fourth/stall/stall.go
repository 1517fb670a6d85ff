// Package stall exchanges prices between stalls.
package stall

import (
	"io"

	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/msgpackx"
	kit "github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

func init() {
	if err := msgpackx.Register[uuid.UUID](msgpackx.Text); err != nil {
		panic(err)
	}
	if err := msgpackx.Register[kit.UUID](); err != nil {
		panic(err)
	}
}

type Price struct {
	Book  uuid.UUID
	Buyer uuid.NullUUID // WRONG-ALSO(msgpacknull)
	Cents int
}

type PriceRight struct {
	Book  kit.UUID
	Buyer kit.NullUUID
	Cents int
}

func read(r io.Reader) (p Price, err error) {
	err = msgpack.NewDecoder(r).Decode(&p) // WRONG(msgpacknull): does not read text
	return p, err
}

func readRight(r io.Reader) (p PriceRight, err error) {
	err = msgpack.NewDecoder(r).Decode(&p)
	return p, err
}

func write(w io.Writer, p ...Price) error {
	return msgpack.NewEncoder(w).Encode(p) // WRONG(msgpacknull): bin beside text
}

func writeRight(w io.Writer, p ...PriceRight) error {
	return msgpack.NewEncoder(w).Encode(p)
}

var _ = []any{read, readRight, write, writeRight}
