// Package apimodels has models of a public API, which JSON, CBOR and MessagePack share.
package apimodels

import (
	"database/sql"
	"encoding/json"
	"io"

	"github.com/fxamacker/cbor/v2"
	"github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/cborx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type AssetID uuid.UUID

// WireID has all methods that libraries ask for.
type WireID uuid.UUID

func (w WireID) MarshalText() ([]byte, error)    { return uuid.UUID(w).MarshalText() }
func (w *WireID) UnmarshalText(b []byte) error   { return (*uuid.UUID)(w).UnmarshalText(b) }
func (w WireID) MarshalBinary() ([]byte, error)  { return uuid.UUID(w).MarshalBinary() }
func (w *WireID) UnmarshalBinary(b []byte) error { return (*uuid.UUID)(w).UnmarshalBinary(b) }
func (w WireID) IsZero() bool                    { return w == WireID{} }
func (w WireID) String() string                  { return uuid.UUID(w).String() }

type Asset struct {
	ID     WireID  `json:"id" cbor:"id" msgpack:"id"`
	Parent *WireID `json:"parent,omitempty" cbor:"parent,omitempty" msgpack:"parent,omitempty"`
	Twin   WireID  `json:"twin,omitzero" msgpack:"twin,omitempty"`
}

func AssetRight(b []byte) (a Asset, err error) {
	err = cbor.Unmarshal(b, &a)
	return
}

func AssetPackRight(b []byte) (a Asset, err error) {
	err = msgpack.Unmarshal(b, &a)
	return
}

func AssetJSONRight(w io.Writer, a Asset) error { return json.NewEncoder(w).Encode(&a) }

type Upload struct {
	google.UUID        // WRONG(uuidembed): in CBOR and MessagePack, too
	Size        uint64 `cbor:"size" msgpack:"size"`
}

type UploadRight struct {
	ID   google.UUID `cbor:"id" msgpack:"id"`
	Size uint64      `cbor:"size" msgpack:"size"`
}

func Uploads(ids []AssetID) ([]byte, error) {
	return json.Marshal(ids) // WRONG(uuidjson): a list of lists
}

func UploadsRight(ids []AssetID) ([]byte, error) {
	out := make([]WireID, len(ids))
	for i, id := range ids {
		out[i] = WireID(id)
	}
	return json.Marshal(out)
}

func Read(b []byte) (id AssetID, err error) {
	err = cbor.Unmarshal(b, &id) // WRONG(uuidlength): no UnmarshalBinary
	return
}

func ReadRight(b []byte) (id AssetID, err error) {
	var w WireID
	err = cbor.Unmarshal(b, &w)
	return AssetID(w), err
}

func ReadAll(r io.Reader) (m map[string][]AssetID, err error) {
	err = msgpack.NewDecoder(r).Decode(&m) // WRONG(uuidlength): lists in a map
	return
}

func ReadAllRight(r io.Reader) (m map[string][]kit.UUID, err error) {
	err = msgpack.NewDecoder(r).Decode(&m)
	return
}

type Share struct {
	With  google.NullUUID       `cbor:"with"` // WRONG(cbornull): a public API must read null
	Until sql.Null[google.UUID] `cbor:"-"`
	By    *google.UUID          `cbor:"by"`
}

type ShareRight struct {
	With cborx.Null[google.UUID] `cbor:"with"`
	By   *google.UUID            `cbor:"by"`
	Kit  kit.NullUUID            `cbor:"kit"`
}

func Stream(w io.Writer, nulls <-chan google.NullUUID) error {
	enc := cbor.NewEncoder(w)
	for n := range nulls {
		if err := enc.Encode(n); err != nil { // WRONG(cbornull): from a channel
			return err
		}
	}
	return nil
}

func StreamRight(w io.Writer, nulls <-chan google.NullUUID) error {
	enc := cbor.NewEncoder(w)
	for n := range nulls {
		v := cborx.Null[google.UUID](n)
		if err := enc.Encode(v); err != nil {
			return err
		}
	}
	return nil
}

type Query struct {
	Owner google.UUID `json:"owner,omitempty" form:"owner"` // WRONG(uuidomit): beside another tag
}

type QueryRight struct {
	Owner *google.UUID `json:"owner,omitempty" form:"owner"`
	Name  string       `json:"name,omitempty"`
}
