package bsonx_test

import (
	"database/sql"
	"reflect"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/internal/vectors"
)

// TestByHand calls codecs as the driver does not, but another codec might: that
// is an error and no panic.
func TestByHand(t *testing.T) {
	reg := registry()
	id := vectors.Google(vectors.U)
	null := sql.Null[vectors.Google]{V: id, Valid: true}
	unexported := reflect.ValueOf(struct{ id vectors.Google }{id}).Field(0)
	text := "text"
	foreign := []reflect.Value{{}, reflect.ValueOf("text"), reflect.ValueOf(&text).Elem(), reflect.ValueOf([]byte{}), reflect.ValueOf(vectors.Std{}), unexported}
	for _, val := range []reflect.Value{
		reflect.ValueOf(id), reflect.ValueOf(&id), reflect.ValueOf((*vectors.Google)(nil)), reflect.ValueOf([]vectors.Google{id}),
		reflect.ValueOf(null), reflect.ValueOf(&null), reflect.ValueOf(GoogleNull{}), reflect.Zero(reflect.TypeFor[any]()),
		reflect.ValueOf(namedMap(nil)),
	} {
		typ := reflect.TypeFor[any]()
		if val.IsValid() {
			typ = val.Type()
		}
		enc, err := reg.LookupEncoder(typ)
		if err != nil {
			t.Fatal(err)
		}
		dec, err := reg.LookupDecoder(typ)
		if err != nil {
			t.Fatal(err)
		}
		for _, value := range []string{bin(4, standardHex), "0a", "04" + doc(), "03" + doc()} {
			// By way of a codec of a program's own.
			by := func(val reflect.Value) error {
				reg := bson.NewRegistry()
				reg.RegisterTypeDecoder(reflect.TypeFor[skipped](), bson.ValueDecoderFunc(func(dc bson.DecodeContext, vr bson.ValueReader, _ reflect.Value) error {
					return dec.DecodeValue(dc, vr, val)
				}))
				var x struct{ X skipped }
				return unmarshal(reg, unhex(doc(elem("x", value))), &x)
			}
			for _, val := range append(foreign, val) {
				if err := by(val); err == nil {
					t.Errorf("decode %s as %v into %v, want an error", value, typ, val)
				}
			}
		}
		values := foreign
		if typ.Kind() != reflect.Map { // of which the driver itself panics
			hidden := reflect.StructField{Name: "hidden", PkgPath: "hidden", Type: typ}
			values = append(values, reflect.Zero(reflect.StructOf([]reflect.StructField{hidden})).Field(0))
		}
		for _, val := range values {
			if typ == reflect.TypeFor[any]() {
				break // it has no codec of ours
			}
			err := enc.EncodeValue(bson.EncodeContext{Registry: reg}, binaryWriter{}, val)
			if err == nil {
				t.Errorf("encode %v as %v, want an error", val, typ)
			}
		}
	}
	if id != vectors.Google(vectors.U) || null.V != id {
		t.Errorf("a value has changed: %v, %v", id, null)
	}
}
