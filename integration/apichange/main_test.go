package main

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/exp/apidiff"

	"github.com/uuidkit/uuidkit/integration/internal/git"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

func TestUnnamed(t *testing.T) {
	const log = "# Changelog\n\n## Unreleased\n- `uuid.Compare` is new.\n  `New`, too, and Scan.\n- `sqlx`: `Binary.Scan`.\n\n## v0.1.0\n- `uuid.Old`\n"
	release := strings.Replace(log, "Unreleased", "v0.2.0", 1) // as a commit that a tag will have
	for _, test := range []struct {
		log, base, change string
		named             bool
	}{
		{log, "v0.1.0", "./uuid.Compare: added", true},
		{log, "v0.1.0", "./uuid.New: added", true},
		{log, "v0.1.0", "./sqlx.(*Binary).Scan: changed from a to b", true},
		{log, "v0.1.0", "package ./sqlx: removed", true},
		{log, "v0.1.0", "./uuid.Scan: added", false},     // no code
		{log, "v0.1.0", "./bsonx.Compare: added", false}, // of another package
		{log, "v0.1.0", "./uuid.Old: removed", false},    // another release's
		{log, first, "./uuid.Old: removed", true},
		{release, "bsonx/driverv1/v0.1.0", "./uuid.Compare: added", true},
		{release, "bsonx/driverv1/v0.1.0", "./uuid.Old: removed", false},
	} {
		err := unnamed(apidiff.Report{Changes: []apidiff.Change{{Message: test.change}}}, test.log, test.base)
		if got := err == nil; got != test.named {
			t.Errorf("%s since %s: named %t (%v), want %t", test.change, test.base, got, err, test.named)
		}
	}
}

func TestDefaultBase(t *testing.T) {
	dir := t.TempDir()
	run := func(args ...string) {
		t.Helper()
		kit.Must(git.Run(dir, args...))(t)
	}
	run("init", "-q")
	run("commit", "-q", "--allow-empty", "-m", "one")
	run("commit", "-q", "--allow-empty", "-m", "two")
	if base, err := defaultBase(dir); err == nil {
		t.Errorf("got %s of a repository without the first commit and a release, want an error", base)
	}
	shallow := filepath.Join(t.TempDir(), "shallow")
	run("clone", "-q", "--depth", "1", "file://"+dir, shallow)
	if base, err := defaultBase(shallow); base != "" || err != nil {
		t.Errorf("got %s, %v of a shallow clone, want nothing", base, err)
	}
	run("tag", "v0.1.0", "HEAD^")
	run("tag", "vain")
	run("tag", "bsonx/v0.2.0") // it has no heading in CHANGELOG.md
	if base := kit.Must(defaultBase(dir))(t); base != "v0.1.0" {
		t.Errorf("got %s, want the release", base)
	}
}
