package rewrite

import (
	"testing"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// TestApplyLeaves has edits that make no Go of one of two files: the other one is rewritten.
func TestApplyLeaves(t *testing.T) {
	changed := map[string][]byte{"a.go": []byte("package a\n"), "b.go": []byte("package b\n")}
	j := &job{
		Program: &load.Program{Files: &load.Files{Changed: changed}},
		list:    &finding.List{},
		edits:   map[string]edits{"a.go": {edit{10, 10, 10, ")"}: true}, "b.go": {edit{10, 10, 10, "var B int\n"}: true}},
		left:    map[string]bool{},
	}
	if err := j.apply(); err != nil {
		t.Fatal(err)
	}
	if found := j.list.Sorted(); len(found) != 1 || found[0].File != "a.go" || found[0].Kind != finding.Left {
		t.Errorf("got %v", found)
	}
	if changed["a.go"] != nil || string(changed["b.go"]) != "package b\nvar B int\n" {
		t.Errorf("got %q", changed)
	}
}
