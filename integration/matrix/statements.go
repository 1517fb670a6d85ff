package matrix

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// A statement is a user's own SQL with one UUID in it: other, because the first byte of
// u is zero, where some functions end a text. Those with Instead are right without
// uuidkit, as text, and become wrong with a connector that sends bytes. The others are
// what to write instead.
type statement struct {
	condition      string // finds the one row of a table, or
	column, insert string // what an INSERT stores in the column
	given          string // what the user gives for the ?; "id" if it is empty
	instead        string // the name of another
	kit            bool   // nobody has it without uuidkit
}

// What a user gives for the ?, where it is not the id.
const (
	asText  = "id.String()"
	asOurs  = "sqlx.Text(id)"
	asBytes = "sqlx.Binary(id)"
	missed  = "type not listed"
	present = "all types listed"
)

// stayText are the statements that need text and go on to need it, each before what to write.
func stayText(statements ...statement) (all []statement) {
	for _, s := range statements {
		right := s
		right.given = asText
		s.instead = right.name()
		all = append(all, s, right)
	}
	return all
}

// areBytes are the statements that made bytes of text themselves, and what to write for all
// of them.
func areBytes(right statement, statements ...statement) (all []statement) {
	for _, s := range statements {
		s.instead = right.name()
		all = append(all, s)
	}
	return append(all, right)
}

var (
	found    = statement{condition: "id = ?", kit: true}
	inBytes  = statement{condition: "id = ?", given: asBytes, kit: true}
	written  = statement{column: "id", insert: "?", kit: true}
	alsoOurs = statement{condition: "txt = ?", given: asOurs, kit: true}
	listed   = statement{condition: "any_id = ?", given: present, kit: true}
	unlisted = statement{condition: "any_id = ?", given: missed, instead: listed.name()}
)

// The tables, each of one row, and what it has.
const (
	mysqlTable   = "CREATE TABLE t (id BINARY(16), txt CHAR(36), tag VARCHAR(41), doc JSON, any_id VARBINARY(36))"
	mariadbTable = "CREATE TABLE t (id BINARY(16), uid UUID)"
	sqliteTable  = "CREATE TABLE t (id BLOB, txt TEXT, tag TEXT, doc TEXT, any_id BLOB)"

	textRow = "INSERT INTO t (id, txt, tag, doc) VALUES (x'%s', '%s', 'user:%[2]s', '{\"id\": \"%[2]s\"}')"
	uuidRow = "INSERT INTO t (id, uid) VALUES (x'%s', '%s')"
)

var (
	mysqlStatements = slices.Concat(
		stayText(
			statement{condition: "txt = ?"},
			statement{condition: "tag = CONCAT('user:', ?)"},
			statement{condition: "JSON_UNQUOTE(JSON_EXTRACT(doc, '$.id')) = ?"},
			statement{column: "doc", insert: "JSON_OBJECT('id', ?)"}),
		areBytes(found,
			statement{condition: "id = UNHEX(REPLACE(?, '-', ''))"},
			statement{condition: "LOWER(HEX(id)) = REPLACE(?, '-', '')"}),
		areBytes(written, statement{column: "id", insert: "UNHEX(REPLACE(?, '-', ''))"}),
		[]statement{inBytes, alsoOurs, unlisted, listed})
	mysqlFunctions = slices.Concat(
		areBytes(found,
			statement{condition: "BIN_TO_UUID(id) = ?"},
			statement{condition: "id = UUID_TO_BIN(?)"}),
		areBytes(written, statement{column: "id", insert: "UUID_TO_BIN(?)"}))
	mariadbUUIDs = stayText(
		statement{condition: "uid = ?"},
		statement{column: "uid", insert: "?"})
	sqliteStatements = slices.Concat(
		stayText(
			statement{condition: "txt = ?"},
			statement{condition: "tag = 'user:' || ?"},
			statement{condition: "doc ->> '$.id' = ?"},
			statement{column: "doc", insert: "JSON_OBJECT('id', ?)"}),
		areBytes(found,
			statement{condition: "id = UNHEX(?, '-')"},
			statement{condition: "LOWER(HEX(id)) = REPLACE(?, '-', '')"}),
		areBytes(written, statement{column: "id", insert: "UNHEX(?, '-')"}),
		[]statement{inBytes, alsoOurs, unlisted, listed})
)

// statementRows are the rows of users' own SQL. What one server only has is a row of its
// own: see Report.Carry.
func statementRows() (rows []Row) {
	const own = "your own SQL"
	for _, s := range mysqlServers {
		drivers := mysqlDrivers(s)
		rows = append(rows, rowsOf(statements{s.store, own, mysqlTable, textRow, mysqlStatements}, drivers)...)
		if s.store == mysql9 {
			rows = append(rows, rowsOf(statements{s.store, own + ", with MySQL's functions", mysqlTable, textRow, mysqlFunctions}, drivers)...)
		} else {
			rows = append(rows, rowsOf(statements{s.store, own + ", with a UUID column", mariadbTable, uuidRow, mariadbUUIDs}, drivers)...)
		}
	}
	return append(rows, rowsOf(statements{"SQLite", own, sqliteTable, textRow, sqliteStatements}, sqliteDrivers)...)
}

// statements are SQL for one table, which has one row.
type statements struct {
	store, column, table, seed string
	all                        []statement
}

func rowsOf(ss statements, drivers []sqlDriver) (rows []Row) {
	seed := fmt.Sprintf(ss.seed, hexOf(other[:]), other)
	table := strings.Replace(ss.table, "TABLE", "TABLE IF NOT EXISTS", 1) // only SQLite's are of one connection
	for _, d := range drivers {
		r := Row{Store: ss.store, Column: ss.column, Library: "database/sql, " + d.name, One: func(uuid.UUID) string { return "16 bytes " + hexOf(other[:]) }}
		for _, s := range ss.all {
			r.Shapes = append(r.Shapes, s.shape())
		}
		r.Open = func(t testing.TB, c Column) Session {
			base := d.base(t)
			s := &statementSession{sqlSession: inBinary.open(t, base, d.setup, c), seed: seed}
			s.setup = code(s.setup, fmt.Sprintf(s.execs, fmt.Sprintf("%q", ss.table)))
			s.plain = inBinary.open(t, base, d.setup, Column{Type: c.Type})
			if c.Kit {
				all := inBinary.connect(base, c.Native, sqlx.Native[google.UUID](), sqlx.Native[gofrs.UUID]())
				s.listed = inBinary.open(t, all, d.setup, Column{Type: c.Type})
				must(s.listed.exec(table))
			}
			must(s.exec(table))
			must(s.plain.exec(table))
			return s
		}
		if d.name == "mattn" {
			r = r.as(r.Store, "database/sql, "+drivers[0].name)
		}
		rows = append(rows, r)
	}
	return rows
}

// A statementSession is three connections to a database: as the column has it, without
// uuidkit, and with a connector for more types than that of the column.
type statementSession struct {
	*sqlSession
	plain, listed *sqlSession
	seed          string
}

func (s statement) name() string {
	name := s.condition
	if s.insert != "" {
		name = fmt.Sprintf("INSERT … (%s) VALUES (%s)", s.column, s.insert)
	}
	if s.given != "" {
		name += ", " + s.given
	}
	return name
}

func (s statement) shape() Shape {
	return Shape{Name: s.name(), Value: "v := " + s.value(), Kit: s.kit, Instead: s.instead, Measure: s.measure}
}

// value is how the user makes v.
func (s statement) value() string {
	switch s.given {
	case asText:
		return "id.String() /* of a typed.ID: uuid.UUID(id).String() */"
	case asOurs, asBytes:
		return s.given
	case missed:
		return "another.UUID(id)"
	case present:
		return "another.UUID(id) /* and sqlx.Native[another.UUID]() in the list */"
	}
	return "id"
}

// argument is what the user gives for the ?.
func (s statement) argument(m *measurement) any {
	id := m.one(other).Interface()
	switch s.given {
	case asText:
		return other.String()
	case asOurs:
		return sqlx.Text(other)
	case asBytes:
		return sqlx.Binary(other)
	case missed, present:
		if m.One == reflect.TypeFor[google.UUID]() {
			return gofrs.UUID(other)
		}
		return google.UUID(other)
	}
	return id
}

// measure runs a statement that becomes wrong without uuidkit first, where it must be right:
// what nobody could write cannot become wrong.
func (s statement) measure(m *measurement) *Cell {
	db, id, v := m.session.(*statementSession), m.one(other).Interface(), s.argument(m)
	if err := db.plain.query(new(string), "SELECT ?", id); err != nil && m.Name != "google" && strings.Contains(err.Error(), "converting argument") {
		return nil // the driver does not take the type
	}
	conn := db.sqlSession
	if s.given == present {
		conn = db.listed
	}
	if s.instead == "" {
		return s.run(db, conn, id, v)
	}
	if without := s.run(db, db.plain, id, v); without.Verdict != Native {
		panic(fmt.Sprintf("%s of %T is not right without uuidkit: %s: %s", s.name(), v, without.Verdict, without.Note))
	}
	c := s.run(db, conn, id, v)
	if m.Kit && c.Verdict != Native {
		c.Verdict = BecomesWrong
	}
	return c
}

// run is the statement in one of the connections.
func (s statement) run(db *statementSession, conn *sqlSession, id, v any) *Cell {
	return measured(func() *Cell {
		must(conn.exec("DELETE FROM t"))
		if s.insert != "" {
			return s.store(db, conn, v)
		}
		if s.given == missed || s.given == present {
			const insert = "INSERT INTO t (any_id) VALUES (?)"
			db.writes(db.execs, fmt.Sprintf("%q, id", insert))
			must(conn.exec(insert, id))
		} else {
			must(conn.exec(db.seed))
		}
		query, n := "SELECT COUNT(*) FROM t WHERE "+s.condition, 0
		db.reads(db.queries, fmt.Sprintf("%q, v", query), "n")
		check("", "", conn.query(&n, query, v))
		if n != 1 {
			return &Cell{Verdict: Wrong, Note: fmt.Sprintf("finds %d rows, not 1", n)}
		}
		return &Cell{Verdict: Native}
	})
}

// store runs an INSERT, and compares what the database has then.
func (s statement) store(db *statementSession, conn *sqlSession, v any) *Cell {
	query := fmt.Sprintf("INSERT INTO t (%s) VALUES (%s)", s.column, s.insert)
	db.writes(db.execs, fmt.Sprintf("%q, v", query))
	check("", "", conn.exec(query, v))
	stored, want := s.column, other.String()
	switch s.column {
	case "id":
		stored, want = "LOWER(HEX(id))", hexOf(other[:])
	case "doc":
		stored = "JSON_EXTRACT(doc, '$.id')"
	}
	var got string
	must(conn.query(&got, "SELECT CASE WHEN "+s.column+" IS NULL THEN 'NULL' ELSE "+stored+" END FROM t"))
	if got = clean(strings.Trim(got, `"`)); got != want {
		return &Cell{Verdict: Wrong, Stored: got, Note: storedAs + got}
	}
	return &Cell{Verdict: Native, Stored: got}
}
