// Package cborpasskeys exchanges passkeys in CBOR.
package cborpasskeys

import (
	"bytes"
	"database/sql"
	"io"

	"github.com/fxamacker/cbor/v2"
	"github.com/google/uuid"

	"github.com/uuidkit/uuidkit/cborx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type Key struct {
	ID     uuid.UUID           `cbor:"1,keyasint"`
	Device uuid.NullUUID       `cbor:"2,keyasint"` // WRONG(cbornull): null is an empty byte string
	Backup sql.Null[uuid.UUID] `cbor:"3,keyasint"` // WRONG(cbornull): a map of two fields
	Kin    []uuid.NullUUID     `cbor:"4,keyasint"` // WRONG(cbornull): the elements of a list
}

type KeyRight struct {
	ID     uuid.UUID              `cbor:"1,keyasint"`
	Device *uuid.UUID             `cbor:"2,keyasint,omitempty"`
	Backup cborx.Null[uuid.UUID]  `cbor:"3,keyasint"`
	Parent kit.NullUUID           `cbor:"4,keyasint"`
	Local  uuid.NullUUID          `cbor:"-"`
	Kin    []cborx.Null[kit.UUID] `cbor:"5,keyasint"`
}

// Row is what the database has.
type Row struct {
	ID     uuid.UUID
	Device uuid.NullUUID
	Backup sql.Null[uuid.UUID]
}

func (r Row) cborRight() KeyRight {
	k := KeyRight{ID: r.ID, Backup: cborx.Null[uuid.UUID]{UUID: r.Backup.V, Valid: r.Backup.Valid}}
	if r.Device.Valid {
		k.Device = &r.Device.UUID
	}
	return k
}

func EncodeRight(r Row) ([]byte, error) { return cbor.Marshal(r.cborRight()) }

func Device(r Row) ([]byte, error) {
	return cbor.Marshal(r.Device) // WRONG(cbornull): the value alone
}

func DeviceRight(r Row) ([]byte, error) { return cbor.Marshal(cborx.Null[uuid.UUID](r.Device)) }

func Encode(w io.Writer, rows []Row) error {
	enc := cbor.NewEncoder(w)
	for _, r := range rows {
		if err := enc.Encode(r); err != nil { // WRONG(cbornull): a struct without tags
			return err
		}
	}
	return nil
}

func EncodeAllRight(w io.Writer, rows []Row) error {
	enc := cbor.NewEncoder(w)
	for _, r := range rows {
		if err := enc.Encode(r.cborRight()); err != nil {
			return err
		}
	}
	return nil
}

func Map(r Row) ([]byte, error) {
	m := map[string]any{"id": r.ID, "backup": r.Backup}
	return cbor.Marshal(m) // WRONG(cbornull): the value of a map
}

func MapRight(r Row) ([]byte, error) {
	m := map[string]any{"id": r.ID, "backup": nil}
	if r.Backup.Valid {
		m["backup"] = r.Backup.V
	}
	return cbor.Marshal(m)
}

// Envelope writes itself.
type Envelope struct {
	Device uuid.NullUUID
}

func (e Envelope) MarshalCBOR() ([]byte, error) {
	if !e.Device.Valid {
		return []byte{0xf6}, nil
	}
	return cbor.Marshal(e.Device.UUID)
}

func EnvelopeRight(e Envelope) ([]byte, error) {
	var buf bytes.Buffer
	err := cbor.NewEncoder(&buf).Encode(e)
	return buf.Bytes(), err
}
