package kit

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

var folder string // of the command

// WithCommand is m for stores.Main. Its tests may call Command.
func WithCommand(m *testing.M) interface{ Run() int } { return withCommand{m} }

type withCommand struct{ *testing.M }

// Run removes what Command has built. Where stores.Main ends the process, Close does.
func (m withCommand) Run() int {
	var err error
	if folder, err = os.MkdirTemp("", "uuidkit-command"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer m.Close()
	return m.M.Run()
}

func (withCommand) Close() error { return os.RemoveAll(folder) }

var command = sync.OnceValues(func() (string, error) {
	build := exec.Command("go", "build", "-ldflags=-w", "-o", folder, "./uuid") // DWARF is half of the linker's work
	build.Dir = filepath.Join("..", "..", "cmd")
	build.Env = append(os.Environ(), "GOWORK=", "GOFLAGS=") // cmd/go.work
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return filepath.Join(folder, "uuid"), nil
})

// Command builds the command uuid of this checkout, once, for the tests of a folder in
// integration/. It returns the command's path.
func Command(t testing.TB) string {
	t.Helper()
	return Must(command())(t)
}
