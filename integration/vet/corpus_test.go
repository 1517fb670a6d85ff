package vet

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io/fs"
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
	all    = flag.Bool("all", false, "run uuidvet over the corpus: it builds 300 packages")
	update = flag.Bool("update", false, "write the table of docs/vet.md")
)

const page = "../../docs/vet.md"

// A plant is a line that is wrong, in the declaration of the lines from and to.
type plant struct {
	file     string
	line     int
	from, to int
	why      string
	also     []int // lines where a report counts, too
	found    bool
}

// TestCorpus: uuidvet finds at least nine of ten wrong lines of testdata/corpus, and reports
// nothing that is right. Its README.md says what the comments mean.
func TestCorpus(t *testing.T) {
	if !*all {
		t.Skip("only with -all")
	}
	dir := filepath.Join(t.TempDir(), "corpus")
	kit.Check(t, os.CopyFS(dir, os.DirFS("testdata/corpus")))
	root := kit.Must(filepath.Abs("../.."))(t)
	mod := kit.Must(os.ReadFile(filepath.Join(dir, "go.mod.txt")))(t)
	kit.Check(t, os.WriteFile(filepath.Join(dir, "go.mod"), bytes.ReplaceAll(mod, []byte("ROOT"), []byte(root)), 0o666))
	kit.Check(t, os.Rename(filepath.Join(dir, "go.sum.txt"), filepath.Join(dir, "go.sum")))
	tool := filepath.Join(t.TempDir(), "uuidvet")
	command := func(dir, name string, args ...string) ([]byte, error) {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
		return cmd.CombinedOutput()
	}
	if out, err := command("../../analysis", "go", "build", "-mod=readonly", "-o", tool, "./uuidvet"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, _ := command(dir, "go", "vet", "-vettool="+tool, "./...")

	plants, right := planted(t, dir)
	reported := 0
	for line := range bytes.Lines(out) {
		m := regexp.MustCompile(`^(\S+\.go):(\d+)(?::\d+)?: (.*)`).FindSubmatch(line)
		if m == nil {
			if !bytes.HasPrefix(line, []byte("#")) && !bytes.HasPrefix(line, []byte("go: downloading")) {
				t.Errorf("output %s", line)
			}
			continue
		}
		file, at := filepath.ToSlash(string(m[1])), kit.Must(strconv.Atoi(string(m[2])))(t)
		file = strings.TrimPrefix(file, "./")
		if filepath.IsAbs(file) {
			file = kit.Must(filepath.Rel(dir, file))(t)
		}
		ok := false
		for i := range plants {
			p := &plants[i]
			if p.file == file && (p.from <= at && at <= p.to || slices.Contains(p.also, at)) {
				p.found, ok = true, true
			}
		}
		reported++
		if !ok {
			t.Errorf("reported, and right: %s", line)
		}
	}
	if reported == 0 {
		t.Fatalf("nothing reported\n%s", out)
	}
	rows, found := table(plants)
	for _, p := range plants {
		if !p.found {
			t.Logf("missed: %s:%d: %s", p.file, p.line, p.why)
		}
	}
	t.Logf("%d of %d wrong lines found, %d right functions", found, len(plants), right)
	if found*10 < len(plants)*9 {
		t.Errorf("%d of %d wrong lines found, want 90 %%", found, len(plants))
	}
	kit.Check(t, between(page, "corpus", fmt.Sprintf("uuidvet finds %d of %d wrong lines (%d %%), and reports none of the %d functions that are right.\n\n%s",
		found, len(plants), found*100/len(plants), right, rows), *update))
}

var declaration = regexp.MustCompile(`^(func|type|var|const)\b\s*(?:\(\s*(?:\w+\s+)?\*?(\w+)[^)]*\)\s*)?(\w+)?`)

// planted reads the comments of the corpus.
func planted(t *testing.T, dir string) (plants []plant, right int) {
	t.Helper()
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
			if _, why, ok := strings.Cut(lines.Text(), "// WRONG: "); ok {
				own = append(own, plant{file: file, line: n, why: why})
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
			own[i].from, own[i].to, d.marked = d.from, d.to, true
		}
		for _, m := range marks {
			at(m.line).marked = true
			of := 0
			for i := range own {
				name := at(own[i].line).name
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

// table has a row for each folder.
func table(plants []plant) (rows string, found int) {
	var folders []string
	count := map[string][2]int{}
	for _, p := range plants {
		folder, _, _ := strings.Cut(p.file, "/")
		if _, ok := count[folder]; !ok {
			folders = append(folders, folder)
		}
		c := count[folder]
		c[0]++
		if p.found {
			c[1]++
			found++
		}
		count[folder] = c
	}
	var b strings.Builder
	b.WriteString("| folder of integration/vet/testdata/corpus | wrong lines | found |\n|---|---:|---:|\n")
	for _, f := range folders {
		fmt.Fprintf(&b, "| %s | %d | %d |\n", f, count[f][0], count[f][1])
	}
	return b.String(), found
}

// between writes the text between two comments of a page, or compares it.
func between(file, name, text string, write bool) error {
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	begin, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->"
	before, rest, ok := strings.Cut(string(b), begin)
	old, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return fmt.Errorf("%s has no %s", file, begin)
	}
	if write {
		return os.WriteFile(file, []byte(before+begin+text+end+after), 0o666)
	}
	if old != text {
		return fmt.Errorf("%s: got between the comments %s\n%s\nwant\n%s", file, name, old, text)
	}
	return nil
}
