//go:build go1.26

package uuid_test

import (
	"crypto/rand"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestVersions(t *testing.T) {
	for text, want := range map[string]int{
		"00000000-0000-0000-0000-000000000000": 0,
		"ffffffff-ffff-ffff-ffff-ffffffffffff": 0,
		"c232ab00-9414-11ec-b3c8-9f6bdeced846": 1, // RFC 9562, appendices A and B
		"5df41881-3aed-3515-88a7-2f4a814cf09e": 3,
		"919108f7-52d1-4320-9bac-f847db4148a8": 4,
		"2ed6657d-e927-568b-95e1-2665a8aea6a2": 5,
		"1ec9414c-232a-6b00-b3c8-9f6bdeced846": 6,
		"017f22e2-79b0-7cc3-98c4-dc0c0c07398f": 7,
		"2489e9ad-2ee2-8e00-8ec9-32d5f69181c0": 8,
	} {
		if got := uuid.MustParse(text).Version(); got != want {
			t.Errorf("%v.Version() = %d, want %d", text, got, want)
		}
	}
}

// TestRandomBits has crypto/rand read as known bytes, and each generator put them
// where they belong.
func TestRandomBits(t *testing.T) {
	system := rand.Reader
	defer func() { rand.Reader = system }()
	at := func(f func(time.Time) (uuid.UUID, error)) func() uuid.UUID {
		return func() uuid.UUID {
			u, err := f(epoch)
			if err != nil {
				t.Error(err)
			}
			return u
		}
	}
	const a, b = 0x0123456789abcdef, 0xfedcba9876543210
	for _, test := range []struct {
		name             string
		new              func() uuid.UUID
		want, complement string // of a and b, and of ^a and ^b
	}{
		{"New", uuid.New, "01234567-89ab-4def-bedc-ba9876543210", "fedcba98-7654-4210-8123-456789abcdef"},
		{"NewV4", uuid.NewV4, "01234567-89ab-4def-bedc-ba9876543210", "fedcba98-7654-4210-8123-456789abcdef"},
		{"NewV7", uuid.NewV7, "00dc6ad0-9660-7000-8123-456789abcdef", "00dc6ad1-80c0-7000-bedc-ba9876543210"},
		{"V1At", at(uuid.V1At), "c232ab00-9414-11ec-8123-456789abcdef", "c232ab00-9414-11ec-bedc-bb9876543210"},
		{"V6At", at(uuid.V6At), "1ec9414c-232a-6b00-8123-456789abcdef", "1ec9414c-232a-6b00-bedc-bb9876543210"},
		{"V7At", at(uuid.V7At), "017f22e2-79b0-7123-8567-89abcdeffedc", "017f22e2-79b0-7edc-ba98-765432100123"},
	} {
		synctest.Test(t, func(t *testing.T) {
			time.Sleep(time.Minute) // from 2000-01-01, where no other test is
			rand.Reader = words(a, b)
			if got := test.new().String(); got != test.want {
				t.Errorf("%s = %s, want %s", test.name, got, test.want)
			}
			time.Sleep(time.Minute)
			rand.Reader = words(^uint64(a), ^uint64(b))
			if got := test.new().String(); got != test.complement {
				t.Errorf("%s = %s, want %s", test.name, got, test.complement)
			}
		})
	}
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
