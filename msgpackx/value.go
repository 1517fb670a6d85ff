package msgpackx

import (
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// An encoder writes an E.
type encoder[E any] func(*msgpack.Encoder, E) error

// A decoder reads an E, or leaves it unchanged. Its error is io.EOF only where there
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
		} else if !v.CanInterface() {
			return fmt.Errorf("msgpackx: encode %v: it is embedded in a struct and not exported: encode a pointer to the struct, or name the field", v.Type())
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
	msgpack.Register((*E)(nil), encodePointer, decodePointer[E])
}

// encodePointer writes an E as msgpack writes what a pointer points to, whatever another package
// has registered for the pointer.
func encodePointer(e *msgpack.Encoder, v reflect.Value) error {
	if v.IsNil() {
		return e.EncodeNil()
	}
	return e.EncodeValue(v.Elem())
}

// decodePointer reads an E as msgpack reads what a pointer points to. But msgpack makes the
// pointer nil for nil, and panics where an interface holds the pointer, which it cannot set.
func decodePointer[E any](d *msgpack.Decoder, v reflect.Value) error {
	code, err := d.PeekCode()
	null := err == nil && code == msgpcode.Nil
	switch {
	case null && v.CanSet():
		v.SetZero()
		return d.DecodeNil()
	case null && v.IsNil():
		return d.DecodeNil()
	case v.IsNil() && !v.CanSet():
		return fail(v.Type(), errNoAddress)
	case v.IsNil():
		v.Set(reflect.ValueOf(new(E)))
	}
	return d.DecodeValue(v.Elem()) // not ours, if E has been registered again
}

// errNoAddress is for a field of an interface type that holds a UUID or a nil pointer, and
// not a pointer to a UUID: msgpack decodes into the value that is there.
var errNoAddress = errors.New("the interface holds a value that cannot be set: put a pointer to one into it")

// A decodeError names the registered type that was decoded.
type decodeError struct {
	typ reflect.Type
	err error
}

func (e *decodeError) Error() string { return fmt.Sprintf("msgpackx: decode %v: %v", e.typ, e.err) }
func (e *decodeError) Unwrap() error { return e.err }

func fail(typ reflect.Type, err error) error {
	if err == nil {
		return nil
	}
	return &decodeError{typ, err}
}

// registerNull is for a struct N of a UUID and whether it is valid. get returns both,
// and set returns pointers to them.
func registerNull[N any](f Option, get func(N) (uuid.UUID, bool), set func(*N) (*uuid.UUID, *bool)) {
	register(func(e *msgpack.Encoder, n N) error {
		u, valid := get(n)
		if !valid {
			return e.EncodeNil()
		}
		return f.encode(e, u)
	}, func(d *msgpack.Decoder, n *N) error {
		u, valid := set(n)
		null, err := f.read(d, u)
		if err == nil {
			*valid = !null
		}
		return err
	})
}
