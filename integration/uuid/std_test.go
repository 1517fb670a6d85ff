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

func needStd(t *testing.T) {
	t.Helper()
	if !std.Present {
		t.Skip("Go 1.26 has no package uuid and no encoding/json/v2")
	}
}

// TestStdMethods checks that vectors.Std has the methods of the standard library's type.
func TestStdMethods(t *testing.T) {
	needStd(t)
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

// TestJSONv2 checks what encoding/json/v2 does besides the table of formats.
func TestJSONv2(t *testing.T) {
	needStd(t)
	v2 := kit.Codec{Marshal: std.MarshalJSON, Unmarshal: std.UnmarshalJSON}
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
	const u = `"` + vectors.Text + `"`
	want := `{"ID":` + u + `,"Null":null,"E":"` + uuid.Nil().String() + `","L":[` + u + `],"M":{` + u + `:` + u + `}}`
	if b := v2.Exchange(t, in, in); string(b) != want {
		t.Errorf("got %s, want %s", b, want)
	}
	if b, err := std.MarshalJSON(map[uuid.NullUUID]int{{}: 1}); err == nil {
		t.Errorf("a null key: got %s, want an error", b)
	}
	// Types without methods have another form here than in encoding/json.
	if b, err := std.MarshalJSON([]any{vectors.Plain(vectors.U), google.UUID(vectors.U)}); err != nil || string(b) != `["ABEiM0RVZneImaq7zN3u/w==",`+u+`]` {
		t.Errorf("got %s, %v", b, err)
	}
}
