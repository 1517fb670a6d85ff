package main

import (
	"context"
	"fmt"

	"github.com/fxamacker/cbor/v2"

	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/uuid"
)

func cborStores[T ~[16]byte]() []store[T] {
	return []store[T]{
		{"CBOR", "cborx.Register[T](tags)", cborTag37, throughCBOR[T], nil, cborToday[T]},
	}
}

// cborTag37 is CBOR's tag for UUIDs, before a byte string of 16 bytes.
func cborTag37(id uuid.UUID) held {
	return held{"tag 37", append([]byte{0xd8, 37, 0x50}, id[:]...)}
}

// throughCBOR makes the modes that know T. A program makes them once.
func throughCBOR[T ~[16]byte](_ context.Context, id T, back *T) (held, error) {
	tags := cbor.NewTagSet()
	if err := cborx.Register[T](tags); err != nil {
		return held{}, err
	}
	enc, err := cbor.EncOptions{}.EncModeWithTags(tags)
	if err != nil {
		return held{}, err
	}
	dec, err := cbor.DecOptions{}.DecModeWithTags(tags)
	if err != nil {
		return held{}, err
	}

	data, err := enc.Marshal(id)
	if err != nil {
		return held{}, err
	}
	return heldCBOR(data), dec.Unmarshal(data, back)
}

// heldCBOR tells the tag of data, if it has one.
func heldCBOR(data []byte) held {
	var tag cbor.RawTag
	if err := cbor.Unmarshal(data, &tag); err != nil {
		return held{"no tag", data}
	}
	return held{fmt.Sprintf("tag %d", tag.Number), data}
}
