package kit

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Command builds the command uuid of this checkout and returns its path. from is the
// top folder of the checkout, as seen from the test.
func Command(t testing.TB, from string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "uuid")
	build := exec.Command("go", "build", "-o", file, "./uuid")
	build.Dir = filepath.Join(from, "cmd")
	build.Env = append(os.Environ(), "GOWORK=") // cmd/go.work
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build of cmd/uuid: %v\n%s", err, out)
	}
	return file
}
