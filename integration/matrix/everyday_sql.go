package matrix

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	jmoiron "github.com/jmoiron/sqlx"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/uuid"
)

// A statementTable is how a database has the tables of the statements, for all libraries.
type statementTable struct {
	gormDialect
	create           []string
	json, expression string // conditions with a ?, which find row 1
	upsert           string // what follows an INSERT
}

// statementTables are those of the columns that have a form of their own.
func statementTables() (tables []statementTable) {
	for _, d := range gormDialects() {
		t := statementTable{gormDialect: d}
		document, text := "JSON", "VARCHAR(50)"
		switch d.column {
		case "uuid":
			document = "jsonb"
			t.json, t.expression = "doc ->> 'id' = ?", "tag = 'user:' || ?"
			t.upsert = "ON CONFLICT (id) DO UPDATE SET n = 7"
		case "BINARY(16)", "UUID":
			t.json, t.expression = "JSON_UNQUOTE(JSON_EXTRACT(doc, '$.id')) = ?", "tag = CONCAT('user:', ?)"
			if d.column == "BINARY(16)" {
				t.expression = "id = UNHEX(REPLACE(?, '-', ''))"
			}
			t.upsert = "ON DUPLICATE KEY UPDATE n = 7"
		case "BLOB":
			document, text = "TEXT", "TEXT"
			t.json, t.expression = "doc ->> '$.id' = ?", "tag = 'user:' || ?"
			t.upsert = "ON CONFLICT (id) DO UPDATE SET n = 7"
		default:
			continue
		}
		t.create = []string{
			fmt.Sprintf("CREATE TABLE t (n INT, id %[1]s PRIMARY KEY, ref %[1]s, txt %[2]s, tag %[2]s, doc %[3]s)", d.column, text, document),
			fmt.Sprintf("CREATE TABLE kids (n INT, ref %s)", d.column),
		}
		if d.column == "uuid" {
			t.servers = t.servers[:1] // an older PostgreSQL is the same
		}
		tables = append(tables, t)
	}
	return tables
}

// fill are the statements that fill the tables.
func (t statementTable) fill() []string {
	a, b := t.literal(first[:]), t.literal(second[:])
	return []string{
		"DELETE FROM t", "DELETE FROM kids",
		fmt.Sprintf("INSERT INTO t (n, id, ref, txt, tag, doc) VALUES (1, %s, NULL, '%s', 'user:%[2]s', '{\"id\": \"%[2]s\"}'), (2, %s, %[1]s, NULL, NULL, NULL)", a, first, b),
		fmt.Sprintf("INSERT INTO kids (n, ref) VALUES (1, %s)", a),
	}
}

// everydaySQLRows are the rows of database/sql and pgx.
func everydaySQLRows() (rows []Row) {
	for _, table := range statementTables() {
		for _, server := range table.servers {
			base := Row{Store: server.store, Column: table.column, One: table.one}
			form := inBinary
			if table.text || table.column == "uuid" {
				form = inText
			}
			add := func(library, placeholder string, open func(t testing.TB, c Column) *sqlSession) {
				r := base
				r.Library = library
				names := sqlStatements{sqlSession: &sqlSession{}, table: table}
				if library == "pgx" {
					names.pgx = &pgxDB{}
				}
				r.Shapes = everydayShapes(names.statements(values{anyType.One}))
				rows = append(rows, everydayRow(r, func(t testing.TB, c Column) statementStore {
					s := &sqlStatements{sqlSession: open(t, c), table: table, placeholder: placeholder}
					for _, q := range table.create {
						must(s.exec(q))
					}
					return s
				}))
			}
			switch table.column {
			case "uuid":
				add("pgx", "$", func(t testing.TB, c Column) *sqlSession {
					db, setup := connectPgx(t, server.database(t), pgx.QueryExecModeCacheStatement, c)
					return db.session(setup)
				})
				add("database/sql, pgx", "$", func(t testing.TB, c Column) *sqlSession {
					return form.open(t, stdlib.GetConnector(*kit.Must(pgx.ParseConfig(server.database(t)))(t)), "stdlib.GetConnector(config)", c)
				})
			case "BLOB":
				for _, d := range sqliteDrivers[:1] {
					add("database/sql, "+d.name, "?", func(t testing.TB, c Column) *sqlSession { return form.open(t, d.base(t), d.setup, c) })
				}
			default:
				d := mysqlDrivers(server)[0]
				add("database/sql, "+d.name, "?", func(t testing.TB, c Column) *sqlSession { return form.open(t, d.base(t), d.setup, c) })
			}
		}
	}
	return rows
}

// sqlStatements are the tables in a connection of database/sql or pgx.
type sqlStatements struct {
	*sqlSession
	table       statementTable
	placeholder string // "?", or the $ before a number
}

func (s *sqlStatements) reset() {
	for _, q := range s.table.fill() {
		must(s.exec(q))
	}
}

// numbered is a query with the library's placeholders.
func (s *sqlStatements) numbered(query string) string {
	if s.placeholder != "$" {
		return query
	}
	parts := strings.Split(query, "?")
	for i := range parts[1:] {
		parts[i] += fmt.Sprint("$", i+1)
	}
	return strings.Join(parts, "")
}

// count finds rows by arguments, which v stands for in the code.
func (s *sqlStatements) count(from, v string, args ...any) int {
	query, n := s.numbered("SELECT COUNT(*) FROM "+from), 0
	s.reads(s.queries, fmt.Sprintf("%q, %s", query, v), "n")
	check("", "", s.query(&n, query, args...))
	return n
}

// change runs a statement that changes a table.
func (s *sqlStatements) change(query, v string, args ...any) {
	query = s.numbered(query)
	s.writes(s.execs, fmt.Sprintf("%q, %s", query, v))
	check("", "", s.exec(query, args...))
}

// holds compares a column of a row with an id in the store's own form.
func (s *sqlStatements) holds(column, from string, want uuid.UUID) *Cell {
	return s.holdsText(column, from, s.table.one(want))
}

func (s *sqlStatements) holdsText(column, from, want string) *Cell {
	var stored []string
	must(s.column(&stored, "SELECT "+fmt.Sprintf(s.table.stored, column)+" FROM "+from))
	return holdsOne(stored, want)
}

// worst is the first cell that is not right, or the first.
func worst(cells ...*Cell) *Cell {
	for _, c := range cells {
		if !c.right() {
			return c
		}
	}
	return cells[0]
}

func (s *sqlStatements) statements(v values) []everydayStatement {
	text, inJSON, expression := s.finding(v, findText, "txt = ?"), s.finding(v, findJSON, s.table.json), s.finding(v, findExpression, s.table.expression)
	all := slices.Concat(s.basics(v), s.others(v), []everydayStatement{text[0], inJSON[0], expression[0], text[1], inJSON[1], expression[1]})
	if s.pgx == nil {
		all = append(all, s.more(v)...)
	}
	return all
}

// finding are statements with a condition on what is not a column of ids, by an id and by its text.
func (s *sqlStatements) finding(v values, name, condition string) []everydayStatement {
	return []everydayStatement{
		{name, oneID, func() *Cell { return finds(s.count("t WHERE "+condition, "v", v.of(first)), 1) }},
		{name + ", " + asText, "v := " + asText, func() *Cell { return finds(s.count("t WHERE "+condition, "v", first.String()), 1) }},
	}
}

// get reads the one value that a query returns.
func (s *sqlStatements) get(dst any, query string) {
	s.reads(s.queries, fmt.Sprintf("%q", query), "x")
	check("", "read: ", s.query(dst, query))
}

// basics are the statements from insert to delete.
func (s *sqlStatements) basics(v values) []everydayStatement {
	return []everydayStatement{
		{"insert", oneID, func() *Cell {
			s.change("INSERT INTO t (n, id) VALUES (3, ?)", "v", v.of(third))
			return s.holds("id", "t WHERE n = 3", third)
		}},
		{"read", "var x T", func() *Cell {
			x := v.receiver()
			s.get(x.Interface(), "SELECT id FROM t WHERE n = 1")
			return v.read(x, first)
		}},
		{"find by id", oneID, func() *Cell { return finds(s.count("t WHERE id = ?", "v", v.of(first)), 1) }},
		{"find by list", twoIDs, func() *Cell {
			if s.pgx != nil {
				return finds(s.count("t WHERE id = ANY(?)", "[]T{v, v2}", v.list(first, second)), 2)
			}
			return finds(s.count("t WHERE id IN (?, ?)", "v, v2", v.of(first), v.of(second)), 2)
		}},
		{"write NULL", "var v *T", func() *Cell {
			s.change("UPDATE t SET ref = ? WHERE n = 2", "v", v.null())
			return s.holdsText("ref", "t WHERE n = 2", s.table.null)
		}},
		{"read NULL", "var x *T", func() *Cell {
			x := v.nullable()
			s.get(x.Interface(), "SELECT ref FROM t WHERE n = 1")
			return v.readNull(x)
		}},
		{"update", twoIDs, func() *Cell {
			s.change("UPDATE t SET ref = ? WHERE id = ?", "v2, v", v.of(second), v.of(first))
			return s.holds("ref", "t WHERE n = 1", second)
		}},
		{"upsert", oneID, func() *Cell {
			s.change("INSERT INTO t (n, id) VALUES (3, ?) "+s.table.upsert, "v", v.of(first))
			return worst(finds(s.plain("t"), 2), s.holds("id", "t WHERE n = 7", first))
		}},
		{"delete", oneID, func() *Cell {
			s.change("DELETE FROM t WHERE id = ?", "v", v.of(first))
			return worst(finds(s.plain("t"), 1), s.holds("id", "t", second))
		}},
	}
}

// others are a join, reads without a type, and a bulk insert.
func (s *sqlStatements) others(v values) []everydayStatement {
	return []everydayStatement{
		{"join", oneID, func() *Cell {
			return finds(s.count("t JOIN kids ON kids.ref = t.id WHERE kids.ref = ?", "v", v.of(first)), 1)
		}},
		{"read into any", "var x any", func() *Cell {
			var x any
			s.get(&x, "SELECT id FROM t WHERE n = 1")
			return v.readAny(x, first)
		}},
		{"read into a map", "x := map[string]any{}", func() *Cell {
			x, err := s.intoMap("SELECT id, n FROM t WHERE n = 1")
			check("", "read: ", err)
			return v.readAny(x["id"], first)
		}},
		{"bulk insert", twoIDs, func() *Cell {
			check("", "", s.bulk(v.of(third), v.of(fourth)))
			return worst(s.holds("id", "t WHERE n = 3", third), s.holds("id", "t WHERE n = 4", fourth))
		}},
	}
}

// more are statements of database/sql and of jmoiron/sqlx that the headline does not count.
func (s *sqlStatements) more(v values) (all []everydayStatement) {
	row := func() any {
		return reflect.New(reflect.StructOf([]reflect.StructField{{Name: "ID", Type: v.one, Tag: `db:"id"`}})).Interface()
	}
	if s.table.column != "BINARY(16)" { // of these tables MariaDB's rows are also MySQL's, which has none
		all = append(all, everydayStatement{"INSERT … RETURNING", "v := id; var x T", func() *Cell {
			query, x := s.numbered("INSERT INTO t (n, id) VALUES (3, ?) RETURNING id"), v.receiver()
			s.reads(s.queries, fmt.Sprintf("%q, v", query), "x")
			check("", "", s.query(x.Interface(), query, v.of(third)))
			return worst(v.read(x, third), s.holds("id", "t WHERE n = 3", third))
		}})
	}
	return append(all, []everydayStatement{
		{"prepared statement in a transaction", "v := id", func() *Cell {
			query := s.numbered("INSERT INTO t (n, id) VALUES (3, ?)")
			s.writes("tx, err := db.Begin(); stmt, err := tx.Prepare(%q); stmt.Exec(v); tx.Commit()", query)
			tx := got(s.db.Begin())
			defer tx.Rollback()
			stmt := got(tx.Prepare(query))
			defer stmt.Close()
			_, err := stmt.Exec(v.of(third))
			check("", "", err)
			must(tx.Commit())
			return s.holds("id", "t WHERE n = 3", third)
		}},
		{"read into a string", "var x string", func() *Cell {
			var x string
			s.reads(s.queries, `"SELECT id FROM t WHERE n = 1"`, "x")
			check("", "read: ", s.query(&x, "SELECT id FROM t WHERE n = 1"))
			if x != first.String() {
				return &Cell{Verdict: Wrong, Note: clean(fmt.Sprintf("reads %q", x))}
			}
			return &Cell{Verdict: Native}
		}},
		{"find by the id's text", "v := id.String()", func() *Cell { return finds(s.count("t WHERE id = ?", "v", first.String()), 1) }},
		{"jmoiron/sqlx, StructScan", "var x struct{ ID T `db:\"id\"` }", func() *Cell {
			x := row()
			s.reads(`sqlx.NewDb(db, driver).QueryRowx("SELECT id FROM t WHERE n = 1").StructScan(&x)`)
			check("", "read: ", s.jmoiron().QueryRowx("SELECT id FROM t WHERE n = 1").StructScan(x))
			return v.read(reflect.ValueOf(x).Elem().Field(0).Addr(), first)
		}},
		{"jmoiron/sqlx, NamedQuery", "v := id", func() *Cell {
			const query = "SELECT n FROM t WHERE id = :id"
			s.reads(`sqlx.NewDb(db, driver).NamedQuery(%q, map[string]any{"id": v})`, query)
			rows, err := s.jmoiron().NamedQuery(query, map[string]any{"id": v.of(first)})
			check("", "", err)
			defer rows.Close()
			n := 0
			for rows.Next() {
				n++
			}
			check("", "", rows.Err())
			return finds(n, 1)
		}},
	}...)
}

// jmoiron is the database in github.com/jmoiron/sqlx.
func (s *sqlStatements) jmoiron() *jmoiron.DB {
	driver := map[string]string{"?": "mysql", "$": "pgx"}[s.placeholder] // says which placeholders it takes
	return jmoiron.NewDb(s.db, driver)
}

// plain counts rows without a UUID.
func (s *sqlStatements) plain(from string) (n int) {
	must(s.query(&n, "SELECT COUNT(*) FROM "+from))
	return n
}

// column reads all rows of a query of one column.
func (s *sqlStatements) column(dst *[]string, query string) error {
	if s.pgx != nil {
		rows, err := s.pgx.conn.Query(s.pgx.ctx, query)
		must(err)
		*dst, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	}
	return s.jmoiron().Select(dst, query)
}

// intoMap reads a row as programs do that do not know its columns.
func (s *sqlStatements) intoMap(query string) (row map[string]any, err error) {
	if s.pgx != nil {
		s.reads("rows, _ := conn.Query(ctx, %q); x, err := pgx.CollectExactlyOneRow(rows, pgx.RowToMap)", query)
		rows, err := s.pgx.conn.Query(s.pgx.ctx, query)
		must(err)
		return pgx.CollectExactlyOneRow(rows, pgx.RowToMap)
	}
	s.reads("sqlx.NewDb(db, driver).QueryRowx(%q).MapScan(x) // github.com/jmoiron/sqlx", query)
	row = map[string]any{}
	return row, s.jmoiron().QueryRowx(query).MapScan(row)
}

// bulk inserts the rows 3 and 4.
func (s *sqlStatements) bulk(a, b any) error {
	if s.pgx != nil {
		s.writes(`conn.CopyFrom(ctx, pgx.Identifier{"t"}, []string{"n", "id"}, pgx.CopyFromRows([][]any{{3, v}, {4, v2}}))`)
		_, err := s.pgx.conn.CopyFrom(s.pgx.ctx, pgx.Identifier{"t"}, []string{"n", "id"}, pgx.CopyFromRows([][]any{{3, a}, {4, b}}))
		return err
	}
	query := s.numbered("INSERT INTO t (n, id) VALUES (3, ?), (4, ?)")
	s.writes(s.execs, fmt.Sprintf("%q, v, v2", query))
	return s.exec(query, a, b)
}
