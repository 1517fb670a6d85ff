package bsonuuid

import (
	"encoding"
	"reflect"

	"github.com/uuidkit/uuidkit/uuid"
)

// Bytes returns the bytes to write for val, a T: where it can, without a copy.
func Bytes[T ~[size]byte](f Form, val reflect.Value) []byte {
	if val.CanAddr() && (f == Standard || f == Strict || f == PythonLegacy) {
		return val.Bytes()
	}
	id, _ := reflect.TypeAssert[T](val)
	b := f.Swap(id)
	return b[:]
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
