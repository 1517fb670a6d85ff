package bsonuuid

import (
	"encoding"
	"fmt"
	"reflect"

	"github.com/uuidkit/uuidkit/uuid"
)

// Bytes returns the binary of val, where it can without a copy. It is an error
// if val is no T, or one that is not exported.
func Bytes[T ~[size]byte](f *Form, val reflect.Value) (subtype byte, data []byte, err error) {
	if !val.IsValid() || !val.CanInterface() || val.Type() != reflect.TypeFor[T]() {
		return 0, nil, fmt.Errorf("got %s", Describe(val))
	}
	if val.CanAddr() && f.write != JavaLegacy && f.write != CSharpLegacy {
		return f.subtype, val.Bytes(), f.err
	}
	id, _ := reflect.TypeAssert[T](val)
	subtype, b, err := f.Encode(id)
	return subtype, b[:], err
}

// Describe says in an error what a codec got that is none of its values.
func Describe(val reflect.Value) string {
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

// HasKey reports whether drivers can make a map key of T.
func HasKey[T ~[size]byte]() bool {
	switch any(*new(T)).(type) {
	case encoding.TextMarshaler, interface{ MarshalKey() (string, error) }:
		return true
	}
	return false
}

// TextKeys returns a copy of a map, with [uuid.UUID] for its keys of another
// UUID type. A copy of nil is nil.
func TextKeys(m reflect.Value) reflect.Value {
	c := reflect.New(reflect.MapOf(reflect.TypeFor[uuid.UUID](), m.Type().Elem())).Elem()
	CopyMap(c, m)
	return c
}

// CopyMap makes dst a copy of src, the keys converted to those of dst.
func CopyMap(dst, src reflect.Value) {
	if src.IsNil() {
		dst.SetZero()
		return
	}
	if dst.IsNil() {
		dst.Set(reflect.MakeMapWithSize(dst.Type(), src.Len()))
	}
	dst.Clear()
	key := dst.Type().Key()
	for i := src.MapRange(); i.Next(); {
		dst.SetMapIndex(i.Key().Convert(key), i.Value())
	}
}
