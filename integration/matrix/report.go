package matrix

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/integration/internal/title"
)

// Markdown is the content of MATRIX.md: r's cells in the order of rows and
// columns.
func (r *Report) Markdown(rows []Row, columns []Column) []byte {
	m := &markdown{columns: columns, cells: map[cellKey]Cell{}}
	for _, c := range r.Cells {
		m.cells[c.key()] = c
	}
	var tables, inline, operations []Row
	for _, row := range rows {
		if row.As != "" {
			continue
		}
		switch row.Library {
		case gormInline:
			inline = append(inline, row)
		case gormOperations:
			operations = append(operations, row)
		default:
			tables = append(tables, row)
		}
	}
	// Stores and libraries in which all came out alike share a table.
	sections := grouped(tables, m.table)

	m.WriteString(introduction)
	m.becomesWrong(rows)
	m.totals(r, rows)
	m.worstOfEach(sections)
	m.versions(r)
	for _, s := range sections {
		m.writeTable(s)
	}
	m.across("GORM, an inline id", fmt.Sprintf("A table has %d rows. Each statement names one row by its id alone, and each row is named once. "+
		"\"native\" means that all statements had that row. The notes count statements: right, without any row, and with other rows; "+
		"\"up to\" is the most rows that one of them had. None of them returned an error. "+
		"With uuidkit, gormtype's types are by themselves, and the others have the plugin.", gormInlineRows), inline)
	m.across("GORM, operations", "v is an id, measured as T, *T and T's nullable: of user 7 or, of changes, of team 0. vs are the ids of users 3 and 7, "+
		"measured as []T, []*T, []any and a slice of the nullable; a nullable is left out where GORM takes a struct for conditions. "+
		"The nullable is the NullUUID of T's package, sql.Null[T] of std and [16]byte, gormtype.Null[T] of gormtype's types, and sql.NullInt64 of int64. "+
		"The models are in matrix/gorm_models.go. int64 is the control: every operation works with integers. With the plugin for [16]byte they work as well, by the same SQL. "+
		"With uuidkit, gormtype's types are by themselves, and the others have the plugin.", operations)
	return m.Bytes()
}

// tableName names a table by its rows.
func tableName(g group[Row]) string {
	return g.join(store) + ", " + g.join(column) + ", " + g.join(library)
}

// worstOfEach has a line for each table.
func (m *markdown) worstOfEach(sections []group[Row]) {
	m.WriteString(`
## The worst of each

Each line is a table below. A cell is the worst verdict of that Go type in the table, and how many cells have it.
"native but 1" means that all cells are native but one, which is impossible.

`)
	m.heading("store")
	for _, s := range sections {
		m.WriteString(m.line(fmt.Sprintf("| [%s](#%s)", tableName(s), title.Anchor(tableName(s))), func(c Column) string { return m.worst(s.members[0], c) }))
	}
}

// versions has a line for each store and library.
func (m *markdown) versions(r *Report) {
	m.WriteString("\n## Measured with\n\n| store or library | version |\n|---|---|\n")
	for _, versions := range []map[string]string{r.Stores, r.Libraries} {
		for _, name := range slices.Sorted(maps.Keys(versions)) {
			fmt.Fprintf(m, "| %s | %s |\n", name, versions[name])
		}
	}
}

// writeTable writes a table, and what comes before it.
func (m *markdown) writeTable(s group[Row]) {
	fmt.Fprintf(m, "\n## %s\n\n", tableName(s))
	for _, same := range grouped(s.members, m.before) {
		name := ""
		if len(same.members) < len(s.members) {
			name = "- " + tableName(same) + ": "
		}
		fmt.Fprintf(m, "%s%s\n", name, same.what)
	}
	m.WriteString("\n" + s.what)
}

const introduction = `# What becomes of a UUID

This file shows, for each store and library, what becomes of a UUID of each Go type: without uuidkit, as users have it today,
and with uuidkit. ` + "`go -C integration test ./matrix -update`" + ` measures every cell and writes this file and matrix.json; nobody
edits them. Each test run measures again and compares. MySQL 9 runs only on request: without it, its last cells are kept.
To see only your store, library and type, open [docs/matrix.html](../docs/matrix.html) of a checkout in a browser.

The columns are Go types T: first without uuidkit, then with it. Both measure the same Go types: the same T, *T, []T and
sql.Null[T], and the NullUUID of T's package (google.NullUUID, gofrs.NullUUID, typed.NullID). With uuidkit T is registered, or
named to a connector or plugin, as the line above each table says. Rows that are named after a type of uuidkit, such as
uuid.NullUUID or sqlx.Binary(T), have no cells without it. Where a T is converted, as in sqlx.Binary(T), nothing needs to be
registered. typed.ID is a typed.ID[User] with the prefix user. It is stored as a uuid.UUID is, but in JSON, XML, YAML and TOML as
a TypeID: user_0024h36h2ncsvrh6daqf6dvvqz.

Each row is a kind of value, with the code that was measured: id and id2 are of type T, V is the type of v and x, and doc is a
struct{ X V } with that x. The lines above the table have what comes before, and what write(v) and read(&x) stand for. x holds
another UUID before the read, as it does in a loop over rows, unless the library leaves x unchanged when it reads null (GORM,
gob, TOML). Only SQL and BSON have the row "null into T": there it must be an error. Other formats, and GORM, have one rule for
null and all types. The verdicts:

| verdict | meaning |
|---|---|
| **becomes wrong** | Without uuidkit the statement is right. With uuidkit it returns an error, finds other rows or stores another value. Or it is an error without uuidkit, and silently wrong with it. |
| ✓ (native) | The store holds the UUID in its own form, as the store itself reports it, and the UUID is read back. For "null into T" and "wrong length into T": reading returns an error, and x is unchanged. |
| works | The UUID is read back, but stored or returned in another form. |
| fails loudly | There is an error. For "null into T" and "wrong length into T", where there must be one: the library has changed x after it. |
| **silently wrong** | There is no error, but a wrong value or a wrong row. Or there is an error, and the type has changed x. |
| impossible | The library prevents it, or the methods of T do. The note below the table says why, and what was measured instead. [upstream.md](../docs/upstream.md) has a program and a sketch for each fault of a library. |

`

// A markdown is a file that is being written.
type markdown struct {
	bytes.Buffer
	columns []Column
	cells   map[cellKey]Cell
	notes   []string // of the table
}

// cell returns a cell, or none: it has no verdict.
func (m *markdown) cell(r Row, c Column, shape string) Cell {
	return m.cells[cellKey{r.Store, r.Column, r.Library, c.Name, c.Kit, shape}]
}

// kit is where the columns with uuidkit begin.
func (m *markdown) kit() int {
	return slices.IndexFunc(m.columns, func(c Column) bool { return c.Kit })
}

func (m *markdown) heading(first string, last ...string) {
	m.WriteString(m.line("| "+first, Column.Title, last...))
	fmt.Fprintf(m, "|%s\n", strings.Repeat("---|", 1+len(m.columns)+len(last)))
}

// line is a line with a cell for each column.
func (m *markdown) line(first string, cell func(Column) string, last ...string) string {
	cells := []string{first}
	for _, c := range m.columns {
		cells = append(cells, cell(c))
	}
	return strings.Join(append(cells, last...), " | ") + " |\n"
}

// A group is what has the same said of it.
type group[T any] struct {
	what    string
	members []T
}

// grouped groups all by what is said of each, in the order of the first ones.
func grouped[T any](all []T, what func(T) string) (groups []group[T]) {
	for _, one := range all {
		w := what(one)
		i := slices.IndexFunc(groups, func(g group[T]) bool { return g.what == w })
		if i < 0 {
			i, groups = len(groups), append(groups, group[T]{what: w})
		}
		groups[i].members = append(groups[i].members, one)
	}
	return groups
}

// join returns the names of all members, each once.
func (g group[T]) join(name func(T) string) string {
	var names []string
	for _, one := range grouped(g.members, name) {
		names = append(names, one.what)
	}
	if n := len(names); n > 2 {
		names = []string{strings.Join(names[:n-1], ", "), names[n-1]}
	}
	return strings.Join(names, " and ")
}

func store(r Row) string   { return r.Store }
func column(r Row) string  { return r.Column }
func library(r Row) string { return r.Library }

// bold is a verdict in a table.
func bold(v Verdict) string {
	switch v {
	case Native:
		return "✓"
	case Wrong, BecomesWrong:
		return "**" + string(v) + "**"
	}
	return string(v)
}

// verdict is the verdict of a cell, with the number of its note below the table.
func (m *markdown) verdict(c Cell) string {
	if c.Note == "" {
		return bold(c.Verdict)
	}
	n := slices.Index(m.notes, c.Note)
	if n < 0 {
		n, m.notes = len(m.notes), append(m.notes, c.Note)
	}
	return fmt.Sprintf("%s %d", bold(c.Verdict), n+1)
}

// writeNotes ends a table.
func (m *markdown) writeNotes() {
	m.WriteString("\n")
	for i, n := range m.notes {
		fmt.Fprintf(m, "%d. `%s`\n", i+1, strings.ReplaceAll(n, "`", "'"))
	}
	m.notes = nil
}

// span is code in a table.
func span(code string) string {
	if code == "" {
		return ""
	}
	fence, pad := "`", ""
	if strings.Contains(code, "`") {
		fence, pad = "``", " "
	}
	return fence + pad + strings.ReplaceAll(code, "|", `\|`) + pad + fence
}

// distinct returns what of returns for the columns without uuidkit, and for those
// with it.
func (m *markdown) distinct(of func(Column) string) string {
	said := map[bool][]string{}
	for _, c := range m.columns {
		if v := of(c); v != "" && !slices.Contains(said[c.Kit], v) {
			said[c.Kit] = append(said[c.Kit], v)
		}
	}
	without, with := strings.Join(said[false], " or "), strings.Join(said[true], " or ")
	switch {
	case without == with || with == "":
		return without
	case without == "":
		return "with uuidkit " + with
	}
	return without + "; with uuidkit " + with
}

// code is what the user writes for a shape, and setup what comes before.
func (m *markdown) code(r Row, shape string) string {
	write, read := m.steps(r)
	return strings.TrimPrefix(m.distinct(func(c Column) string {
		cell := m.cell(r, c, shape)
		if rest, ok := strings.CutSuffix("; "+cell.Code, "; "+read); ok && read != "" {
			if rest == "; "+write {
				rest = "; write(v)"
			}
			cell.Code = strings.TrimPrefix(rest+"; read(&x)", "; ")
		}
		return span(code(cell.Value, cell.Code))
	}), "with uuidkit ")
}

// steps are the statements that most cells of a row have: what writes v, and what
// reads x.
func (m *markdown) steps(r Row) (write, read string) {
	var both, seeded string
	for _, c := range m.columns {
		both, seeded = cmp.Or(both, m.cell(r, c, "T").Code), cmp.Or(seeded, m.cell(r, c, "native into T").Code)
	}
	for at := range both {
		if strings.HasPrefix(both[at:], "; ") && strings.HasSuffix(seeded, both[at:]) {
			return both[:at], both[at+2:]
		}
	}
	return "", ""
}

func (m *markdown) setup(r Row) string {
	return m.distinct(func(c Column) (setup string) {
		for _, s := range r.shapes() {
			if s.Convert == nil {
				setup = cmp.Or(setup, m.cell(r, c, s.Name).Setup)
			}
		}
		return span(setup)
	})
}

// totals are the headline, what is silently wrong nevertheless, and what is not measured each time.
func (m *markdown) totals(r *Report, rows []Row) {
	m.WriteString("## google/uuid in everyday statements\n\nEach statement is run once: " + strings.Join(Everyday, ", ") +
		". MongoDB has no text columns, and its join is `$lookup`. The tables have ids that the store itself has written, in its own form. " +
		"A statement is right if it returns or leaves exactly what it says, or reads the id as another Go type. NULL is written from a nil `*T` and read into one. " +
		"The three last ones expect text: what became wrong among them is right again with `id.String()`.\n\n")
	m.WriteString(Table("google/uuid", r.Headline()))
	m.WriteString("\nIn documents: " + span(strings.Join(FormatShapes, ", ")) + ". Some formats have no maps or nulls.\n\n")
	m.WriteString(Table("google/uuid in documents", r.Formats()))
	m.WriteString("\n## Measured before each release only\n\nThese came out as others each time. `./test.sh -full stores` measures them again and fails if one no longer does; they have no tables here.\n\n")
	for _, as := range grouped(slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.As == "" }), func(r Row) string { return r.As }) {
		fmt.Fprintf(m, "- as %s: %s\n", as.what, as.join(Row.Name))
	}
	m.WriteString("- GORM, operations and an inline id: `gofrs` as `google`, and `typed.ID` as `uuidkit`, but in SQLite's BLOB; operations with PrepareStmt as without\n")
	m.WriteString("\n## Silently wrong with uuidkit, too\n")
	cells := r.Cells
	wrong := grouped(slices.DeleteFunc(slices.Clone(cells), func(c Cell) bool { return !strings.Contains(c.Note, measuredAs(Wrong, "")) }),
		func(c Cell) string { return c.Note })
	m.WriteString("\nIn these cells the library or the type's own Scan decides, and uuidkit is not asked. The tables have them among the impossible. But for these, and for the statements above that become wrong, nothing is silently wrong with uuidkit.\n\n")
	for _, g := range wrong {
		fmt.Fprintf(m, "- %d cells: %s\n", len(g.members), g.what)
	}
}

// becomesWrong is what is shown first: the statements to change before uuidkit comes.
func (m *markdown) becomesWrong(rows []Row) {
	m.WriteString(`## Right without uuidkit, wrong with it

A connector sends UUIDs as bytes. These statements were right because they got text: change them before you install one. Each was run
without uuidkit first, with the Go types that the driver takes, and had to be right. What to write instead is measured, too. Only
where the table says so is there an error. "or" is between a server that fills the placeholders and a driver that does.

`)
	m.WriteString(changes(changed(m.cells, rows)))
	m.WriteString("\n")
}

// Changes is the table of the statements of stores that become wrong, for their guide.
func (r *Report) Changes(rows []Row, stores ...string) string {
	cells := map[cellKey]Cell{}
	for _, c := range r.Cells {
		cells[c.key()] = c
	}
	of := slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return !slices.Contains(stores, r.Store) })
	return changes(changed(cells, of))
}

// A change is a statement of a library that becomes wrong, and what to write instead.
type change struct{ store, right, instead, note string }

// changed lists those with google's type.
func changed(cells map[cellKey]Cell, rows []Row) (all []change) {
	for _, r := range rows {
		if strings.HasSuffix(r.Column, statementsOf) {
			continue // users' own SQL has these, too
		}
		for _, s := range r.shapes() {
			c := cells[cellKey{r.Store, r.Column, r.Library, "google", true, s.Name}]
			if c.Verdict == BecomesWrong {
				instead := span(s.Instead)
				if given, same := strings.CutPrefix(s.Instead, s.Name+", "); same {
					instead = span(given) + " for the `?`"
				}
				all = append(all, change{r.Store, span(s.Name), instead, outcome(c.Note)})
			}
		}
	}
	return all
}

// changes says what becomes of them.
func changes(all []change) string {
	var b strings.Builder
	b.WriteString("| right without the connector | write with it | or else |\n|---|---|---|\n")
	for _, s := range grouped(all, func(c change) string { return c.right + " | " + c.instead }) {
		var places []change
		for _, of := range grouped(s.members, func(c change) string { return c.store }) {
			var notes []string // of the store's drivers
			for _, n := range grouped(of.members, func(c change) string { return c.note }) {
				notes = append(notes, n.what)
			}
			places = append(places, change{store: of.what, note: strings.Join(notes, " or ")})
		}
		var said []string
		for _, same := range grouped(places, func(c change) string { return c.note }) {
			said = append(said, same.join(func(c change) string { return c.store })+": "+same.what)
		}
		fmt.Fprintf(&b, "| %s | %s |\n", s.what, strings.Join(said, "; "))
	}
	return b.String()
}

// outcome says what the note of a statement says.
func outcome(note string) string {
	switch {
	case strings.HasPrefix(note, "finds 0 rows"):
		return "finds nothing"
	case note == storedAs+"NULL":
		return "stores NULL"
	case strings.HasPrefix(note, storedAs):
		return "stores another value"
	case strings.HasPrefix(note, "finds "), strings.HasPrefix(note, "gives "), strings.HasPrefix(note, "read as "):
		return "gives another result"
	}
	return anError
}

// anError is the outcome of what is not silent.
const anError = "returns an error"

// worst returns the worst verdict of a column in a row, and how many cells have it.
func (m *markdown) worst(r Row, c Column) string {
	count := map[Verdict]int{}
	for _, s := range r.shapes() {
		count[m.cell(r, c, s.Name).Verdict]++
	}
	for _, v := range []Verdict{BecomesWrong, Wrong, Fails, Works} {
		if count[v] > 0 {
			return fmt.Sprintf("%s %d", bold(v), count[v])
		}
	}
	if count[Impossible] > 0 {
		return fmt.Sprintf("%s but %d", Native, count[Impossible])
	}
	return string(Native)
}

// before is what comes before the table of a row.
func (m *markdown) before(r Row) string {
	native := fmt.Sprintf("Native: `%s`.", strings.TrimSpace(r.One(u)))
	if setup := m.setup(r); setup != "" {
		native += " Before: " + setup
	}
	return native
}

// table is one row of the matrix: shapes down, types across, notes below.
func (m *markdown) table(r Row) string {
	t := &markdown{columns: m.columns, cells: m.cells}
	if write, read := t.steps(r); read != "" {
		fmt.Fprintf(t, "write(v): %s, read(&x): %s\n\n", span(write), span(read))
	}
	t.heading("value", "code")
	for _, s := range r.shapes() {
		if !slices.ContainsFunc(t.columns, func(c Column) bool { return t.cell(r, c, s.Name).Verdict != "" }) {
			continue
		}
		t.WriteString(t.line("| "+strings.ReplaceAll(s.Name, "|", `\|`), func(c Column) string { return t.verdict(t.cell(r, c, s.Name)) }, t.code(r, s.Name)))
	}
	t.writeNotes()
	return t.String()
}

// across is a table of rows with the same shapes: a line is a shape in all stores.
func (m *markdown) across(heading, introduction string, rows []Row) {
	t := &markdown{columns: slices.Clone(m.columns), cells: m.cells}
	for _, r := range rows {
		for _, c := range r.More {
			if !slices.ContainsFunc(t.columns, func(has Column) bool { return has.Name == c.Name && has.Kit == c.Kit }) {
				t.columns = slices.Insert(t.columns, t.kit(), c)
			}
		}
	}
	where := func(r Row) string {
		if slices.ContainsFunc(rows, func(other Row) bool { return other.Store == r.Store && other.Column != r.Column }) {
			return r.Store + " " + r.Column
		}
		return r.Store
	}
	fmt.Fprintf(t, "\n## %s\n\n%s A cell is the worst verdict of all stores; the note below the table says which stores have it.\n\n", heading, introduction)
	for _, same := range grouped(rows, t.setup) {
		fmt.Fprintf(t, "- %s: %s\n", same.join(where), same.what)
	}
	t.WriteString("\n")
	t.heading("operation", "code")
	for _, shape := range rows[0].Shapes {
		t.WriteString(t.line("| "+strings.ReplaceAll(shape.Name, "|", `\|`), func(c Column) string {
			measured := slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return m.cell(r, c, shape.Name).Verdict == "" })
			worst := Cell{Verdict: Native}
			verdicts := grouped(measured, func(r Row) string {
				cell := m.cell(r, c, shape.Name)
				if cell.excuse != nil {
					cell.Note = fmt.Sprintf("%s (%s)", cell.excuse.Reason, cell.excuse.Link)
				} else if r.Library == gormOperations || cell.Verdict == Fails || cell.Verdict == Works {
					cell.Note = "" // each store has its own
				}
				if slices.Index(byRank, cell.Verdict) > slices.Index(byRank, worst.Verdict) {
					worst = cell
				}
				return strings.TrimSuffix(string(cell.Verdict)+": "+cell.Note, ": ")
			})
			if len(measured) == 0 {
				return ""
			}
			if len(verdicts) > 1 {
				slices.SortStableFunc(verdicts, func(a, b group[Row]) int { return len(a.members) - len(b.members) })
				worst.Note = ""
				for _, v := range verdicts[:len(verdicts)-1] {
					worst.Note += v.what + " in " + v.join(where) + "; "
				}
				worst.Note += verdicts[len(verdicts)-1].what + " in the others"
			}
			return t.verdict(worst)
		}, t.code(rows[0], shape.Name)))
	}
	t.writeNotes()
	m.Write(t.Bytes())
}

// Keep adds the row's cells of the last time.
func (r *Report) Keep(row Row, last Report) {
	shapes := row.shapes()
	for _, c := range last.Cells {
		if c.Store == row.Store && c.Column == row.Column && c.Library == row.Library && row.Twins[c.Type] == "" &&
			slices.ContainsFunc(shapes, func(s Shape) bool { return s.Name == c.Shape }) {
			r.Cells = append(r.Cells, c)
		}
	}
}

// Carry adds the cells of a row that were measured another time, because its
// server runs only on request. It is an error if today's row would have others, as far
// as its twin tells.
func (r *Report) Carry(row Row, last Report) error {
	twins, cells := map[cellKey]Cell{}, r.Cells
	for _, twin := range r.Cells {
		if key := twin.key(); key.store == Twin && key.column == row.Column && key.library == row.Library {
			key.store = row.Store
			twins[key] = twin
		}
	}
	for _, c := range last.Cells {
		if twin, ok := twins[c.key()]; ok {
			c.Value, c.Code, c.Setup, c.T = twin.Value, twin.Code, twin.Setup, twin.T
			cells = append(cells, c)
		}
	}
	if len(twins) == 0 { // it has no twin
		for _, c := range last.Cells {
			if c.Store == row.Store && c.Column == row.Column && c.Library == row.Library {
				cells = append(cells, c)
			}
		}
	}
	if len(cells) == len(r.Cells) || len(twins) > 0 && len(cells) != len(r.Cells)+len(twins) {
		return fmt.Errorf("%s is not in matrix.json as it would be measured now: start a server with up -mysql9", row.Name())
	}
	r.Cells = cells
	return nil
}
