// Package berth tells other ports where ships lie.
package berth

import (
	"fmt"
	"io"
	"reflect"

	"github.com/fxamacker/cbor/v2"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/cborx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type Berth struct {
	Ship uuid.UUID
	Quay int
}

type Codec struct {
	enc cbor.EncMode
	dec cbor.DecMode
}

func NewCodec() (*Codec, error) {
	set := cbor.NewTagSet()
	if err := cborx.Register[uuid.UUID](set); err != nil {
		return nil, err
	}
	enc, err := cbor.CanonicalEncOptions().EncModeWithTags(set)
	if err != nil {
		return nil, err
	}
	dec, err := cbor.DecOptions{}.DecModeWithTags(set)
	if err != nil {
		return nil, err
	}
	return &Codec{enc, dec}, nil
}

func (c *Codec) announce(b Berth) ([]byte, error) {
	return cbor.Marshal(b) // WRONG(cbortags): without tag 37
}

func (c *Codec) announceRight(b Berth) ([]byte, error) {
	return c.enc.Marshal(b)
}

func (c *Codec) stream(w io.Writer, list []Berth) error {
	enc := cbor.NewEncoder(w) // WRONG(cbortags): an encoder without the set
	for _, b := range list {
		if err := enc.Encode(b); err != nil { // WRONG-ALSO(cbortags)
			return err
		}
	}
	return nil
}

func (c *Codec) streamRight(w io.Writer, list []Berth) error {
	enc := c.enc.NewEncoder(w)
	for _, b := range list {
		if err := enc.Encode(b); err != nil {
			return err
		}
	}
	return nil
}

func ids(m map[string]uuid.UUID) ([]byte, error) {
	b, err := cbor.Marshal(m) // WRONG(cbortags): values of a map
	if err != nil {
		return nil, fmt.Errorf("ids: %w", err)
	}
	return b, nil
}

func (c *Codec) idsRight(m map[string]uuid.UUID) ([]byte, error) {
	b, err := c.enc.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("ids: %w", err)
	}
	return b, nil
}

func reply(c *Codec, id uuid.UUID) ([]byte, error) {
	if c == nil {
		return cbor.Marshal(id) // WRONG(cbortags): without tag 37
	}
	return c.enc.Marshal(id)
}

func replyRight(c *Codec, id uuid.UUID) ([]byte, error) {
	if c == nil {
		return cbor.Marshal(kit.UUID(id))
	}
	return c.enc.Marshal(id)
}

func quays(n []int) ([]byte, error) { return cbor.Marshal(n) }

func owner(id kit.UUID) ([]byte, error) { return cbor.Marshal(id) }

func bare(id uuid.UUID) ([]byte, error) { return cbor.Marshal(cborx.Bare(id)) }

func isNil(v any) bool { return v == nil || reflect.ValueOf(v).IsZero() }

var _ = []any{(*Codec).announce, (*Codec).announceRight, (*Codec).stream, (*Codec).streamRight, ids, (*Codec).idsRight, reply, replyRight, quays, owner, bare, isNil}
