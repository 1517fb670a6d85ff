package cli_test

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/cli"
)

var (
	inline  = regexp.MustCompile("`(uuid [a-z][^`\n]*)`")
	ofShell = regexp.MustCompile(`(?m)^[ \t]*(?:\$ )?((?:[^\n"']* \| )?uuid [a-z-][^\n]*)$`)
	blocks  = regexp.MustCompile("(?ms)^[ \t]*```(?:sh|console)\n(.*?)^[ \t]*```|^\n((?:    [^\n]+\n)+)")
	quoted  = regexp.MustCompile(`'[^']*'|"[^"]*"`)
)

// parse returns what the command says of the words of a command line before it does anything. Verbs and flags
// alone are the name of a command.
func parse(words []string) error {
	root := cli.NewRoot()
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	c, rest, err := root.Find(words)
	if err != nil {
		return err
	}
	c.InitDefaultHelpFlag()
	if err := c.ParseFlags(rest); err != nil {
		return err
	}
	args := slices.DeleteFunc(c.Flags().Args(), func(a string) bool { return a == "…" })
	err = root.PersistentPreRunE(c, args)
	switch help, _ := c.Flags().GetBool("help"); {
	case help, len(args) == 0:
		return err
	case !c.Runnable():
		return fmt.Errorf("%s has no verb %q", c.CommandPath(), args)
	}
	return cmp.Or(c.ValidateArgs(args), err)
}

// TestCommandLines parses each command line of uuid in the pages and the help texts.
func TestCommandLines(t *testing.T) {
	const top = "../../.."
	out, err := exec.Command("git", "-C", top, "ls-files", "-z", "--", "README.md", "docs/*.md").Output()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	check := func(place, line string) {
		line, _, _ = strings.Cut(line, " #")
		for command := range strings.SplitSeq(quoted.ReplaceAllString(line, "X"), "|") {
			command = regexp.MustCompile(`[<>;&].*`).ReplaceAllString(command, "")
			words := strings.Fields(command)
			if len(words) < 2 || words[0] != "uuid" {
				continue
			}
			n++
			if err := parse(words[1:]); err != nil {
				t.Errorf("%s: %s: %v", place, strings.TrimSpace(line), err)
			}
		}
	}
	for page := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		text, err := os.ReadFile(filepath.Join(top, page))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range inline.FindAllStringSubmatch(string(text), -1) {
			check(page, m[1])
		}
		for _, b := range blocks.FindAllStringSubmatch(string(text), -1) {
			for _, m := range ofShell.FindAllStringSubmatch(b[1]+b[2], -1) {
				check(page, m[1])
			}
		}
	}
	if n < 90 {
		t.Errorf("got %d command lines, want more", n)
	}
	for _, wrong := range []string{"redo x", "migrate redo shop.db", "migrate plan shop.db", "audit shop.db -o xml", "migrate undo URL ID more", "new --nope"} {
		if err := parse(strings.Fields(wrong)); err == nil {
			t.Errorf("uuid %s: got no error", wrong)
		}
	}
	pages := n
	for verb := range strings.FieldsSeq("new inspect convert audit man migrate-plan migrate-run migrate-status migrate-undo migrate-cleanup") {
		verb = strings.Replace(verb, "-", " ", 1)
		_, examples, _ := strings.Cut(good(t, "", append(strings.Fields(verb), "-h")...), "Examples:\n")
		examples, _, _ = strings.Cut(examples, "\n\n")
		for _, m := range ofShell.FindAllStringSubmatch(examples, -1) {
			check("uuid "+verb+" -h", m[1])
		}
	}
	if n < pages+10 {
		t.Errorf("got %d examples, want more", n-pages)
	}
	t.Logf("%d command lines", n)
}
