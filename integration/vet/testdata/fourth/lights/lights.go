// Package lights switches the lamps of the exhibition halls.
package lights

import (
	"net/http"
	"reflect"

	"github.com/fxamacker/cbor/v2"
	gofrs "github.com/gofrs/uuid/v5"
)

type Command struct {
	Lamp  gofrs.UUID `cbor:"lamp"`
	Level uint8      `cbor:"level"`
}

var tags = cbor.NewTagSet()

var mode cbor.EncMode

func setup() (err error) {
	if err = tags.Add(cbor.TagOptions{EncTag: cbor.EncTagRequired, DecTag: cbor.DecTagOptional}, reflect.TypeFor[gofrs.UUID](), 37); err != nil {
		return err
	}
	mode, err = cbor.EncOptions{}.EncModeWithTags(tags)
	return err
}

func handle(w http.ResponseWriter, _ *http.Request) {
	b, err := cbor.Marshal(Command{Level: 3}) // WRONG(cbortags): the set is not used
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Write(b)
}

func handleRight(w http.ResponseWriter, _ *http.Request) {
	b, err := mode.Marshal(Command{Level: 3})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Write(b)
}

func level(w http.ResponseWriter, n uint8) error { return cbor.NewEncoder(w).Encode(n) }

var _ = []any{setup, handle, handleRight, level}
