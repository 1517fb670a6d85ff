package check

import (
	"fmt"
)

// A Cell is a cell of integration/MATRIX.md, with what the matrix says of it. A test
// compares each of them with integration/matrix.json.
type Cell struct {
	store, column, library string
	goType, shape          string
	verdict, note          string
}

// Measured returns the cell.
func Measured(store, column, library, goType, shape, verdict, note string) Cell {
	return Cell{store, column, library, goType, shape, verdict, note}
}

func (c Cell) String() string {
	s := fmt.Sprintf("%s %s, %s, %s, %s: %s", c.store, c.column, c.library, c.goType, c.shape, c.verdict)
	if c.note != "" {
		s += ": " + c.note
	}
	return s
}
