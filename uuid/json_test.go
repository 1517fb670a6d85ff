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

func FuzzUUIDsJSON(f *testing.F) { jsonLists.fuzz(f) }

const listText = `["` + vectors.Text + `","f81d4fae-7dec-11d0-a765-00a0c91e6bf6"]`

// jsonLists is written by encoding/json, and read by UUIDs itself.
var jsonLists = listFormat{
	name:      "JSON",
	marshal:   func(us uuid.UUIDs) ([]byte, error) { return json.Marshal(us) },
	unmarshal: func(data []byte, us *uuid.UUIDs) error { return us.UnmarshalJSON(data) },
	read:      readJSONList,
	null:      `null`,
	none:      `[]`,
	two:       listText,
	also: []string{
		" null\n", " [ ]\r\n",
		"\t[ \"" + vectors.Text + "\" ,\n\"" + strings.ToUpper(vectors.Text) + "\"\r]",
		`["` + strings.ReplaceAll(vectors.Text, "-", "") + `","{` + vectors.Text + `}","urn:uuid:` + vectors.Text + `"]`,
		`["` + strings.ReplaceAll(vectors.Text, "f", `\u0066`) + `"]`,
		`["\u007B` + vectors.Text + `\u007d","` + vectors.Text + `"]`,
	},
	rejects: []string{
		``, ` `, `nul`, `nulll`, `null,`, `[`, `]`, `[]]`, `[],`, `{}`, `0`, `""`, `"` + vectors.Text + `"`, `[null]`, `[0]`, `[[]]`, `[""]`, `["x"]`, `[true]`,
		listText[:1] + `,` + listText[1:], strings.Replace(listText, `,`, `,,`, 1), strings.Replace(listText, `,`, ` `, 1), strings.Replace(listText, `]`, `,]`, 1),
		strings.Replace(listText, `,`, `,null,`, 1), listText + listText, listText + `x`, "\x00" + listText, "\u00a0" + listText,
		`["` + vectors.Text[:35] + `\u00e9"]`, `["` + vectors.Text[:35] + `\ud83d"]`, `["` + vectors.Text[:35] + `\x66"]`, `["` + vectors.Text[:35] + `\u0`,
		`["` + vectors.Text[:35] + `\f"]`, `["` + vectors.Text[:35] + `\u006_"]`, `["urn:uuid:{` + vectors.Text + `}"]`,
	},
}

// readJSONList is what encoding/json reads as a list of texts.
func readJSONList(data string) (us uuid.UUIDs, ok bool) {
	var texts []*string
	if json.Unmarshal([]byte(data), &texts) != nil {
		return nil, false
	}
	if texts == nil {
		return nil, true
	}
	us = uuid.UUIDs{}
	for _, s := range texts {
		if s == nil {
			return nil, false
		}
		u, err := parseSlow(*s)
		if err != nil {
			return nil, false
		}
		us = append(us, u)
	}
	return us, true
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
