package matrix

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Report is all that was measured, and in what: the content of matrix.json.
type Report struct {
	Stores    map[string]string `json:"stores"`    // each one's version, by its own word
	Libraries map[string]string `json:"libraries"` // the version of each Go module
	Cells     []Cell            `json:"-"`
}

// In matrix.json the cells of a type, without uuidkit and with it, are a line. It
// stands under what it shares with others: stores that agree in every cell share a
// row, and types share the code. Everything is sorted.
type (
	fileRow struct {
		Stores  []string    `json:"stores"`
		Column  string      `json:"column"`
		Library string      `json:"library"`
		Setups  []fileSetup `json:"setups"`
		Notes   []string    `json:"notes"` // of cells, which have its number, from 1
		Shapes  []fileShape `json:"shapes"`
	}
	fileSetup struct {
		Kit   bool     `json:"uuidkit"`
		Code  string   `json:"code"`
		Forms []string `json:"forms,omitempty"` // with uuidkit: Cell.Forms, in which T is the type
		Types []string `json:"types"`
	}
	fileShape struct {
		Shape  string     `json:"shape"`
		Code   int        `json:"code"`             // its number in the list of all, from 0
		Stored string     `json:"stored,omitempty"` // in the cells that do not say
		Cells  []fileLine `json:"cells"`
	}
	fileLine struct {
		typ  string
		cell [2]*fileCell // without and with uuidkit; nil is not measured
	}
	fileCell struct {
		verdict Verdict
		note    int     // or 0
		stored  *string // nil if defaultStored returns it
	}
)

func (l fileLine) MarshalJSON() ([]byte, error) {
	return marshal([]any{l.typ, l.cell[0], l.cell[1]}), nil
}

func (l *fileLine) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&l.typ, &l.cell[0], &l.cell[1]})
}

// A fileCell is its verdict if it has nothing else.
func (c fileCell) MarshalJSON() ([]byte, error) {
	switch {
	case c.stored != nil:
		return marshal([]any{c.verdict, c.note, c.stored}), nil
	case c.note > 0:
		return marshal([]any{c.verdict, c.note}), nil
	}
	return marshal(c.verdict), nil
}

func (c *fileCell) UnmarshalJSON(b []byte) error {
	if b[0] == '[' {
		return json.Unmarshal(b, &[]any{&c.verdict, &c.note, &c.stored})
	}
	return json.Unmarshal(b, &c.verdict)
}

// index returns the index of s in list, to which it appends it if it must.
func index(list *[]string, s string) int {
	i := slices.Index(*list, s)
	if i < 0 {
		i, *list = len(*list), append(*list, s)
	}
	return i
}

func side(kit bool) int {
	if kit {
		return 1
	}
	return 0
}

// newFileRow is made of the cells of one row in one store.
func newFileRow(cells []Cell, code *[]string) (r fileRow) {
	r.Column, r.Library = cells[0].Column, cells[0].Library
	for i := range cells { // where a statement fails, the next is not known: others have it
		for _, c := range cells {
			if c.Shape == cells[i].Shape && len(c.Code) > len(cells[i].Code) && strings.HasPrefix(c.Code, cells[i].Code) {
				cells[i].Code = c.Code
			}
		}
	}
	slices.SortFunc(cells, func(a, b Cell) int {
		return cmp.Or(cmp.Compare(a.Shape, b.Shape), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Type, b.Type), side(a.Kit)-side(b.Kit))
	})
	for i, c := range cells {
		r.addSetup(c)
		if i == 0 || cells[i-1].Shape != c.Shape || cells[i-1].Code != c.Code {
			r.Shapes = append(r.Shapes, fileShape{Shape: c.Shape, Code: index(code, c.Code), Stored: nativeStored(cells[i:])})
		}
		s := &r.Shapes[len(r.Shapes)-1]
		if n := len(s.Cells); n == 0 || s.Cells[n-1].typ != c.Type {
			s.Cells = append(s.Cells, fileLine{typ: c.Type})
		}
		cell := &fileCell{verdict: c.Verdict}
		s.Cells[len(s.Cells)-1].cell[side(c.Kit)] = cell
		if c.Note != "" {
			cell.note = index(&r.Notes, c.Note) + 1
		}
		if c.Stored != defaultStored(c, s) {
			cell.stored = &c.Stored
		}
	}
	slices.SortFunc(r.Setups, func(a, b fileSetup) int {
		return cmp.Or(side(a.Kit)-side(b.Kit), cmp.Compare(a.Code, b.Code), slices.Compare(a.Types, b.Types))
	})
	return r
}

// nativeStored is what the native cells of the first one's shape have stored.
func nativeStored(cells []Cell) string {
	for _, c := range cells {
		if c.Shape == cells[0].Shape && c.Verdict == Native && c.Stored != "" {
			return c.Stored
		}
	}
	return ""
}

// defaultStored is what most cells of a shape have stored.
func defaultStored(c Cell, s *fileShape) string {
	switch c.Verdict {
	case Native, Wrong:
		return s.Stored
	case Works:
		if stored, ok := strings.CutPrefix(c.Note, storedAs); ok {
			return stored
		}
	}
	return ""
}

// relative replaces old by new where it is a type's whole name.
func relative(forms []string, old, new string) (out []string) {
	for _, f := range forms {
		if f == old || f == "[]"+old {
			f = strings.Replace(f, old, new, 1)
		}
		out = append(out, strings.Replace(f, "["+old+"]", "["+new+"]", 1))
	}
	return out
}

func (r *fileRow) addSetup(c Cell) {
	s := fileSetup{Kit: c.Kit, Code: c.Setup}
	if c.Kit { // without uuidkit a type has the same in all rows
		s.Forms = relative(c.Forms[:], typeNames[c.Type], "T")
	}
	i := slices.IndexFunc(r.Setups, func(b fileSetup) bool {
		return s.Kit == b.Kit && s.Code == b.Code && slices.Equal(s.Forms, b.Forms)
	})
	if i < 0 {
		i, r.Setups = len(r.Setups), append(r.Setups, s)
	}
	if types := &r.Setups[i].Types; !slices.Contains(*types, c.Type) {
		*types = append(*types, c.Type)
		slices.Sort(*types)
	}
}

// JSON is the content of matrix.json.
func (r *Report) JSON() []byte {
	type key struct{ store, column, library string }
	cells := map[key][]Cell{}
	types := map[string][3]string{} // without uuidkit
	for _, c := range r.Cells {
		k := key{c.Store, c.Column, c.Library}
		cells[k] = append(cells[k], c)
		if !c.Kit {
			types[c.Type] = c.Forms
		}
	}
	var codes []string
	rows := map[string]fileRow{} // by their JSON without a store
	for _, k := range slices.SortedFunc(maps.Keys(cells), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.library, b.library), cmp.Compare(a.column, b.column), cmp.Compare(a.store, b.store))
	}) {
		row := newFileRow(cells[k], &codes)
		content := string(marshal(row))
		row.Stores = append(rows[content].Stores, k.store)
		slices.Sort(row.Stores)
		rows[content] = row
	}
	var sorted []fileRow
	for _, row := range rows {
		sorted = append(sorted, row)
	}
	slices.SortFunc(sorted, func(a, b fileRow) int {
		return cmp.Or(slices.Compare(a.Stores, b.Stores), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Library, b.Library))
	})

	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n\"stores\": %s,\n\"libraries\": %s,\n\"types\": %s,\n\"code\": [%s],\n\"rows\": [", marshal(r.Stores), marshal(r.Libraries), marshal(types), lines(codes))
	for i, row := range sorted {
		fmt.Fprintf(&b, "%s\n{\"stores\":%s,\"column\":%s,\"library\":%s,\n\"setups\":[%s],\n\"notes\":[%s],\n\"shapes\":[", comma(i),
			marshal(row.Stores), marshal(row.Column), marshal(row.Library), lines(row.Setups), lines(row.Notes))
		for i, s := range row.Shapes {
			cells := s.Cells
			s.Cells = nil
			fmt.Fprintf(&b, "%s\n%s[%s]}", comma(i), bytes.TrimSuffix(marshal(s), []byte("null}")), lines(cells))
		}
		b.WriteString("]}")
	}
	b.WriteString("\n]}\n")
	return b.Bytes()
}

func comma(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}

// lines are the elements of an array, one a line.
func lines[E any](elems []E) string {
	var s []string
	for _, e := range elems {
		s = append(s, "\n"+string(marshal(e)))
	}
	return strings.Join(s, ",")
}

func marshal(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	must(enc.Encode(v))
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// Parse reads matrix.json.
func Parse(b []byte) (Report, error) {
	var file struct {
		Report
		Types map[string][3]string `json:"types"`
		Code  []string             `json:"code"`
		Rows  []fileRow            `json:"rows"`
	}
	if err := json.Unmarshal(b, &file); err != nil {
		return Report{}, err
	}
	r := file.Report
	for _, row := range file.Rows {
		for _, store := range row.Stores {
			r.Cells = append(r.Cells, row.cells(store, file.Types, file.Code)...)
		}
	}
	return r, nil
}

// cells are the row's in one of its stores.
func (r *fileRow) cells(store string, forms map[string][3]string, code []string) (cells []Cell) {
	types := map[fileLineKey]Cell{}
	for _, s := range r.Setups {
		for _, t := range s.Types {
			c := Cell{Store: store, Column: r.Column, Library: r.Library, Type: t, Kit: s.Kit, Setup: s.Code, Forms: forms[t]}
			if s.Kit {
				copy(c.Forms[:], relative(s.Forms, "T", typeNames[t]))
			}
			types[fileLineKey{t, side(s.Kit)}] = c
		}
	}
	for _, s := range r.Shapes {
		for _, l := range s.Cells {
			for side, cell := range l.cell {
				if cell == nil {
					continue
				}
				c := types[fileLineKey{l.typ, side}]
				c.Shape, c.Code, c.Verdict = s.Shape, code[s.Code], cell.verdict
				if cell.note > 0 {
					c.Note = r.Notes[cell.note-1]
				}
				if c.Stored = defaultStored(c, &s); cell.stored != nil {
					c.Stored = *cell.stored
				}
				cells = append(cells, c)
			}
		}
	}
	return cells
}

type fileLineKey struct {
	typ  string
	side int
}
