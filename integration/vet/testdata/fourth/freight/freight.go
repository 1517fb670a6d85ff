// Package freight exchanges waybills with other lines.
package freight

import (
	"bufio"
	"bytes"
	"database/sql"
	"fmt"
	"io"

	"github.com/fxamacker/cbor/v2"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/cborx"
	kit "github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

// BillID is the number of a waybill.
type BillID [16]byte

type Bill struct {
	No    BillID           `cbor:"no" msgpack:"no"`
	Items map[BillID]int64 `cbor:"-" msgpack:"-"`
}

type Container struct {
	gofrs.UUID `cbor:"id"` // WRONG(uuidembed): TEU is lost
	TEU        float32     `cbor:"teu"`
}

type ContainerRight struct {
	ID  gofrs.UUID `cbor:"id"`
	TEU float32    `cbor:"teu"`
}

type Trailer struct {
	Plate    string         `msgpack:"plate"`
	kit.UUID `msgpack:"id"` // WRONG(uuidembed): Plate is lost
}

type TrailerRight struct {
	Plate string   `msgpack:"plate"`
	ID    kit.UUID `msgpack:"id"`
}

type Manifest struct {
	Ship   kit.UUID                 `cbor:"1,keyasint"`
	Broker sql.Null[kit.UUID]       `cbor:"2,keyasint"` // WRONG(cbornull): a map of two fields
	Agents map[string]uuid.NullUUID `cbor:"3,keyasint"` // WRONG(cbornull): values of a map
}

type ManifestRight struct {
	Ship   kit.UUID              `cbor:"1,keyasint"`
	Broker kit.NullUUID          `cbor:"2,keyasint"`
	Agents map[string]*uuid.UUID `cbor:"3,keyasint"`
}

func bills(r io.Reader) (out []Bill, err error) {
	dec := cbor.NewDecoder(bufio.NewReader(r))
	for {
		b := Bill{}
		err = dec.Decode(&b) // WRONG(uuidlength): a struct of a BillID
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		out = append(out, b)
	}
}

func billsRight(r io.Reader) (out []Bill, err error) {
	dec := cbor.NewDecoder(bufio.NewReader(r))
	for {
		b := struct {
			No cborx.Tagged `cbor:"no"`
		}{}
		err = dec.Decode(&b)
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		out = append(out, Bill{No: BillID(b.No)})
	}
}

func numbers(b []byte) ([]BillID, error) {
	var list []BillID
	if err := msgpack.Unmarshal(b, &list); err != nil { // WRONG(uuidlength): a list of them
		return nil, fmt.Errorf("numbers: %w", err)
	}
	return list, nil
}

func numbersRight(b []byte) ([]BillID, error) {
	var raw []uuid.UUID
	if err := msgpack.Unmarshal(b, &raw); err != nil {
		return nil, fmt.Errorf("numbers: %w", err)
	}
	list := make([]BillID, len(raw))
	for i := range raw {
		list[i] = BillID(raw[i])
	}
	return list, nil
}

func scanned(line []byte) (id BillID) {
	fields := bytes.Fields(line)
	if len(fields) > 0 {
		copy(id[:], string(fields[0])) // WRONG(uuidcopy): a word of text
	}
	return id
}

func scannedRight(line []byte) (id BillID) {
	fields := bytes.Fields(line)
	if len(fields) > 0 {
		if u, err := uuid.ParseBytes(fields[0]); err == nil {
			id = BillID(u)
		}
	}
	return id
}

func write(w io.Writer, m *ManifestRight) error { return cbor.NewEncoder(w).Encode(m) }

func writeIDs(w io.Writer, ids []BillID) error {
	for _, id := range ids {
		if _, err := w.Write(id[:]); err != nil {
			return err
		}
	}
	return nil
}

func readID(r io.Reader) (id BillID, err error) {
	_, err = io.ReadFull(r, id[:])
	return id, err
}

var _ = []any{bills, billsRight, numbers, numbersRight, scanned, scannedRight, write, writeIDs, readID}
