// Package leases hands out leases of machines. Its nodes speak MessagePack.
package leases

import (
	"bytes"
	"errors"
	"io"
	"time"

	"github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/msgpackx"
)

// NodeID is the id of a machine.
type NodeID google.UUID

// PodID is the id of a program. Nobody registers it.
type PodID google.UUID

// Setup registers the types. Call it in main.
func Setup() error {
	return errors.Join(
		msgpackx.Register[uuid.UUID](), // WRONG-ALSO(msgpacknull)
		msgpackx.Register[google.UUID](),
		msgpackx.RegisterNull[google.NullUUID](),
		msgpackx.Register[NodeID](),
	)
}

// A Lease is what a node gets. Nobody registers gofrs's NullUUID.
type Lease struct {
	ID     uuid.UUID     `msgpack:"id"`
	Holder uuid.NullUUID `msgpack:"holder"` // WRONG-ALSO(msgpacknull)
	Until  time.Time     `msgpack:"until"`
}

// LeaseRight has a nullable type that is registered.
type LeaseRight struct {
	ID     uuid.UUID       `msgpack:"id"`
	Holder google.NullUUID `msgpack:"holder"`
	Until  time.Time       `msgpack:"until"`
}

// Encode writes a lease.
func (l Lease) Encode() ([]byte, error) {
	return msgpack.Marshal(l) // WRONG(msgpacknull): the holder is a map of two fields
}

// EncodeRight writes a lease.
func (l LeaseRight) EncodeRight() ([]byte, error) {
	return msgpack.Marshal(l)
}

// Read reads the leases of a stream.
func Read(r io.Reader) (leases []*Lease, err error) {
	dec := msgpack.NewDecoder(r)
	for {
		l := new(Lease)
		err := dec.Decode(l) // WRONG(msgpacknull): nodes send bin or nil, and gofrs's NullUUID is read from a map
		if errors.Is(err, io.EOF) {
			return leases, nil
		}
		if err != nil {
			return nil, err
		}
		leases = append(leases, l)
	}
}

// ReadRight reads the leases of a stream.
func ReadRight(r io.Reader) (leases []*LeaseRight, err error) {
	dec := msgpack.NewDecoder(r)
	for {
		l := new(LeaseRight)
		err := dec.Decode(l)
		if errors.Is(err, io.EOF) {
			return leases, nil
		}
		if err != nil {
			return nil, err
		}
		leases = append(leases, l)
	}
}

// Holders writes who has which machine.
func Holders(w io.Writer, holders map[string]uuid.NullUUID) error {
	enc := msgpack.NewEncoder(w)
	enc.SetSortMapKeys(true)
	return enc.Encode(holders) // WRONG(msgpacknull): each value is a map of two fields
}

// HoldersRight writes who has which machine.
func HoldersRight(w io.Writer, holders map[string]*uuid.UUID) error {
	enc := msgpack.NewEncoder(w)
	enc.SetSortMapKeys(true)
	return enc.Encode(holders)
}

// A Start is sent when a program starts.
type Start struct {
	Pod  PodID  `msgpack:"pod"`
	Args []byte `msgpack:"args"`
}

// A StartRight is sent when a program starts.
type StartRight struct {
	Node NodeID `msgpack:"node"`
	Args []byte `msgpack:"args"`
}

// Pod reads the id of a program.
func Pod(body []byte) (id PodID, err error) {
	err = msgpack.Unmarshal(body, &id) // WRONG(uuidlength): a PodID takes fewer bytes than 16
	return id, err
}

// PodRight reads into google's type, which checks the length.
func PodRight(body []byte) (PodID, error) {
	var id google.UUID
	err := msgpack.Unmarshal(body, &id)
	return PodID(id), err
}

// Starts reads a message.
func Starts(body []byte) (list []Start, err error) {
	dec := msgpack.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields(true)
	if err := dec.Decode(&list); err != nil { // WRONG(uuidlength): the pod takes fewer bytes than 16
		return nil, err
	}
	return list, nil
}

// StartsRight reads a message.
func StartsRight(body []byte) (list []StartRight, err error) {
	dec := msgpack.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields(true)
	if err := dec.Decode(&list); err != nil {
		return nil, err
	}
	return list, nil
}

// Beat is sent every second.
type Beat struct {
	google.UUID           // WRONG(uuidembed): msgpack writes the UUID alone
	At          time.Time `msgpack:"at"`
	Load        float64   `msgpack:"load"`
}

// BeatRight is sent every second.
type BeatRight struct {
	Node google.UUID `msgpack:"node"`
	At   time.Time   `msgpack:"at"`
	Load float64     `msgpack:"load"`
}

// Renewal asks for more time.
type Renewal struct {
	Lease  uuid.UUID   `msgpack:"lease"`
	Parent google.UUID `msgpack:"parent,omitempty"` // WRONG(uuidomit): google's UUID has no IsZero
	Former uuid.UUID   `msgpack:"former,omitempty"` // gofrs's has
}

// RenewalRight asks for more time.
type RenewalRight struct {
	Lease  uuid.UUID    `msgpack:"lease"`
	Parent *google.UUID `msgpack:"parent,omitempty"`
	Former uuid.UUID    `msgpack:"former,omitempty"`
}
