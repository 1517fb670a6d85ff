package uuiderror

import "testing"

func TestCalled(t *testing.T) {
	r := new(plainRemover)
	for _, remove := range []func(text string){r.called, func(text string) { (*plainRemover).called(r, text) }} {
		remove("no UUID")
	}
}
