// Package between registers uuid.UUID with each cbor.TagSet, and for modes without one.
package between

import (
	"os"
	"reflect"

	"github.com/fxamacker/cbor/v2"

	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/uuid"
)

type uri string

func init() {
	tags := cbor.NewTagSet()
	switch os.Getenv("UUIDKIT_BETWEEN") {
	case "":
		return
	case "broken":
		how := cbor.TagOptions{DecTag: cbor.DecTagRequired, EncTag: cbor.EncTagRequired}
		if err := tags.Add(how, reflect.TypeFor[uri](), 32); err != nil {
			panic(err)
		}
	}
	if err := cborx.Register[uuid.UUID](tags); err != nil {
		panic(err)
	}
	cbor.SetBetween(tags)
}
