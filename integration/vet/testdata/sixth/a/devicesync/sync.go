package devicesync

import (
	"database/sql"
	"io"

	"github.com/fxamacker/cbor/v2"
	"github.com/google/uuid"

	"github.com/uuidkit/uuidkit/cborx"
)

// A Device is a row of the table devices. Its fields have no tags.
type Device struct {
	ID    uuid.UUID
	Owner uuid.NullUUID
	Name  string
}

type message struct {
	ID    uuid.UUID             `cbor:"id"`
	Owner cborx.Null[uuid.UUID] `cbor:"owner"`
	Name  string                `cbor:"name"`
}

type Syncer struct {
	mode cbor.EncMode
	w    io.Writer
}

func NewSyncer(w io.Writer) (*Syncer, error) {
	mode, err := cbor.CanonicalEncOptions().EncMode()
	if err != nil {
		return nil, err
	}
	return &Syncer{mode: mode, w: w}, nil
}

func (s *Syncer) Send(d Device) error {
	b, err := s.mode.Marshal(d) // WRONG(cbornull): a device without owner is not read back
	if err != nil {
		return err
	}
	_, err = s.w.Write(b)
	return err
}

func (s *Syncer) SendRight(d Device) error {
	b, err := s.mode.Marshal(message{ID: d.ID, Owner: cborx.Null[uuid.UUID](d.Owner), Name: d.Name})
	if err != nil {
		return err
	}
	_, err = s.w.Write(b)
	return err
}

func (s *Syncer) Owners(devices []Device) error {
	owners := make(map[string]uuid.NullUUID, len(devices))
	for _, d := range devices {
		owners[d.Name] = d.Owner
	}
	return s.mode.NewEncoder(s.w).Encode(owners) // WRONG(cbornull): null values are not read back
}

func (s *Syncer) OwnersRight(devices []Device) error {
	owners := make(map[string]*uuid.UUID, len(devices))
	for _, d := range devices {
		owners[d.Name] = nil
		if d.Owner.Valid {
			owners[d.Name] = &d.Owner.UUID
		}
	}
	return s.mode.NewEncoder(s.w).Encode(owners)
}

func replaced(by sql.Null[uuid.UUID]) ([]byte, error) {
	return cbor.Marshal(by) // WRONG(cbornull): a map of two fields
}

func replacedRight(by sql.Null[uuid.UUID]) ([]byte, error) {
	if !by.Valid {
		return cbor.Marshal(nil)
	}
	return cbor.Marshal(by.V)
}

// Names sends no ids.
func (s *Syncer) Names(devices []Device) error {
	names := make([]string, 0, len(devices))
	for _, d := range devices {
		names = append(names, d.Name)
	}
	return s.mode.NewEncoder(s.w).Encode(names)
}

// IDs sends ids that are never null.
func (s *Syncer) IDs(devices []Device) error {
	ids := make([]uuid.UUID, 0, len(devices))
	for _, d := range devices {
		ids = append(ids, d.ID)
	}
	return s.mode.NewEncoder(s.w).Encode(ids)
}

func (s *Syncer) Replace(by sql.Null[uuid.UUID]) error {
	b, err := replacedRight(by)
	if err != nil {
		return err
	}
	if _, err = s.w.Write(b); err != nil || !by.Valid {
		return err
	}
	b, err = replaced(by)
	if err != nil {
		return err
	}
	_, err = s.w.Write(b)
	return err
}
