package matrix

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Report is all that was measured, and in what: the content of matrix.json.
type Report struct {
	Stores    map[string]string // each one's version, by its own word
	Libraries map[string]string // the version of each Go module
	Cells     []Cell
}

// A field of matrix.json is a part of each cell: a table of all that the cells have
// there, without repetitions. A line of the table is the part itself or, of a field that
// consists of others, the numbers of its lines in their tables, each counted from 0.
type field struct {
	name  string
	parts func(c *Cell) []any // pointers
	of    []field
}

// file is what matrix.json has of a cell. After its tables there is a line for each
// statement and outcome: their numbers, and that of the columns in which it came to that.
var file = []field{
	{name: "columns", of: []field{
		{name: "row", parts: func(c *Cell) []any { return []any{&c.Store, &c.Column, &c.Library} }},
		{name: "type", parts: func(c *Cell) []any { return []any{&c.Type, &c.Kit, &c.T} }},
		{name: "setup", parts: func(c *Cell) []any { return []any{&c.Setup} }},
	}},
	{name: "statements", of: []field{
		{name: "shape", parts: func(c *Cell) []any { return []any{&c.Shape, &c.Value} }},
		{name: "code", parts: func(c *Cell) []any { return []any{&c.Code} }},
	}},
	{name: "outcomes", of: []field{
		{name: "verdict", parts: func(c *Cell) []any { return []any{&c.Verdict} }},
		{name: "stored", parts: func(c *Cell) []any { return []any{&c.Stored} }},
		{name: "note", parts: func(c *Cell) []any { return []any{&c.Note} }},
	}},
}

// JSON is the content of matrix.json.
func (r *Report) JSON() []byte {
	r.completeCode()
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n\"stores\": %s,\n\"libraries\": %s", marshal(r.Stores), marshal(r.Libraries))
	lines := make([][]int, len(r.Cells))
	for _, part := range file {
		for i, n := range part.write(&b, r.Cells) {
			lines[i] = append(lines[i], n)
		}
	}
	slices.SortFunc(lines, slices.Compare)
	columns := map[[2]int][]int{}
	for _, l := range lines {
		key := [2]int(l[1:])
		columns[key] = append(columns[key], l[0])
	}
	numbers := map[string]int{}
	for _, cs := range columns {
		numbers[marshal(cs)] = 0
	}
	together := slices.Sorted(maps.Keys(numbers))
	for n, cs := range together {
		numbers[cs] = n
	}
	var cells []string
	for _, key := range slices.SortedFunc(maps.Keys(columns), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) }) {
		cells = append(cells, marshal([]int{key[0], key[1], numbers[marshal(columns[key])]}))
	}
	fmt.Fprintf(&b, ",\n\"together\": [\n%s\n],\n\"cells\": [\n%s\n]\n}\n", strings.Join(together, ",\n"), strings.Join(cells, ",\n"))
	return b.Bytes()
}

// write writes the field's table, and returns each cell's number in it.
func (f field) write(b *bytes.Buffer, cells []Cell) (numbers []int) {
	lines := make([][]int, len(cells))
	for _, part := range f.of {
		for i, n := range part.write(b, cells) {
			lines[i] = append(lines[i], n)
		}
	}
	content, table := make([]string, len(cells)), map[string][]int{}
	for i := range cells {
		if content[i] = marshal(lines[i]); f.parts != nil {
			content[i] = marshal(f.parts(&cells[i]))
		}
		table[content[i]] = lines[i]
	}
	sorted := slices.SortedFunc(maps.Keys(table), func(a, b string) int {
		return cmp.Or(slices.Compare(table[a], table[b]), strings.Compare(a, b))
	})
	fmt.Fprintf(b, ",\n%q: [\n%s\n]", f.name, strings.Join(sorted, ",\n"))
	number := map[string]int{}
	for n, line := range sorted {
		number[line] = n
	}
	for _, line := range content {
		numbers = append(numbers, number[line])
	}
	return numbers
}

// completeCode gives a cell whose first statement failed the next one, too, which
// only other cells of its row and shape know.
func (r *Report) completeCode() {
	byShape := map[cellKey][]*Cell{}
	for i := range r.Cells {
		k := r.Cells[i].line()
		byShape[k] = append(byShape[k], &r.Cells[i])
	}
	for _, cells := range byShape {
		for _, c := range cells {
			for _, other := range cells {
				if len(other.Code) > len(c.Code) && strings.HasPrefix(other.Code, c.Code) {
					c.Code = other.Code
				}
			}
		}
	}
}

func marshal(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	must(enc.Encode(v))
	return strings.TrimSpace(b.String())
}

// Parse reads matrix.json.
func Parse(b []byte) (r Report, err error) {
	var all struct {
		Stores, Libraries map[string]string
		Together          [][]int
		Cells             [][3]int
	}
	var tables map[string]json.RawMessage
	if err := errors.Join(json.Unmarshal(b, &all), json.Unmarshal(b, &tables)); err != nil {
		return Report{}, err
	}
	numbers := make([][]int, len(file)) // each cell's numbers in each table
	for _, line := range all.Cells {
		for _, column := range all.Together[line[2]] {
			for i, n := range []int{column, line[0], line[1]} {
				numbers[i] = append(numbers[i], n)
			}
		}
	}
	r = Report{all.Stores, all.Libraries, make([]Cell, len(numbers[0]))}
	for i, part := range file {
		if err := part.read(tables, r.Cells, numbers[i]); err != nil {
			return Report{}, err
		}
	}
	for i := range r.Cells {
		recall(&r.Cells[i])
	}
	return r, nil
}

// read reads the lines of these numbers from the field's table, one for each cell.
func (f field) read(tables map[string]json.RawMessage, cells []Cell, numbers []int) error {
	var table []json.RawMessage
	if err := json.Unmarshal(tables[f.name], &table); err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	lines := make([][]int, len(cells))
	for i, n := range numbers {
		var into any = &lines[i]
		if f.parts != nil {
			parts := f.parts(&cells[i])
			into = &parts
		}
		if err := json.Unmarshal(table[n], into); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	for p, part := range f.of {
		for i := range lines {
			numbers[i] = lines[i][p]
		}
		if err := part.read(tables, cells, numbers); err != nil {
			return err
		}
	}
	return nil
}
