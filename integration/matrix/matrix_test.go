package matrix_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/integration/matrix"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/integration/upstream"
)

var (
	update = flag.Bool("update", false, "write MATRIX.md, matrix.json, docs/matrix.html and tables of the guides")
	all    = flag.Bool("all", false, "measure what equals other rows and types, too, and see whether it still does")
	some   = flag.String("rows", "", "measure the rows whose names match this `pattern` alone; the others have the cells of the last time")
)

const (
	markdownFile = "../MATRIX.md"
	jsonFile     = "../matrix.json"

	// ownProcess asks for the cells of one row in one column only. The file, the row
	// and the column are lines of its value.
	ownProcess = "UUIDKIT_MATRIX_COLUMN"
)

func TestMain(m *testing.M) {
	flag.Parse()
	matrix.All = *all
	stores.Main(m)
}

func TestMatrix(t *testing.T) {
	rows, columns := matrix.Rows(), matrix.Columns()
	report := &matrix.Report{Stores: map[string]string{}}
	if job := strings.Split(os.Getenv(ownProcess), "\n"); len(job) == 3 {
		r := rows[slices.IndexFunc(rows, func(r matrix.Row) bool { return r.Name() == job[1] })]
		c := columns[slices.IndexFunc(columns, func(c matrix.Column) bool { return c.Title() == job[2] })]
		report.Cells = matrix.Measure(t, r, c)
		write(t, job[0], report.JSON())
		return
	}
	last, err := matrix.Parse(read(t, jsonFile))
	if err != nil && !*update { // which makes the file anew
		t.Fatalf("%s: %v", jsonFile, err)
	}
	if *some != "" {
		report.Libraries = last.Libraries
	} else if std.Present { // or nothing is compared with the files but verdicts
		report.Libraries = libraries(t)
	}
	for _, p := range matrix.Products() {
		report.Stores[p.Name] = last.Stores[p.Name] // if it does not run
		if *some != "" || p.Rest && !*all {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			if version := p.Version(t); p.Pinned || *update {
				report.Stores[p.Name] = version
			}
		})
	}
	// Those of one store wait for its server most of the time: so the stores are measured beside each other.
	cells, absent, rest := make([][]matrix.Cell, len(rows)), make([]bool, len(rows)), make([][]matrix.Cell, len(rows))
	chosen := kit.Must(regexp.Compile(*some))(t)
	done := t.Run("stores", func(t *testing.T) {
		stores := map[string][]int{}
		for i, r := range rows {
			if chosen.MatchString(r.Name()) && (r.As == "" || *all) {
				stores[r.Store] = append(stores[r.Store], i)
			}
		}
		for _, list := range stores {
			t.Run(rows[list[0]].Store, func(t *testing.T) {
				t.Parallel()
				for _, i := range list {
					r := rows[i]
					t.Run(r.Name(), func(t *testing.T) {
						defer func() { absent[i] = t.Skipped() }()
						for _, c := range slices.Concat(columns, r.More) {
							measure, into := matrix.Measure, &cells[i]
							if r.Global && c.Kit {
								measure = measureApart
							}
							if !r.Counted(c) {
								if !*all {
									continue
								}
								into = &rest[i]
							}
							*into = append(*into, measure(t, r, c)...)
						}
					})
				}
			})
		}
	})
	if !done {
		return
	}
	skipped := false
	for i, r := range rows {
		report.Cells = append(report.Cells, cells[i]...)
		if r.As != "" {
			continue
		}
		if !chosen.MatchString(r.Name()) {
			report.Keep(r, last)
		} else if absent[i] && r.OnRequest() {
			if err := report.Carry(r, last); err != nil {
				t.Error(err)
			}
		} else if absent[i] {
			skipped = true
		}
	}
	if skipped {
		t.Skip("a server could not be had: there is nothing to compare with the files")
	}

	for i, r := range rows {
		for _, c := range matrix.Unlike(r, rest[i], report.Cells) {
			t.Errorf("%s: %s: %s: it was as %s%s", name(c), c.Verdict, c.Note, r.As, r.Twins[c.Type])
		}
	}
	for _, c := range report.Cells {
		if older(c) {
			continue
		}
		if c.Kit && c.Verdict != matrix.Native && c.Verdict != matrix.Impossible && c.Verdict != matrix.BecomesWrong {
			t.Errorf("%s: %s: %s", name(c), c.Verdict, c.Note)
		}
		if c.Type == "int64" && !c.Kit && c.Verdict != matrix.Native {
			t.Errorf("%s: %s: %s: what fails with an integer says nothing of UUIDs", name(c), c.Verdict, c.Note)
		}
	}
	for _, e := range matrix.Unused(report.Cells) {
		if *some != "" {
			break // the cells of the last time do not say which of two excuses they need
		}
		if !std.Present && (e.Type == "std" || strings.Contains(e.Row, "json/v2")) {
			continue // Go 1.26 does not have them
		}
		t.Errorf("nothing needs the excuse %q, %q, %q: %s", e.Row, e.Type, e.Shape, e.Reason)
	}
	for _, c := range matrix.Unproven(report.Cells) {
		t.Errorf("%s: silently wrong with uuidkit only, not impossible: %s", name(c), c.Note)
	}
	for _, c := range matrix.Incurable(rows, report.Cells) {
		t.Errorf("%s becomes wrong, and what to write instead is not right", name(c))
	}
	quoted(t, report.Cells)

	js := report.JSON()
	written := parse(t, js)
	md := written.Markdown(rows, columns)
	if *update {
		if !std.Present {
			t.Fatal("-update needs a toolchain with the standard library's uuid: Go 1.27")
		}
		write(t, markdownFile, md)
		write(t, jsonFile, js)
		write(t, explorerFile, explorerOf(t, written))
		guides(t, written)
		return
	}
	compare(t, md, js)
}

// TestGuides compares what the guides say of statements that become wrong with matrix.json.
func TestGuides(t *testing.T) {
	if !std.Present {
		t.Skip("Go 1.26 does not have all rows of matrix.json")
	}
	guides(t, parse(t, read(t, jsonFile)))
}

// guides compares or writes the tables of the pages that begin with what to change.
func guides(t *testing.T, r matrix.Report) {
	rows := matrix.Rows()
	for page, want := range map[string]string{
		"mysql.md":  r.Changes(rows, "MariaDB", "MySQL 9"),
		"sqlite.md": r.Changes(rows, "SQLite"),
	} {
		const begin, end = "<!-- statements -->\n", "<!-- /statements -->"
		file := "../../docs/" + page
		before, rest, ok := strings.Cut(string(read(t, file)), begin)
		table, after, ended := strings.Cut(rest, end)
		if !ok || !ended {
			t.Fatalf("%s has no %s … %s", page, strings.TrimSpace(begin), end)
		}
		if *update {
			write(t, file, []byte(before+begin+want+end+after))
		} else if table != want {
			t.Errorf("%s is not made of matrix.json: go -C integration test ./matrix -run Guides -update\ngot\n%s\nwant\n%s", page, table, want)
		}
	}
}

// TestIncurable has a statement that becomes wrong, and what to write instead that is right or not.
func TestIncurable(t *testing.T) {
	rows := []matrix.Row{{Store: "s", Column: "c", Library: "l", Shapes: []matrix.Shape{{Name: "old", Instead: "new"}, {Name: "new"}}}}
	of := func(shape string, v matrix.Verdict) matrix.Cell {
		return matrix.Cell{Store: "s", Column: "c", Library: "l", Type: "google", Kit: true, Shape: shape, Verdict: v}
	}
	old := of("old", matrix.BecomesWrong)
	for _, tt := range []struct {
		name  string
		cells []matrix.Cell
		want  int
	}{
		{"right", []matrix.Cell{old, of("new", matrix.Native)}, 0},
		{"wrong", []matrix.Cell{old, of("new", matrix.Wrong)}, 1},
		{"not measured", []matrix.Cell{old}, 1},
		{"nothing to write instead", []matrix.Cell{of("new", matrix.BecomesWrong)}, 1},
	} {
		if got := matrix.Incurable(rows, tt.cells); len(got) != tt.want {
			t.Errorf("%s: got %v, want %d cells", tt.name, got, tt.want)
		}
	}
}

// TestCarry has last's cells of a server that does not run, beside today's of its
// twin.
func TestCarry(t *testing.T) {
	of := func(store string, shapes ...string) (cells []matrix.Cell) {
		for _, shape := range shapes {
			cells = append(cells, matrix.Cell{Store: store, Column: "c", Library: "l", Type: "google", Shape: shape})
		}
		return cells
	}
	today := of(matrix.Twin, "T", "*T")
	for _, tt := range []struct {
		name       string
		last, want []matrix.Cell
	}{
		{"the same", of("MySQL 9", "T", "*T"), of("MySQL 9", "T", "*T")},
		{"one more", of("MySQL 9", "T", "*T", "[]T"), of("MySQL 9", "T", "*T")},
		{"one fewer", of("MySQL 9", "T"), nil},
		{"another", of("MySQL 9", "T", "[]T"), nil},
	} {
		r, want := matrix.Report{Cells: today}, slices.Concat(today, tt.want)
		err := r.Carry(matrix.Row{Store: "MySQL 9", Column: "c", Library: "l"}, matrix.Report{Cells: tt.last})
		if (err == nil) != (tt.want != nil) || !slices.Equal(r.Cells, want) {
			t.Errorf("%s: got %v and %v, want %v", tt.name, err, r.Cells, want)
		}
	}
	// A row that the twin does not have comes as it was.
	own := of("MySQL 9", "UUID_TO_BIN")
	for i := range own {
		own[i].Column = "own"
	}
	for _, last := range [][]matrix.Cell{own, nil} {
		r := matrix.Report{Cells: today}
		err := r.Carry(matrix.Row{Store: "MySQL 9", Column: "own", Library: "l"}, matrix.Report{Cells: last})
		if (err == nil) != (last != nil) || !slices.Equal(r.Cells, slices.Concat(today, last)) {
			t.Errorf("a row without a twin: got %v and %v, want %v", err, r.Cells, last)
		}
	}
}

// TestJSON reads what was written, in which each cell must say how to repeat it.
func TestJSON(t *testing.T) {
	js := read(t, jsonFile)
	r := parse(t, js)
	if got := r.JSON(); !bytes.Equal(got, js) {
		t.Errorf("first difference:\n%s", difference(got, js))
	}
	for _, c := range r.Cells {
		if c.Code == "" || c.T == "" {
			t.Errorf("%s: no code, or no Go type", name(c))
		}
	}
	if len(js) > 500_000 {
		t.Errorf("%s has %d bytes, more than 500,000", jsonFile, len(js))
	}
}

// TestFaultsOfExcuses finds the rows of package upstream, whose programs show that the libraries are still so.
func TestFaultsOfExcuses(t *testing.T) {
	for _, e := range matrix.Excuses {
		if _, ok := upstream.Find(e.Fault); !ok && e.Fault != "" {
			t.Errorf("%q: package upstream has no row %s", e.Reason, e.Fault)
		}
	}
}

func TestUnused(t *testing.T) {
	if got, want := len(matrix.Unused(nil)), len(matrix.Excuses); got != want {
		t.Errorf("no cells: got %d excuses that nothing needs, want all %d", got, want)
	}
}

// TestUnproven has an excuse for what is silently wrong, with a baseline that is or is not.
func TestUnproven(t *testing.T) {
	e := matrix.Excuses[slices.IndexFunc(matrix.Excuses, func(e matrix.Excuse) bool { return e.Proof == matrix.Wrong })]
	row := matrix.Cell{Store: "SQLite", Column: "BLOB", Library: "database/sql, modernc", Shape: e.Shape}
	kit, google := row, row
	kit.Type, kit.Kit, kit.Verdict, kit.Note = e.Type, true, matrix.Impossible, e.Reason+" Measured: silently wrong, "+e.Note
	google.Type, google.Verdict, google.Note = "google", matrix.Wrong, e.Note
	for _, tt := range []struct {
		name  string
		cells []matrix.Cell
		want  int
	}{
		{"the same without", []matrix.Cell{kit, google}, 0},
		{"nothing without", []matrix.Cell{kit}, 1},
	} {
		r := matrix.Report{Cells: tt.cells}
		if got := matrix.Unproven(parse(t, r.JSON()).Cells); len(got) != tt.want {
			t.Errorf("%s: got %v, want %d cells", tt.name, got, tt.want)
		}
	}
}

// quoted checks the failures that the README tells of: each must still be measured. If
// one changes, change the README with it.
func quoted(t *testing.T, cells []matrix.Cell) {
	like := func(pattern, s string) bool {
		start, more := strings.CutSuffix(pattern, "*")
		return s == pattern || more && strings.HasPrefix(s, start)
	}
	const (
		lookup = "finds 0 rows, not 1"
		null   = "no error, and the old value stays"
	)
	for _, q := range []struct{ store, column, library, typ, shape, note string }{
		{"MongoDB 8", "binary 4", "mongo-driver v2", "std", "lookup by T", lookup},
		{"MongoDB 8", "binary 4", "mongo-driver v2", "google", "lookup by T", lookup},
		{"MongoDB 8", "binary 4", "mongo-driver v2", "gofrs", "lookup by T", lookup},
		{"*", "*", "pgx*", "google", "null into T", null},
		{"*", "*", "database/sql*", "google", "null into T", null},
	} {
		found := q.typ == "std" && !std.Present
		for _, c := range cells {
			if c.Kit || !like(q.store, c.Store) || !like(q.column, c.Column) || !like(q.library, c.Library) || c.Type != q.typ || c.Shape != q.shape {
				continue
			}
			found = true
			if c.Verdict != matrix.Wrong || c.Note != q.note {
				t.Errorf("README.md is wrong: %s is %s: %s", name(c), c.Verdict, c.Note)
			}
		}
		if !found {
			t.Errorf("%v is not measured", q)
		}
	}
}

// compare demands the very files under a toolchain that measures all of them,
// and the same verdicts under an older one.
func compare(t *testing.T, md, js []byte) {
	if std.Present {
		for file, got := range map[string][]byte{jsonFile: js, markdownFile: md} {
			if want := read(t, file); !bytes.Equal(got, want) {
				t.Errorf("%s is not what was measured; first difference:\n%s\nto accept it: go -C integration test ./matrix -update", file, difference(got, want))
			}
		}
		return
	}
	measured, want := parse(t, js).Cells, map[string]matrix.Verdict{}
	for _, c := range parse(t, read(t, jsonFile)).Cells {
		// What Go 1.26 does not have.
		if c.Type != "std" && c.Library != "encoding/json/v2" && !older(c) {
			want[name(c)] = c.Verdict
		}
	}
	for _, c := range measured {
		if older(c) {
			continue
		}
		// Go 1.27's database/sql lets pgx scan into types that have no Scan
		// (driver.RowsColumnScanner).
		newer := strings.HasPrefix(c.Store, "PostgreSQL ") && (c.Library == "database/sql, pgx" || strings.HasPrefix(c.Library, "GORM"))
		w := want[name(c)]
		fails := newer && (c.Verdict == matrix.Fails || c.Verdict == matrix.Impossible) && (w == matrix.Native || w == matrix.Wrong && !c.Kit)
		if c.Verdict != w && !fails {
			t.Errorf("%s: got %q, want %q as in %s", name(c), c.Verdict, w, jsonFile)
		}
		delete(want, name(c))
	}
	for name, w := range want {
		t.Errorf("%s: not measured, want %q as in %s", name, w, jsonFile)
	}
}

// older reports whether GORM 1.25 makes something else of the cell: without uuidkit, and
// of some operations with integers, too.
func older(c matrix.Cell) bool {
	fails := slices.Contains([]string{"named, IN (@ids)", "Joins, a condition", "InnerJoins"}, c.Shape) || strings.HasPrefix(c.Shape, "generics")
	return matrix.Floors && c.Library == "GORM operations" && (!c.Kit || fails)
}

func name(c matrix.Cell) string {
	return fmt.Sprintf("%s, %s, %s: %s (uuidkit %t), %s", c.Store, c.Column, c.Library, c.Type, c.Kit, c.Shape)
}

// measureApart measures a column of a row in a process in which nothing is registered.
func measureApart(t testing.TB, r matrix.Row, c matrix.Column) []matrix.Cell {
	file := t.TempDir() + "/cells.json"
	cmd := exec.Command(os.Args[0], "-test.run=^TestMatrix$")
	cmd.Env = append(os.Environ(), ownProcess+"="+strings.Join([]string{file, r.Name(), c.Title()}, "\n"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", c.Title(), err, out)
	}
	return parse(t, read(t, file)).Cells
}

// libraries returns the versions of Go and of the modules in this program that
// the module of these tests asks for itself. Go 1.26 does not tell a test of which
// modules it is made.
func libraries(t *testing.T) map[string]string {
	info, ok := debug.ReadBuildInfo()
	if !ok || len(info.Deps) == 0 {
		t.Fatal("this program does not say of which modules it is made: go test builds one that does")
	}
	goRelease, _, _ := strings.Cut(strings.TrimPrefix(info.GoVersion, "go1."), ".")
	versions := map[string]string{"Go": "1." + goRelease}
	for line := range strings.Lines(string(read(t, "../go.mod"))) {
		f := strings.Fields(line)
		for _, dep := range info.Deps {
			if len(f) == 2 && f[0] == dep.Path && dep.Replace == nil {
				versions[dep.Path] = dep.Version
			}
		}
	}
	return versions
}

func parse(t testing.TB, js []byte) matrix.Report { return kit.Must(matrix.Parse(js))(t) }
func read(t testing.TB, name string) []byte       { return kit.Must(os.ReadFile(name))(t) }

func write(t testing.TB, name string, b []byte) {
	t.Helper()
	if err := os.WriteFile(name, b, 0o644); err != nil {
		t.Fatal(err)
	}
}

// difference returns the first line in which a and b differ.
func difference(got, want []byte) string {
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	i := 0
	for i < min(len(g), len(w))-1 && g[i] == w[i] {
		i++
	}
	return fmt.Sprintf("line %d\n got %s\nwant %s", i+1, g[i], w[i])
}
