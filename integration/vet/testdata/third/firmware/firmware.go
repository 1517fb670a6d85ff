// Package firmware sends updates to devices, with UUIDs as tag 37 of CBOR.
package firmware

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"reflect"

	"github.com/fxamacker/cbor/v2"
	"github.com/gofrs/uuid/v5"

	"github.com/uuidkit/uuidkit/cborx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

// An Update is sent to a device.
type Update struct {
	ID      uuid.UUID   `cbor:"id"`
	Devices []uuid.UUID `cbor:"devices"`
	Image   []byte      `cbor:"image"`
}

// A Receipt comes back. uuidkit's type writes the tag by itself.
type Receipt struct {
	Update kit.UUID `cbor:"update"`
	OK     bool     `cbor:"ok"`
}

// Codec has the modes.
type Codec struct {
	tags cbor.TagSet
	enc  cbor.EncMode
	dec  cbor.DecMode
}

// NewCodec makes the modes.
func NewCodec() (*Codec, error) {
	c := &Codec{tags: cbor.NewTagSet()}
	if err := cborx.Register[uuid.UUID](c.tags); err != nil {
		return nil, err
	}
	var err error
	opts := cbor.EncOptions{Sort: cbor.SortCoreDeterministic}
	if c.enc, err = opts.EncModeWithTags(c.tags); err != nil {
		return nil, err
	}
	c.dec, err = cbor.DecOptions{}.DecModeWithTags(c.tags)
	return c, err
}

// Send sends an update.
func (c *Codec) Send(url string, u *Update) error {
	body, err := cbor.Marshal(u) // WRONG(cbortags): it does not know the tags
	if err != nil {
		return err
	}
	resp, err := http.Post(url, "application/cbor", bytes.NewReader(body))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// SendRight sends an update.
func (c *Codec) SendRight(url string, u *Update) error {
	body, err := c.enc.Marshal(u)
	if err != nil {
		return err
	}
	resp, err := http.Post(url, "application/cbor", bytes.NewReader(body))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Index writes the ids of all updates.
func Index(w io.Writer, updates []Update) error {
	enc := cbor.NewEncoder(w)
	if err := enc.StartIndefiniteArray(); err != nil {
		return err
	}
	for _, u := range updates {
		if err := enc.Encode(u.ID); err != nil { // WRONG(cbortags): an Encoder without the tags
			return err
		}
	}
	return enc.EndIndefinite()
}

// IndexRight writes the ids of all updates.
func (c *Codec) IndexRight(w io.Writer, updates []Update) error {
	enc := c.enc.NewEncoder(w)
	if err := enc.StartIndefiniteArray(); err != nil {
		return err
	}
	for _, u := range updates {
		if err := enc.Encode(u.ID); err != nil {
			return err
		}
	}
	return enc.EndIndefinite()
}

// Status answers a device.
func Status(w http.ResponseWriter, id uuid.UUID, state string) {
	reply := map[string]any{"update": id, "state": state}
	data, err := cbor.Marshal(reply) // WRONG(cbortags): it does not know the tags
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Write(data)
}

// StatusRight answers a device.
func (c *Codec) StatusRight(w http.ResponseWriter, id uuid.UUID, state string) {
	reply := map[string]any{"update": id, "state": state}
	data, err := c.enc.Marshal(reply)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Write(data)
}

func write(w io.Writer, v any) error {
	data, err := cbor.Marshal(v) // WRONG-ALSO(cbortags)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

func (c *Codec) write(w io.Writer, v any) error {
	data, err := c.enc.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

// Targets writes the devices of an update.
func (c *Codec) Targets(w io.Writer, u *Update) error {
	return write(w, u.Devices) // WRONG(cbortags): write does not know the tags
}

// TargetsRight writes the devices of an update.
func (c *Codec) TargetsRight(w io.Writer, u *Update) error {
	return c.write(w, u.Devices)
}

// Confirm writes a receipt, which needs no tags.
func Confirm(w io.Writer, r Receipt) error { return cbor.NewEncoder(w).Encode(r) }

// Images writes what has no UUID.
func Images(images [][]byte) ([]byte, error) { return cbor.Marshal(images) }

// Legacy makes the modes of the first devices.
func Legacy() (cbor.EncMode, cbor.DecMode) {
	enc, dec, err := cborx.Modes[uuid.UUID](cbor.EncOptions{}, cbor.DecOptions{}) // WRONG(uuidregister): the error is logged only
	if err != nil {
		slog.Error("modes", "err", err)
	}
	return enc, dec
}

// LegacyRight makes the modes of the first devices.
func LegacyRight() (cbor.EncMode, cbor.DecMode, error) {
	return cborx.Modes[uuid.UUID](cbor.EncOptions{}, cbor.DecOptions{})
}

// Tags makes a set with the tags of a vendor.
func Tags(vendor reflect.Type, tag uint64) (cbor.TagSet, error) {
	tags := cbor.NewTagSet()
	cborx.Register[uuid.UUID](tags) // WRONG(uuidregister): the error is dropped
	opts := cbor.TagOptions{EncTag: cbor.EncTagRequired, DecTag: cbor.DecTagRequired}
	if err := tags.Add(opts, vendor, tag); err != nil {
		return nil, err
	}
	return tags, nil
}

// TagsRight makes a set with the tags of a vendor.
func TagsRight(vendor reflect.Type, tag uint64) (cbor.TagSet, error) {
	tags := cbor.NewTagSet()
	if err := cborx.Register[uuid.UUID](tags); err != nil {
		return nil, err
	}
	opts := cbor.TagOptions{EncTag: cbor.EncTagRequired, DecTag: cbor.DecTagRequired}
	if err := tags.Add(opts, vendor, tag); err != nil {
		return nil, err
	}
	return tags, nil
}
