package uuid_test

import (
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

// TestStamp: generators set version and variant and leave all other bits to
// chance. That one of those stays the same in 1000 UUIDs happens in one of 2^992
// runs.
func TestStamp(t *testing.T) {
	for _, test := range []struct {
		name    string
		newUUID func() uuid.UUID
		version int
		random  string // the bits that must take both values
	}{
		{"New", uuid.New, 4, "ffffffff-ffff-0fff-3fff-ffffffffffff"},
		{"NewV4", uuid.NewV4, 4, "ffffffff-ffff-0fff-3fff-ffffffffffff"},
		{"NewV7", uuid.NewV7, 7, "00000000-0000-0000-3fff-ffffffffffff"},
	} {
		synctest.Test(t, func(t *testing.T) {
			var ones, zeros uuid.UUID
			for range 1000 {
				time.Sleep(time.Millisecond) // or else V7 counts in the random bits
				u := test.newUUID()
				if u.Version() != test.version || u.Variant() != uuid.VariantRFC9562 {
					t.Fatalf("%s: %v has version %d and variant %v", test.name, u, u.Version(), u.Variant())
				}
				for i, b := range u {
					ones[i] |= b
					zeros[i] |= ^b
				}
			}
			for i, mask := range uuid.MustParse(test.random) {
				if got := ones[i] & zeros[i] & mask; got != mask {
					t.Errorf("%s: bits %08b of byte %d vary, want %08b", test.name, got, i, mask)
				}
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
