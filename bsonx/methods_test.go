package bsonx_test

import (
	"bytes"
	"encoding/hex"
	"reflect"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// TestMethods shows that in the default form, uuid.UUID, uuid.NullUUID and
// uuid.UUIDs need no registration: without one they write the same bytes, and read them.
func TestMethods(t *testing.T) {
	type document struct {
		T       uuid.UUID
		P       *uuid.UUID
		Nil     *uuid.UUID
		List    []uuid.UUID
		UUIDs   uuid.UUIDs
		None    uuid.UUIDs
		Keys    map[uuid.UUID]uuid.UUID
		Null    uuid.NullUUID
		Invalid uuid.NullUUID
		Any     any
	}
	u := vectors.U
	in := document{
		T: u, P: &u, List: []uuid.UUID{u, u}, UUIDs: uuid.UUIDs{u, u}, Keys: map[uuid.UUID]uuid.UUID{u: u},
		Null: uuid.NullUUID{UUID: u, Valid: true}, Any: u,
	}
	got, err := bson.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	want, err := marshal(registry(), in)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("marshal = %x without, %x with Register (%v)", got, want, err)
	}
	var out document
	wantOut := in
	wantOut.Any = bson.Binary{Subtype: 4, Data: u[:]} // this takes Register
	if err := bson.Unmarshal(got, &out); err != nil || !reflect.DeepEqual(out, wantOut) {
		t.Errorf("bson.Unmarshal = %v, %v, want %v", out, err, wantOut)
	}
	// Where no registry reaches, too.
	var id uuid.UUID
	if err := bson.Raw(got).Lookup("t").Unmarshal(&id); err != nil || id != u {
		t.Errorf("RawValue.Unmarshal = %v, %v, want %v", id, err, u)
	}
	b, err := bson.Marshal(bson.D{{Key: "x", Value: uuid.UUID(vectors.Google(u))}})
	if want := doc(elem("x", bin(4, standardHex))); err != nil || hex.EncodeToString(b) != want {
		t.Errorf("bson.Marshal of a conversion = %x, %v, want %s", b, err, want)
	}
}

// TestNilUUIDs: the driver asks its option for nil slices of a []uuid.UUID, and of a
// uuid.UUIDs only after Register.
func TestNilUUIDs(t *testing.T) {
	type document struct{ X any }
	plain, empty := bson.NewRegistry(), array()
	for _, tt := range []struct {
		list         any
		reg          *bson.Registry
		want, option string
	}{
		{[]uuid.UUID(nil), plain, null, empty},
		{uuid.UUIDs(nil), plain, null, null},
		{uuid.UUIDs{}, plain, empty, empty},
		{[]uuid.UUID(nil), registry(), null, empty},
		{uuid.UUIDs(nil), registry(), null, empty},
	} {
		encodes(t, tt.reg, document{tt.list}, x(tt.want))
		encodes(t, tt.reg, document{tt.list}, x(tt.option), nilSliceAsEmpty)
	}
}

// TestTrapString prints what has only the driver's own registry.
func TestTrapString(t *testing.T) {
	if s := (bson.D{{Key: "x", Value: vectors.Google(vectors.U)}}).String(); !strings.Contains(s, `"subType":"00"`) {
		t.Errorf("D.String() = %s, want subtype 0", s)
	}
	if s := (bson.D{{Key: "x", Value: vectors.U}}).String(); !strings.Contains(s, `"subType":"04"`) {
		t.Errorf("D.String() = %s, want subtype 4", s)
	}
}

// TestTrapEmbeddedNil embeds a *uuid.UUID that is nil.
func TestTrapEmbeddedNil(t *testing.T) {
	type embeds struct {
		*uuid.UUID
		Name string
	}
	defer func() {
		if recover() == nil {
			t.Error("marshal returned, want a panic")
		}
	}()
	marshal(registry(), bson.D{{Key: "x", Value: embeds{Name: "gopher"}}})
}
