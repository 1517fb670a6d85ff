package generator_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/uuid/generator"
)

func TestFileStoreReadOnly(t *testing.T) {
	s := newFile(t)
	folder := filepath.Dir(string(s))
	newV1(t, &generator.Generator{Store: s})
	chmod := func(name string, mode fs.FileMode) {
		t.Helper()
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
	}
	chmod(filepath.Dir(folder), 0o755)
	chmod(string(s), 0o444)
	chmod(folder, 0o555)
	defer chmod(folder, 0o755)
	t.Run("another user's", func(t *testing.T) {
		if os.Geteuid() == 0 { // may write everything
			runtime.LockOSThread() // the thread ends with this function
			if err := syscall.Setfsuid(65534); err != nil {
				t.Fatal(err)
			}
		}
		fails(t, &generator.Generator{Store: s}, s, "uuid.state: permission denied")
		fails(t, &generator.Generator{Store: s + "2"}, s, ".new: permission denied")
	})
}

// TestFileStoreFull runs itself again as a process in which no file can be written to.
// The first process may not: go test has it keep a log of its files.
func TestFileStoreFull(t *testing.T) {
	const variable = "UUID_TEST_FULL"
	s := generator.FileStore(os.Getenv(variable))
	if s == "" {
		s = newFile(t)
		newV1(t, &generator.Generator{Store: s})
		cmd := exec.Command(os.Args[0], "-test.run=^TestFileStoreFull$", "-test.v")
		cmd.Env = append(os.Environ(), variable+"="+string(s))
		out, err := cmd.CombinedOutput()
		if errors.Is(err, syscall.ENOEXEC) {
			t.Skip("in an emulator of another machine, which starts no further process")
		}
		if err != nil || !strings.Contains(string(out), "--- PASS: TestFileStoreFull") {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	c := clock{time.Now()}
	g := &generator.Generator{Clock: c.now, Store: s}
	newV1(t, g)
	c.add(time.Minute)

	signal.Ignore(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 0, Max: limit.Max}); err != nil {
		t.Fatal(err)
	}
	fails(t, g, s, "file too large")
	fails(t, &generator.Generator{Store: s}, s, "file too large")
	fails(t, &generator.Generator{Store: s + "2"}, s, "file too large")
	if _, err := os.Stat(string(s + "2")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want no file", err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	newV1(t, g)
}
