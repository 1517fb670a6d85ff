package mysql

import (
	"context"
	"database/sql"
	"regexp"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// A mysqlTable is what the catalog says about a table.
type mysqlTable struct {
	name    string
	create  string // SHOW CREATE TABLE
	columns []mysqlColumn
	primary []string
}

type mysqlColumn struct {
	name, typ string // the type without a length
	charset   string // of a text
	generated bool
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

// table reads the catalog.
func (s *store) table(ctx context.Context, name string) (*mysqlTable, error) {
	t := &mysqlTable{name: name}
	var ignored string
	if err := s.conn.QueryRowContext(ctx, "SHOW CREATE TABLE "+backquote(name)).Scan(&ignored, &t.create); err != nil {
		return nil, err
	}
	t.create = printable(t.create)
	err := sqlkit.Each(ctx, s.conn, func(r *sql.Rows) error {
		var c mysqlColumn
		err := r.Scan(&c.name, &c.typ, &c.charset, &c.generated)
		t.columns = append(t.columns, c)
		return err
	}, "SELECT column_name, data_type, COALESCE(character_set_name, ''), extra REGEXP '(STORED|VIRTUAL|PERSISTENT) GENERATED' FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ? ORDER BY ordinal_position", name)
	if err != nil {
		return nil, err
	}
	err = sqlkit.Each(ctx, s.conn, func(r *sql.Rows) error {
		var c string
		err := r.Scan(&c)
		t.primary = append(t.primary, c)
		return err
	}, "SELECT column_name FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ? AND index_name = 'PRIMARY' ORDER BY seq_in_index", name)
	return t, err
}

// elsewhere names a table of another database, as no table is named: a dot can be in a name. abroad takes
// it apart, and reports whether it is one.
func elsewhere(schema, table string) string { return schema + "\x00" + table }

func abroad(table string) (name string, is bool) {
	return strings.ReplaceAll(table, "\x00", "."), strings.Contains(table, "\x00")
}

// foreignKeys reads those of all tables of the database, and those from and to other
// databases, whose tables are named by elsewhere.
func (s *store) foreignKeys(ctx context.Context) (list []sqlkit.ForeignKey, err error) {
	err = sqlkit.Each(ctx, s.conn, func(r *sql.Rows) error {
		var name, schema, table, column, toSchema, to, toColumn, here string
		if err := r.Scan(&name, &schema, &table, &column, &toSchema, &to, &toColumn, &here); err != nil {
			return err
		}
		if schema != here {
			table = elsewhere(schema, table)
		}
		if toSchema != here {
			to = elsewhere(toSchema, to)
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

var (
	autoIncrement = regexp.MustCompile(`(?m)^(\) ENGINE=\w+) AUTO_INCREMENT=(\d+)`)
	keyLine       = regexp.MustCompile("^  (?:PRIMARY KEY|(?:UNIQUE )?KEY `(?:[^`]|``)+`) \\((?:`(?:[^`]|``)+`(?:\\(\\d+\\))?(?: DESC)?,?)+\\)(?: USING (?:BTREE|HASH))?(?: COMMENT '(?:[^'\\\\]|''|\\\\.)*')?,?$")
	keyName       = regexp.MustCompile("^  (?:UNIQUE )?KEY (`(?:[^`]|``)+`) ")
	foreignLine   = regexp.MustCompile("^  CONSTRAINT (`(?:[^`]|``)+`) (FOREIGN KEY .* REFERENCES )(`(?:[^`]|``)+`)( .*?),?$")
	comment       = regexp.MustCompile(`COMMENT '(?:[^'\\]|''|\\.)*'`)
	checkLine     = regexp.MustCompile("^  CONSTRAINT `((?:[^`]|``)+)` CHECK ")
)

// withoutCounter returns SHOW CREATE TABLE without the next number.
func withoutCounter(create string) string { return autoIncrement.ReplaceAllString(create, "$1") }

// lines returns SHOW CREATE TABLE in lines.
func (t *mysqlTable) lines() []string { return strings.Split(t.create, "\n") }

// line returns the line of a column.
func (t *mysqlTable) line(column string) string {
	for _, l := range t.lines() {
		if strings.HasPrefix(l, "  "+backquote(column)+" ") {
			return strings.TrimSuffix(l, ",")
		}
	}
	return ""
}

// ownKeys drops indexes and adds them again: those that change, and if the table has foreign
// keys, all that are not unique. The server has made some of these for foreign keys: it would
// drop them, and make others, for foreign keys of other names.
func (t *mysqlTable) ownKeys(change func(line string) string) (list []string) {
	var add []string
	plain := len(foreign(t.create)) > 0
	for _, l := range t.lines() {
		drop := "DROP PRIMARY KEY"
		if m := keyName.FindStringSubmatch(l); m != nil {
			drop = "DROP KEY " + m[1]
		} else if !strings.HasPrefix(l, "  PRIMARY KEY ") {
			continue
		}
		if change(l) != l || plain && strings.HasPrefix(l, "  KEY ") {
			list = append(list, drop)
			add = append(add, "ADD "+strings.TrimSuffix(strings.TrimSpace(change(l)), ","))
		}
	}
	return append(list, add...)
}

// sortedLines returns what SHOW CREATE TABLE says, whatever the order of keys and the
// table's name.
func sortedLines(create string) string {
	lines := strings.Split(create, "\n")
	lines[0] = ""
	for i := range lines {
		lines[i] = strings.TrimSuffix(lines[i], ",")
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

// foreign returns the lines of the foreign keys: the name, the reference, its table, the actions.
func foreign(create string) (list [][]string) {
	for l := range strings.SplitSeq(create, "\n") {
		if m := foreignLine.FindStringSubmatch(l); m != nil {
			list = append(list, m[1:])
		}
	}
	return list
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
