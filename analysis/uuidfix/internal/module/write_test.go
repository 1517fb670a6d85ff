package module_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/module"
)

// TestWrite has an error, or an interrupt, after the first two files, or a file that was saved meanwhile.
func TestWrite(t *testing.T) {
	for _, c := range []struct {
		name  string
		third string
		read  string // of the first file
		ctx   context.Context
	}{
		{"folder is missing", "missing/b.go", "before", t.Context()},
		{"interrupt", "b.go", "before", &interruptAfter{t.Context(), 2}},
		{"saved", "b.go", "older", t.Context()},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte("before"), 0o644); err != nil {
				t.Fatal(err)
			}
			changes := []module.Change{
				{filepath.Join(dir, "a.go"), []byte(c.read), []byte("after")},
				{filepath.Join(dir, "new.go"), nil, []byte("after")},
				{filepath.Join(dir, c.third), nil, []byte("after")},
			}
			if err := module.Write(c.ctx, changes); err == nil {
				t.Error("no error")
			}
			files, err := os.ReadDir(dir)
			if err != nil || len(files) != 1 {
				t.Errorf("got files %v, %v, want a.go alone", files, err)
			}
			if got, err := os.ReadFile(filepath.Join(dir, "a.go")); string(got) != "before" {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}

// An interruptAfter is interrupted after some calls of Err.
type interruptAfter struct {
	context.Context
	calls int
}

func (c *interruptAfter) Err() error {
	if c.calls--; c.calls < 0 {
		return context.Canceled
	}
	return nil
}
