package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
)

const behavioursMod = `module example.com/behaviours

go 1.24

require (
	github.com/fxamacker/cbor/v2 v2.9.6
	github.com/go-logr/logr v1.4.4
	github.com/gofrs/uuid v3.2.0+incompatible
	github.com/gofrs/uuid/v5 v5.5.1
	github.com/google/uuid v1.6.0
	github.com/rs/zerolog v1.35.1
	github.com/satori/go.uuid v1.2.0
	github.com/sirupsen/logrus v1.9.4
	github.com/vmihailenco/msgpack/v5 v5.4.1
	go.mongodb.org/mongo-driver v1.17.10
	go.mongodb.org/mongo-driver/v2 v2.9.3
	go.uber.org/zap v1.28.0
	gopkg.in/yaml.v3 v3.0.1
)
`

const behavioursHead = `# What stays the same, and what does not%s

A test writes these tables. It runs a program with each package, rewrites the program with %s, and runs it again. The first
column says what the program does with a UUID, %s,
or with null; the next ones what it prints before and after. uuidfix lists each row, with the kind in the last column.
%s`

// behavioursOf are the targets, and their pages.
var behavioursOf = []struct{ to, page, title, command, more string }{
	{"uuidkit", "../../docs/moving/behaviours.md", "", "`uuidfix`", ""},
	{"std", "../../docs/moving/behaviours-std.md", ": Go 1.27's package uuid", "`uuidfix -to std`",
		"What does not compile with Go 1.27's package is not here: uuidfix lists it with the kind compile. [What to write instead](to-std.md#names)\n"},
}

// programs are those in testdata/behaviours. The page has those with a title.
var programs = []struct{ name, title string }{{"google", "google/uuid"}, {"gofrs", "gofrs/uuid"}, {"satori", "satori/go.uuid"}, {"gofrs3", ""}, {"driver1", ""}, {"lists", ""}}

// TestBehaviours runs programs before and after: what they do is the same, or is listed.
func TestBehaviours(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes a minute")
	}
	dir := newModule(t, behavioursMod)
	check(t, os.CopyFS(dir, os.DirFS("testdata/behaviours")))
	goRun(t, dir, "mod", "tidy")
	commit(t, dir)
	before := map[string][][]string{}
	rows := 0
	for _, p := range programs {
		before[p.name] = printed(t, dir, p.name)
		rows += len(before[p.name])
	}
	if rows < 200 {
		t.Errorf("got %d behaviours, want at least 200", rows)
	}
	for _, c := range behavioursOf {
		t.Run(c.to, func(t *testing.T) {
			t.Parallel()
			if c.to == "std" && version.Compare(runtime.Version(), "go1.27") < 0 {
				t.Skip("needs Go 1.27")
			}
			after := filepath.Join(t.TempDir(), "user")
			check(t, os.CopyFS(after, os.DirFS(dir)))
			r, _ := report(t, after, "-to", c.to)
			page := fmt.Sprintf(behavioursHead, c.title, c.command, "`6ba7b810-9dad-41d1-80b4-00c04fd430c8`", c.more)
			for _, p := range programs {
				table := compare(t, after, p.name, before[p.name], r.Findings)
				if p.title != "" {
					page += "\n## " + p.title + "\n\n" + table
				}
			}
			if *update {
				check(t, os.WriteFile(c.page, []byte(page), 0o644))
			} else if got, err := os.ReadFile(c.page); string(got) != page {
				t.Errorf("%s is out of date (%v): go test ./uuidfix -run Behaviours -update", c.page, err)
			}
		})
	}
}

// compare returns the table of what a program does otherwise, and a list of what it does as before.
func compare(t *testing.T, dir, program string, before [][]string, all []finding.Line) string {
	t.Helper()
	table := "| | before | after | listed |\n|---|---|---|---|\n"
	var same []string
	file := program + "/main.go"
	src, err := os.ReadFile(filepath.Join(dir, file))
	check(t, err)
	var starts []int // lines of the rows
	for i, line := range strings.Split(string(src), "\n") {
		if strings.HasPrefix(line, "\tshow.Row(") {
			starts = append(starts, i+1)
		}
	}
	if len(starts) != len(before) {
		t.Fatalf("%s: got %d rows after, want %d", program, len(starts), len(before))
	}
	deleteBroken(t, dir, program, all)
	after := map[string]string{}
	for _, is := range printed(t, dir, program) {
		after[is[1]] = is[2]
	}
	starts = append(starts, bytes.Count(src, []byte("\n")))
	for i, was := range before {
		is, ok := after[was[1]]
		kind := kindOf(was[1])
		listed := slices.ContainsFunc(all, func(f finding.Line) bool {
			return f.File == file && starts[i] <= f.Line && f.Line < starts[i+1] && f.Kind == kind
		})
		switch {
		case !ok:
			continue // it does not compile
		case is == was[2]:
			same = append(same, was[1])
			if listed && slices.Contains([]string{"gofrs3", "driver1"}, program) { // elsewhere other values than the row's differ
				t.Errorf("%s:%d: %s: is listed as %s, and is the same", program, starts[i], was[1], kind)
			}
		case listed:
			table += fmt.Sprintf("| %s | %s | %s | %s |\n", was[1], code(was[2]), code(is), kind)
		default:
			t.Errorf("%s:%d: %s: got %s after and %s before, which is not listed as %s", program, starts[i], was[1], is, was[2], kind)
		}
	}
	list := fmt.Sprintf("The same before and after, %d:", len(same))
	width := len(list)
	for i, what := range same {
		if i < len(same)-1 {
			what += " ·"
		}
		if width += 1 + len(what); width > 140 {
			list, width = list+"\n"+what, len(what)
		} else {
			list += " " + what
		}
	}
	return table + "\n" + list + "\n"
}

// kindOf returns the kind of a row that differs: what a library writes is of another kind than what it
// reads, or what is printed.
func kindOf(what string) finding.Kind {
	format, _, _ := strings.Cut(strings.ReplaceAll(what, ",", " "), " ")
	if slices.Contains([]string{"JSON", "XML", "YAML", "gob", "MessagePack", "CBOR", "BSON"}, format) && !strings.Contains(what, ", read from") {
		return finding.Wire
	}
	return finding.RunTime
}

// deleteBroken deletes the rows, declarations and imports of a program that do not compile, which must be
// listed. The others stay in their lines.
func deleteBroken(t *testing.T, dir, program string, all []finding.Line) {
	t.Helper()
	name := filepath.Join(dir, program, "main.go")
	for first := true; ; first = false {
		out, err := goCommand(dir, "build", "-gcflags=-e", "-o", os.DevNull, "./"+program).CombinedOutput()
		if err == nil {
			return
		}
		src, err := os.ReadFile(name)
		check(t, err)
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, src, 0)
		check(t, err)
		before := string(src)
		for _, m := range regexp.MustCompile(`main\.go:(\d+):`).FindAllSubmatch(out, -1) {
			line := atoi(t, string(m[1]))
			if first && !slices.ContainsFunc(all, func(f finding.Line) bool {
				return f.File == program+"/main.go" && f.Line == line && f.Kind == finding.Compile
			}) {
				t.Errorf("%s:%d does not compile, and is not listed\n%s", program, line, out)
			}
			for _, n := range parts(f) {
				if fset.Position(n.Pos()).Line <= line && line <= fset.Position(n.End()).Line {
					for i := fset.Position(n.Pos()).Offset; i < fset.Position(n.End()).Offset; i++ {
						if src[i] != '\n' {
							src[i] = ' '
						}
					}
				}
			}
		}
		if string(src) == before {
			t.Fatalf("%s: %s", name, out)
		}
		check(t, os.WriteFile(name, src, 0o644))
	}
}

// parts returns the statements of main, the declarations, and the imports.
func parts(f *ast.File) (all []ast.Node) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.Name != "main" {
				all = append(all, d)
				continue
			}
			for _, s := range d.Body.List {
				all = append(all, s)
			}
		case *ast.GenDecl:
			if d.Tok != token.IMPORT {
				all = append(all, d)
			}
		}
	}
	for _, spec := range f.Imports {
		all = append(all, spec)
	}
	return all
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
	t.Parallel()
	if testing.Short() {
		t.Skip("takes ten seconds")
	}
	const loops = `package main

import (
	"encoding/hex"
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
	for _, c := range []counter{{4}, {5}} {
		ps = append(ps, c.kept())
	}
	for _, c := range []counter{{6}} {
		c.add(1)
		c.twice()
	}
	for _, d := range []counter{{1}, {2}} {
		ps = append(ps, &d.self().n)
	}
	var bs [][]byte
	for _, r := range []row{{[2]byte{3}}, {[2]byte{4}}} {
		bs = append(bs, r.Bytes())
	}
	for _, r := range []row{{[2]byte{5}}} {
		bs = append(bs, []byte(r.text()))
	}
	for _, f := range fs {
		f()
	}
	rand.Seed(1)
	fmt.Println(*ps[0], *ps[2], *ps[4], bs[0][0], uuid.Nil)
}

type counter struct{ n int }

func (c *counter) kept() *int { return &c.n }

func (c *counter) add(n int) { c.n += len(fmt.Sprint(n, c)) }

func (c *counter) twice() { c.add(1); defer c.add(1) }

func (c *counter) self() *counter { return c.me() }

func (c *counter) me() *counter { return c }

type row struct{ id [2]byte }

func (r *row) Bytes() []byte { return r.id[:] }

func (r *row) text() string { return hex.EncodeToString(append([]byte(nil), r.id[:]...)) }
`
	for _, c := range []struct {
		args  []string
		lines string // of the list
		want  string // what the program prints
	}{
		{[]string{"./..."}, "format.go:8: go line: fmt.Printf(s), format.go:9: go line: logf(s), format.go:12: go line: fmt.Sprintf(s + s), go.mod:3: go line: go 1.20 becomes go 1.24, main.go:13: go line: loop variable i, main.go:20: go line: loop variable n, main.go:23: go line: loop variable c, main.go:30: go line: loop variable d, main.go:34: go line: loop variable r, main.go:43: go line: rand.Seed, plus.go:7: go line: loop variable i, seed.go:5: go line: rand.Seed, tagged.go:7: go line: loop variable i", "a b 0 1 2 7 4 1 3 00000000-0000-0000-0000-000000000000\n"},
		{[]string{"-keep-language", "./..."}, "format.go:8: go line: fmt.Printf(s), format.go:9: go line: logf(s), format.go:12: go line: fmt.Sprintf(s + s), go.mod:3: go line: go 1.20 becomes go 1.24", "a b 3 3 3 9 5 2 4 00000000-0000-0000-0000-000000000000\n"},
	} {
		t.Run(c.args[0], func(t *testing.T) {
			t.Parallel()
			dir := newModule(t, "module example.com/user\n\ngo 1.20\n")
			const bom = "\ufeff" // some editors write it before a file
			write1("main.go", bom+loops)(t, dir)
			const loop = "\n\npackage main\n\nfunc tagged() (fs []func() int) {\n\tfor i := range []int{1} {\n\t\tfs = append(fs, func() int { return i })\n\t}\n\treturn fs\n}\n"
			write1("tagged.go", bom+"//go:build linux || darwin || windows\n// +build linux darwin windows"+loop)(t, dir)
			write1("plus.go", "// +build linux darwin windows\n// +build !other"+strings.Replace(loop, "tagged", "plus", 1))(t, dir)
			write1("format.go", "package main\n\nimport \"fmt\"\n\nconst format = \"%%\"\n\nfunc format1(s string) string {\n\tfmt.Printf(s)\n\tlogf(s)\n\tfmt.Printf(s, 1)\n\tlogf(format + \"x\")\n\treturn fmt.Sprintf(s + s)\n}\n\nfunc logf(format string, args ...any) { fmt.Printf(format, args...) }\n")(t, dir)
			write1("seed.go", "package main\n\nimport mrand \"math/rand\"\n\nfunc seed() { mrand.Seed(1) }\n")(t, dir)
			goRun(t, dir, "mod", "tidy")
			goRun(t, dir, "vet", ".")
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
			for name, want := range map[string]string{"main.go": bom + "//go:build go1.21", "tagged.go": bom + "//go:build (linux || darwin || windows) && go1.21", "plus.go": "//go:build (linux || darwin || windows) && !other && go1.21"} {
				src, err := os.ReadFile(filepath.Join(dir, name))
				if keeps := strings.HasPrefix(string(src), want+"\n\npackage"); err != nil || keeps != (c.args[0] == "-keep-language") {
					t.Errorf("got %s %v\n%s", name, err, src)
				}
			}
			if mod, err := os.ReadFile(filepath.Join(dir, "go.mod")); strings.Contains(string(mod), "godebug default=go1.20") != (c.args[0] == "-keep-language") {
				t.Errorf("got go.mod %v\n%s", err, mod)
			}
		})
	}
}
