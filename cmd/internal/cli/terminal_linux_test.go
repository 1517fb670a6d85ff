package cli_test

import (
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/uuidkit/uuidkit/cmd/internal/cli"
)

// TestTerminal looks for colours on a terminal, and only there.
func TestTerminal(t *testing.T) {
	for _, test := range []struct {
		env  map[string]string
		want bool
	}{
		{map[string]string{"NO_COLOR": "", "TERM": "xterm"}, true},
		{map[string]string{"NO_COLOR": "1", "TERM": "xterm"}, false},
		{map[string]string{"NO_COLOR": "", "TERM": "dumb"}, false},
	} {
		for name, value := range test.env {
			t.Setenv(name, value)
		}
		screen, terminal := openTerminal(t)
		if status := cli.Main([]string{"inspect", "1541815603606036480"}, strings.NewReader(""), terminal, os.Stderr); status != 0 {
			t.Fatalf("got exit status %d", status)
		}
		b := make([]byte, 1000)
		n, err := screen.Read(b)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(string(b[:n]), "\x1b["); got != test.want {
			t.Errorf("%v: got %q, want colours: %v", test.env, b[:n], test.want)
		}
		// Without ids, a terminal as the input is no list of them.
		if status := cli.Main([]string{"inspect"}, terminal, &strings.Builder{}, &strings.Builder{}); status != 2 {
			t.Errorf("the input is a terminal: got exit status %d, want 2", status)
		}
	}
}

// TestBar looks for what an audit shows on a terminal: where it is before the first row, and nothing at the end.
func TestBar(t *testing.T) {
	path := t.TempDir() + "/x.db"
	shop(t, path)
	screen, terminal := openTerminal(t)
	if status := cli.Main([]string{"audit", path}, nil, &strings.Builder{}, terminal); status != 1 {
		t.Fatalf("got exit status %d, want 1", status)
	}
	terminal.Close()
	shown, _ := io.ReadAll(screen) // which ends with an error
	lines := strings.Split(string(shown), "\r\x1b[K")
	if len(lines) < 3 || lines[1] == "" || strings.Contains(lines[1], " rows") || lines[len(lines)-1] != "" {
		t.Errorf("got %q, want a line before the first rows, and at last an empty one", lines)
	}
}

// openTerminal returns both ends of a pseudo-terminal.
func openTerminal(t *testing.T) (screen, terminal *os.File) {
	t.Helper()
	open := func(name string) *os.File {
		f, err := os.OpenFile(name, os.O_RDWR|syscall.O_NOCTTY, 0)
		switch {
		case err != nil && os.Getenv("CI") != "":
			t.Fatal(err)
		case err != nil:
			t.Skip(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	screen = open("/dev/ptmx")
	ioctl := func(request uintptr, value *int32) {
		if _, _, err := syscall.Syscall(syscall.SYS_IOCTL, screen.Fd(), request, uintptr(unsafe.Pointer(value))); err != 0 {
			t.Fatal(err)
		}
	}
	var unlock, number int32
	ioctl(syscall.TIOCSPTLCK, &unlock)
	ioctl(syscall.TIOCGPTN, &number)
	return screen, open(fmt.Sprintf("/dev/pts/%d", number))
}
