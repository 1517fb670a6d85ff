package matrix

import (
	"bytes"
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

// A field of matrix.json is a part of each cell. The file has a sorted table of all
// that the cells have there, and a cell is a line of the numbers of its fields, each
// counted from 0 in the field's table.
type field struct {
	name  string
	parts func(c *Cell) []any // pointers
}

// fields are in the order of a line, by which the cells are sorted.
var fields = []field{
	{"row", func(c *Cell) []any { return []any{&c.Store, &c.Column, &c.Library} }},
	{"type", func(c *Cell) []any { return []any{&c.Type, &c.Kit} }},
	{"shape", func(c *Cell) []any { return []any{&c.Shape} }},
	{"verdict", func(c *Cell) []any { return []any{&c.Verdict} }},
	{"stored", func(c *Cell) []any { return []any{&c.Stored} }},
	{"note", func(c *Cell) []any { return []any{&c.Note} }},
	{"code", func(c *Cell) []any { return []any{&c.Code} }},
	{"setup", func(c *Cell) []any { return []any{&c.Setup} }},
	{"forms", func(c *Cell) []any { return []any{&c.Forms} }},
}

// JSON is the content of matrix.json.
func (r *Report) JSON() []byte {
	r.completeCode()
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n\"stores\": %s,\n\"libraries\": %s", marshal(r.Stores), marshal(r.Libraries))
	cells := make([][]int, len(r.Cells))
	for _, f := range fields {
		numbers, content := map[string]int{}, make([]string, len(cells))
		for i := range cells {
			content[i] = marshal(f.parts(&r.Cells[i]))
			numbers[content[i]] = 0
		}
		table := slices.Sorted(maps.Keys(numbers))
		for n, s := range table {
			numbers[s] = n
		}
		for i := range cells {
			cells[i] = append(cells[i], numbers[content[i]])
		}
		fmt.Fprintf(&b, ",\n%q: [\n%s\n]", f.name, strings.Join(table, ",\n"))
	}
	slices.SortFunc(cells, slices.Compare)
	lines := make([]string, len(cells))
	for i, c := range cells {
		lines[i] = marshal(c)
	}
	fmt.Fprintf(&b, ",\n\"cells\": [\n%s\n]\n}\n", strings.Join(lines, ",\n"))
	return b.Bytes()
}

// completeCode gives a cell whose first statement failed the next one, too, which
// only other cells of its row and shape know.
func (r *Report) completeCode() {
	byShape := map[cellKey][]*Cell{}
	for i := range r.Cells {
		k := r.Cells[i].key()
		k.typ, k.kit = "", false
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
	var file struct {
		Stores, Libraries map[string]string
		Cells             [][]int
	}
	tables := map[string]json.RawMessage{}
	if err := errors.Join(json.Unmarshal(b, &file), json.Unmarshal(b, &tables)); err != nil {
		return Report{}, err
	}
	r.Stores, r.Libraries = file.Stores, file.Libraries
	r.Cells = make([]Cell, len(file.Cells))
	for i, f := range fields {
		var table []json.RawMessage
		if err := json.Unmarshal(tables[f.name], &table); err != nil {
			return Report{}, fmt.Errorf("%s: %w", f.name, err)
		}
		for j, line := range file.Cells {
			parts := f.parts(&r.Cells[j])
			if err := json.Unmarshal(table[line[i]], &parts); err != nil {
				return Report{}, fmt.Errorf("%s: %w", f.name, err)
			}
		}
	}
	return r, nil
}
