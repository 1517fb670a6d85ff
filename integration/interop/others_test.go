package interop_test

import (
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/vmihailenco/msgpack/v5"
	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// TestOthers reads what others write in a form that we do not write: it is the UUID,
// or an error that leaves it unchanged, or, where nothing in the bytes tells, another
// UUID.
func TestOthers(t *testing.T) {
	ours := on[uuid.UUID]{}
	msgpacks := kit.Codec{Marshal: msgpack.Marshal, Unmarshal: msgpack.Unmarshal}
	methods := kit.Codec{Marshal: bson.Marshal, Unmarshal: bson.Unmarshal}
	cbors := kit.Codec{Marshal: cbor.Marshal, Unmarshal: cbor.Unmarshal}
	refused := o.uuid() // what was there before
	reads := map[string][]struct {
		library string
		value   any
		codec   kit.Codec
		want    uuid.UUID
		why     string
	}{
		"node": {
			{"bson", string(u), ours.bson(), refused, "uuid and crypto.randomUUID make strings"},
			{"bson", string(u), methods, refused, "and the methods do not take them either"},
			{"bson", u, ours.bson(bsonx.JavaLegacy), refused, "standard, read as legacy"},
			{"cbor-x Uint8Array", u, ours.cbor(), vectors.U, "a typed array, tag 64, where a Buffer has none"},
			{"cbor-x Uint8Array", u, cbors, vectors.U, "likewise"},
			{"cbor-redux", u, cbors, vectors.U, "tag 37 around tag 64"},
			{"cbor-redux", u, ours.cbor(), vectors.U, "likewise"},
			{"cbor-x Buffer", u, ours.cbor(), vectors.U, "bytes without a tag"},
			{"msgpackr text", u, msgpacks, vectors.U, "text, to a type that writes bin"},
			{"cbor-x", string(u), ours.cbor(), refused, "text"},
			{"msgpackr ext 2", u, msgpacks, refused, "an ext that is not registered for the type"},
		},
		"python": {
			{"bson JAVA_LEGACY", u, ours.bson(), refused, "legacy, read as standard"},
			{"bson PYTHON_LEGACY", u, ours.bson(), refused, "what pymongo 3 writes unless told otherwise"},
			{"bson PYTHON_LEGACY", u, methods, refused, "likewise"},
			{"json_util LEGACY", u, ours.extJSON(), refused, "$uuid without hyphens, which the driver does not take"},
			{"msgpack ext 2", u, msgpacks, refused, "likewise"},
			{"bson JAVA_LEGACY", u, ours.bson(bsonx.CSharpLegacy), uuid.MustParse("44556677-2233-0011-ffee-ddccbbaa9988"), "one legacy order, read as another"},
			{"msgpack bytes_le", u, msgpacks, uuid.MustParse("33221100-5544-7766-8899-aabbccddeeff"), "the order of .NET, without msgpackx.DotNet"},
		},
	}
	for name, reads := range reads {
		var files []file
		for _, r := range reads {
			files = append(files, file{Library: r.library, Value: map[string]any{"id": r.value}})
		}
		for i, w := range askAll[written](t, name, "write", files) {
			r, got := reads[i], doc[uuid.UUID]{refused}
			err := r.codec.Unmarshal(w.Data, &got)
			if w.Error != "" || got.ID != r.want || (err != nil) != (r.want == refused) {
				t.Errorf("%s of %s, %s: got %v, %v, want %v %s", r.library, name, r.why, got.ID, err, r.want, w.Error)
			}
		}
	}
}
