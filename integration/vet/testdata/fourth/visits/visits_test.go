package visits

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"github.com/google/uuid"
	kit "github.com/uuidkit/uuidkit/uuid"
)

const fixed = "1B4E28BA-2FA1-11D2-883F-0016D3CCA427"

func TestFixed(t *testing.T) {
	v := Visit{ID: kit.MustParse(fixed)}
	if got := v.ID.String(); got != fixed { // WRONG(uuidcompare): a constant in upper case
		t.Errorf("got %s, want %s", got, fixed)
	}
}

func TestFixedRight(t *testing.T) {
	v := Visit{ID: kit.MustParse(fixed)}
	if got, want := v.ID, kit.MustParse(fixed); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestZero(t *testing.T) {
	var v Visit
	if !reflect.DeepEqual(v.ID, kit.Nil) { // WRONG(uuidfunc): never equal
		t.Error("not zero")
	}
}

func TestZeroRight(t *testing.T) {
	var v Visit
	if !reflect.DeepEqual(v.ID, kit.Nil()) {
		t.Error("not zero")
	}
}

func TestHex(t *testing.T) {
	id := uuid.MustParse(fixed)
	if s := fmt.Sprintf("%x", id); len(s) != 32 { // WRONG(uuidprintf): 72 digits
		t.Error(s)
	}
}

func TestHexRight(t *testing.T) {
	id := uuid.MustParse(fixed)
	if s := fmt.Sprintf("%x", [16]byte(id)); len(s) != 32 {
		t.Error(s)
	}
}

func TestSix(t *testing.T) {
	a, err := uuid.NewV6() // WRONG(googlev6): google's version 6
	if err != nil || a.Version() != 6 {
		t.Fatal(a, err)
	}
}

func TestSixRight(t *testing.T) {
	if a := kit.NewV6(); a.Version() != 6 {
		t.Fatal(a)
	}
}

func TestJSON(t *testing.T) {
	b, err := json.Marshal(Visit{})
	if err != nil {
		t.Fatal(err)
	}
	var v Visit
	if err := json.Unmarshal(b, &v); err != nil || v != (Visit{}) {
		t.Errorf("%s: %v", b, err)
	}
}
