// Package cbortelemetry sends measurements of devices. UUIDs have CBOR's tag 37.
package cbortelemetry

import (
	"bytes"
	"fmt"
	"io"

	"github.com/fxamacker/cbor/v2"
	"github.com/google/uuid"

	"github.com/uuidkit/uuidkit/cborx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type Sample struct {
	Device uuid.UUID `cbor:"d"`
	Value  float64   `cbor:"v"`
}

type Plain struct {
	Unit  string  `cbor:"u"`
	Value float64 `cbor:"v"`
}

type KitSample struct {
	Device kit.UUID `cbor:"d"`
}

type Codec struct {
	enc cbor.EncMode
	dec cbor.DecMode
}

func NewRight() (*Codec, error) {
	tags := cbor.NewTagSet()
	if err := cborx.Register[uuid.UUID](tags); err != nil {
		return nil, fmt.Errorf("telemetry: %w", err)
	}
	enc, err := cbor.CoreDetEncOptions().EncModeWithTags(tags)
	if err != nil {
		return nil, err
	}
	dec, err := cbor.DecOptions{}.DecModeWithTags(tags)
	return &Codec{enc, dec}, err
}

func New() *Codec {
	tags := cbor.NewTagSet()
	_ = cborx.Register[uuid.UUID](tags) // WRONG(uuidregister): the error goes to the blank identifier
	enc, err := cbor.CoreDetEncOptions().EncModeWithTags(tags)
	if err != nil {
		return nil
	}
	return &Codec{enc: enc}
}

func (c *Codec) Send(s Sample) ([]byte, error) {
	return cbor.Marshal(s) // WRONG(cbortags): without the tag
}

func (c *Codec) SendRight(s Sample) ([]byte, error) { return c.enc.Marshal(s) }

func (c *Codec) Stream(w io.Writer, samples <-chan Sample) error {
	enc := cbor.NewEncoder(w)
	for s := range samples {
		if err := enc.Encode(s); err != nil { // WRONG(cbortags): an Encoder of the package
			return err
		}
	}
	return nil
}

func (c *Codec) StreamRight(w io.Writer, samples <-chan Sample) error {
	enc := c.enc.NewEncoder(w)
	for s := range samples {
		if err := enc.Encode(s); err != nil {
			return err
		}
	}
	return nil
}

func (c *Codec) List(ids []uuid.UUID) (b []byte, err error) {
	marshal := cbor.Marshal
	return marshal(ids) // WRONG(cbortags): a list, through a variable
}

func (c *Codec) ListRight(ids []uuid.UUID) (b []byte, err error) {
	marshal := c.enc.Marshal
	return marshal(ids)
}

func (c *Codec) Buffer(samples map[string]*Sample) ([]byte, error) {
	var buf bytes.Buffer
	err := cbor.MarshalToBuffer(samples, &buf) // WRONG(cbortags): MarshalToBuffer, and pointers in a map
	return buf.Bytes(), err
}

func (c *Codec) BufferRight(samples map[string]*Sample) ([]byte, error) {
	var buf bytes.Buffer
	err := c.enc.NewEncoder(&buf).Encode(samples)
	return buf.Bytes(), err
}

// PlainRight has no UUID.
func PlainRight(p Plain) ([]byte, error) { return cbor.Marshal(p) }

// KitRight: uuidkit's type writes the tag itself.
func KitRight(s KitSample) ([]byte, error) { return cbor.Marshal(s) }

// ConvertRight does the same of google's.
func ConvertRight(id uuid.UUID) ([]byte, error) { return cbor.Marshal(cborx.Tagged(id)) }

// TextRight sends text.
func TextRight(id uuid.UUID) ([]byte, error) { return cbor.Marshal(id.String()) }

func (c *Codec) ReadRight(b []byte) (s Sample, err error) {
	err = c.dec.Unmarshal(b, &s)
	return
}
