package audit

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
)

// TestLines runs the lines of Go that the report has for each column: they compile, and
// read from the column the UUID that is in it.
func TestLines(t *testing.T) {
	const n = 40
	var ids []uuid.UUID
	for range n {
		ids = append(ids, uuid.NewV4())
	}
	columns := map[string]func(u uuid.UUID) any{
		"text":    func(u uuid.UUID) any { return u.String() },
		"padded":  func(u uuid.UUID) any { return u.String() + "  " },
		"hex":     func(u uuid.UUID) any { return hex.EncodeToString(u[:]) },
		"base64":  func(u uuid.UUID) any { return base64.StdEncoding.EncodeToString(u[:]) },
		"inbytes": func(u uuid.UUID) any { return []byte(u.String()) },
		"hexes":   func(u uuid.UUID) any { return []byte(hex.EncodeToString(u[:])) },
	}
	for _, f := range []form.Form{form.Braces, form.Parens, form.URN, form.ULID, form.Base32Hex, form.Base32Human, form.Base36,
		form.Base57, form.Base58, form.Base62, form.Base64URL, form.Decimal, form.OID} {
		columns["f"+f.String()] = func(u uuid.UUID) any { return f.Text(u) }
	}
	for order := range orders {
		columns["b"+order] = func(u uuid.UUID) any { return ordered(order, u) }
	}
	names := keys(columns)

	d := newDatabase(t, "sqlite")
	var list []string
	for _, name := range names {
		list = append(list, name, name+"_null")
	}
	d.exec(t, "CREATE TABLE t (n INTEGER PRIMARY KEY, "+strings.Join(list, ", ")+")")
	for i, u := range ids {
		args := []any{i}
		for _, name := range names {
			v := columns[name](u)
			args = append(args, v)
			if i == n-1 {
				v = nil
			}
			args = append(args, v)
		}
		d.exec(t, "INSERT INTO t VALUES (?"+strings.Repeat(", ?", len(list))+")", args...)
	}
	r, _ := audit(t, d.url)
	if len(r.Columns) != len(list) {
		t.Errorf("%d columns, want %d", len(r.Columns), len(list))
	}
	var program strings.Builder
	fmt.Fprintf(&program, sqlProgram, d.url)
	for _, c := range r.Columns {
		fmt.Fprintf(&program, "\tread(%q, func() (uuid.UUID, error) {\n%s\t})\n", c.Column, use(c.Line, fmt.Sprintf("db.QueryRow(`SELECT %s FROM t ORDER BY n`)", c.Column)))
	}
	program.WriteString("}\n")
	runLines(t, program.String(), r, ids[0])
}

// TestLinesMongo is TestLines of MongoDB.
func TestLinesMongo(t *testing.T) {
	fields := map[string]func(u uuid.UUID) any{
		"text":  func(u uuid.UUID) any { return u.String() },
		"s4":    func(u uuid.UUID) any { return bson.Binary{Subtype: 4, Data: u[:]} },
		"s0":    func(u uuid.UUID) any { return bson.Binary{Data: u[:]} },
		"text0": func(u uuid.UUID) any { return bson.Binary{Data: []byte(u.String())} },
	}
	for _, order := range []string{"rfc", "java", "mixed"} {
		fields["s3"+order] = func(u uuid.UUID) any { return bson.Binary{Subtype: 3, Data: ordered(order, u)} }
		fields["s0"+order] = func(u uuid.UUID) any { return bson.Binary{Data: ordered(order, u)} }
	}
	d := newDatabase(t, "mongo")
	var docs []any
	var ids []uuid.UUID
	for range 40 {
		u := uuid.NewV4()
		ids = append(ids, u)
		var doc bson.D
		for _, name := range keys(fields) {
			doc = append(doc, bson.E{Key: name, Value: fields[name](u)})
		}
		docs = append(docs, doc)
	}
	kit.Must(d.mongo.Collection("t").InsertMany(t.Context(), docs))(t)
	r, _ := audit(t, d.url)
	if len(r.Columns) != len(fields) {
		t.Errorf("%d fields, want %d", len(r.Columns), len(fields))
	}
	var program strings.Builder
	fmt.Fprintf(&program, mongoProgram, kit.Must(bson.Marshal(docs[0]))(t))
	for _, c := range r.Columns {
		fmt.Fprintf(&program, "\tread(%q, func() (uuid.UUID, error) {\n%s\t})\n", c.Column, useMongo(c.Line, c.Column))
	}
	program.WriteString("}\n")
	runLines(t, program.String(), r, ids[0])
}

// use is the body of a function in which the line reads a column.
func use(line, query string) string {
	switch {
	case strings.Contains(line, "sql.Null["):
		return "\trow := " + query + "\n\t" + line + "\n\treturn uuid.UUID(id.V), err\n"
	case strings.Contains(line, "row.Scan"):
		return "\trow := " + query + "\n\tvar id uuid.UUID\n\t" + line + "\n\treturn id, err\n"
	case strings.Contains(line, "Data: b}") || strings.Contains(line, "slices.Reverse(b)"):
		return "\tvar b []byte\n\t" + query + ".Scan(&b)\n\t" + line + "\n\treturn id, err\n"
	case strings.Contains(line, "base64."):
		return "\tvar s string\n\t" + query + ".Scan(&s)\n\t" + line + "\n\tif err != nil {\n\treturn uuid.Nil(), err\n}\n\treturn uuid.FromBytes(b)\n"
	}
	return "\tvar s string\n\t" + query + ".Scan(&s)\n\t" + line + "\n\treturn id, err\n"
}

func useMongo(line, field string) string {
	switch {
	case strings.Contains(line, "Register"):
		return "\treg := bson.NewRegistry()\n\t" + line + "\n\tif err != nil {\n\treturn uuid.Nil(), err\n\t}\n\treturn decode(reg, doc, \"" + field + "\")\n"
	case strings.Contains(line, "(s)"):
		return "\ts := doc.Lookup(\"" + field + "\").StringValue()\n\t" + line + "\n\treturn id, err\n"
	case strings.Contains(line, "err"):
		return "\tb := binary(doc, \"" + field + "\")\n\t" + line + "\n\treturn id, err\n"
	}
	return "\tb := binary(doc, \"" + field + "\")\n\t" + line + "\n\treturn id, nil\n"
}

// runLines runs the program, which must print the UUID for each column.
func runLines(t *testing.T, program string, r report, want uuid.UUID) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "main.go")
	kit.Check(t, os.WriteFile(file, []byte(program), 0o600))
	cmd := exec.Command("go", "run", file)
	cmd.Dir = ".." // the module's folder
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%.3000s\n%s", err, out, program)
	}
	got := strings.Split(strings.TrimSpace(string(out)), "\n")
	for _, c := range r.Columns {
		if line := c.Column + " " + want.String(); !slices.Contains(got, line) {
			i := slices.IndexFunc(got, func(s string) bool { return strings.HasPrefix(s, c.Column+" ") })
			t.Errorf("%s as %s: %s reads %q, want %s", c.Column, c.Form, c.Line, got[max(i, 0)], want)
		}
	}
}

const programStart = `package main

import (
	"database/sql"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
)

var (
	_ sql.DB
	_ = base64.StdEncoding
	_ = slices.Reverse[[]byte]
	_ = strings.TrimSpace
	_ bson.D
	_ bsonx.Option
	_ sqlx.Text
	_ form.Form
)

func read(column string, line func() (uuid.UUID, error)) {
	id, err := line()
	if err != nil {
		fmt.Println(column, err)
		return
	}
	fmt.Println(column, id)
}
`

const sqlProgram = programStart + `
func main() {
	db, err := sql.Open("sqlite", %q)
	if err != nil {
		panic(err)
	}
`

const mongoProgram = programStart + `
func binary(doc bson.Raw, field string) bson.Binary {
	subtype, data := doc.Lookup(field).Binary()
	return bson.Binary{Subtype: subtype, Data: data}
}

func decode(reg *bson.Registry, doc bson.Raw, field string) (uuid.UUID, error) {
	var id uuid.UUID
	err := doc.Lookup(field).UnmarshalWithRegistry(reg, &id)
	return id, err
}

func main() {
	doc := bson.Raw(%q)
`
