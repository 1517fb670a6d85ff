package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
)

const behaviours = "../../docs/moving/behaviours.md"

const behavioursMod = `module example.com/behaviours

go 1.24

require (
	github.com/fxamacker/cbor/v2 v2.9.6
	github.com/gofrs/uuid/v5 v5.5.1
	github.com/google/uuid v1.6.0
	github.com/satori/go.uuid v1.2.0
	github.com/vmihailenco/msgpack/v5 v5.4.1
	go.mongodb.org/mongo-driver/v2 v2.9.3
	gopkg.in/yaml.v3 v3.0.1
)
`

const behavioursHead = `# What stays the same, and what does not

A test writes these tables. It runs a program with each package, rewrites the program with uuidfix, and runs it again. The first
column says what the program does with a UUID, %s,
or with null; the next ones what it prints before and after. uuidfix lists each row that differs, with the kind in the last column.
`

// TestBehaviours runs programs before and after: what they do is the same, or is listed.
func TestBehaviours(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	dir := newModule(t, behavioursMod)
	check(t, os.CopyFS(dir, os.DirFS("testdata/behaviours")))
	goRun(t, dir, "mod", "tidy")
	commit(t, dir)
	programs := []struct{ name, title string }{{"google", "google/uuid"}, {"gofrs", "gofrs/uuid"}, {"satori", "satori/go.uuid"}}
	before := map[string][][]string{}
	for _, p := range programs {
		before[p.name] = printed(t, dir, p.name)
	}
	var stdout, stderr bytes.Buffer
	run(t.Context(), dir, []string{"-json"}, &stdout, &stderr)
	var report finding.Report
	if err := json.Unmarshal(stdout.Bytes(), &report); err != nil {
		t.Fatalf("%v\n%s%s", err, &stdout, &stderr)
	}
	// listed returns the kind of a finding in the lines of a file.
	listed := func(file string, from, to int) (kind finding.Kind) {
		for _, f := range report.Findings {
			if f.File == file && from <= f.Line && f.Line < to {
				kind = f.Kind
			}
		}
		return kind
	}
	page := fmt.Sprintf(behavioursHead, "`6ba7b810-9dad-41d1-80b4-00c04fd430c8`")
	rows := 0
	for _, p := range programs {
		page += "\n## " + p.title + "\n\n| | before | after | listed |\n|---|---|---|---|\n"
		after := printed(t, dir, p.name)
		if len(after) != len(before[p.name]) {
			t.Fatalf("%s: got %d rows after, want %d", p.name, len(after), len(before[p.name]))
		}
		for i, was := range before[p.name] {
			is, rest := after[i], "the same |"
			from, to := atoi(t, is[0]), atoi(t, is[0])+5
			if i+1 < len(after) {
				to = atoi(t, after[i+1][0])
			}
			kind := listed(p.name+"/main.go", from, to)
			if is[2] != was[2] {
				rest = code(is[2]) + " | " + string(kind)
				if kind == "" {
					t.Errorf("%s: %s: got %s after and %s before, which is not listed", p.name, is[1], is[2], was[2])
				}
			}
			page += fmt.Sprintf("| %s | %s | %s |\n", was[1], code(was[2]), rest)
			rows++
		}
	}
	if rows < 60 {
		t.Errorf("got %d behaviours, want at least 60", rows)
	}
	if *update {
		check(t, os.WriteFile(behaviours, []byte(page), 0o644))
	} else if got, err := os.ReadFile(behaviours); string(got) != page {
		t.Errorf("%s is out of date (%v): go test ./uuidfix -run Behaviours -update", behaviours, err)
	}
}

// printed returns what a program prints: the lines, what they are about, and what they say.
func printed(t *testing.T, dir, program string) (rows [][]string) {
	t.Helper()
	cmd := goCommand(dir, "run", "./"+program)
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); ok {
		t.Fatalf("%s: %v\n%s", program, err, exit.Stderr)
	}
	for line := range strings.Lines(string(out)) {
		fields := strings.SplitN(strings.TrimRight(line, "\n"), "\t", 3)
		if len(fields) != 3 {
			t.Fatalf("%s prints %q", program, line)
		}
		rows = append(rows, fields)
	}
	return rows
}

func atoi(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	check(t, err)
	return n
}

// code returns a text for a table of Markdown, cut if it is long.
func code(s string) string {
	if len(s) > 100 {
		s = s[:100] + "…"
	}
	if s == "" {
		return "(nothing)"
	}
	return "`" + strings.ReplaceAll(s, "|", `\|`) + "`"
}

// TestLanguage has modules with an old go line: what its rise changes is listed, or kept.
func TestLanguage(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds")
	}
	const loops = `package main

import (
	"fmt"
	"math/rand"

	"github.com/google/uuid"
)

func main() {
	var fs []func()
	for i := 0; i < 3; i++ {
		fs = append(fs, func() { fmt.Print(i, " ") })
	}
	for _, s := range []string{"a", "b"} {
		func() { fmt.Print(s, " ") }()
	}
	var ps []*int
	for _, n := range []int{7, 9} {
		ps = append(ps, &n)
	}
	for _, f := range fs {
		f()
	}
	rand.Seed(1)
	fmt.Println(*ps[0], uuid.Nil)
}
`
	for _, c := range []struct {
		args  []string
		lines string // of the list
		want  string // what the program prints
	}{
		{[]string{"./..."}, "go.mod:3: go line: go 1.20 becomes go 1.24, main.go:12: go line: loop variable i, main.go:19: go line: loop variable n, main.go:25: go line: rand.Seed, tagged.go:6: go line: loop variable i", "a b 0 1 2 7 00000000-0000-0000-0000-000000000000\n"},
		{[]string{"-keep-language", "./..."}, "go.mod:3: go line: go 1.20 becomes go 1.24", "a b 3 3 3 9 00000000-0000-0000-0000-000000000000\n"},
	} {
		t.Run(c.args[0], func(t *testing.T) {
			dir := newModule(t, "module example.com/user\n\ngo 1.20\n")
			write1("main.go", loops)(t, dir)
			write1("tagged.go", "//go:build linux || darwin || windows\n\npackage main\n\nfunc tagged() (fs []func() int) {\n\tfor i := range []int{1} {\n\t\tfs = append(fs, func() int { return i })\n\t}\n\treturn fs\n}\n")(t, dir)
			goRun(t, dir, "mod", "tidy")
			commit(t, dir)
			var stdout, stderr bytes.Buffer
			if status := run(t.Context(), dir, c.args, &stdout, &stderr); status != 4 {
				t.Errorf("got exit status %d, want 4\n%s", status, &stderr)
			}
			var got []string
			for line := range strings.Lines(stdout.String()) {
				parts := strings.SplitN(line, ": ", 4)
				got = append(got, strings.TrimSpace(strings.Join(parts[:3], ": ")))
			}
			if lines := strings.Join(got, ", "); lines != c.lines {
				t.Errorf("got the list\n%s\nwant\n%s", lines, c.lines)
			}
			if !strings.Contains(stdout.String(), "panicnil (runtime)") && c.args[0] == "./..." {
				t.Errorf("got the list\n%s\nwant panicnil in it", &stdout)
			}
			cmd := goCommand(dir, "run", ".")
			if out, err := cmd.CombinedOutput(); err != nil || string(out) != c.want {
				t.Errorf("got %v\n%s\nwant\n%s", err, out, c.want)
			}
			tagged, err := os.ReadFile(filepath.Join(dir, "tagged.go"))
			if keeps := strings.HasPrefix(string(tagged), "//go:build (linux || darwin || windows) && go1.21\n\npackage"); err != nil || keeps != (c.args[0] == "-keep-language") {
				t.Errorf("got tagged.go %v\n%s", err, tagged)
			}
			if mod, err := os.ReadFile(filepath.Join(dir, "go.mod")); strings.Contains(string(mod), "godebug default=go1.20") != (c.args[0] == "-keep-language") {
				t.Errorf("got go.mod %v\n%s", err, mod)
			}
		})
	}
}
