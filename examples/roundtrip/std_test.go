//go:build go1.27

package main

import (
	"testing"

	"github.com/uuidkit/uuidkit/uuid"
)

func TestStd(t *testing.T) {
	tr := tour{id: uuid.MustParse(sample)}
	visitStd(t.Context(), &tr)
	for _, c := range tr.cells {
		if !c.native() {
			t.Errorf("%s: %v", c.store, c.kit)
		}
	}
	if got, want := len(tr.cells), embedded; got != want {
		t.Errorf("got %d cells, want %d", got, want)
	}
}
