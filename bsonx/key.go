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
	}
	c.keys[reflect.TypeFor[T]()] = true
}

// has reports whether val is a map with keys of such a type.
func (c *keyCodec) has(val reflect.Value) bool {
	return val.Kind() == reflect.Map && c.keys[val.Type().Key()]
}

func (c *keyCodec) EncodeValue(ec bson.EncodeContext, vw bson.ValueWriter, val reflect.Value) error {
	if c.has(val) {
		m := textMap(val)
		if !val.IsNil() {
			m.Set(reflect.MakeMapWithSize(m.Type(), val.Len()))
			addAll(m, val)
		}
		val = m
	}
	return c.nextEnc.EncodeValue(ec, vw, val)
}

func (c *keyCodec) DecodeValue(dc bson.DecodeContext, vr bson.ValueReader, val reflect.Value) error {
	if !c.has(val) || val.IsNil() && !val.CanSet() {
		return c.nextDec.DecodeValue(dc, vr, val)
	}
	// The driver may clear a map before it reads into it (ZeroMaps, mgo). One entry with a
	// random key shows whether it did. A copy of val would take quadratic time for a
	// document that repeats one field.
	m, entry := textMap(val), reflect.ValueOf(uuid.NewV4())
	if val.Len() > 0 {
		m.Set(reflect.MakeMap(m.Type()))
		m.SetMapIndex(entry, reflect.Zero(m.Type().Elem()))
	}
	if err := c.nextDec.DecodeValue(dc, vr, m); err != nil {
		return err
	}
	if m.IsNil() {
		val.SetZero()
		return nil
	}
	if val.IsNil() {
		val.Set(reflect.MakeMapWithSize(val.Type(), m.Len()))
	}
	if !m.MapIndex(entry).IsValid() {
		val.Clear()
	}
	m.SetMapIndex(entry, reflect.Value{})
	addAll(val, m)
	return nil
}

// hasKey reports whether the driver can make a map key of T, and a T of the key.
func hasKey[T ~[size]byte]() bool {
	switch any(*new(T)).(type) {
	case encoding.TextMarshaler, interface{ MarshalKey() (string, error) }:
	default:
		return false
	}
	switch any(new(T)).(type) {
	case encoding.TextUnmarshaler, interface{ UnmarshalKey(string) error }:
		return true
	}
	return false // go-mssqldb's UniqueIdentifier has no UnmarshalText
}

// textMap returns a nil map like m, with [uuid.UUID] for its keys of another UUID type.
func textMap(m reflect.Value) reflect.Value {
	return reflect.New(reflect.MapOf(reflect.TypeFor[uuid.UUID](), m.Type().Elem())).Elem()
}

// addAll adds the entries of src to dst, the keys converted to those of dst.
func addAll(dst, src reflect.Value) {
	key := dst.Type().Key()
	for i := src.MapRange(); i.Next(); {
		dst.SetMapIndex(i.Key().Convert(key), i.Value())
	}
}
