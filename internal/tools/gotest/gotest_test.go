package gotest_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/uuidkit/uuidkit/internal/tools/gotest"
)

// TestRun runs a test of each result.
func TestRun(t *testing.T) {
	t.Setenv("GOARCH", "") // an emulator of another machine runs this test, but not what go starts
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/a\n\ngo 1.24\n")
	write("a_test.go", `package a

import "testing"

func TestPass(t *testing.T) { t.Run("part", func(t *testing.T) {}) }
func TestSkip(t *testing.T) { t.Skip() }
`)
	got, err := gotest.Run(dir, ".")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"TestPass": "pass", "TestPass/part": "pass", "TestSkip": "skip", "TestNone": ""} {
		if got := got[gotest.Test{Package: "example.com/a", Name: name}]; got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}

	write("b_test.go", "package a\n\nimport \"testing\"\n\nfunc TestFail(t *testing.T) { t.Fail() }\n")
	if _, err := gotest.Run(dir, "."); err == nil {
		t.Error("a test that fails: got no error")
	}
}
