// Package cbor has the signatures of fxamacker/cbor that the tests need.
package cbor

import "reflect"

func Marshal(v any) ([]byte, error)        { return nil, nil }
func MarshalToBuffer(v any, buf any) error { return nil }

func Unmarshal(data []byte, v any) error { return nil }

type EncMode interface {
	Marshal(v any) ([]byte, error)
	NewEncoder(w any) *Encoder
}

type DecMode interface {
	Unmarshal(data []byte, v any) error
}

type Encoder struct{}

func NewEncoder(w any) *Encoder { return nil }

func (*Encoder) Encode(v any) error { return nil }

type EncTagMode int

const (
	EncTagNone EncTagMode = iota
	EncTagRequired
)

type TagOptions struct{ EncTag EncTagMode }

type TagSet interface {
	Add(opts TagOptions, contentType reflect.Type, num uint64, nestedNum ...uint64) error
}

func NewTagSet() TagSet { return nil }
