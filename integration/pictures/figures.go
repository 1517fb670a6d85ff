package pictures

import (
	"fmt"
	"math"
	"strings"

	"github.com/uuidkit/uuidkit/integration/bench/results"
	"github.com/uuidkit/uuidkit/integration/matrix"
)

// Pages returns the text that the command writes into Markdown files, by file and name:
// between <!-- name --> and <!-- /name -->.
func (r Results) Pages() map[string]map[string]string {
	return map[string]map[string]string{
		"README.md":              {"figures": r.figures()},
		"docs/text-or-binary.md": {"storage": r.sizes()},
	}
}

// figures are those of README.md.
func (r Results) figures() string {
	_, total := compared(r.Matrix)
	var b strings.Builder
	row := func(what, command, without, with string) {
		fmt.Fprintf(&b, "| %s | %s | %s | `go -C integration %s` |\n", what, without, with, command)
	}
	b.WriteString("| | without uuidkit | with it | measured by |\n|---|---:|---:|---|\n")
	row("[silently wrong](integration/MATRIX.md), of "+thousands(total[0].all())+" cases of std, google, gofrs and `[16]byte`", "test ./matrix",
		total[0].percent(matrix.Wrong), total[1].percent(matrix.Wrong))
	row("right without uuidkit and [wrong with it](docs/mysql.md#quick-start), of the same", "test ./matrix", "–", total[1].percent(matrix.BecomesWrong))
	row("in the store's own form, of the same", "test ./matrix", total[0].percent(matrix.Native), total[1].percent(matrix.Native))
	for _, c := range []struct{ store, text, native string }{{"MariaDB", "CHAR(36)", "BINARY(16)"}, {"PostgreSQL", "text", "uuid"}} {
		row(fmt.Sprintf("[bytes of a row](integration/bench/STORAGE.md) with two ids and their indexes, %s, `%s` and `%s`", c.store, c.text, c.native), strings.TrimPrefix(r.Storage.Command, "go -C integration "),
			fmt.Sprint(r.perRow(r.find(c.store, c.text, "v7"))), fmt.Sprint(r.perRow(r.find(c.store, c.native, "v7"))))
	}
	for _, o := range []struct{ what, section, operation, other, ours string }{
		{"[time](integration/bench/RESULTS.md) to parse a text, google/uuid and ours", "uuid", "Parse", "google", "uuidkit"},
		{"time of an id when pgx reads a `uuid[]` into a `[]google.UUID`", "pgx", "scan array of 100, each", "google", "google + uuidkit"},
	} {
		row(o.what, "run ./bench", r.time(o.section, o.operation, o.other), r.time(o.section, o.operation, o.ours))
	}
	return b.String()
}

// sizes is the table of docs/text-or-binary.md.
func (r Results) sizes() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Bytes of a row of an id as key, another with an index, and a number, in a table of %s rows, with all indexes:\n\n", thousands(r.Storage.Rows))
	b.WriteString("| | version 4 | version 7 |\n|---|---:|---:|\n")
	for _, s := range r.Storage.Stores {
		for _, t := range s.Tables {
			if t.Version == "v7" {
				fmt.Fprintf(&b, "| %s, `%s` | %d | %d |\n", s.Name, t.Form, r.perRow(r.find(s.Name, t.Form, "v4")), r.perRow(t))
			}
		}
	}
	fmt.Fprintf(&b, "\nMeasured by `%s`.\n", r.Storage.Command)
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
