package module_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/module"
)

// TestWrite has an error, or an interrupt, after the first two files, or a file that was saved meanwhile.
func TestWrite(t *testing.T) {
	for _, c := range []struct {
		name  string
		third string
		read  string // of the first file
		calls int    // of Err, before the interrupt
		err   error
	}{
		{"folder is missing", "missing/b.go", "before", 100, os.ErrNotExist},
		{"interrupt", "b.go", "before", 2, module.ErrInterrupted},
		{"saved", "b.go", "older", 100, nil},
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
			ctx := &interruptAfter{t.Context(), c.calls, dir, 0, nil}
			if err := module.Write(ctx, changes); err == nil || c.err != nil && !errors.Is(err, c.err) {
				t.Errorf("got %v, want %v", err, c.err)
			}
			if want := map[bool]int{true: 2, false: 0}[c.err != nil]; ctx.files != want {
				t.Errorf("got %d files before the error, want %d", ctx.files, want)
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

// TestWriteLost has a file that cannot be brought back after an interrupt.
func TestWriteLost(t *testing.T) {
	dir := t.TempDir()
	a := filepath.Join(dir, "a.go")
	if err := os.WriteFile(a, []byte("before"), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err := module.Write(&interruptAfter{ctx, 1, dir, 0, func() {
		os.Remove(a)
		os.Mkdir(a, 0o755)
		cancel()
	}}, []module.Change{{a, []byte("before"), []byte("after")}, {filepath.Join(dir, "b.go"), nil, []byte("after")}})
	if err == nil || !strings.Contains(err.Error(), "a.go is not as it was") || strings.Contains(err.Error(), "nothing was written") {
		t.Errorf("got %v", err)
	}
}

// An interruptAfter is interrupted after some calls of Err. It counts the files that are there at the last call.
type interruptAfter struct {
	context.Context
	calls int
	dir   string
	files int
	do    func() // at the interrupt
}

func (c *interruptAfter) Err() error {
	files, _ := os.ReadDir(c.dir)
	c.files = len(files)
	if c.calls--; c.calls < 0 {
		if c.do != nil {
			c.do()
		}
		return context.Canceled
	}
	return nil
}
