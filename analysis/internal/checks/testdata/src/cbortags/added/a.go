// Package added adds a type to a TagSet itself.
package added

import (
	"reflect"

	"github.com/fxamacker/cbor/v2"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
)

type lamp struct{ ID gofrs.UUID }

func setup() {
	tags := cbor.NewTagSet()
	tags.Add(cbor.TagOptions{EncTag: cbor.EncTagRequired}, reflect.TypeFor[gofrs.UUID](), 37)
	tags.Add(cbor.TagOptions{}, reflect.TypeFor[uuid.UUID](), 37) // it only reads the tag
}

func write(mode cbor.EncMode, level int) {
	cbor.Marshal(lamp{}) // want `cbor.Marshal knows no TagSet`
	cbor.Marshal(uuid.UUID{})
	cbor.Marshal(level)
	mode.Marshal(lamp{})
}

type (
	Lantern [16]byte
	Candle  [16]byte
)

func more() {
	tags := cbor.NewTagSet()
	opts := cbor.TagOptions{EncTag: cbor.EncTagRequired}
	tags.Add(opts, reflect.TypeFor[Lantern](), 37)
	changed := cbor.TagOptions{EncTag: cbor.EncTagRequired}
	changed.EncTag = cbor.EncTagNone
	tags.Add(changed, reflect.TypeFor[Candle](), 37)
	cbor.Marshal(Lantern{}) // want `cbor.Marshal knows no TagSet`
	cbor.Marshal(Candle{})
}
