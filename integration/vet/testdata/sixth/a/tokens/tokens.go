// Package tokens makes ids and their CBOR.
package tokens

import (
	"bytes"
	"io"
	"time"

	"github.com/fxamacker/cbor/v2"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"

	"github.com/uuidkit/uuidkit/cborx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type Token struct {
	ID      uuid.UUID             `cbor:"1,keyasint"`
	Parent  cborx.Null[uuid.UUID] `cbor:"2,keyasint"`
	Scope   []string              `cbor:"3,keyasint"`
	Expires time.Time             `cbor:"4,keyasint"`
}

type Receipt struct {
	ID   kit.UUID     `cbor:"id"`
	Prev kit.NullUUID `cbor:"prev"`
}

type Codec struct {
	enc cbor.EncMode
	dec cbor.DecMode
}

func NewCodec() (*Codec, error) {
	enc, dec, err := cborx.Modes[uuid.UUID](cbor.EncOptions{Time: cbor.TimeUnix}, cbor.DecOptions{})
	if err != nil {
		return nil, err
	}
	return &Codec{enc: enc, dec: dec}, nil
}

func (c *Codec) Issue(parent *Token, ttl time.Duration) (*Token, []byte, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return nil, nil, err
	}
	t := &Token{ID: id, Expires: time.Now().Add(ttl)}
	if parent != nil {
		t.Parent = cborx.Null[uuid.UUID]{UUID: parent.ID, Valid: true}
		t.Scope = parent.Scope
	}
	b, err := c.enc.Marshal(t)
	return t, b, err
}

func (c *Codec) Read(r io.Reader) (*Token, error) {
	t := new(Token)
	if err := c.dec.NewDecoder(r).Decode(t); err != nil {
		return nil, err
	}
	return t, nil
}

func (c *Codec) WriteIDs(w io.Writer, ids ...uuid.UUID) error {
	enc := c.enc.NewEncoder(w)
	for _, id := range ids {
		if err := enc.Encode(id); err != nil {
			return err
		}
	}
	return nil
}

// Scopes have no ids.
func Scopes(t *Token) ([]byte, error) { return cbor.Marshal(t.Scope) }

// A Receipt writes its tags itself.
func EncodeReceipt(prev kit.NullUUID) ([]byte, error) {
	var buf bytes.Buffer
	err := cbor.NewEncoder(&buf).Encode(Receipt{ID: kit.NewV6(), Prev: prev})
	return buf.Bytes(), err
}

// Legacy ids have version 1, 4, or 6 of gofrs.
func Legacy(version byte) (gofrs.UUID, error) {
	switch version {
	case 1:
		return gofrs.NewV1()
	case 6:
		return gofrs.NewV6()
	}
	return gofrs.NewV4()
}

func Request() uuid.UUID { return uuid.New() }

func Named(host string) uuid.UUID { return uuid.NewSHA1(uuid.NameSpaceURL, []byte(host)) }
