package main

import (
	"errors"
	"io/fs"
	"os"
	"testing"
)

// TestCheck finds the files of driverv1 that are not what bsonx makes of them.
func TestCheck(t *testing.T) {
	const root = "../../.."
	if _, err := os.Stat(root + "/" + source); errors.Is(err, fs.ErrNotExist) {
		t.Skip("a copy of this module alone has no bsonx, which is a module of its own")
	}
	changed, err := run(root, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range changed {
		t.Errorf("%s is not what bsonx makes of it: run go run ./internal/tools/twin", path)
	}
}
