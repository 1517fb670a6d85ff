package ecosystem

import (
	"database/sql"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/uuid"
)

// Update is set by -update: results are written, not compared.
var Update = flag.Bool("update", false, "write the results and docs/works-with.md")

// A Row is a library with one store or format.
type Row struct {
	Library, Store string
	Module         string // the library's path in go.mod
	Version        string // of a command that is in no go.mod
	Link           string // a page of ours about it, relative to docs/, or the library's own

	// Say is what docs/works-with.md tells users to write. It is empty where nothing has
	// to be written, and With is zero.
	Say         string
	Today, With Types

	// Excuses are why cells of With cannot be right.
	Excuses []Excuse
}

// Types open the library for each of the four Go types: see Of.
type Types struct {
	std    func(testing.TB) Ops[std.UUID, sql.Null[std.UUID]]
	google func(testing.TB) Ops[google.UUID, google.NullUUID]
	gofrs  func(testing.TB) Ops[gofrs.UUID, gofrs.NullUUID]
	ours   func(testing.TB) Ops[uuid.UUID, uuid.NullUUID]
}

// Of returns these as Types. One that is nil is not measured: the library does not know the type.
func Of(
	std func(testing.TB) Ops[std.UUID, sql.Null[std.UUID]],
	google func(testing.TB) Ops[google.UUID, google.NullUUID],
	gofrs func(testing.TB) Ops[gofrs.UUID, gofrs.NullUUID],
	ours func(testing.TB) Ops[uuid.UUID, uuid.NullUUID],
) Types {
	return Types{std, google, gofrs, ours}
}

// An Excuse says why these operations of these types are not right. Types and Ops are
// lists with commas; an empty one is all.
type Excuse struct{ Types, Ops, Reason string }

// GoogleNull is what the matrix says, too.
var GoogleNull = Excuse{Types: "google", Ops: "bad input",
	Reason: "The Scan of google.UUID takes NULL without an error: scan into a pointer or a NullUUID."}

// A Verdict is one of the matrix.
type Verdict string

const (
	Native     Verdict = "native"
	Works      Verdict = "works"
	Impossible Verdict = "impossible"
	Fails      Verdict = "fails loudly"
	Wrong      Verdict = "silently wrong"
)

var byRank = []Verdict{Native, Works, Impossible, Fails, Wrong}

func worst(cells ...Cell) Cell {
	return slices.MaxFunc(cells, func(a, b Cell) int {
		return slices.Index(byRank, a.Verdict) - slices.Index(byRank, b.Verdict)
	})
}

// A Cell is one measurement.
type Cell struct {
	Type    string
	With    bool `json:",omitempty"` // with what we tell users to write
	Op      Op
	Verdict Verdict
	Stored  string `json:",omitempty"` // as the store reports it
	Note    string `json:",omitempty"` // the error, or what is wrong
}

// A Result is what was measured of a row.
type Result struct {
	Library, Store, Version, Link, Say string
	Cells                              []Cell
}

func (r Result) name() string { return strings.Trim(r.Library+", "+r.Store, ", ") }

// Run measures the rows of a folder, and compares them with its results.json or writes it.
func Run(t *testing.T, rows []Row) {
	saved, known := Load(t, "results.json"), map[string]bool{}
	for _, row := range rows {
		r := Result{Library: row.Library, Store: row.Store, Version: row.version(t), Link: row.Link, Say: row.Say}
		known[r.name()] = true
		t.Run(r.name(), func(t *testing.T) {
			r.Cells = row.measure(t)
			i := slices.IndexFunc(saved, func(s Result) bool { return s.name() == r.name() })
			if i < 0 {
				i = len(saved)
				saved = append(saved, Result{})
			}
			r.check(t, row.Excuses)
			switch {
			case *Update && std.Present:
				saved[i] = r
			case r.without("std").String() != saved[i].without("std").String() || std.Present && r.String() != saved[i].String():
				t.Errorf("measured\n%s\nresults.json has\n%s\nIf that is right, write it with -update and Go 1.27", r, saved[i])
			}
		})
	}
	gone := func(r Result) bool { return full && !known[r.name()] }
	if *Update {
		saved = slices.DeleteFunc(saved, gone)
		save(t, "results.json", saved)
	} else if i := slices.IndexFunc(saved, gone); i >= 0 {
		t.Errorf("results.json has %s, which no row measures: write it with -update", saved[i].name())
	}
}

// check fails if what we tell users to write is not right, if nothing is told where something
// is not right, or if no cell needs an excuse.
func (r Result) check(t *testing.T, excuses []Excuse) {
	for _, c := range r.Cells {
		if (c.With || r.Say == "") && (c.Verdict == Fails || c.Verdict == Wrong) {
			t.Errorf("%s, %s, with %q: %s, %s %s", c.Type, c.Op, r.Say, c.Verdict, c.Note, c.Stored)
		}
	}
	for _, e := range excuses {
		if std.Present && !slices.ContainsFunc(r.Cells, func(c Cell) bool { return strings.HasPrefix(c.Note, e.Reason) }) {
			t.Errorf("no cell needs the excuse %q", e.Reason)
		}
	}
}

// measure returns all cells. What is excused with what we tell users to write is so without
// it only where nothing has to be written.
func (row Row) measure(t testing.TB) []Cell {
	if row.Say == "" {
		return row.Today.measure(t, false, row.Excuses)
	}
	return slices.Concat(row.Today.measure(t, false, nil), row.With.measure(t, true, row.Excuses))
}

// measured is between the reason why a cell is impossible and what was measured.
const measured = " Measured: "

func (ts Types) measure(t testing.TB, with bool, excuses []Excuse) (cells []Cell) {
	add := func(typ string, cs []Cell) {
		for _, c := range cs {
			c.Type, c.With, c.Note, c.Stored = typ, with, clean(c.Note), clean(c.Stored)
			for _, e := range excuses {
				if (c.Verdict == Fails || c.Verdict == Wrong) && among(typ, e.Types) && among(string(c.Op), e.Ops) {
					c.Note = e.Reason + measured + string(c.Verdict) + ", " + c.Note
					c.Verdict = Impossible
				}
			}
			cells = append(cells, c)
		}
	}
	if std.Present && ts.std != nil {
		add("std", ts.std(t).measure())
	}
	if ts.google != nil {
		add("google", ts.google(t).measure())
	}
	if ts.gofrs != nil {
		add("gofrs", ts.gofrs(t).measure())
	}
	if ts.ours != nil {
		add("uuidkit", ts.ours(t).measure())
	}
	return cells
}

func among(s, list string) bool {
	return list == "" || slices.Contains(strings.Split(list, ", "), s)
}

func (r Result) without(typ string) Result {
	r.Cells = slices.DeleteFunc(slices.Clone(r.Cells), func(c Cell) bool { return c.Type == typ })
	return r
}

func (r Result) String() string {
	var b strings.Builder
	fmt.Fprintln(&b, r.name(), r.Version, r.Link, r.Say)
	for _, c := range r.Cells {
		fmt.Fprintf(&b, "%-8s with %-5t %-14s %-14s %s  %s\n", c.Type, c.With, c.Op, c.Verdict, c.Stored, c.Note)
	}
	return b.String()
}

// Load reads results. A file that is not there has none.
func Load(t testing.TB, name string) (rs []Result) {
	b, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(b, &rs)
	}
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return rs
}

// save writes a result as a line, and its cells as lines below it.
func save(t testing.TB, name string, rs []Result) {
	var b strings.Builder
	b.WriteString("[")
	for i, r := range rs {
		cells := r.Cells
		r.Cells = nil
		head, _ := encode(r)
		fmt.Fprintf(&b, "%s\n%s", strings.Repeat(",", min(i, 1)), strings.TrimSuffix(head, "null}"))
		b.WriteString("[")
		for j, c := range cells {
			line, _ := encode(c)
			fmt.Fprintf(&b, "%s\n %s", strings.Repeat(",", min(j, 1)), line)
		}
		b.WriteString("]}")
	}
	b.WriteString("\n]\n")
	if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

func encode(v any) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return strings.TrimSpace(b.String()), err
}

// version is the module's in go.mod.
func (row Row) version(t testing.TB) string {
	if row.Version != "" {
		return row.Version
	}
	b, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^(?:require )?\s*` + regexp.QuoteMeta(row.Module) + ` (v\S+)`).FindSubmatch(b)
	if m == nil {
		t.Fatalf("go.mod does not require %q", row.Module)
	}
	return string(m[1])
}

// database is the name of a test's database or key, and address that of a value.
var (
	database = regexp.MustCompile("`?uuidkit_[0-9a-f]{16}`?[.:]")
	address  = regexp.MustCompile(`0x[0-9a-f]{8,}|0xc[0-9a-f]+`)
)

// clean makes a text one short line that is the same in each run.
func clean(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "?")), " ")
	s = address.ReplaceAllString(database.ReplaceAllString(s, ""), "0x…")
	if r := []rune(s); len(r) > 300 {
		s = string(r[:299]) + "…"
	}
	return s
}
