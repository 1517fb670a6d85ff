// Package wire reads what devices in the hospital send.
package wire

import (
	"fmt"
	"io"

	"github.com/fxamacker/cbor/v2"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/msgpackx"
	kit "github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

// PumpID is the id of an infusion pump.
type PumpID uuid.UUID

type DoseID [16]byte

type NurseID gofrs.UUID

func init() {
	if err := msgpackx.Register[NurseID](); err != nil {
		panic(err)
	}
}

type Event struct {
	Pump PumpID
	Rate float64
}

type EventRight struct {
	Pump kit.UUID
	Rate float64
}

func pump(b []byte) (id PumpID, err error) {
	err = cbor.Unmarshal(b, &id) // WRONG(uuidlength): cuts and fills
	return id, err
}

func pumpRight(b []byte) (id PumpID, err error) {
	var k kit.UUID
	err = cbor.Unmarshal(b, &k)
	return PumpID(k), err
}

func event(b []byte) (*Event, error) {
	var e Event
	if err := cbor.Unmarshal(b, &e); err != nil { // WRONG(uuidlength): a struct of it
		return nil, err
	}
	return &e, nil
}

func eventRight(b []byte) (*EventRight, error) {
	var e EventRight
	if err := cbor.Unmarshal(b, &e); err != nil {
		return nil, err
	}
	return &e, nil
}

func doses(r io.Reader) ([]DoseID, error) {
	var list []DoseID
	dec := cbor.NewDecoder(r)
	if err := dec.Decode(&list); err != nil { // WRONG(uuidlength): a list of it
		return nil, fmt.Errorf("doses: %w", err)
	}
	return list, nil
}

func dosesRight(r io.Reader) ([]DoseID, error) {
	var raw []cborx.Bare
	dec := cbor.NewDecoder(r)
	if err := dec.Decode(&raw); err != nil {
		return nil, fmt.Errorf("doses: %w", err)
	}
	list := make([]DoseID, len(raw))
	for i, b := range raw {
		list[i] = DoseID(b)
	}
	return list, nil
}

func packed(b []byte, id *PumpID) error {
	return msgpack.Unmarshal(b, id) // WRONG(uuidlength): the rest of the old value stays
}

func packedRight(b []byte, id *NurseID) error {
	return msgpack.Unmarshal(b, id)
}

func feed(r io.Reader, out chan<- Event) error {
	dec := msgpack.NewDecoder(r)
	for {
		var e Event
		if err := dec.Decode(&e); err != nil { // WRONG(uuidlength): a struct of it
			return err
		}
		out <- e
	}
}

func feedRight(r io.Reader, out chan<- Event) error {
	dec := msgpack.NewDecoder(r)
	for {
		var e EventRight
		if err := dec.Decode(&e); err != nil {
			return err
		}
		out <- Event{Pump: PumpID(e.Pump), Rate: e.Rate}
	}
}

func strict(b []byte) (id DoseID, err error) {
	mode, err := cbor.DecOptions{DupMapKey: cbor.DupMapKeyEnforcedAPF}.DecMode()
	if err != nil {
		return id, err
	}
	err = mode.Unmarshal(b, &id) // WRONG(uuidlength): a mode does not help
	return id, err
}

func strictRight(b []byte) (id DoseID, err error) {
	mode, err := cbor.DecOptions{DupMapKey: cbor.DupMapKeyEnforcedAPF}.DecMode()
	if err != nil {
		return id, err
	}
	err = mode.Unmarshal(b, (*cborx.Bare)(&id))
	return id, err
}

func google(b []byte) (id uuid.UUID, err error) {
	err = cbor.Unmarshal(b, &id)
	return id, err
}

func frs(b []byte) (list []gofrs.UUID, err error) {
	err = msgpack.Unmarshal(b, &list)
	return list, err
}

func hash(b []byte) (sum [32]byte, err error) {
	err = cbor.Unmarshal(b, &sum)
	return sum, err
}

// TagID checks lengths itself.
type TagID [16]byte

func (t *TagID) UnmarshalBinary(b []byte) error {
	if len(b) != 16 {
		return fmt.Errorf("tag of %d bytes", len(b))
	}
	copy(t[:], b)
	return nil
}

func tag(b []byte) (t TagID, err error) {
	err = cbor.Unmarshal(b, &t)
	return t, err
}

var _ = []any{pump, pumpRight, event, eventRight, doses, dosesRight, packed, packedRight, feed, feedRight, strict, strictRight, google, frs, hash, tag}
