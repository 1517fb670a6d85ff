package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/cli"
)

// TestMigrateTerminal answers the questions of run, undo and cleanup on a pseudo-terminal.
func TestMigrateTerminal(t *testing.T) {
	path, form := migrateDB(t)
	step := func(answer string, status int, question, want string, args ...string) (said string) {
		t.Helper()
		got, said := answerOnTerminal(t, answer, append([]string{"migrate"}, args...)...)
		if got != status || strings.Count(said, question) != 1 || form() != want {
			t.Fatalf("uuid migrate %q, %q: got exit status %d and %s, want %d and %s, and once %q:\n%s", args, answer, got, form(), status, want, question, said)
		}
		return said
	}
	// asked is step for a question, before which the command shows what it is about.
	asked := func(answer string, status int, question, want string, args ...string) {
		t.Helper()
		said := step(answer, status, question, want, args...)
		if before, _, _ := strings.Cut(said, question); !strings.Contains(before, "users.id") {
			t.Errorf("uuid migrate %q: the question comes without the columns before it:\n%s", args, said)
		}
	}
	const end = "\x04" // Ctrl-D
	run := []string{"run", path, "users.id"}
	convert := "Convert these columns? The application has to be stopped. [y/N]"
	for _, no := range []string{"n\n", "\n", "yess\n", end, "y" + end + end, "no\ny\n"} {
		asked(no, 3, convert, "text", run...)
	}
	step("", 3, "\nRefused", "text", append(run, "users.name")...)              // nothing to ask
	step("", 2, "arg(s)", "text", "run", path)                                  // nor here
	step("y\n", 0, "orders.user_id is native", "blob", append(run, "--yes")...) // nor here
	asked("n\n", 3, "Convert these columns back, with the rows written since?", "blob", "undo", path)
	asked("Yes\n", 0, "Convert these columns back, with the rows written since?", "text", "undo", path)
	step("", 3, "there is no migration to undo", "text", "undo", path)
	asked(" y \n", 0, convert, "blob", run...)
	step("", 0, "orders.user_id is native", "blob", run...) // nothing is left to do
	asked(end, 3, "Then only a backup has the old form. [y/N]", "blob", "cleanup", path)
	asked("YES\n", 0, "Then only a backup has the old form. [y/N]", "blob", "cleanup", path)
	step("", 0, "no migration to undo or to clean up", "blob", "cleanup", path)

	// A pipe for stdin or for stderr is no terminal.
	_, terminal := openTerminal(t)
	for _, piped := range []func() int{
		func() int {
			return cli.Main(append([]string{"migrate"}, run...), strings.NewReader("y\n"), &bytes.Buffer{}, terminal)
		},
		func() int {
			return cli.Main(append([]string{"migrate"}, run...), terminal, &bytes.Buffer{}, &bytes.Buffer{})
		},
	} {
		if status := piped(); status != 2 {
			t.Errorf("without a terminal: got exit status %d, want 2", status)
		}
	}
}

// answerOnTerminal runs the command with stdin and stderr on a terminal on which the answer was typed. It
// returns all that the command has said, as the terminal shows it.
func answerOnTerminal(t *testing.T, answer string, args ...string) (status int, said string) {
	t.Helper()
	screen, terminal := openTerminal(t)
	shown := make(chan string)
	go func() {
		var all bytes.Buffer
		for b := make([]byte, 4096); !strings.Contains(all.String(), "END\r\n"); { // the echo of the answer may come later
			n, err := screen.Read(b)
			if err != nil {
				break
			}
			all.Write(b[:n])
		}
		shown <- all.String()
	}()
	if _, err := screen.WriteString(answer); err != nil {
		t.Fatal(err)
	}
	var stdout bytes.Buffer
	status = cli.Main(args, terminal, &stdout, terminal)
	if _, err := terminal.WriteString("END\n"); err != nil {
		t.Fatal(err)
	}
	said = <-shown
	for _, f := range []*os.File{screen, terminal} {
		f.Close()
	}
	return status, said + stdout.String()
}

// TestMigrateExamples runs the examples that the help of each verb has, and answers with yes.
func TestMigrateExamples(t *testing.T) {
	path, _ := migrateDB(t)
	t.Chdir(filepath.Dir(path))
	if err := os.Symlink(path, "shop.db"); err != nil {
		t.Fatal(err)
	}
	all := 0
	for _, verb := range []string{"plan", "run", "status", "undo", "cleanup"} {
		help, _ := migrate(t, 0, verb, "--help")
		_, examples, _ := strings.Cut(help, "Examples:\n")
		examples, _, _ = strings.Cut(examples, "\n\n")
		for line := range strings.SplitSeq(examples, "\n") {
			if verb == "undo" || verb == "cleanup" {
				migrate(t, 0, "run", path, "users.id", "--yes")
			}
			status, _ := migrate(t, 0, "status", path)
			line, _, _ = strings.Cut(strings.ReplaceAll(line, ":3306/", ":1/"), " |") // no server, and no jq
			words := strings.Fields(line)
			if id := regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`); verb == "undo" && len(words) == 5 {
				words[4] = id.FindString(status)
			}
			want := 0
			if strings.Contains(line, "mysql://") {
				want = 4
			}
			if got, said := answerOnTerminal(t, "y\n", words[1:]...); got != want {
				t.Errorf("%s: got exit status %d, want %d: %s", line, got, want, said)
			}
			all++
		}
	}
	if all < 10 {
		t.Errorf("got %d examples, want more", all)
	}
}
