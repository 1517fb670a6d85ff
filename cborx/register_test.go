package cborx_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// ownCBOR reads tag 37, and does not write it.
type ownCBOR uuid.UUID

func (u ownCBOR) MarshalCBOR() ([]byte, error)     { return cborx.Bare(u).MarshalCBOR() }
func (u *ownCBOR) UnmarshalCBOR(data []byte) error { return (*uuid.UUID)(u).UnmarshalCBOR(data) }

// swapped writes tag 37 of its bytes in another order.
type swapped uuid.UUID

func (u swapped) MarshalBinary() ([]byte, error) {
	b := uuid.UUID(u).GUIDBytes()
	return b[:], nil
}

// misread reads its bytes in another order.
type misread uuid.UUID

func (u *misread) UnmarshalBinary(data []byte) error {
	*u = misread(uuid.UUID(data).GUIDBytes())
	return nil
}

// picky reads no UUID that RFC 9562 does not define.
type picky uuid.UUID

func (u picky) MarshalBinary() ([]byte, error) { return u[:], nil }
func (u *picky) UnmarshalBinary(data []byte) error {
	v := uuid.UUID(data)
	if v.Variant() != uuid.VariantRFC9562 || v.Version() == 0 {
		return errors.New("no version")
	}
	*u = picky(v)
	return nil
}

// A token takes UUIDs of one version only.
type token uuid.UUID

var (
	tokenVersion int
	errNotToken  = errors.New("not a token")
)

func (u token) MarshalBinary() ([]byte, error) {
	if uuid.UUID(u).Version() != tokenVersion {
		return nil, errNotToken
	}
	return u[:], nil
}

func (u *token) UnmarshalBinary(data []byte) error {
	*u = token(data)
	_, err := u.MarshalBinary()
	return err
}

// optional writes no bytes for zero, and nothing writes null.
type (
	optional [16]byte
	nothing  [16]byte
)

func (u optional) MarshalBinary() ([]byte, error) {
	if u == (optional{}) {
		return nil, nil
	}
	return u[:], nil
}

func (u *optional) UnmarshalBinary(data []byte) error {
	*u = optional{}
	copy(u[:], data)
	return nil
}

func (u nothing) MarshalCBOR() ([]byte, error) {
	if u == (nothing{}) {
		return []byte{0xf6}, nil
	}
	return cborx.Tagged(u).MarshalCBOR()
}

func TestRegisterOneVersion(t *testing.T) {
	for tokenVersion = 1; tokenVersion <= 8; tokenVersion++ {
		tagSet[token](t)
	}
	testError(t, cborx.Register[token](cbor.NewTagSet()), "cborx.Register: ", "token does not read tag 37: not a token") // of version 9
}

func TestRegisterErrors(t *testing.T) {
	tags := tagSet[vectors.Google](t)
	fresh := cbor.NewTagSet() // that keeps nothing of what is refused
	for _, tt := range []struct {
		err  error
		want string
	}{
		{cborx.Register[uuid.UUID](tags), "uuid.UUID: cbor: tag number [37] already exists"},
		{cborx.Register[vectors.Google](tags), "vectors.Google already exists"},
		{cborx.Register[[16]byte](fresh), "can only add named types"},
		{cborx.Register[cborx.Bare](fresh), "cborx.Bare does not read tag 37"},
		{cborx.Register[ownCBOR](fresh), "cborx_test.ownCBOR is written as 50 01"},
		{cborx.Register[swapped](fresh), "cborx_test.swapped is written as d8 25 50"},
		{cborx.Register[misread](fresh), "cborx_test.misread reads d8 25 50"},
		{cborx.Register[optional](fresh), "the zero cborx_test.optional is written as d8 25 40"},
		{cborx.Register[uuid.UUID](fresh, cborx.Strict), "use cborx.Tagged"},
		{cborx.Register[cborx.Tagged](fresh, cborx.Strict), "use cborx.Tagged"},
		{cborx.Register[vectors.Google](fresh, cborx.Strict, 17), "there is no Option(17)"},
		{cborx.Register[vectors.Google](nil), "the TagSet is nil"},
	} {
		testError(t, tt.err, "cborx.Register: ", tt.want)
	}
	var got any
	if err := must(cbor.DecOptions{}.DecModeWithTags(tags)).Unmarshal(unhex(taggedU), &got); err != nil || got != any(vectors.Google(vectors.U)) {
		t.Errorf("got %T, %v, want the first type", got, err)
	}
	if err := cborx.Register[uuid.UUID](fresh, 0); err != nil { // the zero Option
		t.Error(err)
	}
	tagSet[picky](t)
	tagSet[nothing](t)
}

func testError(t *testing.T, err error, prefix, want string) {
	t.Helper()
	if err == nil || !strings.HasPrefix(err.Error(), prefix) || !strings.Contains(err.Error(), want) || len(err.Error()) > 256 {
		t.Errorf("got %v, want a short %s...%s", err, prefix, want)
	}
}

// modesError returns the error of Modes.
func modesError[T ~[16]byte](enc cbor.EncOptions, dec cbor.DecOptions, opts ...cborx.Option) error {
	_, _, err := cborx.Modes[T](enc, dec, opts...)
	return err
}

// TestModes checks that no option makes tag 37 of what is not a UUID.
func TestModes(t *testing.T) {
	none := cbor.EncOptions{}
	text := cbor.EncOptions{TextMarshaler: cbor.TextMarshalerTextString}
	numbers := cbor.EncOptions{ByteArray: cbor.ByteArrayToArray}
	textOnly := cbor.EncOptions{TextMarshaler: cbor.TextMarshalerTextString, BinaryMarshaler: cbor.BinaryMarshalerNone}
	for _, tt := range []struct {
		err  error
		want string
	}{
		{modesError[[16]byte](none, cbor.DecOptions{}), "can only add named types"},
		{modesError[uuid.UUID](none, cbor.DecOptions{}, cborx.Strict), "use cborx.Tagged"},
		{modesError[uuid.UUID](cbor.CTAP2EncOptions(), cbor.DecOptions{}), "TagsForbidden"},
		{modesError[uuid.UUID](none, cbor.DecOptions{TagsMd: cbor.TagsForbidden}), "TagsForbidden"},
		{modesError[uuid.UUID](cbor.EncOptions{Sort: 99}, cbor.DecOptions{}), "SortMode"},
		{modesError[cborx.Bare](none, cbor.DecOptions{}), "does not read tag 37"},
		{modesError[ownCBOR](none, cbor.DecOptions{}), "is written as 50"},
		{modesError[swapped](none, cbor.DecOptions{}), "is written as d8 25 50"},
		{modesError[vectors.Std](text, cbor.DecOptions{}), "is written as d8 25 78 24"},
		{modesError[vectors.Std](numbers, cbor.DecOptions{}), "is written as d8 25 90"},
		{modesError[vectors.Plain](numbers, cbor.DecOptions{}), "is written as d8 25 90"},
		{modesError[vectors.Google](textOnly, cbor.DecOptions{}), "is written as d8 25 78 24"},
	} {
		testError(t, tt.err, "cborx.Modes: ", tt.want)
	}
	for _, err := range []error{
		modesError[uuid.UUID](text, cbor.DecOptions{}), modesError[cborx.Tagged](text, cbor.DecOptions{}),
		modesError[uuid.UUID](numbers, cbor.DecOptions{}), modesError[cborx.Tagged](numbers, cbor.DecOptions{}),
		modesError[uuid.UUID](textOnly, cbor.DecOptions{}), modesError[cborx.Tagged](textOnly, cbor.DecOptions{}),
		modesError[vectors.Google](text, cbor.DecOptions{}), modesError[vectors.Google](numbers, cbor.DecOptions{}),
		modesError[vectors.Plain](text, cbor.DecOptions{}),
	} {
		if err != nil {
			t.Error(err)
		}
	}
}
