// Package frames writes frames of a protocol in CBOR, whose ids have tag 37.
package frames

import (
	"fmt"
	"io"
	"reflect"

	"github.com/fxamacker/cbor/v2"
	"github.com/google/uuid"
)

type Header struct {
	Stream uuid.UUID `cbor:"1,keyasint"`
	Seq    uint64    `cbor:"2,keyasint"`
}

type Frame struct {
	Header
	Body []byte `cbor:"3,keyasint"`
}

type Pong struct {
	Seq uint64 `cbor:"2,keyasint"`
}

// Modes registers google's type with the cbor package itself.
func Modes() (cbor.EncMode, cbor.DecMode, error) {
	tags := cbor.NewTagSet()
	opts := cbor.TagOptions{EncTag: cbor.EncTagRequired, DecTag: cbor.DecTagOptional}
	if err := tags.Add(opts, reflect.TypeFor[uuid.UUID](), 37); err != nil {
		return nil, nil, fmt.Errorf("frames: %w", err)
	}
	enc, err := cbor.EncOptions{}.EncModeWithTags(tags)
	if err != nil {
		return nil, nil, err
	}
	dec, err := cbor.DecOptions{}.DecModeWithTags(tags)
	return enc, dec, err
}

type Conn struct {
	w       io.Writer
	enc     cbor.EncMode
	marshal func(any) ([]byte, error)
}

func (c *Conn) Send(f Frame) error {
	b, err := cbor.Marshal(&f) // WRONG(cbortags): the id is in an embedded struct
	if err != nil {
		return err
	}
	_, err = c.w.Write(b)
	return err
}

func (c *Conn) SendRight(f Frame) error {
	b, err := c.enc.Marshal(&f)
	if err != nil {
		return err
	}
	_, err = c.w.Write(b)
	return err
}

func (c *Conn) Pair(a, b Header) ([]byte, error) {
	return cbor.Marshal([2]Header{a, b}) // WRONG(cbortags): an array
}

func (c *Conn) PairRight(a, b Header) ([]byte, error) { return c.enc.Marshal([2]Header{a, b}) }

// PongRight has no id.
func (c *Conn) PongRight(seq uint64) ([]byte, error) { return cbor.Marshal(Pong{seq}) }

// FuncRight calls the function that it was given, which is the mode's.
func (c *Conn) FuncRight(f Frame) ([]byte, error) { return c.marshal(f) }

func New(w io.Writer) (*Conn, error) {
	enc, _, err := Modes()
	if err != nil {
		return nil, err
	}
	return &Conn{w, enc, enc.Marshal}, nil
}
