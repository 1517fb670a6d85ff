package msgpackx

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"unsafe"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// An encoder writes an E.
type encoder[E any] func(*msgpack.Encoder, E) error

// A decoder reads an E, or leaves it alone. Its error is io.EOF only where there
// is nothing to read.
type decoder[E any] func(*msgpack.Decoder, *E) error

// register makes msgpack write and read an E, and a list of them, by enc and dec.
func register[E any](enc encoder[E], dec decoder[E]) {
	registerOne(enc, dec)
	registerList[[]E](enc, dec)
}

func registerOne[E any](enc encoder[E], dec decoder[E]) {
	msgpack.Register(*new(E), func(e *msgpack.Encoder, v reflect.Value) error {
		if v.CanAddr() {
			return enc(e, *address[E](v))
		}
		return enc(e, v.Interface().(E))
	}, func(d *msgpack.Decoder, v reflect.Value) error {
		if !v.CanAddr() {
			return fail(v.Type(), errNoAddress)
		}
		err := dec(d, address[E](v))
		if err == io.EOF { // plain, as it is the end of a stream
			return err
		}
		return fail(v.Type(), err)
	})
}

// address is v.Addr().Interface().(*E), without the time that Addr takes to find
// the type of the pointer.
func address[E any](v reflect.Value) *E { return (*E)(unsafe.Pointer(v.UnsafeAddr())) }

// errNoAddress is for a field of an interface type that already holds a UUID,
// and not a pointer to one: msgpack decodes into what is there.
var errNoAddress = errors.New("the interface holds a value that can't be set")

// fail names the type in an error.
func fail(typ reflect.Type, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("msgpackx: decode %v: %w", typ, err)
}

// registerList is for lists. Package msgpack would manage them by what it knows
// of E, but slower, and it believes a list that it is as long as it says.
func registerList[S ~[]E, E any](enc encoder[E], dec decoder[E]) {
	registerOne(func(e *msgpack.Encoder, list S) error {
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
	}, func(d *msgpack.Decoder, list *S) error {
		code, err := d.PeekCode()
		switch {
		case err != nil:
			return err
		case code == msgpcode.Nil:
			*list = nil
			return d.DecodeNil()
		case !isArray(code):
			return fmt.Errorf("got code 0x%02x, want array", code)
		}
		n, err := d.DecodeArrayLen()
		switch {
		case err != nil:
			return unexpected(err)
		case n < 0:
			return errors.New("got an array of more than an int can say")
		}
		// As many as can be there, if the reader tells, and a few to begin with
		// if it does not.
		room := 64
		if r, ok := d.Buffered().(interface{ Len() int }); ok {
			room = max(r.Len(), 0) / (1 + size)
		}
		s := make(S, 0, min(n, room))
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

// registerPointers is for lists of pointers. Pointers alone msgpack manages.
func registerPointers[T ~[16]byte](c *codec) {
	registerList[[]*T](func(e *msgpack.Encoder, p *T) error {
		if p == nil {
			return e.EncodeNil()
		}
		return c.encode(e, uuid.UUID(*p))
	}, func(d *msgpack.Decoder, p **T) error {
		u := new(T)
		null, err := c.read(d, (*uuid.UUID)((*u)[:]))
		if !null {
			*p = u
		}
		return err
	})
}

// registerNull is for a struct of a UUID and whether it is valid, which get
// returns and set returns pointers to.
func registerNull[N any](c *codec, get func(N) (uuid.UUID, bool), set func(*N) (*uuid.UUID, *bool)) {
	register(func(e *msgpack.Encoder, n N) error {
		u, valid := get(n)
		if !valid {
			return e.EncodeNil()
		}
		return c.encode(e, u)
	}, func(d *msgpack.Decoder, n *N) error {
		u, valid := set(n)
		null, err := c.read(d, u)
		if err == nil {
			*valid = !null
		}
		return err
	})
}

// readNotNil is read for what has no room for nil.
func (c *codec) readNotNil(d *msgpack.Decoder, u *uuid.UUID) error {
	null, err := c.read(d, u)
	if null {
		return errors.New("got nil")
	}
	return err
}
