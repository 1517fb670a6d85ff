package bsonx

import (
	"encoding"
	"reflect"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/uuid"
)

// A keyCodec is the codec of maps. Keys of the types in keys, of which the
// driver can make no text, it lets be [uuid.UUID] meanwhile.
type keyCodec struct {
	nextEnc bson.ValueEncoder
	nextDec bson.ValueDecoder
	keys    map[reflect.Type]bool
}

func registerKey[T ~[16]byte](reg *bson.Registry, have lookups) {
	c, ok := have.mapEnc.(*keyCodec)
	if !ok {
		c = &keyCodec{have.mapEnc, have.mapDec, make(map[reflect.Type]bool)}
		reg.RegisterKindEncoder(reflect.Map, c)
		reg.RegisterKindDecoder(reflect.Map, c)
		// The lookup has made reg remember the encoder that was there.
		reg.RegisterTypeEncoder(reflect.TypeFor[otherMap](), c)
	}
	c.keys[reflect.TypeFor[T]()] = true
}

// has reports whether val is a map with keys of such a type.
func (c *keyCodec) has(val reflect.Value) bool {
	return val.Kind() == reflect.Map && c.keys[val.Type().Key()]
}

func (c *keyCodec) EncodeValue(ec bson.EncodeContext, vw bson.ValueWriter, val reflect.Value) error {
	if c.has(val) {
		val = textKeys(val)
	}
	return c.nextEnc.EncodeValue(ec, vw, val)
}

func (c *keyCodec) DecodeValue(dc bson.DecodeContext, vr bson.ValueReader, val reflect.Value) error {
	if !c.has(val) || val.IsNil() && !val.CanSet() {
		return c.nextDec.DecodeValue(dc, vr, val)
	}
	m := textKeys(val)
	if err := c.nextDec.DecodeValue(dc, vr, m); err != nil {
		return err
	}
	copyMap(val, m)
	return nil
}

// hasKey reports whether the driver can make a map key of T.
func hasKey[T ~[size]byte]() bool {
	switch any(*new(T)).(type) {
	case encoding.TextMarshaler, interface{ MarshalKey() (string, error) }:
		return true
	}
	return false
}

// textKeys returns a copy of a map, with [uuid.UUID] for its keys of another
// UUID type. A copy of nil is nil.
func textKeys(m reflect.Value) reflect.Value {
	c := reflect.New(reflect.MapOf(reflect.TypeFor[uuid.UUID](), m.Type().Elem())).Elem()
	copyMap(c, m)
	return c
}

// copyMap makes dst a copy of src, the keys converted to those of dst.
func copyMap(dst, src reflect.Value) {
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
