package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	inline  = regexp.MustCompile("`(uuid [a-z][^`\n]*)`")
	ofShell = regexp.MustCompile(`(?m)^[ \t]*(?:\$ )?((?:[^\n"']* \| )?uuid [a-z-][^\n]*)$`)
	blocks  = regexp.MustCompile("(?ms)^[ \t]*```(?:sh|console)\n(.*?)^[ \t]*```|^\n((?:    [^\n]+\n)+)")
	quoted  = regexp.MustCompile(`'[^']*'|"[^"]*"`)
)

// TestCommandLines parses each command line of uuid in the pages and the help texts as the command
// does: with its verbs and flags.
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
			args := append(words[1:], "--help")
			if _, stderr, status := run(strings.NewReader(""), args...); status != 0 {
				t.Errorf("%s: %s: %s", place, strings.TrimSpace(line), strings.TrimSpace(stderr))
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
