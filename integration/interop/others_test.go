package interop_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fxamacker/cbor/v2"
	google "github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"
	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// TestOthers reads what others write in a form that we do not write: it is the UUID,
// or an error that leaves it unchanged, or, where nothing in the bytes tells, another
// UUID.
func TestOthers(t *testing.T) {
	ours, msgpacks := on[uuid.UUID]{}, codec{msgpack.Marshal, msgpack.Unmarshal}
	refused := uuid.UUID(o.bytes()) // what was there before
	reads := map[string][]struct {
		library string
		value   any
		codec   codec
		want    uuid.UUID
		why     string
	}{
		"node": {
			{"bson", string(u), ours.bson(), refused, "uuid and crypto.randomUUID make strings"},
			{"bson", string(u), codec{bson.Marshal, bson.Unmarshal}, refused, "and the methods do not take them either"},
			{"bson", u, ours.bson(bsonx.JavaLegacy), refused, "standard, read as legacy"},
			{"cbor-x Uint8Array", u, ours.cbor(), vectors.U, "a typed array, tag 64, where a Buffer has none"},
			{"cbor-x Uint8Array", u, codec{cbor.Marshal, cbor.Unmarshal}, vectors.U, "likewise"},
			{"cbor-x Buffer", u, ours.cbor(), vectors.U, "bytes without a tag"},
			{"msgpackr text", u, msgpacks, vectors.U, "text, to a type that writes bin"},
			{"cbor-x", string(u), ours.cbor(), refused, "text"},
			{"msgpackr ext 2", u, msgpacks, refused, "an ext that is not registered for the type"},
		},
		"python": {
			{"bson JAVA_LEGACY", u, ours.bson(), refused, "legacy, read as standard"},
			{"bson PYTHON_LEGACY", u, ours.bson(), refused, "what pymongo 3 writes unless told otherwise"},
			{"bson PYTHON_LEGACY", u, codec{bson.Marshal, bson.Unmarshal}, refused, "likewise"},
			{"json_util LEGACY", u, ours.extJSON(), refused, "$uuid without hyphens, which the driver does not take"},
			{"msgpack ext 2", u, msgpacks, refused, "likewise"},
			{"bson JAVA_LEGACY", u, ours.bson(bsonx.CSharpLegacy), uuid.MustParse("44556677-2233-0011-ffee-ddccbbaa9988"), "one legacy order, read as another"},
			{"msgpack bytes_le", u, msgpacks, uuid.MustParse("33221100-5544-7766-8899-aabbccddeeff"), "the order of .NET, without msgpackx.DotNet"},
		},
	}
	for name, reads := range reads {
		dir := t.TempDir()
		var files []file
		for i, r := range reads {
			files = append(files, file{File: filepath.Join(dir, string(rune('a'+i))), Library: r.library, Value: map[string]any{"id": r.value}})
		}
		for i, failed := range askAll[any](t, clientsByName[name], "write", files) {
			r := reads[i]
			if failed != nil {
				t.Errorf("%s: %s", r.library, show(failed))
				continue
			}
			b, err := os.ReadFile(files[i].File)
			if err != nil {
				t.Fatal(err)
			}
			got := doc[uuid.UUID]{refused}
			err = r.codec.unmarshal(b, &got)
			if got.ID != r.want || (err != nil) != (r.want == refused) {
				t.Errorf("%s of %s, %s: got %v, %v, want %v", r.library, name, r.why, got.ID, err, r.want)
			}
		}
	}
}

// TestUnregistered shows what others see of a UUID that Go's libraries have written
// without uuidkit: bytes, without a word that they are a UUID.
func TestUnregistered(t *testing.T) {
	type subtype struct {
		Hex     string `json:"$binary"`
		Subtype int    `json:"subtype"`
	}
	just := map[string]string{"$binary": u.hex()}
	sees := map[string][]struct {
		library string
		marshal func(any) ([]byte, error)
		want    any
	}{
		"node": {
			{"bson", bson.Marshal, subtype{u.hex(), 0}},
			{"cbor-x", cbor.Marshal, just},
			{"cborg", cbor.Marshal, just},
		},
		"python": {
			{"bson", bson.Marshal, just},
			{"cbor2", cbor.Marshal, just},
		},
	}
	for name, sees := range sees {
		dir := t.TempDir()
		var files []file
		for i, s := range sees {
			b, err := s.marshal(doc[google.UUID]{google.UUID(vectors.U)})
			if err != nil {
				t.Fatal(err)
			}
			f := file{File: filepath.Join(dir, string(rune('a'+i))), Library: s.library}
			if err := os.WriteFile(f.File, b, 0o600); err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		for i, got := range askAll[any](t, clientsByName[name], "read", files) {
			same(t, name+"'s "+sees[i].library, got, map[string]any{"id": sees[i].want})
		}
	}
}
