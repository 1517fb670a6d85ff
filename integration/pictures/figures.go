package pictures

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/integration/bench/results"
	"github.com/uuidkit/uuidkit/integration/generators"
	"github.com/uuidkit/uuidkit/integration/matrix"
)

// Tables returns the tables that the command writes into Markdown files, by file. The
// header of a table is that of the one that it replaces.
func (r Results) Tables() map[string][]string {
	return map[string][]string{
		"README.md": {
			matrix.Table("google/uuid", r.Matrix.Headline()),
			matrix.Table("google/uuid in documents", together(r.Matrix.Formats())),
			r.space(),
			r.times(),
		},
		"docs/text-or-binary.md": {r.sizes()},
		"docs/scale.md":          {choose(r.Shards), kindsOf(r.Shards), r.Generators.FleetTable(), generators.YearTable(), r.Generators.SimulationTable()},
	}
}

// together joins lines of the same numbers.
func together(lines []matrix.Line) (joined []matrix.Line) {
	for _, l := range lines {
		same := slices.IndexFunc(joined, func(j matrix.Line) bool {
			return j.Tried == l.Tried && j.Today == l.Today && j.Kit == l.Kit && j.BecameWrong == l.BecameWrong
		})
		if same < 0 {
			joined = append(joined, l)
		} else {
			joined[same].Name += "; " + l.Name
		}
	}
	return joined
}

// Replace returns the page with table in the place of the one that has its header.
func Replace(page, table string) (string, error) {
	header, _, _ := strings.Cut(table, "\n")
	before, rest, ok := strings.Cut(page, "\n"+header+"\n")
	if !ok || strings.Contains(rest, "\n"+header+"\n") {
		return "", fmt.Errorf("there is not one table %s", header)
	}
	for strings.HasPrefix(rest, "|") {
		_, rest, _ = strings.Cut(rest, "\n")
	}
	return before + "\n" + table + rest, nil
}

// space is README.md's table of the bytes that ids take.
func (r Results) space() string {
	var b strings.Builder
	b.WriteString("| | as text | as 16 bytes | measured by |\n|---|---:|---:|---|\n")
	for _, c := range []struct{ store, text, native string }{{"MariaDB", "CHAR(36)", "BINARY(16)"}, {"PostgreSQL", "text", "uuid"}} {
		fmt.Fprintf(&b, "| [bytes of a row](integration/bench/STORAGE.md) with two ids and their indexes, %s, `%s` and `%s` | %d | %d | `%s` |\n",
			c.store, c.text, c.native, r.perRow(r.find(c.store, c.text, "v7")), r.perRow(r.find(c.store, c.native, "v7")), r.Storage.Command)
	}
	return b.String()
}

// times is README.md's table of the time that operations take.
func (r Results) times() string {
	var b strings.Builder
	b.WriteString("| | google/uuid alone | with uuidkit | measured by |\n|---|---:|---:|---|\n")
	for _, o := range []struct{ what, section, operation, other, ours string }{
		{"[time](integration/bench/RESULTS.md) to parse a text: google's `Parse`, ours", "uuid", "Parse", "google", "uuidkit"},
		{"time per id when pgx reads a `uuid[]` into a `[]google.UUID`", "pgx", "scan array of 100, each", "google", "google + uuidkit"},
	} {
		fmt.Fprintf(&b, "| %s | %s | %s | `go -C integration run ./bench` |\n", o.what, r.time(o.section, o.operation, o.other), r.time(o.section, o.operation, o.ours))
	}
	return b.String()
}

// sizes is the table of docs/text-or-binary.md.
func (r Results) sizes() string {
	var b strings.Builder
	fmt.Fprintf(&b, "| bytes of a row, of %s | version 4 | version 7 |\n|---|---:|---:|\n", thousands(r.Storage.Rows))
	for _, s := range r.Storage.Stores {
		for _, t := range s.Tables {
			if t.Version == "v7" {
				fmt.Fprintf(&b, "| %s, `%s` | %d | %d |\n", s.Name, t.Form, r.perRow(r.find(s.Name, t.Form, "v4")), r.perRow(t))
			}
		}
	}
	return b.String()
}

func (r Results) perRow(t results.StoreTable) int {
	return int(math.Round(float64(t.Total()) / float64(r.Storage.Rows)))
}

func (r Results) find(store, form, version string) results.StoreTable {
	for _, s := range r.Storage.Stores {
		for _, t := range s.Tables {
			if s.Name == store && t.Form == form && t.Version == version {
				return t
			}
		}
	}
	panic("storage.json has no " + store + " " + form + " " + version)
}

// time returns that of an operation.
func (r Results) time(section, operation, peer string) string {
	for _, s := range r.Speed.Sections {
		for _, o := range s.Operations {
			for _, p := range o.Peers {
				if s.Name == section && o.Name == operation && p.Name == peer {
					return fmt.Sprintf("%.3g ns", p.NS)
				}
			}
		}
	}
	panic("results.json has no " + section + " " + operation + " " + peer)
}
