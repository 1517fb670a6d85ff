package mysql

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strings"

	driver "github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// A mysqlTable is what the catalog says about a table. SHOW CREATE TABLE has what a copy must have, too: it is
// compared as a text, and what the catalog does not name in it is refused where it may depend on a converted column.
type mysqlTable struct {
	name    string
	create  string // SHOW CREATE TABLE
	columns []mysqlColumn
	primary []string
	indexes []mysqlIndex // in the order of SHOW CREATE TABLE

	// Only a plan has these.
	engine, comment        string
	versioned, partitioned bool
}

type mysqlColumn struct {
	name, typ     string // the type without a length
	full          string // the type with it
	charset       string // of a text
	nullable      bool
	generated     bool
	virtual       bool   // no row has it
	touched       bool   // the server writes the time into it when a row changes
	auto          bool   // AUTO_INCREMENT
	comment       string // as SHOW CREATE TABLE has it, or ""
	before, after string // the text of line before and after the default
	line          string // all of it, without a comma
}

// A mysqlIndex is an index.
type mysqlIndex struct {
	kind    string // as SHOW CREATE TABLE has it: PRIMARY KEY, UNIQUE KEY, KEY, FULLTEXT KEY, SPATIAL KEY, VECTOR KEY
	name    string
	parts   []mysqlPart
	comment string // as there, or ""
	line    string // all of it, without a comma
}

// A mysqlPart is a column of an index, of which prefix is how many characters are in it; 0 is all. An
// expression has no column.
type mysqlPart struct {
	column     string
	prefix     int
	descending bool
}

// head is the beginning of the index in SHOW CREATE TABLE.
func (x *mysqlIndex) head() string {
	if x.kind == "PRIMARY KEY" {
		return x.kind + " ("
	}
	return x.kind + " " + backquote(x.name) + " ("
}

// plain reports whether the index has columns in their order and nothing else: no expression, no text that is
// taken apart, and no option that the catalogs of the servers do not share.
func (x *mysqlIndex) plain() bool {
	var list []string
	for _, p := range x.parts {
		part := backquote(p.column)
		if p.prefix > 0 {
			part += fmt.Sprintf("(%d)", p.prefix)
		}
		if p.descending {
			part += " DESC"
		}
		list = append(list, part)
	}
	rest, is := strings.CutPrefix(x.line, x.head()+strings.Join(list, ",")+")")
	rest = strings.TrimSuffix(rest, x.comment)
	return is && slices.Contains([]string{"PRIMARY KEY", "UNIQUE KEY", "KEY"}, x.kind) && (rest == "" || rest == " USING BTREE" || rest == " USING HASH")
}

// part returns that of a column, or nil.
func (x *mysqlIndex) part(column string) *mysqlPart {
	for i := range x.parts {
		if x.parts[i].column == column {
			return &x.parts[i]
		}
	}
	return nil
}

// binary reports whether the column has bytes and not characters.
func (c *mysqlColumn) binary() bool {
	return strings.Contains(c.typ, "binary") || strings.Contains(c.typ, "blob")
}

func (t *mysqlTable) column(name string) *mysqlColumn {
	for i := range t.columns {
		if strings.EqualFold(t.columns[i].name, name) {
			return &t.columns[i]
		}
	}
	return nil
}

// shown is an expression of a row's primary key for people. The prefix stands before the columns.
func (t *mysqlTable) shown(prefix string) string {
	list := []string{"''"}
	for _, key := range t.primary {
		value := prefix + backquote(key)
		if t.column(key).binary() {
			value = "HEX(" + value + ")"
		}
		list = append(list, sqlkit.QuoteText(key+"=")+", "+value)
	}
	return "CONCAT(" + strings.Join(list, ", ' ', ") + ")"
}

// each is sqlkit.Each for information_schema. Where MariaDB does not get the lock of a table in lock_wait_timeout,
// it leaves the table out, and has no more than a warning: TestMariaDBLeftOut.
func (s *store) each(ctx context.Context, do func(*sql.Rows) error, query string, args ...any) error {
	err := sqlkit.Each(ctx, s.conn, do, query, args...)
	if !s.maria || ctx.Err() != nil || isLost(err) {
		return err
	}
	var locked error
	warned := sqlkit.Each(ctx, s.conn, func(r *sql.Rows) error {
		var level string
		var e driver.MySQLError
		err := r.Scan(&level, &e.Number, &e.Message)
		if isLocked(&e) {
			locked = &e
		}
		return err
	}, "SHOW WARNINGS")
	return cmp.Or(locked, err, warned)
}

// table reads the catalog.
func (s *store) table(ctx context.Context, name string) (*mysqlTable, error) {
	t := &mysqlTable{name: name}
	var ignored string
	if err := s.conn.QueryRowContext(ctx, "SHOW CREATE TABLE "+backquote(name)).Scan(&ignored, &t.create); err != nil {
		return nil, err
	}
	t.create = printable(t.create)
	if err := s.columns(ctx, t); err != nil {
		return nil, err
	}
	return t, s.indexes(ctx, t)
}

// columns reads those of a table.
func (s *store) columns(ctx context.Context, t *mysqlTable) error {
	return s.each(ctx, func(r *sql.Rows) error {
		var c mysqlColumn
		var extra, comment string
		if err := r.Scan(&c.name, &c.typ, &c.full, &c.charset, &c.nullable, &c.generated, &extra, &comment); err != nil {
			return err
		}
		c.line = t.line("  " + backquote(c.name) + " ")
		c.describe(s.maria, extra, comment)
		t.columns = append(t.columns, c)
		return nil
	}, `SELECT column_name, data_type, column_type, COALESCE(character_set_name, ''), is_nullable = 'YES', COALESCE(generation_expression, '') <> '', extra, column_comment
FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ? ORDER BY ordinal_position`, t.name)
}

// describe notes what else the catalog says of a column, and where SHOW CREATE TABLE has it.
func (c *mysqlColumn) describe(maria bool, extra, comment string) {
	c.virtual = strings.Contains(extra, "VIRTUAL")
	c.touched = strings.Contains(strings.ToLower(extra), "on update ")
	c.auto = strings.Contains(strings.ToLower(extra), "auto_increment")
	c.comment = commented(comment)
	if !c.nullable {
		c.before = " NOT NULL"
	}
	switch invisible := strings.Contains(extra, "INVISIBLE"); {
	case invisible && maria:
		c.before += " INVISIBLE"
	case invisible:
		c.after = " /*!80023 INVISIBLE */"
	}
	c.after += c.comment
}

// indexes reads those of a table.
func (s *store) indexes(ctx context.Context, t *mysqlTable) error {
	err := s.each(ctx, func(r *sql.Rows) error {
		var name, typ, comment string
		var part mysqlPart
		var unique bool
		if err := r.Scan(&name, &unique, &typ, &comment, &part.column, &part.prefix, &part.descending); err != nil {
			return err
		}
		if n := len(t.indexes); n == 0 || t.indexes[n-1].name != name {
			x := mysqlIndex{kind: "KEY", name: name, comment: commented(comment)}
			switch {
			case name == "PRIMARY":
				x.kind = "PRIMARY KEY"
			case unique:
				x.kind = "UNIQUE KEY"
			case slices.Contains([]string{"FULLTEXT", "SPATIAL", "VECTOR"}, typ):
				x.kind = typ + " KEY"
			}
			x.line = t.line("  " + x.head())
			t.indexes = append(t.indexes, x)
		}
		x := &t.indexes[len(t.indexes)-1]
		if x.parts = append(x.parts, part); name == "PRIMARY" {
			t.primary = append(t.primary, part.column)
		}
		return nil
	}, `SELECT index_name, NOT non_unique, index_type, index_comment, COALESCE(column_name, ''), COALESCE(sub_part, 0), COALESCE(collation, '') = 'D'
FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ? ORDER BY index_name, seq_in_index`, t.name)
	slices.SortFunc(t.indexes, func(a, b mysqlIndex) int {
		return strings.Index(t.create, "\n  "+a.line) - strings.Index(t.create, "\n  "+b.line)
	})
	return err
}

// commented is a comment as SHOW CREATE TABLE has it.
func commented(text string) string {
	if text == "" {
		return ""
	}
	return " COMMENT " + quoted([]byte(text))
}

// qualified joins the names of another database and of its table with a NUL, which no name has. isQualified
// reports whether a name is one of these, and returns it with a dot.
func qualified(schema, table string) string { return schema + "\x00" + table }

func isQualified(table string) (name string, is bool) {
	return strings.ReplaceAll(table, "\x00", "."), strings.Contains(table, "\x00")
}

// foreignKeys reads those of all tables of the database, and those from and to other
// databases, whose tables are named by qualified.
func (s *store) foreignKeys(ctx context.Context) (list []sqlkit.ForeignKey, err error) {
	err = s.each(ctx, func(r *sql.Rows) error {
		var name, schema, table, column, toSchema, to, toColumn, here string
		if err := r.Scan(&name, &schema, &table, &column, &toSchema, &to, &toColumn, &here); err != nil {
			return err
		}
		if schema != here {
			table = qualified(schema, table)
		}
		if toSchema != here {
			to = qualified(toSchema, to)
		}
		if n := len(list); n == 0 || list[n-1].Name != name || list[n-1].Table != table {
			list = append(list, sqlkit.ForeignKey{Name: name, Table: table, ToTable: to})
		}
		k := &list[len(list)-1]
		k.Columns, k.ToColumn = append(k.Columns, column), append(k.ToColumn, toColumn)
		return nil
	}, `SELECT constraint_name, table_schema, table_name, column_name, referenced_table_schema, referenced_table_name, referenced_column_name, DATABASE()
FROM information_schema.key_column_usage WHERE referenced_table_name IS NOT NULL AND (table_schema = DATABASE() OR referenced_table_schema = DATABASE())
	AND table_name NOT LIKE 'uuidkit\_%' ORDER BY table_schema, table_name, constraint_name, ordinal_position`)
	return list, err
}

// foreignNames reads the names of the foreign keys that a table has now, quoted.
func (s *store) foreignNames(ctx context.Context, table string) (list []string, err error) {
	err = s.each(ctx, func(r *sql.Rows) error {
		var name string
		err := r.Scan(&name)
		list = append(list, backquote(name))
		return err
	}, "SELECT constraint_name FROM information_schema.referential_constraints WHERE constraint_schema = DATABASE() AND table_name = ?", table)
	return list, err
}

// readActions reads the actions of the foreign keys of the plan's tables. If a key has another name by now, it
// reads the keys again: a secondary executes what run does to them. A join of both catalogs would see them at
// once, but in MariaDB it waits for all locks.
func (p *planner) readActions(ctx context.Context) error {
	for range 5 {
		all, err := p.tryActions(ctx)
		if err != nil || all {
			return err
		}
		if p.keys, err = p.store.foreignKeys(ctx); err != nil {
			return err
		}
	}
	return migrate.Errorf(migrate.CodeConflict, "migrate: information_schema does not have the actions of foreign keys: somebody alters them: plan again")
}

// tryActions is readActions. It reports whether each key has them: triggers would leave out one without.
func (p *planner) tryActions(ctx context.Context) (all bool, err error) {
	err = p.store.each(ctx, func(r *sql.Rows) error {
		var name, table, onDelete, onUpdate string
		err := r.Scan(&name, &table, &onDelete, &onUpdate)
		for i := range p.keys {
			if k := &p.keys[i]; k.Name == name && k.Table == table {
				k.OnDelete, k.OnUpdate = onDelete, onUpdate
			}
		}
		return err
	}, "SELECT constraint_name, table_name, delete_rule, update_rule FROM information_schema.referential_constraints WHERE constraint_schema = DATABASE()")
	all = !slices.ContainsFunc(p.keys, func(k sqlkit.ForeignKey) bool { return k.OnDelete == "" && hasTable(p.Plan, k.Table) })
	return all, err
}

// foreignOf returns the foreign keys of a table.
func (p *planner) foreignOf(t *mysqlTable) (list []sqlkit.ForeignKey) {
	for _, k := range p.keys {
		if k.Table == t.name {
			list = append(list, k)
		}
	}
	return list
}

// These take texts apart that no catalog has in parts. The plans in the journal have SHOW CREATE TABLE: keysOf reads
// foreign keys in it. The next number is in that text, too, and changes while others write.
var (
	autoIncrement = regexp.MustCompile("(?m)^(\\)(?: /\\*!\\d+ (?:`(?:[^`]|``)*`|[^`*])*\\*/)? ENGINE=\\w+) AUTO_INCREMENT=(\\d+)") // MySQL has TABLESPACE and STORAGE in a comment
	columnNames   = regexp.MustCompile("(?m)^  `(?:[^`]|``)+` ")
	foreignLine   = regexp.MustCompile("^  CONSTRAINT (`(?:[^`]|``)+`) (FOREIGN KEY .* REFERENCES )(`(?:[^`]|``)+`)( .*?),?$")
)

// withoutCounter returns SHOW CREATE TABLE without the next number.
func withoutCounter(create string) string { return autoIncrement.ReplaceAllString(create, "$1") }

// lines returns SHOW CREATE TABLE in lines.
func (t *mysqlTable) lines() []string { return strings.Split(t.create, "\n") }

// line returns the line of SHOW CREATE TABLE that begins so, without spaces and comma around it, or "".
func (t *mysqlTable) line(begin string) string {
	for _, l := range t.lines() {
		if strings.HasPrefix(l, begin) {
			return strings.Trim(l, " ,")
		}
	}
	return ""
}

// counts reports whether the index has the column with AUTO_INCREMENT.
func (t *mysqlTable) counts(x *mysqlIndex) bool {
	return slices.ContainsFunc(x.parts, func(part mysqlPart) bool {
		return slices.ContainsFunc(t.columns, func(c mysqlColumn) bool {
			return c.name == part.column && strings.Contains(c.line, " AUTO_INCREMENT")
		})
	})
}

// ownKeys drops indexes and adds them again: those that change, and if the table has foreign
// keys, all that are not unique. The server has made some of these for foreign keys: it would
// drop them, and make others, for foreign keys of other names. What later adds can wait until there
// are rows: no two of them must be different in it, and no AUTO_INCREMENT needs it.
func (p *planner) ownKeys(t *mysqlTable, change func(*mysqlIndex) string) (now, later []string) {
	var add []string
	for i := range t.indexes {
		x := &t.indexes[i]
		drop := "DROP KEY " + backquote(x.name)
		if x.kind == "PRIMARY KEY" {
			drop = "DROP PRIMARY KEY"
		}
		line := change(x)
		if line == x.line && !(x.kind == "KEY" && len(p.foreignOf(t)) > 0) {
			continue
		}
		now = append(now, drop)
		if x.kind == "KEY" && !t.counts(x) {
			later = append(later, "ADD "+line)
		} else {
			add = append(add, "ADD "+line)
		}
	}
	return append(now, add...), later
}

// sortedLines returns what SHOW CREATE TABLE says, whatever the order of keys and the
// table's name. MariaDB adds USING HASH to a unique key of long columns, and takes it away with the next ALTER TABLE or
// CREATE TABLE … LIKE if the columns are short.
func sortedLines(create string) string {
	lines := strings.Split(create, "\n")
	lines[0] = ""
	for i := range lines {
		if lines[i] = strings.TrimSuffix(lines[i], ","); strings.HasPrefix(lines[i], "  UNIQUE KEY ") {
			lines[i] = strings.Replace(lines[i], ") USING HASH", ")", 1)
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// difference names the lines of two sortedLines that are in one of them.
func difference(got, want string) string {
	var list []string
	only := func(says, these, those string) {
		others := strings.Split(those, "\n")
		for l := range strings.SplitSeq(these, "\n") {
			if !slices.Contains(others, l) {
				list = append(list, says+strings.TrimSpace(l))
			}
		}
	}
	only("it has now ", got, want)
	only("it had ", want, got)
	return strings.Join(list, "; ")
}

// snapshot is that of the tables of a plan: what SHOW CREATE TABLE says, but for the
// next number, which rows change.
func (s *store) snapshot(ctx context.Context, p *migrate.Plan) (migrate.Snapshot, error) {
	all := migrate.Snapshot{}
	for _, t := range p.Tables {
		cat, err := s.table(ctx, t.Name)
		if err != nil {
			return nil, err
		}
		all["table "+t.Name] = withoutCounter(cat.create)
	}
	return all, nil
}

// unquote returns the name in backquotes.
func unquote(name string) string {
	return strings.ReplaceAll(strings.Trim(name, "`"), "``", "`")
}
