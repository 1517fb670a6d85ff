// Identifiers writes the tables of integration/IDENTIFIERS.md: the identifiers of package ids and
// the texts of package form, with a tick for each test that passed.
//
//	go run ./internal/tools/identifiers          # writes the tables
//	go run ./internal/tools/identifiers -check   # fails if they would change
//
// Run it in the root of the repository. It runs the tests of the packages that [tables]
// names, and fails if one of them fails. Those in integration need Node with npm, and
// PostgreSQL.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path"
	"strings"

	"github.com/uuidkit/uuidkit/internal/tools/gotest"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
)

const (
	page       = "integration/IDENTIFIERS.md"
	begin, end = "<!-- begin: go run ./internal/tools/identifiers -->\n", "<!-- end -->\n"
)

// A table has a row for each name, and a column for each test.
type table struct {
	heads   []string   // of the cells that are no ticks
	rows    [][]string // these cells; the first one is the name
	columns []column
}

// A column has a tick in each row for which one of the tests passed, and none if they were
// skipped or there is no such test. A test is a name with the row's for %s.
type column struct {
	head, module, folder string
	tests                string // separated by spaces
}

func tables() []table {
	// The systems of RFC 9562, section 2.1, in its order.
	systems := table{
		heads: []string{"identifier"},
		columns: []column{
			{"vectors", ".", "uuid/ids", "TestVectors/%s"},
			{"round trip, order", ".", "uuid/ids", "TestRandom/%s"},
			{"every byte", ".", "uuid/ids", "TestEveryByte/%s"},
			{"lengths, overflow", ".", "uuid/ids", "TestLengths/%s"},
			{"unchanged on error", ".", "uuid/ids", "TestUnchanged/%s"},
			{"JSON", ".", "uuid/ids", "TestJSON/%s"},
			{"SQL", ".", "uuid/ids", "TestSQL/%s"},
			{"binary", ".", "uuid/ids", "TestBinary/%s"},
			{"BSON", ".", "uuid/ids", "TestBSON/%s"},
			{"UUID", ".", "uuid/ids", "TestUUID/%s"},
			{"Guess", ".", "uuid/ids", "TestFound/%s"},
			{"reference", "integration", "ids", "Test%s TestNode%s TestPostgres%s"},
		},
	}
	for _, name := range strings.Fields("ULID LexicalUUID Snowflake Flake ShardingID KSUID Elasticflake FlakeID " +
		"Sonyflake OrderedUUID COMB SID PushID XID ObjectID CUID") {
		systems.rows = append(systems.rows, []string{name})
	}
	texts := table{
		heads: []string{"text of a UUID", "example"},
		columns: []column{
			{"sorts", ".", "uuid/form", "TestOrdered/%s"},
			{"vectors", ".", "uuid/form", "TestVectors/%s"},
			{"round trip", ".", "uuid/form", "TestForms/%s"},
			{"every byte", ".", "uuid/form", "TestParseEveryByte/%s"},
			{"lengths", ".", "uuid/form", "TestParseEveryLength/%s"},
			{"overflow, padding", ".", "uuid/form", "TestParseReject/%s"},
			{"look-alikes", ".", "uuid/form", "TestParseLookalikes/%s"},
			{"case", ".", "uuid/form", "TestParseCase/%s"},
			{"no allocation", ".", "uuid/form", "TestAllocs/%s"},
			{"reference", "integration", "form", "TestReference/%s TestNode/%s"},
		},
	}
	example := uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
	for _, f := range form.All() {
		texts.rows = append(texts.rows, []string{f.String(), "`" + f.Text(example) + "`"})
	}
	return []table{systems, texts}
}

func main() {
	check := flag.Bool("check", false, "fail if "+page+" is not what would be written")
	flag.Parse()
	os.Setenv("CI", "true") // a test without its server or client fails, instead of being skipped
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "identifiers:", err)
		os.Exit(1)
	}
}

func run(check bool) error {
	old, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	before, rest, ok1 := strings.Cut(string(old), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		return errors.New(page + " does not say where the tables are")
	}
	var b strings.Builder
	b.WriteString(before + begin)
	for _, t := range tables() {
		if err := t.write(&b); err != nil {
			return err
		}
	}
	b.WriteString("\n" + end + after)
	switch {
	case b.String() == string(old):
		return nil
	case check:
		return errors.New(page + " is out of date: go run ./internal/tools/identifiers")
	}
	return os.WriteFile(page, []byte(b.String()), 0o644)
}

// write writes the table, and below it which column is which test.
func (t table) write(b *strings.Builder) error {
	rows := make([]string, len(t.rows))
	for i, cells := range t.rows {
		rows[i] = strings.Join(cells, " | ") + " |"
	}
	heads, tests := t.heads, []string{}
	results := map[string]map[string]bool{}
	for _, c := range t.columns {
		folder := path.Join(c.module, c.folder)
		if results[folder] == nil {
			var err error
			if results[folder], err = passed(c.module, c.folder); err != nil {
				return err
			}
		}
		heads = append(heads, c.head)
		for i, cells := range t.rows {
			for _, test := range strings.Fields(c.tests) {
				test = fmt.Sprintf(test, cells[0])
				if results[folder][test] {
					rows[i] += " ✓"
					if i == 0 {
						tests = append(tests, fmt.Sprintf("%s: `%s`, %s", c.head, folder, test))
					}
					break
				}
			}
			rows[i] += " |"
		}
	}
	fmt.Fprintf(b, "\n| %s |\n|%s\n", strings.Join(heads, " | "), strings.Repeat("---|", len(heads)))
	for _, row := range rows {
		fmt.Fprintf(b, "| %s\n", row)
	}
	fmt.Fprintf(b, "\nThe ticks of %s are these tests:\n\n- %s\n", t.rows[0][0], strings.Join(tests, "\n- "))
	return nil
}

// passed returns the names of the tests of a package that passed.
func passed(module, folder string) (map[string]bool, error) {
	results, err := gotest.Run(module, "./"+folder)
	names := map[string]bool{}
	for test, result := range results {
		names[test.Name] = result == "pass"
	}
	return names, err
}
