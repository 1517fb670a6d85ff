package cborx

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"

	"github.com/fxamacker/cbor/v2"
)

// tag is CBOR's tag for a UUID. IANA's registry defines it as a byte string of 16 bytes
// in network byte order.
const tag = 37

// An Option changes how a type is read. The zero Option changes nothing.
type Option byte

// Strict rejects byte strings without the tag, and null without the tag for a T that is
// not behind a pointer. It has no effect on types with UnmarshalCBOR, such as
// [github.com/uuidkit/uuidkit/uuid.UUID], so [Register] and [Modes] return an error for
// them. Use [Tagged] instead.
const Strict Option = 1

// Register adds T to tags with tag 37. Call it before EncModeWithTags and
// DecModeWithTags, which copy the set. Their modes write a T with the tag, read it with
// the tag or without one, and put a T into a value of type any for tag 37.
//
// To test T, Register writes and reads one. It returns an error, and leaves tags as they
// are, if
//   - tags has T already, or another type for tag 37: a TagSet holds one for each tag
//   - T has no name, as [16]byte, because a TagSet takes named types only
//   - T does not write or read tag 37, such as [Bare]
//   - T has UnmarshalCBOR, and an option is [Strict]
//   - tags is nil, or there is no such option
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
				return fmt.Errorf("the method UnmarshalCBOR of %v ignores Strict: use cborx.Tagged without Strict", typ)
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

// Modes returns modes with the options enc and dec in which T is the registered type.
// Use it if T is the only type that your program gives a tag, and [Register] otherwise.
// The zero [cbor.EncOptions] and [cbor.DecOptions] are the cbor package's defaults.
//
// Modes returns an error where Register does, and if enc would put anything else than
// 16 bytes under the tag.
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

// modes returns modes with tags in which a T was written and read on trial, because the
// cbor package lets types and options put anything under a tag.
func modes[T ~[16]byte](enc cbor.EncOptions, dec cbor.DecOptions, tags cbor.TagSet) (cbor.EncMode, cbor.DecMode, error) {
	em, err := enc.EncModeWithTags(tags)
	if err != nil {
		return nil, nil, err
	}
	dm, err := dec.DecModeWithTags(tags)
	if err != nil {
		return nil, nil, err
	}
	for _, version := range []byte{7, 4, 1, 2, 3, 5, 6, 8} { // T may take one of them only
		u := T{1, 6: version << 4, 8: 0x80, 15: 2}
		tagged, _ := Tagged(u).MarshalCBOR()
		var got T
		if err = dm.Unmarshal(tagged, &got); err != nil {
			err = fmt.Errorf("%T does not read tag 37: %w", u, err)
			continue
		}
		if got != u {
			return nil, nil, fmt.Errorf("%T reads % x as % x", u, tagged, got[:])
		}
		var b []byte
		if b, err = em.Marshal(u); err != nil {
			err = fmt.Errorf("%T does not write tag 37: %w", u, err)
			continue
		}
		if !bytes.Equal(b, tagged) {
			return nil, nil, fmt.Errorf("%T is written as % x, want % x", u, b[:min(len(b), 24)], tagged)
		}
		// A T may have no form for zero, or write null, but not put tag 37 around something else.
		clear(tagged[3:])
		if b, err = em.Marshal(T{}); err == nil && bytes.HasPrefix(b, tagged[:2]) && !bytes.Equal(b, tagged) {
			return nil, nil, fmt.Errorf("the zero %T is written as % x, want % x", u, b[:min(len(b), 24)], tagged)
		}
		return em, dm, nil
	}
	return nil, nil, err
}
