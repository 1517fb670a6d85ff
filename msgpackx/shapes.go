package msgpackx

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// An encoder writes an E.
type encoder[E any] func(*msgpack.Encoder, E) error

// A decoder reads an E that begins with code, or leaves it alone.
type decoder[E any] func(d *msgpack.Decoder, code byte, v *E) error

// register makes msgpack write and read an E by enc and dec.
func register[E any](enc encoder[E], dec decoder[E]) {
	msgpack.Register(*new(E), func(e *msgpack.Encoder, v reflect.Value) error {
		if v.CanAddr() { // then it need not be copied into an interface
			return enc(e, *v.Addr().Interface().(*E))
		}
		return enc(e, v.Interface().(E))
	}, func(d *msgpack.Decoder, v reflect.Value) error {
		code, err := begin(d, v)
		if err != nil {
			return err
		}
		return fail(v.Type(), dec(d, code, v.Addr().Interface().(*E)))
	})
}

// registerList is for lists. Package msgpack would manage them by what it knows
// of E, but slower, and it believes a list that it is as long as it says.
func registerList[S ~[]E, E any](enc encoder[E], dec decoder[E]) {
	register(func(e *msgpack.Encoder, list S) error {
		if list == nil {
			return e.EncodeNil()
		}
		if err := e.EncodeArrayLen(len(list)); err != nil {
			return err
		}
		if buf, ok := e.Writer().(*bytes.Buffer); ok {
			buf.Grow(len(list) * (2 + size))
		}
		for _, v := range list {
			if err := enc(e, v); err != nil {
				return err
			}
		}
		return nil
	}, func(d *msgpack.Decoder, code byte, list *S) error {
		if code == msgpcode.Nil {
			*list = nil
			return d.DecodeNil()
		}
		if !isArray(code) {
			return fmt.Errorf("got code 0x%02x, want array", code)
		}
		n, err := d.DecodeArrayLen()
		if err != nil {
			return err
		}
		if n < 0 {
			return errors.New("got an array of more than an int can say")
		}
		// As many as can be there, if the reader tells, and a few to begin with
		// if it does not.
		room := 64
		if r, ok := d.Buffered().(interface{ Len() int }); ok {
			room = r.Len() / (1 + size)
		}
		s := make(S, 0, min(n, room))
		for i := range n {
			code, err := d.PeekCode()
			if err == nil {
				s = append(s, *new(E))
				err = dec(d, code, &s[i])
			}
			if err != nil {
				return fmt.Errorf("element %d: %w", i, unexpected(err))
			}
		}
		*list = s
		return nil
	})
}

// registerPointers is for lists of pointers. Pointers alone msgpack manages.
func registerPointers[T ~[16]byte](c *codec) {
	registerList[[]*T](func(e *msgpack.Encoder, p *T) error {
		if p == nil {
			return e.EncodeNil()
		}
		return c.encode(e, uuid.UUID(*p))
	}, func(d *msgpack.Decoder, code byte, p **T) error {
		if code == msgpcode.Nil {
			return d.DecodeNil()
		}
		*p = new(T)
		return c.read(d, code, (*uuid.UUID)((**p)[:]))
	})
}

// registerNull is for a struct of a UUID and whether it is valid, which get
// returns and set returns pointers to.
func registerNull[N any](c *codec, get func(N) (uuid.UUID, bool), set func(*N) (*uuid.UUID, *bool)) {
	enc := func(e *msgpack.Encoder, n N) error {
		u, valid := get(n)
		if !valid {
			return e.EncodeNil()
		}
		return c.encode(e, u)
	}
	dec := func(d *msgpack.Decoder, code byte, n *N) error {
		u, valid := set(n)
		if err := c.read(d, code, u); err != nil {
			return err
		}
		*valid = code != msgpcode.Nil
		return nil
	}
	register(enc, dec)
	registerList[[]N](enc, dec)
}

// readNotNil is read for what has no room for nil.
func (c *codec) readNotNil(d *msgpack.Decoder, code byte, u *uuid.UUID) error {
	if code == msgpcode.Nil {
		return errors.New("got nil")
	}
	return c.read(d, code, u)
}
