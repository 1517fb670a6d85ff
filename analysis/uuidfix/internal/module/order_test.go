package module_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/module"
)

// TestOrder has modules that require each other: those of a cycle are on one line, after their callers.
func TestOrder(t *testing.T) {
	for _, c := range []struct {
		name     string
		requires string // a module, and what its go.mod requires
		want     string
	}{
		{"chain", "a, b a, c b", "c, b, a"},
		{"two apart", "a, b", "a, b"},
		{"two that require each other", "a b, b a", "a b"},
		{"three in a circle, a caller and a library", "a b lib, b c, c a, lib, app b", "app, a b c, lib"},
		{"two cycles, one above the other", "a b, b a, c d a, d c", "c d, a b"},
		{"a cycle through a module that is elsewhere", "a other, b a", "b, a"},
		{"itself", "a a, b a", "b, a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			var dirs []string
			for line := range strings.SplitSeq(c.requires, ", ") {
				names := strings.Fields(line)
				mod := "module example.com/" + names[0] + "\n"
				for _, name := range names[1:] {
					mod += "require example.com/" + name + " v1.0.0\n"
				}
				dir := filepath.Join("in", names[0])
				dirs = append(dirs, dir)
				if err := os.MkdirAll(dir, 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			slices.Reverse(dirs) // the command line's order does not count
			got, err := module.Order(t.Context(), dirs)
			if lines := strings.ReplaceAll(strings.Join(got, ", "), "in"+string(filepath.Separator), ""); err != nil || lines != c.want {
				t.Errorf("got %q, %v, want %q", lines, err, c.want)
			}
		})
	}
}
