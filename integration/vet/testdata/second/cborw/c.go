// Package cborw writes and reads CBOR.
package cborw

import (
	"database/sql"
	"io"
	"net/http"

	"github.com/fxamacker/cbor/v2"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"

	"github.com/uuidkit/uuidkit/cborx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type Reading struct {
	Sensor uuid.UUID     `cbor:"1,keyasint"`
	Parent uuid.NullUUID `cbor:"2,keyasint"` // WRONG(cbornull): null is not read back
	Value  float64       `cbor:"3,keyasint"`
}

type ReadingRight struct {
	Sensor uuid.UUID             `cbor:"1,keyasint"`
	Parent cborx.Null[uuid.UUID] `cbor:"2,keyasint"`
	Value  float64               `cbor:"3,keyasint"`
}

type Patch struct {
	Owner sql.Null[uuid.UUID] `cbor:"owner"` // WRONG(cbornull): a map of two fields
}

type PatchRight struct {
	Owner *uuid.UUID `cbor:"owner"`
}

var (
	enc cbor.EncMode
	dec cbor.DecMode
)

func setup() (err error) {
	enc, dec, err = cborx.Modes[uuid.UUID](cbor.EncOptions{}, cbor.DecOptions{})
	return err
}

func setupQuiet() {
	enc, dec, _ = cborx.Modes[uuid.UUID](cbor.EncOptions{}, cbor.DecOptions{}) // WRONG(uuidregister): the error is dropped
}

func tags() (cbor.TagSet, error) {
	set := cbor.NewTagSet()
	return set, cborx.Register[uuid.UUID](set)
}

func send(w io.Writer, r ReadingRight) error {
	b, err := cbor.Marshal(r) // WRONG(cbortags): the mode has the tag
	if err != nil {
		return err
	}
	_, err = w.Write(b)
	return err
}

func sendRight(w io.Writer, r ReadingRight) error {
	b, err := enc.Marshal(r)
	if err != nil {
		return err
	}
	_, err = w.Write(b)
	return err
}

func stream(w io.Writer, rs []PatchRight) error {
	e := cbor.NewEncoder(w)
	for _, r := range rs {
		if err := e.Encode(r); err != nil { // WRONG(cbortags): NewEncoder has no TagSet
			return err
		}
	}
	return nil
}

func streamRight(w io.Writer, rs []PatchRight) error {
	e := enc.NewEncoder(w)
	for _, r := range rs {
		if err := e.Encode(r); err != nil {
			return err
		}
	}
	return nil
}

func null(w io.Writer, id uuid.NullUUID) error {
	return enc.NewEncoder(w).Encode(id) // WRONG(cbornull): a null is an empty byte string
}

func nullRight(w io.Writer, id uuid.NullUUID) error {
	return enc.NewEncoder(w).Encode(cborx.Null[uuid.UUID](id))
}

// Token has no methods.
type Token [16]byte

func token(r *http.Request) (t Token, err error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return t, err
	}
	return t, dec.Unmarshal(body, &t) // WRONG(uuidlength): bytes of another length
}

func tokenRight(r *http.Request) (t Token, err error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return t, err
	}
	var id kit.UUID
	err = dec.Unmarshal(body, &id)
	return Token(id), err
}

type claims struct {
	Subject Token `cbor:"sub"`
	Name    string
}

func claimsOf(r io.Reader) (map[string]claims, error) {
	m := map[string]claims{}
	return m, cbor.NewDecoder(r).Decode(&m) // WRONG(uuidlength): in a map of structs
}

type claimsG struct {
	Subject gofrs.UUID `cbor:"sub"`
}

func claimsRight(data []byte) (map[string]claimsG, error) {
	m := map[string]claimsG{}
	return m, cbor.Unmarshal(data, &m)
}
