// Package cborwire writes CBOR with tag 37.
package cborwire

import (
	"database/sql"
	"io"

	"github.com/fxamacker/cbor/v2"
	"github.com/google/uuid"

	"github.com/uuidkit/uuidkit/cborx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

// Order is a message.
type Order struct {
	ID    uuid.UUID             `cbor:"id"`
	Prior cborx.Null[uuid.UUID] `cbor:"prior"`
}

// OrderV1 is a message with google's nullable type.
type OrderV1 struct {
	ID    uuid.UUID     `cbor:"id"`
	Prior uuid.NullUUID `cbor:"prior"` // WRONG(cbornull): fxamacker/cbor writes a null of it as 40, and cannot read that back
}

type codec struct {
	enc cbor.EncMode
	dec cbor.DecMode
}

func newCodec() (*codec, error) {
	enc, dec, err := cborx.Modes[uuid.UUID](cbor.EncOptions{}, cbor.DecOptions{})
	if err != nil {
		return nil, err
	}
	return &codec{enc, dec}, nil
}

func (c *codec) writeV1(o OrderV1) ([]byte, error) { return c.enc.Marshal(o) } // WRONG-ALSO

func (c *codec) write(o Order) ([]byte, error) { return c.enc.Marshal(o) }

func (c *codec) send(w io.Writer, o Order) error {
	b, err := cbor.Marshal(o) // WRONG(cbortags): the package's Marshal knows no TagSet: the id is written without tag 37
	if err != nil {
		return err
	}
	_, err = w.Write(b)
	return err
}

func (c *codec) post(w io.Writer, o Order) error {
	b, err := c.enc.Marshal(o)
	if err != nil {
		return err
	}
	_, err = w.Write(b)
	return err
}

// Stamp is a message whose owner may be absent.
type Stamp struct {
	ID    kit.UUID `cbor:"id"`
	Owner kit.UUID `cbor:"owner,omitempty"` // WRONG(uuidomit): cbor does not ask a type with MarshalCBOR whether it is empty: the Nil UUID is written
}

// Seal is a message whose owner may be absent.
type Seal struct {
	ID    kit.UUID `cbor:"id"`
	Owner kit.UUID `cbor:"owner,omitzero"`
}

func stamp(s Stamp) ([]byte, error) { return cbor.Marshal(s) }

func seal(s Seal) ([]byte, error) { return cbor.Marshal(s) }

// Claim is a message with a sql.Null.
type Claim struct {
	ID  kit.UUID           `cbor:"id"`
	For sql.Null[kit.UUID] `cbor:"for"` // WRONG(cbornull): sql.Null is a map of its two fields in CBOR
}

// Title is a message with a nullable type.
type Title struct {
	ID  kit.UUID     `cbor:"id"`
	For kit.NullUUID `cbor:"for"`
}

func claim(c Claim) ([]byte, error) { return cbor.Marshal(c) } // WRONG-ALSO

func title(t Title) ([]byte, error) { return cbor.Marshal(t) }

func tags() (cbor.EncMode, error) {
	set := cbor.NewTagSet()
	_ = cborx.Register[uuid.UUID](set) // WRONG(uuidregister): after an error the set has no tag for the type
	return cbor.CoreDetEncOptions().EncModeWithTags(set)
}

func tagSet() (cbor.EncMode, error) {
	set := cbor.NewTagSet()
	if err := cborx.Register[uuid.UUID](set); err != nil {
		return nil, err
	}
	return cbor.CoreDetEncOptions().EncModeWithTags(set)
}

// ---- What looks like the above, and is right ----

// Bare is for protocols without tags.
func bare(id uuid.UUID) ([]byte, error) { return cbor.Marshal(cborx.Bare(id)) }

// uuidkit's type has methods of its own.
func own(id kit.UUID) ([]byte, error) { return cbor.Marshal(id) }

// No UUID in it.
func names(list []string) ([]byte, error) { return cbor.Marshal(list) }

// Null converts to google's type and from it.
func nullable(n uuid.NullUUID) ([]byte, error) {
	return cbor.Marshal(cborx.Null[cborx.Tagged](nullOf(n)))
}

func nullOf(n uuid.NullUUID) cborx.Null[cborx.Tagged] {
	return cborx.Null[cborx.Tagged]{UUID: cborx.Tagged(n.UUID), Valid: n.Valid}
}
