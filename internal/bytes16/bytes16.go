// Package bytes16 reads the 16 bytes that a database driver returns: a UUID type of
// another package, or text that was cut.
package bytes16

import "reflect"

var array = reflect.TypeFor[[16]byte]()

// FromArray returns the bytes of v, and true, if the type of v is an array of 16
// bytes or is defined as one: a UUID of any package. Slices, pointers and arrays of
// another length or element are not.
func FromArray(v any) (b [16]byte, ok bool) {
	r := reflect.ValueOf(v)
	if r.Kind() != reflect.Array || !r.CanConvert(array) {
		return b, false
	}
	return r.Convert(array).Interface().([16]byte), true
}
