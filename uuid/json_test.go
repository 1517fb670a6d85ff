package uuid_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

func FuzzUnmarshalJSON(f *testing.F) { jsonFormat.fuzz(f) }

var jsonFormat = format{
	name:      "JSON",
	marshal:   json.Marshal,
	unmarshal: json.Unmarshal,
	value:     `"` + vectors.Text + `"`,
	null:      `null`,
	also:      append(jsonTexts, texts(`"`)...),
	rejects:   append(badTexts(`"`), badJSON...),
	read:      readJSON,
	ofUUID:    nullLeaves, // as encoding/json does for every type
	library:   true,
}

var (
	jsonTexts = []string{
		`"` + strings.ReplaceAll(vectors.Text, "f", `\u0066`) + `"`,
		` "` + vectors.Text + `" `,
		`"\u007B` + vectors.Text + `\u007d"`,
	}
	badJSON = []string{
		``, `""`, `" "`, `"null"`, `nul`, `0`, `16`, `true`, `[]`, `{}`,
		`[0,17,34,51,68,85,102,119,136,153,170,187,204,221,238,255]`,
		`"ABEiM0RVZneImaq7zN3u/w=="`,
		`"` + vectors.Text, vectors.Text, `'` + vectors.Text + `'`,
		`"` + vectors.Text[:35] + `\f"`,
		`"` + vectors.Text[:35] + `\u00e9"`,
		`"` + vectors.Text[:35] + `\ud83d"`,
		`"` + vectors.Text[:35] + `\x66"`, // Go reads that, JSON does not
		`{"UUID":"` + vectors.Text + `","Valid":true}`,
	}
)

func readJSON(data []byte) (u uuid.UUID, null, ok bool) {
	var s *string
	if json.Unmarshal(data, &s) != nil {
		return u, false, false
	} else if s == nil {
		return u, true, true
	}
	u, err := parseSlow(*s)
	return u, false, err == nil
}

// TestJSONShapes has a UUID in every place that JSON knows.
func TestJSONShapes(t *testing.T) {
	type shapes struct {
		ID    uuid.UUID
		Ptr   *uuid.UUID
		None  *uuid.UUID
		List  []uuid.UUID
		Array [1]uuid.UUID
		Map   map[uuid.UUID]uuid.UUID
		Omit  uuid.UUID `json:",omitzero"`
		Nulls []uuid.NullUUID
		Keys  map[uuid.NullUUID]int
		Gone  uuid.NullUUID `json:",omitzero"`
	}
	u := vectors.U
	v := shapes{
		ID: u, Ptr: &u, List: []uuid.UUID{u, {}}, Array: [1]uuid.UUID{u},
		Map:   map[uuid.UUID]uuid.UUID{u: u},
		Nulls: []uuid.NullUUID{{}, {UUID: u, Valid: true}},
		Keys:  map[uuid.NullUUID]int{{UUID: u, Valid: true}: 2},
	}
	want := strings.ReplaceAll(`{"ID":"U","Ptr":"U","None":null,`+
		`"List":["U","00000000-0000-0000-0000-000000000000"],"Array":["U"],"Map":{"U":"U"},`+
		`"Nulls":[null,"U"],"Keys":{"U":2}}`, "U\"", vectors.Text+`"`)
	got, err := json.Marshal(v)
	if string(got) != want || err != nil {
		t.Fatalf("Marshal: %v\n got %s\nwant %s", err, got, want)
	}
	var back shapes
	if err := json.Unmarshal(got, &back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back, v) {
		t.Errorf("Unmarshal:\n got %+v\nwant %+v", back, v)
	}
}
