package matrix_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/matrix"
)

// TestHeadline: each side of a line has as many as were tried, a store of SQL has all
// statements, and what became wrong is SQL that expects text.
func TestHeadline(t *testing.T) {
	r := parse(t, read(t, jsonFile))
	for _, l := range slices.Concat(r.Headline(), r.Formats()) {
		for side, o := range map[string]matrix.Outcome{"today": l.Today, "with uuidkit": l.Kit} {
			if got := o.Right + o.Fails + o.Wrong; got != l.Tried {
				t.Errorf("%s, %s: got %d outcomes, want %d", l.Name, side, got, l.Tried)
			}
		}
		if len(l.Cells) != l.Tried {
			t.Errorf("%s: got %d cells, want %d", l.Name, len(l.Cells), l.Tried)
		}
	}
	text := slices.Index(matrix.Everyday, "find in a text column")
	for _, l := range r.Headline() {
		want := len(matrix.Everyday)
		if l.Name == "MongoDB" {
			want = text
		}
		if l.Tried != want {
			t.Errorf("%s: got %d statements, want %d", l.Name, l.Tried, want)
		}
		for i, c := range l.Cells {
			if c[1] == matrix.BecomesWrong && i < text {
				t.Errorf("%s: %s became wrong, and README.md says that only SQL for text did", l.Name, matrix.Everyday[i])
			}
			if c[1] != matrix.Native && c[1] != matrix.BecomesWrong {
				t.Errorf("%s: %s is %s with uuidkit", l.Name, matrix.Everyday[i], c[1])
			}
		}
	}
}

// TestLines has cells whose verdicts are counted, of two shapes.
func TestLines(t *testing.T) {
	cell := func(shape string, kit bool, v matrix.Verdict, note string) matrix.Cell {
		return matrix.Cell{Store: "s", Column: "c", Library: "l", Type: "google", Kit: kit, Shape: shape, Verdict: v, Note: note}
	}
	for _, tt := range []struct {
		name  string
		cells []matrix.Cell
		want  string
	}{
		{"right", []matrix.Cell{cell("a", false, matrix.Works, ""), cell("a", true, matrix.Native, "")}, "| x | 1 | **1** | 0 | 0 | **1** | 0 | 0 | 0 |"},
		{"became silently wrong", []matrix.Cell{cell("a", false, matrix.Native, ""), cell("a", true, matrix.BecomesWrong, "finds 0 rows, not 1")}, "| x | 1 | **1** | 0 | 0 | **0** | 0 | 1 | 1 |"},
		{"became an error", []matrix.Cell{cell("a", false, matrix.Native, ""), cell("a", true, matrix.BecomesWrong, "Error 1300")}, "| x | 1 | **1** | 0 | 0 | **0** | 1 | 0 | 1 |"},
		{"prevented", []matrix.Cell{cell("a", false, matrix.Fails, ""), cell("a", true, matrix.Impossible, "Why. (https://x) Measured: silently wrong, finds 0")}, "| x | 1 | **0** | 1 | 0 | **0** | 0 | 1 | 0 |"},
		{"another shape", []matrix.Cell{cell("z", false, matrix.Fails, "")}, "| x | 0 | **0** | 0 | 0 | **0** | 0 | 0 | 0 |"},
	} {
		r := matrix.Report{Cells: tt.cells}
		table := matrix.Table("", []matrix.Line{r.Line("x", []string{"a", "b"}, "s", "c", "l")})
		if got := strings.Split(table, "\n")[2]; got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestUnlike has cells that are known to be as others, and are or not.
func TestUnlike(t *testing.T) {
	of := func(store, typ string, v matrix.Verdict) matrix.Cell {
		return matrix.Cell{Store: store, Column: "c", Library: "l", Type: typ, Shape: "T", Verdict: v}
	}
	row := matrix.Row{Store: "s", Column: "c", Library: "l", Twins: map[string]string{"gofrs": "google"}}
	report := []matrix.Cell{of("s", "google", matrix.Wrong)}
	for _, tt := range []struct {
		cell matrix.Cell
		want int
	}{{of("s", "gofrs", matrix.Wrong), 0}, {of("s", "gofrs", matrix.Native), 1}} {
		if got := matrix.Unlike(row, []matrix.Cell{tt.cell}, report); len(got) != tt.want {
			t.Errorf("%v: got %v, want %d cells", tt.cell, got, tt.want)
		}
	}
}
