package matrix_test

import (
	"bytes"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/integration/matrix"
)

const (
	explorerFile  = "../../docs/matrix.html"
	librariesFile = "../../docs/works-with.md" // integration/ecosystem measures it
)

// TestExplorer compares the page with what matrix.json and works-with.md make. It needs no server, and
// with -update it writes the page.
func TestExplorer(t *testing.T) {
	if !std.Present {
		t.Skip("Go 1.26 does not have all rows of matrix.json")
	}
	got := explorerOf(t, parse(t, read(t, jsonFile)))
	if *update {
		write(t, explorerFile, got)
		return
	}
	if want := read(t, explorerFile); !bytes.Equal(got, want) {
		t.Errorf("%s is not made of matrix.json and %s: go -C integration test ./matrix -run Explorer -update", explorerFile, librariesFile)
	}
	if len(got) > 1_000_000 {
		t.Errorf("%s has %d bytes, more than 1,000,000", explorerFile, len(got))
	}
}

func explorerOf(t *testing.T, r matrix.Report) []byte {
	return kit.Must(r.Explorer(matrix.Rows(), string(read(t, librariesFile))))(t)
}
