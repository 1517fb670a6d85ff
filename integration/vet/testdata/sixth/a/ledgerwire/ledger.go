// Package ledgerwire is the CBOR form of bookings.
package ledgerwire

import (
	"database/sql"
	"fmt"
	"io"

	"github.com/fxamacker/cbor/v2"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	kit "github.com/uuidkit/uuidkit/uuid"

	"github.com/uuidkit/uuidkit/cborx"
)

type Booking struct {
	ID       uuid.UUID     `cbor:"1,keyasint"`
	Reversed uuid.NullUUID `cbor:"2,keyasint"` // WRONG(cbornull): null is not read back
	Cents    int64         `cbor:"3,keyasint"`
}

type BookingRight struct {
	ID       uuid.UUID  `cbor:"1,keyasint"`
	Reversed *uuid.UUID `cbor:"2,keyasint"`
	Cents    int64      `cbor:"3,keyasint"`
}

type Account struct {
	Number string              `cbor:"number"`
	Parent sql.Null[uuid.UUID] `cbor:"parent"` // WRONG(cbornull): a map of two fields
}

type AccountRight struct {
	Number string                `cbor:"number"`
	Parent cborx.Null[uuid.UUID] `cbor:"parent"`
}

type header struct {
	Batch  uuid.NullUUID `cbor:"batch"` // WRONG(cbornull): null is not read back
	Source string        `cbor:"source"`
}

type headerRight struct {
	Batch  kit.NullUUID `cbor:"batch"`
	Source string       `cbor:"source"`
}

type Statement struct {
	header
	Lines []BookingRight `cbor:"lines"`
}

type StatementRight struct {
	headerRight
	Lines []BookingRight `cbor:"lines"`
}

// Memo keeps gofrs's type, which is read back.
type Memo struct {
	Author gofrs.NullUUID `cbor:"author"`
	Text   string         `cbor:"text"`
}

func EncodeReversals(ids []uuid.NullUUID) ([]byte, error) {
	return cbor.Marshal(ids) // WRONG(cbornull): null elements are not read back
}

func EncodeReversalsRight(ids []uuid.NullUUID) ([]byte, error) {
	list := make([]cborx.Null[uuid.UUID], len(ids))
	for i, id := range ids {
		list[i] = cborx.Null[uuid.UUID](id)
	}
	return cbor.Marshal(list)
}

func WriteOwner(w io.Writer, owner uuid.NullUUID) error {
	enc := cbor.NewEncoder(w)
	if err := enc.Encode("owner"); err != nil {
		return err
	}
	return enc.Encode(owner) // WRONG(cbornull): null is not read back
}

func WriteOwnerRight(w io.Writer, owner uuid.NullUUID) error {
	enc := cbor.NewEncoder(w)
	if err := enc.Encode("owner"); err != nil {
		return err
	}
	if !owner.Valid {
		return enc.Encode(nil)
	}
	return enc.Encode(owner.UUID)
}

func DecodeBooking(b []byte) (BookingRight, error) {
	var v BookingRight
	if err := cbor.Unmarshal(b, &v); err != nil {
		return v, fmt.Errorf("booking: %w", err)
	}
	return v, nil
}

func EncodeMemo(m Memo) ([]byte, error) { return cbor.Marshal(m) }

func EncodeStatement(lines ...BookingRight) ([]byte, error) {
	var s StatementRight
	s.Source = "ledger"
	s.Lines = lines
	return cbor.Marshal(s)
}
