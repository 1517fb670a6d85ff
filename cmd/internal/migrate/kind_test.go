package migrate_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestKinds compares the kinds of refusals with the table of docs/migrate.md.
func TestKinds(t *testing.T) {
	read := func(file string) string {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	words := func(text, word string) (list []string) {
		for _, m := range regexp.MustCompile(word).FindAllStringSubmatch(text, -1) {
			list = append(list, m[1])
		}
		slices.Sort(list)
		return list
	}
	_, table, _ := strings.Cut(read("../../../docs/migrate.md"), "\n| `kind` of a refusal |")
	table, _, _ = strings.Cut(table, "\n\n")
	shown := strings.Join(words(table, `(?m)^\| ([^|]+) \|`), " ") // the first column
	if got, want := words(shown, "`([^`]+)`"), words(read("kind.go"), `Kind = "([^"]+)"`); len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("docs/migrate.md has the kinds %q, kind.go %q", got, want)
	}
}
