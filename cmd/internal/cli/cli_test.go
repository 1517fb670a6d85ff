package cli_test

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"

	"github.com/uuidkit/uuidkit/cmd/internal/cli"
)

// run runs the command.
func run(stdin io.Reader, args ...string) (stdout, stderr string, status int) {
	var out, errors bytes.Buffer
	status = cli.Main(args, stdin, &out, &errors)
	return out.String(), errors.String(), status
}

// good runs the command, which must have no problem, and returns its output.
func good(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	stdout, stderr, status := run(strings.NewReader(stdin), args...)
	if status != 0 || stderr != "" {
		t.Fatalf("uuid %q: got exit status %d and the message %q, want none", args, status, stderr)
	}
	return stdout
}

// TestHelp demands of each verb an example.
func TestHelp(t *testing.T) {
	if n := helped(t); n < 5 {
		t.Errorf("got %d verbs, want more", n)
	}
}

// helped checks the help of a command, and returns how many verbs there are.
func helped(t *testing.T, command ...string) (verbs int) {
	t.Helper()
	help := good(t, "", append(command, "-h")...)
	_, list, group := strings.Cut(help, "\nAvailable Commands:\n")
	if !group {
		if example := "Examples:\n  uuid " + strings.Join(command, " "); !strings.Contains(help, example) {
			t.Errorf("uuid %s -h: want an example:\n%s", strings.Join(command, " "), help)
		}
		return 1
	}
	for line := range strings.Lines(list) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			break
		}
		if fields[0] != "help" && fields[0] != "completion" {
			verbs += helped(t, append(slices.Clone(command), fields[0])...)
		}
	}
	return verbs
}

func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if script := good(t, "", "completion", shell); !strings.Contains(script, "uuid") {
			t.Errorf("%s: got %.100q", shell, script)
		}
	}
	if got, _, _ := run(strings.NewReader(""), "__complete", "convert", "--to", "base5"); !strings.Contains(got, "base58\n") {
		t.Errorf("--to: got %q", got)
	}
}

func TestMan(t *testing.T) {
	dir := t.TempDir()
	good(t, "", "man", dir)
	for _, page := range []string{"uuid.1", "uuid-new.1", "uuid-inspect.1", "uuid-convert.1"} {
		text, err := os.ReadFile(dir + "/" + page)
		if err != nil || !bytes.Contains(text, []byte(".SH EXAMPLE")) {
			t.Errorf("%s: got %v and %.200q", page, err, text)
		}
	}
}

// TestBrokenPipe lets the reader of the output end early.
func TestBrokenPipe(t *testing.T) {
	dir := t.TempDir()
	for _, command := range []string{
		"uuid new --count 10000000 | head -1 | wc -l",
		"uuid new --count 1000000 | uuid convert --to hex | head -1 | wc -l",
		"uuid new --count 100000 | uuid inspect -o csv | head -1 | wc -l",
		"trap '' PIPE; uuid new --count 1000000 | uuid convert | head -1 | wc -l", // which Go does not heed
	} {
		if got := strings.TrimSpace(shell(t, dir, command)); got != "1" {
			t.Errorf("%s: got %q, want a line and no message", command, got)
		}
	}
	// That of another connection is an error as others are.
	if _, stderr, status := run(iotest.ErrReader(syscall.EPIPE), "convert"); status != 2 || stderr == "" {
		t.Errorf("the input: got exit status %d and %q, want 2 and a message", status, stderr)
	}
}

// A fullDisk fails to write.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestFullDisk(t *testing.T) {
	for _, args := range []string{"new", "new -n 100000", "inspect " + id, "inspect -o csv x", "convert", "convert --csv id", "convert --json id"} {
		var stderr bytes.Buffer
		stdin := strings.NewReader("id\n\"" + id + "\"\n")
		if args == "convert --json id" {
			stdin = strings.NewReader(`{"id":"` + id + `"}`)
		}
		if args == "convert" {
			stdin = strings.NewReader(id)
		}
		if status := cli.Main(strings.Fields(args), stdin, fullDisk{}, &stderr); status != 2 || stderr.Len() == 0 {
			t.Errorf("uuid %s: got exit status %d and %q, want 2 and a message", args, status, &stderr)
		}
	}
}
