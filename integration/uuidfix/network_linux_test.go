package uuidfix

import (
	"bytes"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"unsafe"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// inside is set for this program when it runs in a network of its own.
const inside = "UUIDKIT_LOOPBACK_ONLY"

// TestMain runs the tests, or the command that loopbackOnly has prepared.
func TestMain(m *testing.M) {
	if os.Getenv(inside) == "" {
		os.Exit(m.Run())
	}
	os.Unsetenv(inside)
	if err := loopbackUp(); err != nil {
		panic(err)
	}
	name, err := exec.LookPath(os.Args[1])
	if err == nil {
		err = syscall.Exec(name, os.Args[1:], os.Environ())
	}
	panic(err)
}

// loopbackOnly returns a command that has no network but a loopback of its own: it is root in
// a user namespace of its own. Docker and Ubuntu 24.04 can forbid these: the test is then
// skipped, even where CI=true, and the last line of ./test.sh says so.
func loopbackOnly(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	if out, err := exec.Command("unshare", "--map-root-user", "--net", "true").CombinedOutput(); err != nil {
		t.Skipf("no network of its own: %v: %s", err, out)
	}
	cmd := exec.Command(kit.Must(os.Executable())(t), args...)
	cmd.Env = append(os.Environ(), inside+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	return cmd
}

// loopbackUp does what the command "ip link set lo up" does.
func loopbackUp() error {
	socket, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_DGRAM, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(socket)
	request := struct {
		name  [syscall.IFNAMSIZ]byte
		flags uint16
		_     [22]byte
	}{flags: syscall.IFF_UP}
	copy(request.name[:], "lo")
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(socket), syscall.SIOCSIFFLAGS, uintptr(unsafe.Pointer(&request))); errno != 0 {
		return errno
	}
	return nil
}

// TestLoopbackOnly: what passes without a network must really have none.
func TestLoopbackOnly(t *testing.T) {
	out, err := loopbackOnly(t, "cat", "/proc/net/dev").Output()
	kit.Check(t, err)
	if got := bytes.Count(out, []byte("\n")); got != 3 { // two lines of head, and lo
		t.Errorf("got interfaces\n%s\nwant lo alone", out)
	}
}
