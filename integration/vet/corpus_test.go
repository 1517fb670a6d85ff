package vet

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

var (
	all    = flag.Bool("all", false, "run uuidvet over the corpora: it builds 300 packages")
	update = flag.Bool("update", false, "write the tables of RESULTS.md")
	blind  = flag.Bool("blind", false, "write what a new corpus gives before a check is changed for it, with -run TestCorpus/NAME")
)

const page = "RESULTS.md"

// A plant is a line that is wrong, in the declaration that begins in the line from.
type plant struct {
	file   string
	line   int
	check  string // the one that is expected
	from   int
	why    string
	also   []int // lines where a report counts, too
	alone  bool  // the declaration has no other
	found  bool
	beside int // reports that count, of the lines beside it
}

// covers reports whether a report is about this plant: of its check, no more than two lines from it,
// as in one statement, or in a line of the other end. Of several plants in one declaration, as the fields of a struct, each needs a
// report of its own line.
func (p plant) covers(r report) bool {
	own := p.line == r.Line || p.alone && distance(p.line, r.Line) <= 2
	return p.file == r.File && (own && p.check == r.Check || slices.Contains(p.also, r.Line))
}

// corpora are the folders of testdata. The checks were changed for what they missed in them, but for the sixth.
// What they found before that is in the blind.md of each, but for corpus.
var corpora = []string{"corpus", "second", "third", "fourth", "fifth", "sixth"}

// unlearned are the folders for which no check has been changed yet: they are tried with -blind alone.
var unlearned []string

// TestCorpus: uuidvet finds at least nine of ten wrong lines, and reports nothing that is
// right. README.md of each corpus says what the comments mean.
func TestCorpus(t *testing.T) {
	if !*all {
		t.Skip("only with -all")
	}
	tool := build(t)
	names := corpora
	if *blind {
		names = unlearned
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			dir := unpacked(t, "testdata/"+name)
			plants, right := planted(t, dir)
			wrongly := measure(t, dir, tool, plants)
			rows, found := table(name, plants)
			for _, p := range plants {
				if !p.found {
					t.Logf("missed: %s:%d: %s", p.file, p.line, p.why)
				}
			}
			t.Logf("%d of %d wrong lines found, %d right functions", found, len(plants), right)
			if *blind {
				kit.Check(t, os.WriteFile("testdata/"+name+"/blind.md", fmt.Appendf(nil, "The first run, before a check was changed for this corpus: %d of %d wrong lines found, %d reports of what is right.\n\n%s",
					found, len(plants), wrongly, rows), 0o666))
				return
			}
			if wrongly > 0 {
				t.Errorf("%d reports of what is right", wrongly)
			}
			if found*10 < len(plants)*9 {
				t.Errorf("%d of %d wrong lines found, want 90 %%", found, len(plants))
			}
			kit.Check(t, between(page, name, fmt.Sprintf("uuidvet finds %d of %d wrong lines (%d %%), and reports none of the %d functions that are right.\n\n%s",
				found, len(plants), found*100/len(plants), right, rows), *update))
		})
	}
}

// TestBlind compares the page's rows of first runs, and the numbers in docs/vet.md, with what these wrote.
func TestBlind(t *testing.T) {
	text := string(kit.Must(os.ReadFile(page))(t))
	docs := string(kit.Must(os.ReadFile("../../docs/vet.md"))(t))
	var wrong []string
	for _, row := range regexp.MustCompile(`(?m)^\| integration/vet/testdata/\w+ \|.*\| (\d+) \|$`).FindAllStringSubmatch(text, -1) {
		wrong = append(wrong, row[1])
	}
	said := regexp.MustCompile(`[\d, and]+ false positives`).FindString(docs)
	if got := regexp.MustCompile(`\d+`).FindAllString(said, -1); !slices.Equal(got, wrong) {
		t.Errorf("docs/vet.md has %s false positives, want %s", got, wrong)
	}
	for _, file := range kit.Must(filepath.Glob("testdata/*/blind.md"))(t) {
		var found, all, wrongly int
		_, result, _ := strings.Cut(string(kit.Must(os.ReadFile(file))(t)), ": ")
		kit.Must(fmt.Sscanf(result, "%d of %d wrong lines found, %d reports", &found, &all, &wrongly))(t)
		row := fmt.Sprintf("| integration/vet/%s | %d of %d (%d %%) | %d |\n", filepath.ToSlash(filepath.Dir(file)), found, all, found*100/all, wrongly)
		if !strings.Contains(text, row) {
			t.Errorf("%s does not have %s", page, row)
		}
		if rate := fmt.Sprintf(" %d (%d %%)", all, found*100/all); !strings.Contains(docs, rate) {
			t.Errorf("docs/vet.md does not have the rate%s of %s", rate, file)
		}
	}
}

// build returns the uuidvet of this checkout.
func build(t *testing.T) string {
	t.Helper()
	tool := filepath.Join(t.TempDir(), "uuidvet")
	if out, err := command("../../analysis", "go", "build", "-mod=readonly", "-o", tool, "./uuidvet"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return tool
}

func command(dir, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	return cmd.CombinedOutput()
}

// unpacked returns a copy of a corpus that the go command takes for a module.
func unpacked(t *testing.T, from string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "corpus")
	kit.Check(t, os.CopyFS(dir, os.DirFS(from)))
	root := kit.Must(filepath.Abs("../.."))(t)
	mod := kit.Must(os.ReadFile(filepath.Join(dir, "go.mod.txt")))(t)
	mod = regexp.MustCompile(`ROOT\S*`).ReplaceAllFunc(mod, func(to []byte) []byte {
		return strconv.AppendQuote(nil, root+string(to[len("ROOT"):]))
	})
	kit.Check(t, os.WriteFile(filepath.Join(dir, "go.mod"), mod, 0o666))
	kit.Check(t, os.Rename(filepath.Join(dir, "go.sum.txt"), filepath.Join(dir, "go.sum")))
	return dir
}

// measure runs uuidvet, marks what it finds, and returns the number of reports of what is right.
func measure(t *testing.T, dir, tool string, plants []plant) (wrongly int) {
	t.Helper()
	all := reports(t, dir, tool)
	if len(all) == 0 {
		t.Fatal("nothing reported")
	}
	for _, r := range all {
		ok := false
		for i := range plants {
			if p := &plants[i]; p.covers(r) {
				ok = true
				p.found = p.found || p.check == r.Check
				if p.line != r.Line && !slices.Contains(p.also, r.Line) {
					p.beside++
					t.Logf("beside line %d: %s:%d: %s (%s)", p.line, r.File, r.Line, r.Message, r.Check)
				}
			}
		}
		if !ok {
			wrongly++
			t.Logf("reported, and right: %s:%d: %s (%s)", r.File, r.Line, r.Message, r.Check)
		}
	}
	return wrongly
}

var declaration = regexp.MustCompile(`^(func|type|var|const)\b\s*(?:\(\s*(?:\w+\s+)?\*?(\w+)[^)]*\)\s*)?(\w+)?`)

// planted reads the comments of the corpus.
func planted(t *testing.T, dir string) (plants []plant, right int) {
	t.Helper()
	wrong := regexp.MustCompile(`// WRONG(?:\((\w+)\))?: (.*)`)
	also := regexp.MustCompile(`// WRONG-ALSO(?:\(([\w.]+)\))?`)
	kit.Check(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file := filepath.ToSlash(kit.Must(filepath.Rel(dir, path))(t))
		type decl struct {
			name     string
			function bool
			from, to int
			marked   bool
		}
		var decls []decl
		var own []plant
		type mark struct {
			line int
			name string
		}
		var marks []mark
		lines := bufio.NewScanner(bytes.NewReader(b))
		n := 0
		for lines.Scan() {
			n++
			if m := declaration.FindStringSubmatch(lines.Text()); m != nil {
				name := m[3]
				if m[1] == "func" && m[2] != "" {
					name = m[2] + "." + name
				}
				decls = append(decls, decl{name: name, function: m[1] == "func", from: n})
			}
			if len(decls) > 0 {
				decls[len(decls)-1].to = n
			}
			if m := wrong.FindStringSubmatch(lines.Text()); m != nil {
				if m[1] == "" {
					t.Errorf("%s:%d names no check", file, n)
				}
				own = append(own, plant{file: file, line: n, check: m[1], why: m[2]})
			}
			if m := also.FindStringSubmatch(lines.Text()); m != nil {
				marks = append(marks, mark{n, m[1]})
			}
		}
		at := func(line int) *decl {
			for i := range decls {
				if decls[i].from <= line && line <= decls[i].to {
					return &decls[i]
				}
			}
			return &decl{}
		}
		for i := range own {
			d := at(own[i].line)
			own[i].from, own[i].alone, d.marked = d.from, true, true
		}
		for i := range own {
			for j := range own {
				if i != j && own[i].from == own[j].from {
					own[i].alone = false
				}
			}
		}
		for _, m := range marks {
			at(m.line).marked = true
			of := 0
			for i := range own {
				name := at(own[i].line).name
				if m.name == own[i].check && (own[of].check != m.name || distance(own[i].line, m.line) <= distance(own[of].line, m.line)) {
					of = i // the nearest of the check
				}
				if m.name == "" && own[i].line < m.line || m.name != "" && (name == m.name || strings.HasSuffix(name, "."+m.name)) {
					of = i
				}
			}
			own[of].also = append(own[of].also, m.line)
		}
		for _, d := range decls {
			if d.function && !d.marked {
				right++
			}
		}
		plants = append(plants, own...)
		return lines.Err()
	}))
	return plants, right
}

func distance(a, b int) int { return max(a-b, b-a) }

// table has a row for each check. A report of a line beside it may be of the same statement, or
// of what is right: the page has their number, and the log has each.
func table(name string, plants []plant) (rows string, found int) {
	count := map[string][3]int{}
	for _, p := range plants {
		c := count[p.check]
		c[0]++
		if p.found {
			c[1]++
			found++
		}
		c[2] += p.beside
		count[p.check] = c
	}
	var b strings.Builder
	fmt.Fprintf(&b, "| check that was expected in integration/vet/testdata/%s | wrong lines | found | reported beside it |\n|---|---:|---:|---:|\n", name)
	for _, f := range slices.Sorted(maps.Keys(count)) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d |\n", f, count[f][0], count[f][1], count[f][2])
	}
	return b.String(), found
}

// between writes the text between two comments of a page, or compares it.
func between(file, name, text string, write bool) error {
	old, err := inside(file, name)
	if err != nil || old == text {
		return err
	}
	if !write {
		return fmt.Errorf("%s: got between the comments %s\n%s\nwant\n%s", file, name, old, text)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, _ := strings.Cut(string(b), begin(name))
	return os.WriteFile(file, []byte(before+begin(name)+text+strings.TrimPrefix(rest, old)), 0o666)
}

// inside returns the text between two comments of a page.
func inside(file, name string) (string, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	_, rest, ok := strings.Cut(string(b), begin(name))
	text, _, ok2 := strings.Cut(rest, "<!-- /"+name+" -->")
	if !ok || !ok2 {
		return "", fmt.Errorf("%s has no %s", file, begin(name))
	}
	return text, nil
}

func begin(name string) string { return "<!-- " + name + " -->\n" }
