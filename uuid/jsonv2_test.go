//go:build go1.27 && goexperiment.jsonv2

package uuid_test

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestJSONv2(t *testing.T) {
	f := jsonFormat
	f.marshal = func(v any) ([]byte, error) { return json.Marshal(v) }
	f.unmarshal = func(data []byte, v any) error {
		// Unmarshal looks at what follows a value only when it has set v.
		if !jsontext.Value(data).IsValid() {
			return errors.New("invalid JSON")
		}
		return json.Unmarshal(data, v)
	}
	f.ofUUID = nullZeroes // as encoding/json/v2 does for every type
	f.test(t)

	m := map[uuid.UUID]uuid.NullUUID{vectors.U: {}}
	want := `{"` + vectors.Text + `":null}`
	if got, err := json.Marshal(m); string(got) != want || err != nil {
		t.Errorf("Marshal(%v) = %s, %v; want %s", m, got, err, want)
	}
	var got map[uuid.UUID]uuid.NullUUID
	if err := json.Unmarshal([]byte(want), &got); len(got) != 1 || got[vectors.U].Valid || err != nil {
		t.Errorf("Unmarshal(%s) = %v, %v; want %v", want, got, err, m)
	}

	// encoding/json writes null for both.
	for _, list := range []any{[]uuid.UUID(nil), uuid.UUIDs(nil)} {
		if got, err := json.Marshal(list); string(got) != "[]" || err != nil {
			t.Errorf("Marshal(%#v) = %s, %v; want []", list, got, err)
		}
	}
}
