package checks_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/analysis/internal/checks"
)

// TestMeasured: the cells that the help of a check quotes, and its reports, are in
// integration/matrix.json.
func TestMeasured(t *testing.T) {
	b, err := os.ReadFile("../../../integration/matrix.json")
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		Row           [][3]string // store, column, library
		Type          [][3]any    // name, with uuidkit, its T
		Columns       [][3]int    // row, type, setup
		Shape         [][2]string // name, value
		Statements    [][2]int    // shape, code
		Verdict, Note [][1]string
		Outcomes      [][3]int // verdict, stored, note
		Together      [][]int  // columns
		Cells         [][3]int // statement, outcome, together
	}
	if err := json.Unmarshal(b, &m); err != nil {
		t.Fatal(err)
	}
	measured := map[string]bool{}
	for _, c := range m.Cells {
		for _, n := range m.Together[c[2]] {
			column, outcome := m.Columns[n], m.Outcomes[c[1]]
			row, typ := m.Row[column[0]], m.Type[column[1]]
			if typ[1] == true {
				continue // with uuidkit
			}
			shape := m.Shape[m.Statements[c[0]][0]][0]
			text := fmt.Sprintf("%s %s, %s, %s, %s: %s", row[0], row[1], row[2], typ[0], shape, m.Verdict[outcome[0]][0])
			if note := m.Note[outcome[2]][0]; note != "" {
				text += ": " + note
			}
			measured[text] = true
		}
	}
	quoted := 0
	for _, a := range checks.All() {
		_, quotes, _ := strings.Cut(a.Doc, "\n\nMeasured, in integration/MATRIX.md:\n")
		for line := range strings.Lines(quotes) {
			quoted++
			if line = strings.TrimSpace(line); !measured[line] {
				t.Errorf("%s: not in the matrix: %s", a.Name, line)
			}
		}
	}
	if quoted == 0 {
		t.Error("no check quotes a cell")
	}
}
