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
