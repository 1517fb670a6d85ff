package msgpackx

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"

	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// Package msgpack has no function that returns what is in its registry. A record of
// our own would not have what other packages register, and a type that they evict
// would stay in it. So the functions of this file ask the registry by decoding.

// ask decodes b into v, with whatever the registry has for v's type. The Decoder is none
// of msgpack's pool: one that finds no value for UnmarshalMsgpack keeps a copy of all that
// it reads from then on.
func ask(v any, b ...byte) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return msgpack.NewDecoder(bytes.NewReader(b)).Decode(v)
}

// formOf returns the form in which the type that ptr points to is registered. No value
// begins with the byte 0xc1, so every decoder returns an error for it, and the error of
// ours has the type and its form. The type is another one if the DecodeMsgpack method of
// a type that is not registered passes the work on to one that is.
func formOf(ptr any) (form Option, ok bool) {
	var decode *decodeError
	var bad *codeError
	err := ask(ptr, 0xc1)
	if errors.As(err, &decode) && decode.typ == reflect.TypeOf(ptr).Elem() && errors.As(err, &bad) {
		return bad.form, true
	}
	return 0, false
}

// claimed returns an error that says who decodes the ext id into a value of type any,
// and nil if nobody does. It asks for an ext of no bytes: the decoders of most types
// return an error for that, or panic.
//
// Only the words of its error distinguish an id that nobody has claimed. If a later
// version of msgpack changes them, then every id is taken, which Register reports and
// the tests find: no other package's claim is evicted by that.
func claimed(id int8) error {
	var v any
	err := ask(&v, msgpcode.Ext8, 0, byte(id))
	if err == nil {
		return fmt.Errorf("it decodes to %T", v)
	} else if err.Error() == fmt.Sprintf("msgpack: unknown ext id=%d", id) {
		return nil
	}
	return fmt.Errorf("its decoder returned: %w", err)
}
