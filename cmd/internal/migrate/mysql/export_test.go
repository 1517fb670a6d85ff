package mysql

import (
	"context"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// For the tables of the tests.
var (
	Convert = convert
	Good    = mysqlGood
	Has     = mysqlHas

	IsLasting = isLasting
)

// A CatalogColumn is what information_schema.columns says of column id.
type CatalogColumn struct {
	Maria, Nullable            bool
	Type, Full, Extra, Comment string
}

// Taken takes the line of the column in SHOW CREATE TABLE apart.
func (c CatalogColumn) Taken(line string) (charset, value string, known bool) {
	col := mysqlColumn{name: "id", typ: c.Type, full: c.Full, nullable: c.Nullable, line: line}
	col.describe(c.Maria, c.Extra, c.Comment)
	return col.taken()
}

// A CatalogIndex is what information_schema.statistics says of an index. Prefixes are those of the first columns.
type CatalogIndex struct {
	Kind, Name, Comment string
	Columns             []string
	Prefixes            []int
}

// Plain reports whether the line of the index in SHOW CREATE TABLE has nothing else.
func (x CatalogIndex) Plain(line string) bool {
	index := mysqlIndex{kind: x.Kind, name: x.Name, comment: commented(x.Comment), line: line}
	for i, name := range x.Columns {
		part := mysqlPart{column: name}
		if i < len(x.Prefixes) {
			part.prefix = x.Prefixes[i]
		}
		index.parts = append(index.parts, part)
	}
	return index.plain()
}

// Generated returns the new default for one that makes a UUID, and how the server shows it.
func Generated(maria bool, to, oldType, newType, value string) (expr, shown string) {
	p := &planner{Plan: &migrate.Plan{To: to}, store: &store{maria: maria}}
	return p.newGenerated(&migrate.Column{OldType: oldType, NewType: newType}, value)
}

// LockWait is how many seconds the session of all statements waits for a lock.
func LockWait(ctx context.Context, s migrate.Store) (seconds int, err error) {
	err = s.(*store).conn.QueryRowContext(ctx, "SELECT @@lock_wait_timeout").Scan(&seconds)
	return seconds, err
}

// Scan reads a value with each query, in a session for LOCK TABLES.
func Scan(ctx context.Context, s migrate.Store, queries ...string) (values []int, err error) {
	l, err := s.(*store).lockSession(ctx)
	if err != nil {
		return nil, err
	}
	defer l.end()
	for _, q := range queries {
		var value int
		if err := l.scan(ctx, &value, q); err != nil {
			return values, err
		}
		values = append(values, value)
	}
	return values, nil
}

// Digest is the hash of x in the checksums of a plan.
func Digest(maria bool, format int) string {
	return (&conversion{planner: &planner{Plan: &migrate.Plan{Format: format}, store: &store{maria: maria}}}).digest("x")
}

// OwnKeys are the indexes that a copy of a table makes anew: with the table, and after its rows. The table has
// a foreign key, AUTO_INCREMENT in column no, and indexes of a kind, a name and a column each.
func OwnKeys(indexes ...[3]string) (now, later []string) {
	t := &mysqlTable{name: "t", columns: []mysqlColumn{{name: "no", line: "`no` int AUTO_INCREMENT"}, {name: "id", line: "`id` char(36)"}}}
	for _, x := range indexes {
		line := x[0] + " `" + x[1] + "` (`" + x[2] + "`)"
		t.indexes = append(t.indexes, mysqlIndex{kind: x[0], name: x[1], parts: []mysqlPart{{column: x[2]}}, line: line})
	}
	p := &planner{keys: []sqlkit.ForeignKey{{Table: "t"}}}
	return p.ownKeys(t, func(x *mysqlIndex) string { return x.line })
}

// OddIndexes are what a plan refuses of a table with index x, whose line is in SHOW CREATE TABLE, or is not found.
func OddIndexes(line string) []migrate.Refusal {
	p := &planner{Plan: &migrate.Plan{}}
	p.oddIndexes(&mysqlTable{name: "t", indexes: []mysqlIndex{{kind: "KEY", name: "x", line: line}}})
	return p.Refusals
}
