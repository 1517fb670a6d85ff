package cbornull

import (
	"database/sql"

	"github.com/fxamacker/cbor/v2"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
)

type Order struct {
	ID     uuid.UUID       `cbor:"1,keyasint"`
	Parent uuid.NullUUID   `cbor:"2,keyasint"` // want `CBOR cannot read back a null uuid.NullUUID of google's.*\(measured: CBOR no tags, fxamacker/cbor`
	More   []uuid.NullUUID `cbor:"more"`       // want `CBOR cannot`
	Other  gofrs.NullUUID  `cbor:"other"`
	Not    uuid.NullUUID   `cbor:"-"`
}

type Sold struct {
	Parent *uuid.UUID `cbor:"2,keyasint"`
}

type Plain struct{ Parent uuid.NullUUID }

type Tree struct {
	Children []*Tree
	Plain    map[string]Plain
}

type Own struct{ Parent uuid.NullUUID }

type OwnAny struct{ Parent any }

func (OwnAny) MarshalCBOR() ([]byte, error) { return nil, nil }

func (Own) MarshalCBOR() ([]byte, error) { return nil, nil }

func write(mode cbor.EncMode, t Tree, hidden struct{ parent uuid.NullUUID }) {
	cbor.Marshal(Plain{})           // want `CBOR cannot`
	mode.Marshal(&t)                // want `CBOR cannot`
	mode.Marshal([]uuid.NullUUID{}) // want `CBOR cannot`
	cbor.Marshal(Order{})
	cbor.Marshal(Own{})
	cbor.Marshal(hidden)
	cbor.Marshal(uuid.UUID{})
}

type optional struct {
	Cause  sql.Null[uuid.UUID]   `cbor:"cause"`  // want `the cbor package writes a sql.Null.* as a map of V and Valid`
	Causes []sql.Null[uuid.UUID] `cbor:"causes"` // want `the cbor package writes a sql.Null.* as a map of V and Valid`
	Count  sql.Null[int]         `cbor:"count"`
}

func lists(mode cbor.EncMode, decks []sql.Null[gofrs.UUID], counts []sql.Null[int], ids []*gofrs.UUID) {
	mode.Marshal(decks) // want `the cbor package writes a sql.Null.* as a map of V and Valid`
	mode.Marshal(map[string]any{"n": counts})
	mode.Marshal(counts)
	mode.Marshal(ids)
	cbor.Marshal(optional{})
	m := map[string]any{"deck": decks[0]}
	cbor.Marshal(m) // want `the cbor package writes a sql.Null.* as a map of V and Valid`
	m2 := map[string]any{"deck": decks[0].V}
	cbor.Marshal(m2)
	cbor.Marshal(OwnAny{decks[0]})
}
