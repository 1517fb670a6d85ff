// Package telemetry sends what the ship's sensors measure.
package telemetry

import (
	"bytes"
	"database/sql"
	"io"

	"github.com/fxamacker/cbor/v2"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/cborx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type Reading struct {
	Sensor uuid.UUID           `cbor:"1,keyasint"`
	Cause  uuid.NullUUID       `cbor:"2,keyasint"` // WRONG(cbornull): a null cannot be read
	Deck   sql.Null[uuid.UUID] `cbor:"3,keyasint"` // WRONG(cbornull): a map of two fields
	Chain  []uuid.NullUUID     `cbor:"chain"`      // WRONG(cbornull): a list of them
	Value  float64             `cbor:"v"`
}

type ReadingRight struct {
	Sensor uuid.UUID               `cbor:"1,keyasint"`
	Cause  *uuid.UUID              `cbor:"2,keyasint"`
	Deck   cborx.Null[uuid.UUID]   `cbor:"3,keyasint"`
	Chain  []cborx.Null[uuid.UUID] `cbor:"chain"`
	Value  float64                 `cbor:"v"`
}

func parent(n uuid.NullUUID) ([]byte, error) {
	return cbor.Marshal(n) // WRONG(cbornull): a null cannot be read
}

func parentRight(n uuid.NullUUID) ([]byte, error) {
	return cbor.Marshal(cborx.Null[uuid.UUID](n))
}

func decks(w io.Writer, list []sql.Null[gofrs.UUID]) error {
	return cbor.NewEncoder(w).Encode(list) // WRONG(cbornull): maps
}

func decksRight(w io.Writer, list []sql.Null[gofrs.UUID]) error {
	out := make([]*gofrs.UUID, len(list))
	for i := range list {
		if list[i].Valid {
			out[i] = &list[i].V
		}
	}
	return cbor.NewEncoder(w).Encode(out)
}

func byName(m map[string]uuid.NullUUID) ([]byte, error) {
	em, err := cbor.CoreDetEncOptions().EncMode()
	if err != nil {
		return nil, err
	}
	return em.Marshal(m) // WRONG(cbornull): values of a map, in another mode
}

func byNameRight(m map[string]uuid.NullUUID) ([]byte, error) {
	em, err := cbor.CoreDetEncOptions().EncMode()
	if err != nil {
		return nil, err
	}
	out := make(map[string]cborx.Null[uuid.UUID], len(m))
	for k, v := range m {
		out[k] = cborx.Null[uuid.UUID](v)
	}
	return em.Marshal(out)
}

type Alarm struct {
	ID   kit.UUID        `cbor:"id"`
	Prev kit.NullUUID    `cbor:"prev"`
	N    sql.Null[int64] `cbor:"n"`
	Skip uuid.NullUUID   `cbor:"-"`
}

func alarm(a Alarm) ([]byte, error) { return cbor.Marshal(a) }

func own(n kit.NullUUID) ([]byte, error) { return cbor.Marshal(n) }

func send(w io.Writer, r ReadingRight) error {
	var b bytes.Buffer
	if err := cbor.NewEncoder(&b).Encode(r); err != nil {
		return err
	}
	_, err := b.WriteTo(w)
	return err
}

var _ = []any{parent, parentRight, decks, decksRight, byName, byNameRight, alarm, own, send}
