package store

// Sampled counts what a sample has of each column.
type Sampled struct {
	Rows   int
	values map[string]int
}

// Counting returns visit, which counts each row.
func (s *Sampled) Counting(visit func(Row) error) func(Row) error {
	s.values = map[string]int{}
	return func(row Row) error {
		s.Rows++
		for i, c := range row.Cells {
			if i == 0 || c.Column != row.Cells[i-1].Column {
				s.values[c.Column]++
			}
		}
		return visit(row)
	}
}

// Rare reports whether a column is NULL in nearly all rows of a sample of limit, so that a
// store has to look for its values.
func (s *Sampled) Rare(column string, limit int) bool {
	n := s.values[column]
	return n < min(100, limit/4) && n != s.Rows
}
