// Package leasing exchanges leases as MessagePack.
package leasing

import (
	"bytes"
	"fmt"
	"io"

	"github.com/gofrs/uuid/v5"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/msgpackx"
)

type Lease struct {
	ID     uuid.UUID     `msgpack:"id"`
	Tenant uuid.NullUUID `msgpack:"tenant"` // WRONG-ALSO(msgpacknull)
	Rent   int           `msgpack:"rent"`
}

type LeaseRight struct {
	ID     uuid.UUID  `msgpack:"id"`
	Tenant *uuid.UUID `msgpack:"tenant"`
	Rent   int        `msgpack:"rent"`
}

// A Flat has no ids that may be null.
type Flat struct {
	ID    uuid.UUID `msgpack:"id"`
	Floor int       `msgpack:"floor"`
}

func Setup() error {
	if err := msgpackx.Register[uuid.UUID](); err != nil { // WRONG-ALSO(msgpacknull)
		return fmt.Errorf("leasing: %w", err)
	}
	return nil
}

func Encode(l *Lease) ([]byte, error) {
	return msgpack.Marshal(l) // WRONG(msgpacknull): tenant is a map of two fields
}

func EncodeRight(l *LeaseRight) ([]byte, error) {
	return msgpack.Marshal(l)
}

func Decode(b []byte) (Lease, error) {
	var l Lease
	if err := msgpack.Unmarshal(b, &l); err != nil { // WRONG(msgpacknull): reads a map only
		return l, fmt.Errorf("lease: %w", err)
	}
	return l, nil
}

func DecodeRight(b []byte) (LeaseRight, error) {
	var l LeaseRight
	if err := msgpack.Unmarshal(b, &l); err != nil {
		return l, fmt.Errorf("lease: %w", err)
	}
	return l, nil
}

func WriteAll(w io.Writer, leases []Lease) error {
	enc := msgpack.NewEncoder(w)
	for i := range leases {
		if err := enc.Encode(&leases[i]); err != nil { // WRONG(msgpacknull): tenant is a map of two fields
			return err
		}
	}
	return nil
}

func WriteAllRight(w io.Writer, leases []LeaseRight) error {
	enc := msgpack.NewEncoder(w)
	for i := range leases {
		if err := enc.Encode(&leases[i]); err != nil {
			return err
		}
	}
	return nil
}

func EncodeFlat(f Flat) ([]byte, error) {
	var buf bytes.Buffer
	enc := msgpack.NewEncoder(&buf)
	enc.SetSortMapKeys(true)
	if err := enc.Encode(f); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

func DecodeFlats(r io.Reader) ([]Flat, error) {
	var flats []Flat
	err := msgpack.NewDecoder(r).Decode(&flats)
	return flats, err
}
