package module

import (
	"bytes"
	"cmp"
	"fmt"
	"go/version"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Note is a change of go.mod. Offset is its place in the file on disk.
type Note struct {
	Offset      int
	What, Write string
}

// Language returns the Go release whose language the module has now, such as go1.21.
func (m *Module) Language() string { return version.Lang("go" + cmp.Or(m.before.Go, "1.16")) }

// Rises reports whether the go line goes from below a release, such as go1.22, to it or past it.
func (m *Module) Rises(release string) (bool, error) {
	after, err := m.goMod(m.copy())
	return version.Compare(m.Language(), release) < 0 && version.Compare("go"+after.Go, release) >= 0, err
}

// KeepSettings makes go.mod ask for the run-time settings of the language before.
func (m *Module) KeepSettings() error {
	if rises, err := m.Rises(nextRelease(m.Language())); err != nil || !rises {
		return err
	}
	for _, setting := range m.before.Godebug {
		if setting.Key == "default" {
			return nil
		}
	}
	_, err := m.run("go", "mod", "edit", "-godebug=default="+settingsOf(m.Language()), m.copy())
	return err
}

// settingsOf returns the release whose run-time settings a language has.
func settingsOf(lang string) string { return fmt.Sprintf("go1.%d", max(minor(lang), 20)) } // no go command has older ones

// Workspace returns what go.work asks for, and what to do, if that is less than go.mod asks for now: go commands
// fail in all modules of such a workspace.
func (m *Module) Workspace(keep bool) (what, write string, err error) {
	after, err := m.goMod(m.copy())
	if err != nil || m.workGo == "" || version.Compare("go"+m.workGo, "go"+after.Go) >= 0 {
		return "", "", err
	}
	write = "no module of the workspace builds until you run go work use"
	if keep {
		write += "; write godebug default=" + settingsOf(version.Lang("go"+m.workGo)) + " into it, too: in a workspace Go does not read that line of go.mod"
	}
	return "go " + m.workGo, write, nil
}

// nextRelease returns go1.22 for go1.21.
func nextRelease(lang string) string { return fmt.Sprintf("go1.%d", minor(lang)+1) }

// minor returns 21 for go1.21.
func minor(lang string) int {
	n, _ := strconv.Atoi(strings.TrimPrefix(lang, "go1."))
	return n
}

// Notes returns what changes in go.mod besides the modules that were asked for: the new one,
// and the old ones that nothing imports any more.
func (m *Module) Notes(gone []string, keep bool) (notes []Note, err error) {
	after, err := m.goMod(m.copy())
	if err != nil {
		return nil, err
	}
	src, err := os.ReadFile(m.Env.GOMOD)
	if err != nil {
		return nil, err
	}
	add := func(line, what, write string) {
		at := regexp.MustCompile(`(?m)^\s*` + line).FindIndex(src)
		if at == nil {
			at = []int{0, 0}
		}
		for at[0] < len(src) && (src[at[0]] == '\n' || src[at[0]] == '\r') {
			at[0]++
		}
		notes = append(notes, Note{at[0], what, write})
	}
	if before := m.before.Go; before != after.Go {
		what := fmt.Sprintf("go %s becomes go %s", cmp.Or(before, "1.16 (no line)"), after.Go)
		add("go ", what, m.settings(after.Go, keep))
	}
	if m.before.Toolchain != after.Toolchain {
		add("(toolchain|go) ", fmt.Sprintf("toolchain %s becomes %s", cmp.Or(m.before.Toolchain, "(none)"), cmp.Or(after.Toolchain, "(none)")), "")
	}
	was := map[string]required{}
	for _, r := range m.before.Require {
		was[r.Path] = r
	}
	indirect := 0
	for _, r := range after.Require {
		before, ok := was[r.Path]
		delete(was, r.Path)
		switch {
		case r.Path == kit:
		case !ok && r.Indirect:
			indirect++
		case !ok:
			add("module ", r.Path+" is required, at "+r.Version, "")
		case before.Version != r.Version:
			add(`(require\s+)?`+regexp.QuoteMeta(r.Path)+" ", r.Path+" "+before.Version+" becomes "+r.Version, "")
		}
	}
	if indirect > 0 {
		add("module ", fmt.Sprintf("%d lines // indirect are new", indirect), "Go 1.17 and later list all of them; no version changes")
	}
	for _, path := range slices.Sorted(maps.Keys(was)) {
		if !was[path].Indirect && !slices.Contains(gone, path) {
			add(`(require\s+)?`+regexp.QuoteMeta(path)+" ", path+" is no longer required", "")
		}
	}
	return notes, nil
}

// settings says which run-time settings a rise of the go line changes.
func (m *Module) settings(after string, keep bool) string {
	from, to := max(minor(m.Language()), 20), minor(version.Lang("go"+after))
	if keep {
		return "the old settings and loops are kept: to get the new ones, delete the line godebug in go.mod, and the Go version in the lines //go:build"
	}
	table, err := os.ReadFile(filepath.Join(m.Env.GOROOT, "src", "internal", "godebugs", "table.go"))
	if err != nil || from >= to {
		return ""
	}
	var changed []string
	for _, s := range regexp.MustCompile(`\{Name: "(\w+)", Package: "([\w/.]+)".*Changed: (\d+)`).FindAllSubmatch(table, -1) {
		if n, _ := strconv.Atoi(string(s[3])); from < n && n <= to {
			changed = append(changed, fmt.Sprintf("%s (%s)", s[1], s[2]))
		}
	}
	if len(changed) == 0 {
		return ""
	}
	return fmt.Sprintf("programs of this module get the run-time settings of Go 1.%d: %s; -keep-language keeps those of before", to, strings.Join(changed, ", "))
}

// likeBefore gives a file the line ends that it had.
func likeBefore(before, after []byte) []byte {
	if !bytes.Contains(before, []byte("\r\n")) || bytes.Contains(after, []byte("\r\n")) {
		return after
	}
	return bytes.ReplaceAll(after, []byte("\n"), []byte("\r\n"))
}
