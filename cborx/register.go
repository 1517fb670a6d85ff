package cborx

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"

	"github.com/fxamacker/cbor/v2"
)

// tag is the number of the CBOR tag for a UUID: in the IANA registry, a byte
// string of 16 bytes in network byte order.
const tag = 37

// An Option changes how a type is read. The zero Option changes nothing.
type Option byte

// Strict rejects byte strings without the tag, and null for what is not a
// pointer. It can't reach types with UnmarshalCBOR, such as
// [github.com/uuidkit/uuidkit/uuid.UUID], so Register returns an error for them:
// their strict form is [Tagged].
const Strict Option = 1

// Register adds T to tags with tag 37. Modes made with tags then write each T
// with the tag; read a T with or without it, and with no other tag; and give a
// T to a value of type any.
//
// A TagSet holds one type for each tag: for a second one Register returns the
// error of its method Add, as it does for types without a name. It also
// returns an error for a T that does not write or does not read tag 37, such as
// [Bare], and for a nil TagSet. After an error tags are as they were.
//
// Register before you make the modes: EncModeWithTags and DecModeWithTags copy
// the set.
func Register[T ~[16]byte](tags cbor.TagSet, opts ...Option) error {
	if err := add[T](tags, opts); err != nil {
		return fmt.Errorf("cborx.Register: %w", err)
	}
	if _, _, err := modes[T](cbor.EncOptions{}, cbor.DecOptions{}, tags); err != nil {
		tags.Remove(reflect.TypeFor[T]())
		return fmt.Errorf("cborx.Register: %w", err)
	}
	return nil
}

// add adds T to tags without a trial.
func add[T ~[16]byte](tags cbor.TagSet, opts []Option) error {
	typ := reflect.TypeFor[T]()
	how := cbor.TagOptions{EncTag: cbor.EncTagRequired, DecTag: cbor.DecTagOptional}
	for _, o := range opts {
		switch o {
		case 0:
		case Strict:
			if _, ok := any(new(T)).(cbor.Unmarshaler); ok {
				return fmt.Errorf("%v has UnmarshalCBOR, which Strict does not reach: use cborx.Tagged", typ)
			}
			how.DecTag = cbor.DecTagRequired
		default:
			return fmt.Errorf("there is no Option(%d)", o)
		}
	}
	if tags == nil {
		return errors.New("the TagSet is nil: use cbor.NewTagSet")
	}
	if err := tags.Add(how, typ, tag); err != nil {
		return fmt.Errorf("%v: %w", typ, err)
	}
	return nil
}

// Modes returns modes with the options enc and dec that write and read a T as
// [Register] says. It is for programs whose only registered type is T. The zero
// [cbor.EncOptions] and [cbor.DecOptions] are the cbor package's defaults. Modes
// returns an error where Register does, and for options that would write tag 37
// of anything but 16 bytes.
func Modes[T ~[16]byte](enc cbor.EncOptions, dec cbor.DecOptions, opts ...Option) (cbor.EncMode, cbor.DecMode, error) {
	tags := cbor.NewTagSet()
	if err := add[T](tags, opts); err != nil {
		return nil, nil, fmt.Errorf("cborx.Modes: %w", err)
	}
	em, dm, err := modes[T](enc, dec, tags)
	if err != nil {
		return nil, nil, fmt.Errorf("cborx.Modes: %w", err)
	}
	return em, dm, nil
}

// modes returns modes with tags in which a T has been written and read on trial:
// the cbor package lets types and options write anything under a tag.
func modes[T ~[16]byte](enc cbor.EncOptions, dec cbor.DecOptions, tags cbor.TagSet) (cbor.EncMode, cbor.DecMode, error) {
	em, err := enc.EncModeWithTags(tags)
	if err != nil {
		return nil, nil, err
	}
	dm, err := dec.DecModeWithTags(tags)
	if err != nil {
		return nil, nil, err
	}
	u := T{1, 15: 2}
	tagged, _ := Tagged(u).MarshalCBOR()
	if err := dm.Unmarshal(tagged, new(T)); err != nil {
		return nil, nil, fmt.Errorf("%T does not read tag 37: %w", u, err)
	}
	b, err := em.Marshal(u)
	if err != nil {
		return nil, nil, fmt.Errorf("%T does not write tag 37: %w", u, err)
	}
	if !bytes.Equal(b, tagged) {
		return nil, nil, fmt.Errorf("%T is written as % x, want % x", u, b[:min(len(b), 24)], tagged)
	}
	return em, dm, nil
}
