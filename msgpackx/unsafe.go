package msgpackx

import (
	"reflect"
	"unsafe"
)

// address returns v.Addr().Interface().(*E). Addr looks up the type of the pointer,
// which takes about a tenth of the time of reading or writing a UUID. v is an E that
// has an address: msgpack calls the functions of a registered type for that type only.
func address[E any](v reflect.Value) *E { return (*E)(unsafe.Pointer(v.UnsafeAddr())) }

// A nullable is what nullable types of other packages are defined over.
type nullable[T ~[16]byte] struct {
	UUID  T
	Valid bool
}

// fields returns (*nullable[T])(n), a conversion that Go allows for every such type, but
// not for a type parameter.
func fields[N ~struct {
	UUID  T
	Valid bool
}, T ~[16]byte](n *N) *nullable[T] {
	return (*nullable[T])(unsafe.Pointer(n))
}
