package audit

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
)

// A lined is a column on which the lines that the report has for it are run.
type lined struct {
	name  string
	decl  string
	value func(u uuid.UUID) any
	other func(u uuid.UUID) any // of every third row, if not nil
	null  bool                  // of one row
}

const linedRows = 40

// TestLines runs the lines of Go that the report prints, each on its column, in a program of its
// own: it compiles, reads each id and NULL, finds a row by its id, and writes one that it then
// reads and finds. The text of every row of cmd/internal/audit/lines.tsv must have been run.
func TestLines(t *testing.T) {
	t.Parallel()
	var program strings.Builder
	program.Write(kit.Must(os.ReadFile(filepath.Join("testdata", "lines.go.txt")))(t))
	program.WriteString("func main() {\n")
	printed := map[string]bool{}
	var again []func()
	for _, store := range stored {
		if store == "mysql" && os.Getenv(server.MySQL.Variable) == "" {
			continue // or the test were skipped as a whole: no test starts MySQL 9
		}
		d := newDatabase(t, store)
		columns := linedColumns(store)
		ids := make([]uuid.UUID, linedRows)
		uuid.FillV4(ids)
		d.plantLines(t, columns, ids)
		before, _ := audit(t, d.url)
		program.WriteString(d.openLines(ids))
		for _, c := range before.Columns {
			for _, line := range []string{c.Line, c.Argument} {
				line, _, _ = strings.Cut(line, " // SELECT ")
				line, _, _ = strings.Cut(line, " // WHERE ")
				printed[line] = true
			}
			program.WriteString(c.checkLines(store, columns))
		}
		for _, c := range columns {
			if !slices.ContainsFunc(before.Columns, func(f found) bool { return f.Column == c.name && f.Line != "" }) {
				t.Errorf("%s: the column %s %s has no line", store, c.name, c.decl)
			}
		}
		again = append(again, func() { // what the lines wrote has the column's form
			after, _ := audit(t, d.url)
			if got, want := formsAndFindings(after), formsAndFindings(before); !slices.Equal(got, want) {
				t.Errorf("%s: after the lines were run: got %q, want %q", store, got, want)
			}
		})
	}
	program.WriteString("}\n")
	runLines(t, program.String())
	for _, f := range again {
		f()
	}
	for _, text := range lineTable(t) {
		of := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(text), "SUBTYPE", "[0-9]+") + "$")
		if !slices.ContainsFunc(keys(printed), of.MatchString) {
			t.Errorf("no column has the line %s", text)
		}
	}
}

// lineTable returns all texts of the table from which audit takes its lines.
func lineTable(t *testing.T) (all []string) {
	table := string(kit.Must(os.ReadFile(filepath.Join("..", "..", "cmd", "internal", "audit", "lines.tsv")))(t))
	for line := range strings.Lines(table) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		for of := range strings.SplitSeq(f[1], "|") {
			all = append(all, strings.ReplaceAll(f[2], "OF", of))
		}
	}
	if len(all) < 100 {
		t.Fatalf("the table has %d texts", len(all))
	}
	return all
}

func formsAndFindings(r report) (all []string) {
	for _, c := range r.Columns {
		all = append(all, c.Where+" "+c.Form+" "+c.Case)
	}
	for _, f := range r.Findings {
		all = append(all, f.Where+" "+f.Kind)
	}
	return all
}

// runLines runs the program. Each line that it prints is an error.
func runLines(t *testing.T, program string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "main.go")
	kit.Check(t, os.WriteFile(file, []byte(program), 0o600))
	cmd := exec.Command("go", "run", "-ldflags=-w", file)
	cmd.Dir = ".." // the module's folder
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%.5000s", err, out)
	}
	for line := range strings.Lines(string(out)) {
		t.Error(strings.TrimSpace(line))
	}
}

// checkLines is the part of the program that runs the lines of a column.
func (c found) checkLines(store string, columns []lined) string {
	expr, where := c.Column, c.Column+" = ?"
	if store == "postgres" {
		where = c.Column + " = $1"
	}
	if _, s, ok := strings.Cut(c.Line, " // SELECT "); ok {
		expr = s
	}
	if _, s, ok := strings.Cut(c.Argument, " // WHERE "); ok {
		where = s
	}
	null := slices.ContainsFunc(columns, func(l lined) bool { return l.name == c.Column && l.null })
	argument := "nil"
	if c.Argument != "" {
		argument = "func(u uuid.UUID) any {\n" + c.Argument + "\nreturn arg\n}"
	}
	result := "value(id, err)"
	if strings.Contains(c.Line, "var ids") {
		result = "value(ids, err)"
	}
	check := fmt.Sprintf("check{store: %q, where: %q, column: %q, path: %q, expr: %q, condition: %q, null: %t, mixed: %t, argument: %s,\n",
		store, c.Where, c.Column, c.Path, expr, where, null, len(c.Forms) > 1, argument)
	switch {
	case strings.Contains(c.Line, "row.Scan"):
		check += "row: func(row scanner) (uuid.UUID, bool, error) {\n" + c.Line + "\nreturn " + result + "\n},\n"
	case strings.Contains(c.Line, "(s)") || strings.Contains(c.Line, "(strings.TrimSpace(s))"):
		check += "text: func(s string) (uuid.UUID, error) {\n" + c.Line + "\nreturn id, err\n},\n"
	case strings.Contains(c.Line, "b.Data"):
		check += "binary: func(b bson.Binary) (uuid.UUID, error) {\n" + c.Line + "\nreturn id, err\n},\n"
	default:
		typ := regexp.MustCompile(`of type (\S+)`).FindStringSubmatch(c.Line)
		check += "registry: func(reg *bson.Registry, v bson.RawValue) (uuid.UUID, bool, error) {\n" + c.Line +
			"\nif err != nil || v.Value == nil && v.Type == 0 {\nreturn uuid.Nil(), false, err\n}\nvar id " + typ[1] + "\nerr = v.UnmarshalWithRegistry(reg, &id)\nreturn value(id, err)\n},\n"
	}
	if _, register, ok := strings.Cut(c.Line, "connection: "); ok {
		register, _, _ = strings.Cut(register, " // ")
		register, then, ok := strings.Cut(register, "; then ")
		check += "register: func(conn *pgx.Conn) {\n" + register + "\n},\n"
		if ok {
			check += "registered: func(row scanner) (uuid.UUID, bool, error) {\n" + then + "\nreturn value(ids, err)\n},\n"
		}
	}
	return check + "}.run()\n"
}

// openLines is the part of the program that opens the database.
func (d *database) openLines(ids []uuid.UUID) string {
	driver := map[string]string{"postgres": "pgx", "sqlite": "sqlite", "mysql": "mysql", "mariadb": "mysql"}[d.store]
	return fmt.Sprintf("open(%q, %q, %q, %q)\n", driver, d.dsn, d.url, fmt.Sprint(ids))
}

// plantLines makes the table t.
func (d *database) plantLines(t *testing.T, columns []lined, ids []uuid.UUID) {
	t.Helper()
	row := func(i int, u uuid.UUID) (values []any) {
		for _, c := range columns {
			switch {
			case c.null && i == linedRows-1:
				values = append(values, nil)
			case c.other != nil && i%3 == 2:
				values = append(values, c.other(u))
			default:
				values = append(values, c.value(u))
			}
		}
		return values
	}
	if d.mongo != nil {
		var docs []any
		for i, u := range ids {
			doc := bson.D{{Key: "_id", Value: i}}
			for j, v := range row(i, u) {
				doc = append(doc, bson.E{Key: columns[j].name, Value: v})
			}
			docs = append(docs, doc)
		}
		kit.Must(d.mongo.Collection("t").InsertMany(t.Context(), docs))(t)
		return
	}
	if d.store == "postgres" {
		d.exec(t, "CREATE TYPE pair AS (id uuid, hex text, b bytea)")
		d.exec(t, "CREATE DOMAIN key AS uuid")
	}
	var list, marks []string
	for i, c := range columns {
		decl := c.name + " " + c.decl
		if !c.null && !strings.Contains(decl, "ARRAY") {
			decl += " NOT NULL"
		}
		list = append(list, decl)
		marks = append(marks, map[bool]string{true: fmt.Sprintf("$%d", i+2), false: "?"}[d.store == "postgres"])
	}
	d.exec(t, "CREATE TABLE t (n INTEGER PRIMARY KEY, "+strings.Join(list, ", ")+")")
	first := map[bool]string{true: "$1", false: "?"}[d.store == "postgres"]
	for i, u := range ids {
		d.exec(t, "INSERT INTO t VALUES ("+first+", "+strings.Join(marks, ", ")+")", append([]any{i}, row(i, u)...)...)
	}
}

// linedColumns are the columns of a store.
func linedColumns(store string) []lined {
	hexes := func(u uuid.UUID) any { return hex.EncodeToString(u[:]) }
	text := func(u uuid.UUID) any { return u.String() }
	in := func(order string) func(u uuid.UUID) any { return func(u uuid.UUID) any { return ordered(order, u) } }
	binary := func(subtype byte, value func(u uuid.UUID) any) func(u uuid.UUID) any {
		return func(u uuid.UUID) any {
			b, ok := value(u).([]byte)
			if !ok {
				b = []byte(value(u).(string))
			}
			return bson.Binary{Subtype: subtype, Data: b}
		}
	}
	upper := func(value func(u uuid.UUID) any) func(u uuid.UUID) any {
		return func(u uuid.UUID) any { return strings.ToUpper(value(u).(string)) }
	}
	quoted := func(u uuid.UUID) any { return fmt.Sprintf("%q", u) }
	format := func(f string) func(u uuid.UUID) any {
		return func(u uuid.UUID) any {
			return strings.NewReplacer("ID", u.String(), "HEX", hexes(u).(string)).Replace(f)
		}
	}
	bytesOf := func(value func(u uuid.UUID) any) func(u uuid.UUID) any {
		return func(u uuid.UUID) any { return []byte(value(u).(string)) }
	}
	nullable := func(all []lined) []lined {
		for _, c := range slices.Clone(all) {
			c.name, c.null = c.name+"_null", true
			all = append(all, c)
		}
		return all
	}
	switch store {
	case "postgres":
		return nullable([]lined{
			{name: "u", decl: "uuid", value: text}, {name: "k", decl: "key", value: text}, {name: "s", decl: "text", value: text},
			{name: "padded", decl: "char(40)", value: text}, {name: "hex", decl: "varchar(32)", value: hexes}, {name: "b", decl: "bytea", value: in("rfc")},
			{name: "chars", decl: "bytea", value: bytesOf(text)}, {name: "number", decl: "numeric(39)", value: func(u uuid.UUID) any { return form.Decimal.Text(u) }},
			{name: "scalar", decl: "jsonb", value: quoted}, {name: "json", decl: "json", value: quoted}, {name: "doc", decl: "jsonb", value: format(`{"a": {"id": "ID"}, "list": ["HEX"]}`)},
			{name: "us", decl: "uuid[]", value: format("{ID,ID}")}, {name: "texts", decl: "text[]", value: format("{ID}")}, {name: "hexes", decl: "varchar(32)[]", value: format("{HEX,HEX}")},
			{name: "two", decl: "text[][]", value: format("{{ID,ID},{ID,ID}}")}, {name: "bs", decl: "bytea[]", value: format(`{"\\xHEX"}`)}, {name: "holes", decl: "uuid[]", value: format("{ID,NULL}")},
			{name: "one", decl: "pair", value: format(`(ID,HEX,"\\xHEX")`)}, {name: "several", decl: "pair[]", value: format(`{"(ID,HEX,\"\\\\xHEX\")"}`)},
		})
	case "mysql", "mariadb":
		all := []lined{
			{name: "s", decl: "char(36)", value: text}, {name: "hex", decl: "varchar(32)", value: upper(hexes)}, {name: "b", decl: "binary(16)", value: in("rfc")},
			{name: "swapped", decl: "binary(16)", value: in("swapped")}, {name: "guid", decl: "varbinary(16)", value: in("mixed")}, {name: "chars", decl: "varbinary(40)", value: text},
			{name: "number", decl: "decimal(39)", value: func(u uuid.UUID) any { return form.Decimal.Text(u) }},
			{name: "scalar", decl: "json", value: quoted}, {name: "doc", decl: "json", value: format(`{"a": {"id": "ID"}, "list": ["HEX"]}`)},
		}
		if store == "mariadb" {
			all = append(all, lined{name: "u", decl: "uuid", value: text})
		}
		return nullable(all)
	case "mongo":
		b := func(order string) func(u uuid.UUID) any { return in(order) }
		all := []lined{
			{name: "s4", value: binary(4, b("rfc"))}, {name: "python", value: binary(3, b("rfc"))}, {name: "java", value: binary(3, b("java"))}, {name: "csharp", value: binary(3, b("mixed"))},
			{name: "s4python", value: binary(4, b("rfc")), other: binary(3, b("rfc"))}, {name: "s4java", value: binary(4, b("rfc")), other: binary(3, b("java"))}, {name: "s4csharp", value: binary(4, b("rfc")), other: binary(3, b("mixed"))},
		}
		all = nullable(all)
		return append(all, []lined{
			{name: "s0", value: binary(0, b("rfc"))}, {name: "s0s4", value: binary(0, b("rfc")), other: binary(4, b("rfc"))}, {name: "javas4", value: binary(3, b("java")), other: binary(4, b("rfc"))},
			{name: "s0java", value: binary(0, b("java"))}, {name: "s0csharp", value: binary(0, b("mixed"))}, {name: "s0swapped", value: binary(0, b("swapped"))}, {name: "s0reversed", value: binary(0, b("reversed"))},
			{name: "s5", value: binary(5, b("rfc"))}, {name: "text", value: text}, {name: "hex", value: hexes, null: true}, {name: "lists", value: func(u uuid.UUID) any { return bson.A{binary(4, b("rfc"))(u)} }},
			{name: "t4", value: binary(4, b("rfc")), other: text}, {name: "4t", value: text, other: binary(4, b("rfc"))},
			{name: "deep", value: func(u uuid.UUID) any {
				return bson.D{{Key: "of", Value: bson.D{{Key: "id", Value: binary(4, b("rfc"))(u)}}}}
			}},
			{name: "chars", value: binary(0, text)}, {name: "charsup", value: binary(0, upper(text))}, {name: "hexes", value: binary(0, hexes)}, {name: "hexesup", value: binary(0, upper(hexes))},
		}...)
	}
	// SQLite has a column for every form, and a document.
	texts := map[string]func(u uuid.UUID) any{
		"text": text, "hex": hexes, "base64": func(u uuid.UUID) any { return base64.StdEncoding.EncodeToString(u[:]) },
	}
	for _, f := range []form.Form{form.Braces, form.Parens, form.URN, form.ULID, form.Base32Hex, form.Base32Human, form.Base36,
		form.Base57, form.Base58, form.Base62, form.Base64URL, form.Decimal, form.OID} {
		texts["f"+f.String()] = func(u uuid.UUID) any { return f.Text(u) }
	}
	var all []lined
	for _, name := range keys(texts) {
		write := texts[name]
		all = append(all, lined{name: name, value: write}, lined{name: name + "_padded", value: func(u uuid.UUID) any { return write(u).(string) + "  " }})
		all = append(all, lined{name: name + "_doc", value: func(u uuid.UUID) any { return fmt.Sprintf(`{"id": %q, "list": ["%s "]}`, write(u), write(u)) }})
	}
	for _, name := range []string{"text", "hex", "fBraces", "fParens", "fBase36"} {
		all = append(all, lined{name: name + "_upper", value: upper(texts[name])})
	}
	for _, name := range []string{"fULID", "fBase32Hex", "fBase32Human"} {
		all = append(all, lined{name: name + "_lower", value: func(u uuid.UUID) any { return strings.ToLower(texts[name](u).(string)) }})
	}
	all = append(all, lined{name: "fURN_upper", value: func(u uuid.UUID) any { return "urn:uuid:" + strings.ToUpper(u.String()) }})
	for order := range orders {
		all = append(all, lined{name: "b" + order, value: in(order)})
	}
	return nullable(append(all, lined{name: "both", value: in("rfc"), other: hexes}, lined{name: "chars", value: bytesOf(text)}, lined{name: "charsup", value: bytesOf(upper(text))},
		lined{name: "hexes", value: bytesOf(hexes)}, lined{name: "hexesup", value: bytesOf(upper(hexes))}))
}
