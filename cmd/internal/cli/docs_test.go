package cli_test

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/cli"
)

var update = flag.Bool("update", false, "write the commands' output into docs/command.md")

// TestMain makes the test's own binary the command, if it is started by that name.
func TestMain(m *testing.M) {
	if strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") == "uuid" {
		os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// docFiles are the files that the commands in docs/command.md find in their folder. A
// verb that needs another, such as a database, adds it in a function of docMakers.
var docFiles = map[string]string{
	"ids.txt": "0190163d-8694-739b-aea5-966c26f8ad91\nf81d4fae-7dec-11d0-a765-00a0c91e6bf6\n",
	"users.csv": `id,name,manager
0190163d-8694-739b-aea5-966c26f8ad91,"Ada, Countess",
0190163d-8694-7a20-8f5e-0e1c6ab9e3d4,Grace,0190163d-8694-739b-aea5-966c26f8ad91
n/a,Nobody,
`,
	"log.json": `{"user": {"id": "0190163d-8694-739b-aea5-966c26f8ad91"}, "items": [{"id": "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"}]}
{"user": null, "items": []}
`,
}

// docMakers make further files in dir.
var docMakers []func(t *testing.T, dir string)

// TestDocs runs the commands in the console blocks of docs/command.md, and compares
// their output with the page. Of a command with the comment "# differs" the hexadecimal
// digits may be others: those are of new UUIDs.
func TestDocs(t *testing.T) {
	const page = "../../../docs/command.md"
	old, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	dir := docFolder(t)
	n := 0
	now := regexp.MustCompile("(?ms)^```console\n(.*?)^```$").ReplaceAllFunc(old, func(block []byte) []byte {
		var now bytes.Buffer
		now.WriteString("```console\n")
		text := strings.TrimSuffix(strings.TrimPrefix(string(block), "```console\n"), "```")
		for part := range strings.SplitSeq("\n"+text, "\n$ ") {
			command, want, _ := strings.Cut(part, "\n")
			if command == "" {
				continue
			}
			n++
			got := shell(t, dir, command)
			if strings.HasSuffix(command, "# differs") && shape(got) == shape(strings.TrimSuffix(want, "\n")+"\n") {
				got = want
			}
			if strings.TrimSuffix(got, "\n") != strings.TrimSuffix(want, "\n") && !*update {
				t.Errorf("$ %s: got\n%s\nwant\n%s", command, got, want)
			}
			now.WriteString("$ " + command + "\n" + strings.TrimSuffix(got, "\n"))
			if got != "" {
				now.WriteString("\n")
			}
		}
		now.WriteString("```")
		return now.Bytes()
	})
	if n < 10 {
		t.Errorf("got %d commands, want more", n)
	}
	if *update && !bytes.Equal(now, old) {
		if err := os.WriteFile(page, now, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// docFolder returns a folder with the files of the page.
func docFolder(t *testing.T) string {
	dir := t.TempDir()
	for name, text := range docFiles {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range docMakers {
		f(t, dir)
	}
	return dir
}

// shell runs a command line in which uuid is this binary, and returns what it prints.
func shell(t *testing.T, dir, command string) string {
	t.Helper()
	bin := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(bin, "uuid")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "HOME="+dir, "LC_ALL=C", "TZ=UTC")
	out, err := cmd.CombinedOutput()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		t.Fatal(err)
	}
	return string(out)
}

// shape returns a text with the versions of its UUIDs alone.
func shape(s string) string {
	return regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}`).ReplaceAllString(s, "version $1")
}
