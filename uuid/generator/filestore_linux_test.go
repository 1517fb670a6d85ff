package generator_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/uuidkit/uuidkit/uuid/generator"
)

func TestFileStoreReadOnly(t *testing.T) {
	s := newFile(t)
	folder := filepath.Dir(string(s))
	newV1(t, &generator.Generator{Store: s})
	chmod(t, string(s), 0o444)
	chmod(t, folder, 0o555)
	defer chmod(t, folder, 0o755)
	t.Chdir(folder) // the folders above may be closed to others
	s = generator.FileStore(filepath.Base(string(s)))
	t.Run("another user's", func(t *testing.T) {
		asOther(t)
		fails(t, &generator.Generator{Store: s}, s, "uuid.state: permission denied")
		fails(t, &generator.Generator{Store: s + "2"}, s, ".new: permission denied")
	})
}

// Nobody knows that the name of the file is on the disk if the folder cannot be read. That
// must stay an error, though the next call finds the file.
func TestFileStoreUnreadableFolder(t *testing.T) {
	folder := t.TempDir()
	chmod(t, folder, 0o333)
	defer chmod(t, folder, 0o755)
	t.Chdir(folder) // the folders above may be closed to others
	g := &generator.Generator{Store: generator.FileStore("uuid.state"), Node: [6]byte{2}}
	t.Run("another user's", func(t *testing.T) {
		asOther(t)
		for i := range 3 {
			if u, err := g.NewV1(context.Background()); !errors.Is(err, fs.ErrPermission) { // on this thread
				t.Errorf("%d: got %v, %v; want that the folder cannot be read", i, u, err)
			}
		}
	})
	chmod(t, folder, 0o755)
	newV1(t, g)
}

func chmod(t *testing.T, name string, mode fs.FileMode) {
	t.Helper()
	if err := os.Chmod(name, mode); err != nil {
		t.Fatal(err)
	}
}

// asOther has the rest of a test run as a user who may not read and write everything.
func asOther(t *testing.T) {
	t.Helper()
	if os.Geteuid() == 0 {
		runtime.LockOSThread() // the thread ends with the test
		if err := syscall.Setfsuid(65534); err != nil {
			t.Fatal(err)
		}
	}
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

// A reservation that is only in the system's cache must not serve the next call, though
// the file shows it.
func TestFileStoreNotOnDisk(t *testing.T) {
	s := newFile(t)
	c := newClock()
	g := &generator.Generator{Clock: c.now, Store: s, Node: [6]byte{2}}
	newV1(t, g)
	c.add(time.Minute)
	t.Run("the disk fails", func(t *testing.T) {
		failFsync(t)
		for i := range 3 {
			if u, err := g.NewV1(context.Background()); !errors.Is(err, syscall.EIO) { // on this thread
				t.Errorf("%d: got %v, %v; want an error of the disk", i, u, err)
			}
		}
	})
	newV1(t, g)
}

// failFsync has fsync fail with EIO for the rest of a test.
func failFsync(t *testing.T) {
	runtime.LockOSThread() // the thread ends with the test
	const (
		setSeccomp, setNoNewPrivs, filter = 22, 38, 2 // PR_, PR_, SECCOMP_MODE_
		allow, errno                      = 0x7fff0000, 0x00050000
	)
	program := []syscall.SockFilter{
		{Code: syscall.BPF_LD | syscall.BPF_W | syscall.BPF_ABS}, // the call's number
		{Code: syscall.BPF_JMP | syscall.BPF_JEQ | syscall.BPF_K, K: syscall.SYS_FSYNC, Jf: 1},
		{Code: syscall.BPF_RET, K: errno | uint32(syscall.EIO)},
		{Code: syscall.BPF_RET, K: allow},
	}
	prog := syscall.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	syscall.RawSyscall6(syscall.SYS_PRCTL, setNoNewPrivs, 1, 0, 0, 0, 0)
	if _, _, err := syscall.RawSyscall(syscall.SYS_PRCTL, setSeccomp, filter, uintptr(unsafe.Pointer(&prog))); err != 0 {
		t.Skip("no filter of system calls: ", err)
	}
}

// A new file is locked until its name is on the disk: another process that finds the name
// earlier must wait.
func TestFileStoreCreateLocked(t *testing.T) {
	s := newFile(t)
	events, err := syscall.InotifyInit1(syscall.IN_NONBLOCK)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(events)
	if _, err := syscall.InotifyAddWatch(events, filepath.Dir(string(s)), syscall.IN_CLOSE); err != nil {
		t.Fatal(err)
	}
	newV1(t, &generator.Generator{Store: s})
	b := make([]byte, 4096)
	n, err := syscall.Read(events, b)
	if err != nil {
		t.Fatal(err)
	}
	var closed []string
	for b = b[:n]; len(b) > 0; {
		event := (*syscall.InotifyEvent)(unsafe.Pointer(&b[0]))
		name := "the new file"
		if event.Mask&syscall.IN_ISDIR != 0 {
			name = "the folder"
		}
		closed = append(closed, name)
		b = b[syscall.SizeofInotifyEvent+event.Len:]
	}
	if want := []string{"the folder", "the new file"}; !slices.Equal(closed, want) {
		t.Errorf("closed, and so unlocked: %q; want %q", closed, want)
	}
}
