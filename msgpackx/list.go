package msgpackx

import (
	"errors"
	"fmt"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// registerList makes msgpack write and read a list as a whole. It would do so one by
// one with what it knows of E, but slower, and with memory for as many elements as the
// input claims to have.
func registerList[S ~[]E, E any](enc encoder[E], dec decoder[E]) {
	registerOne(func(e *msgpack.Encoder, list S) error {
		if list == nil {
			return e.EncodeNil()
		}
		if err := e.EncodeArrayLen(len(list)); err != nil {
			return err
		}
		grow(e, len(list))
		for _, v := range list {
			if err := enc(e, v); err != nil {
				return err
			}
		}
		return nil
	}, func(d *msgpack.Decoder, list *S) error {
		code, err := d.PeekCode()
		switch {
		case err != nil:
			return err
		case code == msgpcode.Nil:
			*list = nil
			return d.DecodeNil()
		case !isArray(code):
			return reject("got code 0x%02x, want array", code)
		}
		n, err := d.DecodeArrayLen()
		switch {
		case err != nil:
			return unexpected(err)
		case n < 0:
			return errors.New("got an array with more elements than an int can count")
		}
		s := make(S, 0, min(n, room(d)))
		for i := range n {
			s = append(s, *new(E))
			if err := dec(d, &s[i]); err != nil {
				return fmt.Errorf("element %d: %w", i, unexpected(err))
			}
		}
		*list = s
		return nil
	})
}

// registerPointers is for []*T. msgpack has what a *T outside of a list needs.
func registerPointers[T ~[16]byte](f Option) {
	registerList[[]*T](func(e *msgpack.Encoder, p *T) error {
		if p == nil {
			return e.EncodeNil()
		}
		return f.encode(e, uuid.UUID(*p))
	}, func(d *msgpack.Decoder, p **T) error {
		u := new(T)
		null, err := f.read(d, (*uuid.UUID)((*u)[:]))
		if !null {
			*p = u
		}
		return err
	})
}

// readNotNil is read for elements that can't be nil.
func (f Option) readNotNil(d *msgpack.Decoder, u *uuid.UUID) error {
	null, err := f.read(d, u)
	if null {
		return reject("got nil")
	}
	return err
}
