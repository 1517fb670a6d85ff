// Package msgleases exchanges leases with Tarantool, in MessagePack.
package msgleases

import (
	"bytes"
	"fmt"
	"io"

	"github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/msgpackx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

// Setup is called by main.
func Setup() error {
	if err := msgpackx.Register[uuid.UUID](msgpackx.Ext(msgpackx.Tarantool)); err != nil {
		return fmt.Errorf("leases: %w", err)
	}
	return msgpackx.Register[kit.UUID]()
}

type Lease struct {
	ID     uuid.UUID
	Holder uuid.NullUUID
	Until  int64
}

type LeaseRight struct {
	ID     uuid.UUID
	Holder *uuid.UUID
	Until  int64
}

type LeaseKitRight struct {
	ID     kit.UUID
	Holder kit.NullUUID
}

// LeaseIgnoredRight keeps the NullUUID to itself.
type LeaseIgnoredRight struct {
	ID     uuid.UUID
	Holder uuid.NullUUID `msgpack:"-"`
}

func Encode(l Lease) ([]byte, error) {
	return msgpack.Marshal(l) // WRONG(msgpacknull): Holder is bin, and ID is ext
}

func EncodeRight(l LeaseRight) ([]byte, error) { return msgpack.Marshal(l) }

func EncodeKitRight(l LeaseKitRight) ([]byte, error) { return msgpack.Marshal(l) }

func EncodeIgnoredRight(l LeaseIgnoredRight) ([]byte, error) { return msgpack.Marshal(l) }

func Decode(b []byte) (l Lease, err error) {
	err = msgpack.Unmarshal(b, &l) // WRONG(msgpacknull): Tarantool's ext is an error for the NullUUID
	return
}

func DecodeRight(b []byte) (l LeaseRight, err error) {
	err = msgpack.Unmarshal(b, &l)
	return
}

func Write(w io.Writer, leases []Lease) error {
	enc := msgpack.NewEncoder(w)
	for i := range leases {
		if err := enc.Encode(&leases[i]); err != nil { // WRONG(msgpacknull): an Encoder
			return err
		}
	}
	return nil
}

func WriteRight(w io.Writer, leases []LeaseRight) error {
	enc := msgpack.NewEncoder(w)
	for i := range leases {
		if err := enc.Encode(&leases[i]); err != nil {
			return err
		}
	}
	return nil
}

func Holder(holder uuid.NullUUID) ([]byte, error) {
	var buf bytes.Buffer
	err := msgpack.NewEncoder(&buf).EncodeMulti("holder", holder) // WRONG(msgpacknull): the value alone
	return buf.Bytes(), err
}

func HolderRight(holder uuid.NullUUID) ([]byte, error) {
	var buf bytes.Buffer
	var id *uuid.UUID
	if holder.Valid {
		id = &holder.UUID
	}
	err := msgpack.NewEncoder(&buf).EncodeMulti("holder", id)
	return buf.Bytes(), err
}

// CountRight has no UUIDs.
func CountRight(n int) ([]byte, error) { return msgpack.Marshal(map[string]int{"n": n}) }
