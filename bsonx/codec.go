package bsonx

import (
	"errors"
	"fmt"
	"reflect"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/uuid"
)

// A codec is the codec of T.
type codec[T ~[16]byte] struct {
	typ  reflect.Type
	form form
}

func (c *codec[T]) EncodeValue(_ bson.EncodeContext, vw bson.ValueWriter, val reflect.Value) error {
	subtype, data, err := bytesOf[T](&c.form, val)
	if err != nil {
		return fmt.Errorf("bsonx: encode %v: %w", c.typ, err)
	}
	return vw.WriteBinaryWithSubtype(data, subtype)
}

func (c *codec[T]) DecodeValue(_ bson.DecodeContext, vr bson.ValueReader, val reflect.Value) error {
	if err := canDecode(val, c.typ); err != nil {
		return err
	}
	if t := vr.Type(); t != bson.TypeBinary {
		return rejection{fmt.Errorf("bsonx: decode %v: got %s, want %s", val.Type(), typeName(t), c.form.wants())}
	}
	data, subtype, err := vr.ReadBinary()
	if err != nil {
		return err
	}
	id, err := c.form.decode(subtype, data)
	if err != nil {
		return rejection{fmt.Errorf("bsonx: decode %v: %w", val.Type(), err)}
	}
	copy(val.Bytes(), id[:])
	return nil
}

// A rejection is the error of a value that is not a UUID, which is [uuid.ErrInvalid].
type rejection struct{ error }

func (e rejection) Is(target error) bool { return target == uuid.ErrInvalid }
func (e rejection) Unwrap() error        { return errors.Unwrap(e.error) }

// A pointerCodec is the codec of pointers to what elem is the codec of.
type pointerCodec struct {
	typ  reflect.Type
	elem valueCodec
}

func (c pointerCodec) EncodeValue(ec bson.EncodeContext, vw bson.ValueWriter, val reflect.Value) error {
	if err := canEncode(val, c.typ); err != nil {
		return err
	}
	if val.IsNil() {
		return vw.WriteNull()
	}
	return c.elem.EncodeValue(ec, vw, val.Elem())
}

func (c pointerCodec) DecodeValue(dc bson.DecodeContext, vr bson.ValueReader, val reflect.Value) error {
	if err := canDecode(val, c.typ); err != nil {
		return err
	}
	if null, err := readNull(vr, val); null {
		return err
	}
	if !val.IsNil() {
		return c.elem.DecodeValue(dc, vr, val.Elem())
	}
	p := reflect.New(val.Type().Elem())
	if err := c.elem.DecodeValue(dc, vr, p.Elem()); err != nil {
		return err
	}
	val.Set(p)
	return nil
}

// bytesOf returns the binary of val, where it can without a copy. It is an error
// if val is no T, or one that is not exported.
func bytesOf[T ~[size]byte](f *form, val reflect.Value) (subtype byte, data []byte, err error) {
	if !val.IsValid() || !val.CanInterface() || val.Type() != reflect.TypeFor[T]() {
		return 0, nil, fmt.Errorf("got %s", describe(val))
	}
	if val.CanAddr() && f.write != JavaLegacy && f.write != CSharpLegacy {
		return f.subtype, val.Bytes(), nil
	}
	subtype, b := f.encode(valueOf[T](val))
	return subtype, b[:], nil
}

// describe says in an error what a codec got that is none of its values.
func describe(val reflect.Value) string {
	switch {
	case !val.IsValid():
		return "nothing"
	case !val.CanInterface():
		return fmt.Sprintf("an unexported %v", val.Type())
	case !val.CanAddr():
		return fmt.Sprintf("an unaddressable %v", val.Type())
	}
	return val.Type().String()
}

// valueOf returns what val holds, without a copy in between.
func valueOf[T any](val reflect.Value) T {
	if val.CanAddr() {
		return *val.Addr().Interface().(*T)
	}
	return val.Interface().(T)
}

// canEncode and canDecode return an error for what the driver does not do, but
// another codec may: to give a codec a value that is none of its type's, or that
// it cannot set.

func canEncode(val reflect.Value, typ reflect.Type) error {
	if !val.IsValid() || !val.CanInterface() || val.Type() != typ {
		return fmt.Errorf("bsonx: encode %v: got %s", typ, describe(val))
	}
	return nil
}

func canDecode(val reflect.Value, typ reflect.Type) error {
	if !val.CanSet() || val.Type() != typ {
		return fmt.Errorf("bsonx: decode %v: cannot set %s", typ, describe(val))
	}
	return nil
}
