package uuid_test

import (
	"reflect"
	"testing"

	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// The look-alike of the library's own tests has the standard library's methods.
func TestStdMethods(t *testing.T) {
	if !std.Present {
		t.Skip("Go 1.26 has no such type")
	}
	methods := func(v any) (names []string) {
		for m := range reflect.TypeOf(v).Methods() {
			names = append(names, m.Name)
		}
		return names
	}
	if got, want := methods(new(vectors.Std)), methods(new(std.UUID)); !reflect.DeepEqual(got, want) {
		t.Errorf("vectors.Std has %v, std %v", got, want)
	}
}

// Both write the same text.
func TestStdText(t *testing.T) {
	if !std.Present {
		t.Skip("Go 1.26 has no such type")
	}
	for _, f := range formats() {
		if f.marshal == nil {
			continue
		}
		ours := kit.Must(f.marshal(field[uuid.UUID]{ID: vectors.U}))(t)
		theirs := kit.Must(f.marshal(field[std.UUID]{ID: std.UUID(vectors.U)}))(t)
		if string(ours) != string(theirs) {
			t.Errorf("%s: got %s, std's %s", f.name, ours, theirs)
		}
	}
}

// What encoding/json/v2 has and does besides the table of formats.
func TestJSONv2(t *testing.T) {
	if !std.Present {
		t.Skip("Go 1.26 has no encoding/json/v2")
	}
	type fields struct {
		ID   uuid.UUID
		Null uuid.NullUUID
		Omit uuid.UUID     `json:",omitzero"`
		N    uuid.NullUUID `json:",omitzero"`
		E    uuid.UUID     `json:",omitempty"` // empty is what is written as null, "", {} or []
		NE   uuid.NullUUID `json:",omitempty"`
		L    []uuid.UUID
		M    map[uuid.UUID]uuid.UUID
	}
	in := fields{ID: vectors.U, L: []uuid.UUID{vectors.U}, M: map[uuid.UUID]uuid.UUID{vectors.U: vectors.U}}
	want := `{"ID":"` + vectors.Text + `","Null":null,"E":"` + uuid.Nil().String() + `","L":["` + vectors.Text + `"],"M":{"` + vectors.Text + `":"` + vectors.Text + `"}}`
	b, err := std.MarshalJSON(in)
	if err != nil || string(b) != want {
		t.Errorf("got %s, %v, want %s", b, err, want)
	}
	var out fields
	if err := std.UnmarshalJSON(b, &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("got %v, %v, want %v", out, err, in)
	}
	if b, err := std.MarshalJSON(map[uuid.NullUUID]int{{}: 1}); err == nil {
		t.Errorf("a null key = %s: package uuid's documentation says it is an error", b)
	}
	// Types without methods have another form here than in encoding/json.
	if b, err := std.MarshalJSON([]any{vectors.Plain(vectors.U), google.UUID(vectors.U)}); err != nil || string(b) != `["ABEiM0RVZneImaq7zN3u/w==","`+vectors.Text+`"]` {
		t.Errorf("got %s, %v", b, err)
	}
}
