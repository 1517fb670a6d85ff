// Package wireframe sends orders as CBOR, with tag 37 on ids.
package wireframe

import (
	"bytes"
	"fmt"
	"io"
	"reflect"

	"github.com/fxamacker/cbor/v2"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
)

const tagUUID = 37

type Order struct {
	ID       uuid.UUID `cbor:"1,keyasint"`
	Customer uuid.UUID `cbor:"2,keyasint"`
	Items    []Item    `cbor:"3,keyasint"`
}

type Item struct {
	SKU   string `cbor:"1,keyasint"`
	Count int    `cbor:"2,keyasint"`
}

// A Ping has no id.
type Ping struct {
	Seq  uint64 `cbor:"seq"`
	Host string `cbor:"host"`
}

// A Badge has an id that is not registered.
type Badge struct {
	Door gofrs.UUID `cbor:"door"`
}

type Wire struct {
	enc cbor.EncMode
	dec cbor.DecMode
}

func New() (*Wire, error) {
	tags := cbor.NewTagSet()
	opts := cbor.TagOptions{DecTag: cbor.DecTagRequired, EncTag: cbor.EncTagRequired}
	if err := tags.Add(opts, reflect.TypeOf(uuid.UUID{}), tagUUID); err != nil {
		return nil, fmt.Errorf("wireframe: %w", err)
	}
	enc, err := cbor.CoreDetEncOptions().EncModeWithTags(tags)
	if err != nil {
		return nil, err
	}
	dec, err := cbor.DecOptions{}.DecModeWithTags(tags)
	if err != nil {
		return nil, err
	}
	return &Wire{enc: enc, dec: dec}, nil
}

func (w *Wire) Encode(o *Order) ([]byte, error) {
	return cbor.Marshal(o) // WRONG(cbortags): without tag 37
}

func (w *Wire) EncodeRight(o *Order) ([]byte, error) {
	return w.enc.Marshal(o)
}

func (w *Wire) Write(out io.Writer, orders []Order) error {
	e := cbor.NewEncoder(out) // WRONG(cbortags): an encoder without the TagSet
	for i := range orders {
		if err := e.Encode(orders[i]); err != nil { // WRONG-ALSO(cbortags)
			return err
		}
	}
	return nil
}

func (w *Wire) WriteRight(out io.Writer, orders []Order) error {
	e := w.enc.NewEncoder(out)
	for i := range orders {
		if err := e.Encode(orders[i]); err != nil {
			return err
		}
	}
	return nil
}

func (w *Wire) Append(buf *bytes.Buffer, o Order) error {
	return cbor.MarshalToBuffer(o, buf) // WRONG(cbortags): without tag 37
}

func (w *Wire) AppendRight(buf *bytes.Buffer, o Order) error {
	b, err := w.enc.Marshal(o)
	if err != nil {
		return err
	}
	_, err = buf.Write(b)
	return err
}

func (w *Wire) Acks(ids []uuid.UUID) ([]byte, error) {
	return cbor.Marshal(map[string]any{"acks": ids, "n": len(ids)}) // WRONG(cbortags): without tag 37
}

func (w *Wire) AcksRight(ids []uuid.UUID) ([]byte, error) {
	return w.enc.Marshal(map[string]any{"acks": ids, "n": len(ids)})
}

func (w *Wire) Decode(b []byte) (*Order, error) {
	o := new(Order)
	if err := w.dec.Unmarshal(b, o); err != nil {
		return nil, err
	}
	return o, nil
}

func EncodePing(p Ping) ([]byte, error) { return cbor.Marshal(p) }

func EncodeBadge(b Badge) ([]byte, error) { return cbor.Marshal(b) }

func WriteItems(w io.Writer, items ...Item) error {
	return cbor.NewEncoder(w).Encode(items)
}
