package matrix

import (
	"cmp"
	"database/sql"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/uuid"
)

// pgxShapeRows are what pgx alone has: arrays, ranges and composites, other
// types of columns, and its own ways to write and read. A cell is measured in
// all modes of its row, which must agree.
func pgxShapeRows() (rows []Row) {
	for _, s := range postgresServers {
		described := pgxShapeRow(s, "pgx (the three modes that describe)", pgx.QueryExecModeCacheStatement, pgx.QueryExecModeCacheDescribe, pgx.QueryExecModeDescribeExec)
		exec := pgxShapeRow(s, "pgx (exec mode and simple protocol)", pgx.QueryExecModeExec, pgx.QueryExecModeSimpleProtocol)
		if s.store == postgresServers[1].store {
			described, exec = described.as(postgresServers[0].store, described.Library), exec.as(postgresServers[0].store, exec.Library)
		}
		rows = append(rows, described, exec)
	}
	return rows
}

func pgxShapeRow(server server, library string, modes ...pgx.QueryExecMode) Row {
	r := Row{Store: server.store, Column: "shapes", Library: library, One: uuid.UUID.String}
	r.Open = func(t testing.TB, c Column) Session {
		url := server.database(t)
		register, shapes := c.PgxShapes(c.Null, c.Kit)
		s := &pgxModes{shapes: shapes}
		for i, mode := range modes {
			db, setup := connectPgx(t, url, mode, c)
			if i == 0 {
				for _, q := range pgxTypes {
					must(db.exec(q))
				}
				s.setup = code(strings.Join(pgxTypes, "; "), setup)
				s.setup = code(s.setup, pgxLoad)
				if c.Kit {
					s.setup = code(s.setup, `pgxtype.RegisterRange[T](m, "uuidrange", "uuidmultirange")`)
				}
			}
			types := db.conn.TypeMap()
			for _, name := range pgxLoaded {
				types.RegisterType(kit.Must(db.conn.LoadType(db.ctx, name))(t))
			}
			must(register(types))
			s.conns = append(s.conns, db)
		}
		return s
	}
	_, shapes := typeOf[uuid.UUID]("", "").PgxShapes(nil, true)
	for i, shape := range shapes {
		r.Shapes = append(r.Shapes, Shape{Name: shape.name, Measure: func(m *measurement) *Cell { return m.session.(*pgxModes).measure(i) }, Code: shape.code, Kit: shape.kit})
	}
	return r
}

var pgxTypes = []string{
	"create domain id as uuid",
	"create type uuidrange as range (subtype = uuid)",
	"create type pair as (a uuid, b uuid)",
	"create table t (c uuid, n uuid, d id, a uuid[], g uuid[], r uuidrange, x text, j jsonb)",
}

// pgxLoaded are the types that pgx has to load of these, and pgxLoad is how a user does it.
var (
	pgxLoaded = []string{"id", "uuidrange", "uuidmultirange", "pair", "_pair"}
	pgxLoad   = fmt.Sprintf("m := conn.TypeMap(); for _, name := range %#v { typ, err := conn.LoadType(ctx, name); m.RegisterType(typ) }", pgxLoaded) +
		`; type Pair struct { A T; B *T }; m.RegisterDefaultPgType([2]T{}, "_uuid"); m.RegisterDefaultPgType(Pair{}, "pair"); m.RegisterDefaultPgType([]Pair{}, "_pair")`
)

// pgxModes is a connection for each mode.
type pgxModes struct {
	script
	conns  []pgxDB
	shapes []pgxShape
}

func (s *pgxModes) measure(shape int) (c *Cell) {
	for _, db := range s.conns {
		mode := db.recovered(s.shapes[shape].measure)
		if mode == nil {
			return nil
		}
		switch {
		case c == nil:
			c = mode
		case c.Verdict != mode.Verdict || c.Stored != mode.Stored:
			return &Cell{Verdict: Wrong, Note: fmt.Sprintf("%v: %s, but %s in another mode", db.conn.Config().DefaultQueryExecMode, mode.Verdict, c.Verdict)}
		}
	}
	return c
}

// recovered measures what may panic: pgx calls the methods of nil pointers.
func (db pgxDB) recovered(measure func(pgxDB) *Cell) (c *Cell) {
	defer func() {
		if r := recover(); r != nil {
			c = &Cell{Verdict: Fails, Note: fmt.Sprintf("panic: %v", r)}
		}
	}()
	return measured(func() *Cell { return measure(db) })
}

type pgxShape struct {
	name, code string
	measure    func(pgxDB) *Cell
	kit        bool // it is a type of uuidkit
}

type pgxPair[T any] struct {
	A T
	B *T
}

// pgxShapesOf returns the shapes of one Go type, and what pgx has to know of those
// that are no slices.
func pgxShapesOf[T ~[16]byte](null reflect.Type, withKit bool) (register func(*pgtype.Map) error, shapes []pgxShape) {
	register = func(m *pgtype.Map) error {
		// pgx's own, for types that a program defines.
		m.RegisterDefaultPgType([2]T{}, "_uuid")
		m.RegisterDefaultPgType(pgxPair[T]{}, "pair")
		m.RegisterDefaultPgType([]pgxPair[T]{}, "_pair")
		if !withKit {
			return nil
		}
		return pgxtype.RegisterRange[T](m, "uuidrange", "uuidmultirange")
	}
	return register, slices.Concat(
		pgxNullable("sql.Null[T]", reflect.TypeFor[sql.Null[T]](), false),
		pgxNullable("T's NullUUID", null, false),
		pgxNullable("uuid.NullUUID", reflect.TypeFor[uuid.NullUUID](), true),
		pgxScalars[T](), pgxArrays[T](), pgxStructs[T](), pgxRefusals[T](), pgxCalls[T]())
}

// pgxArray is an array in PostgreSQL's text.
func pgxArray(elems ...string) string { return "{" + strings.Join(elems, ",") + "}" }

// pgxScalars are one UUID, in columns of several types.
func pgxScalars[T ~[16]byte]() []pgxShape {
	a, b := T(u), T(other)
	pa, pb := &a, &b
	one, two := u.String(), other.String()
	oneJSON, twoJSON := one, two // what encoding/json makes of a and b
	if a, ok := any(a).(fmt.Stringer); ok {
		oneJSON, twoJSON = a.String(), any(b).(fmt.Stringer).String()
	}
	type document struct{ ID T }
	return []pgxShape{
		pgxTrip("T", "uuid", one, a, b),
		pgxTripTo("pointer to *T", "uuid", one, &pa, pa, pb),
		pgxTripTo("pointer to nil *T", "uuid", "", new(*T), (*T)(nil), pb),
		pgxTrip("T, domain over uuid", "id", one, a, b),
		pgxTrip("nil *T, domain over uuid", "id", "", (*T)(nil), pb),
		pgxTrip("T, text", "text", one, a, b),
		pgxTrip("T, varchar", "varchar", one, a, b),
		pgxTrip("T, char(36)", "char(36)", one, a, b),
		pgxTrip("T, json", "json", `"`+one+`"`, a, b),
		pgxTrip("T, jsonb", "jsonb", `"`+one+`"`, a, b),
		pgxTrip("nil *T, jsonb", "jsonb", "", (*T)(nil), pb),
		pgxTrip("struct of T, jsonb", "jsonb", `{"ID": "`+oneJSON+`"}`, document{a}, document{b}),
		pgxTrip("[]T, jsonb", "jsonb", `["`+oneJSON+`", "`+twoJSON+`"]`, []T{a, b}, []T{b}),
		pgxAny("T into any", "select $1::text::uuid", one, a),
		pgxAny("[]T into any", "select $1::text::uuid[]", pgxArray(one, two), []any{a, b}),
	}
}

// pgxArrays are slices and arrays.
func pgxArrays[T ~[16]byte]() []pgxShape {
	a, b := T(u), T(other)
	pa, pb := &a, &b
	one, two := u.String(), other.String()
	line := []pgtype.ArrayDimension{{Length: 2, LowerBound: 1}}
	cube := [][][]T{{{a, b}, {b, b}}, {{b, a}, {a, a}}}
	cubeText := pgxArray(pgxArray(pgxArray(one, two), pgxArray(two, two)), pgxArray(pgxArray(two, one), pgxArray(one, one)))
	return []pgxShape{
		pgxTrip("[]T", "uuid[]", pgxArray(one, two), []T{a, b}, []T{b}),
		pgxTrip("[]T, empty", "uuid[]", "{}", []T{}, []T{b}),
		pgxTrip("[]T, nil", "uuid[]", "", []T(nil), []T{b}),
		pgxTrip("[]*T, with a nil", "uuid[]", pgxArray(one, "NULL"), []*T{pa, nil}, []*T{pb}),
		pgxTrip("[][]T, after a []T", "uuid[]", pgxArray(pgxArray(one, two), pgxArray(two, two)), [][]T{{a, b}, {b, b}}, [][]T{{b}}),
		pgxTrip("[][][]T", "uuid[]", cubeText, cube, [][][]T{{{b}}}),
		pgxTrip("[2]T", "uuid[]", pgxArray(one, two), [2]T{a, b}, [2]T{b, a}),
		pgxTrip("pgtype.Array[T]", "uuid[]", pgxArray(one, two), pgtype.Array[T]{Elements: []T{a, b}, Dims: line, Valid: true}, pgtype.Array[T]{}),
		pgxTrip("pgtype.FlatArray[T]", "uuid[]", pgxArray(one, two), pgtype.FlatArray[T]{a, b}, pgtype.FlatArray[T]{b}),
		pgxTrip("[]T, text[]", "text[]", pgxArray(one, two), []T{a, b}, []T{b}),
	}
}

// pgxInterval is the range from u up to other.
func pgxInterval[T ~[16]byte]() pgtype.Range[T] {
	return pgtype.Range[T]{Lower: T(u), Upper: T(other), LowerType: pgtype.Inclusive, UpperType: pgtype.Exclusive, Valid: true}
}

// pgxStructs are ranges and composites.
func pgxStructs[T ~[16]byte]() []pgxShape {
	type (
		bounds = pgtype.Range[T]
		half   = pgtype.Range[*T]
		multi  = pgtype.Multirange[bounds]
		pair   = pgxPair[T]
	)
	a, b := T(u), T(other)
	pa, pb := &a, &b
	one, two := u.String(), other.String()
	between := pgxInterval[T]()
	from := half{Lower: pa, LowerType: pgtype.Inclusive, UpperType: pgtype.Unbounded, Valid: true}
	return []pgxShape{
		pgxTrip("pgtype.Range[T]", "uuidrange", "["+one+","+two+")", between, bounds{}),
		pgxTrip("pgtype.Range[*T], unbounded", "uuidrange", "["+one+",)", from, half{Upper: pb}),
		pgxTrip("pgtype.Multirange", "uuidmultirange", "{["+one+","+two+")}", multi{between}, multi{}),
		pgxTrip("struct, composite", "pair", "("+one+",)", pair{A: a}, pair{A: b, B: pb}),
		pgxTrip("nil *struct, composite", "pair", "", (*pair)(nil), &pair{A: b, B: pb}),
		pgxTrip("[]struct, composite[]", "pair[]", `{"(`+one+","+two+`)"}`, []pair{{a, pb}}, []pair{{A: b}, {A: b}}),
	}
}

// pgxRefusals are what has to be an error.
func pgxRefusals[T ~[16]byte]() []pgxShape {
	b, one := T(other), u.String()
	return []pgxShape{
		pgxRefused("NULL into T", "select null::uuid", b),
		pgxRefused("empty text into T", "select ''::text", b),
		pgxRefused("null array into T", "select null::uuid[]", b),
		pgxRefused("array of one into T", "select array['"+one+"']::uuid[]", b),
		pgxRefused("array with a NULL into []T", "select array['"+one+"', null]::uuid[]", []T{b}),
	}
}

// pgxCalls are pgx's own ways to call and to read.
func pgxCalls[T ~[16]byte]() []pgxShape {
	a, b := T(u), T(other)
	one, two := u.String(), other.String()
	both := "{" + one + "," + two + "}"
	type pair = pgxPair[T]
	const unnest, jsonAgg = "insert into t (c) select unnest($1::uuid[])", "select json_agg(a) from unnest($1::text::uuid[]) a"
	return []pgxShape{
		{name: "COPY", code: `conn.CopyFrom(ctx, pgx.Identifier{"t"}, []string{"c", "n", "d", "a", "g", "r", "x", "j"}, rows of T, nil *T, T, []T, [][]T, pgtype.Range[T], T and T)`, measure: func(db pgxDB) *Cell {
			check("", "", db.exec("truncate t"))
			row := []any{a, (*T)(nil), a, []T{a, b}, [][]T{{a}, {b}}, pgxInterval[T](), a, a}
			_, err := db.conn.CopyFrom(db.ctx, pgx.Identifier{"t"}, []string{"c", "n", "d", "a", "g", "r", "x", "j"}, pgx.CopyFromRows([][]any{row}))
			check("", "write: ", err)
			return db.shown("select t::text from t", `(`+one+`,,`+one+`,"`+pgxArray(one, two)+`","`+pgxArray(pgxArray(one), pgxArray(two))+`","[`+one+`,`+two+`)",`+one+`,"""`+one+`""")`)
		}},
		{name: "batch", code: `batch.Queue("insert into t (c, a) values ($1, $2)", v, []T{v}); batch.Queue("select c from t where c = any($1)", []T{v}); conn.SendBatch(ctx, &batch)`, measure: func(db pgxDB) *Cell {
			var batch pgx.Batch
			batch.Queue("truncate t")
			batch.Queue("insert into t (c, a) values ($1, $2)", a, []T{a, b})
			batch.Queue("insert into t (c, a) values ($1, $2)", b, []T{b})
			var found T
			batch.Queue("select c from t where c = any($1)", []T{a}).QueryRow(func(row pgx.Row) error { return row.Scan(&found) })
			check("", "", db.conn.SendBatch(db.ctx, &batch).Close())
			if found != a {
				return &Cell{Verdict: Wrong, Note: "finds " + show(reflect.ValueOf(found))}
			}
			return db.shown("select string_agg(t::text, ' ' order by c) from t", `(`+one+`,,,"`+both+`",,,,) (`+two+`,,,{`+two+`},,,,)`)
		}},
		{name: "NamedArgs", code: `conn.Exec(ctx, "insert into t (c, a) values (@id, @ids)", pgx.NamedArgs{"id": v, "ids": []T{v, v2}})`, measure: func(db pgxDB) *Cell {
			check("", "", db.exec("truncate t"))
			check("", "write: ", db.exec("insert into t (c, a) values (@id, @ids)", pgx.NamedArgs{"id": a, "ids": []T{a, b}}))
			return db.shown("select t::text from t", `(`+one+`,,,"`+both+`",,,,)`)
		}},
		{name: "unnest", code: fmt.Sprintf("conn.Exec(ctx, %q, []T{v, v2})", unnest), measure: func(db pgxDB) *Cell {
			check("", "", db.exec("truncate t"))
			check("", "write: ", db.exec(unnest, []T{a, b}))
			return db.shown("select string_agg(c::text, ' ' order by c) from t", one+" "+two)
		}},
		{name: "json_agg into []T", code: fmt.Sprintf("conn.QueryRow(ctx, %q, text).Scan(&x)", jsonAgg), measure: func(db pgxDB) *Cell {
			x := []T{b}
			check("", "read: ", db.query(&x, jsonAgg, both))
			return compared(x, []T{a, b}, "", "")
		}},
		pgxCollect("CollectRows, RowTo", "pgx.RowTo[T]", "a", pgx.RowTo[T], a, b),
		pgxCollect("CollectRows, RowToStructByName", "pgx.RowToStructByName[struct{ A T; B *T }]", "a, null::uuid as b", pgx.RowToStructByName[pair], pair{A: a}, pair{A: b}),
		pgxCollect("CollectRows, RowToMap", "pgx.RowToMap", "a, null::uuid as b", pgx.RowToMap, map[string]any{"a": a, "b": nil}, map[string]any{"a": b, "b": nil}),
		{name: "T for pg_notify", code: `conn.Exec(ctx, "select pg_notify('ids', $1)", v)`, measure: func(db pgxDB) *Cell {
			check("", "", db.exec("listen ids"))
			check("", "write: ", db.exec("select pg_notify('ids', $1)", a))
			n, err := db.conn.WaitForNotification(db.ctx)
			check("", "", err)
			return pgxRead(one, n.Payload)
		}},
	}
}

// pgxTrip is pgxTripTo for a value that is read as what it was.
func pgxTrip(name, typ, text string, v, before any) pgxShape {
	return pgxTripTo(name, typ, text, v, v, before)
}

// pgxTripTo writes v as the type typ, which the server then has to report as text
// (or as NULL, if that is empty), and reads what the server makes of the text
// over a receiver that holds before. That has to become want.
func pgxTripTo(name, typ, text string, v, want, before any) pgxShape {
	write, read := "select ($1::"+typ+")::text", "select %s::"+typ
	goCode := fmt.Sprintf(`conn.QueryRow(ctx, %q, v).Scan(&text); conn.QueryRow(ctx, %q).Scan(&x)`, write, fmt.Sprintf(read, "'…'"))
	return pgxShape{name: name, code: goCode, measure: func(db pgxDB) *Cell {
		var stored *string
		check("", "write: ", db.query(&stored, write, v))
		got, literal := "NULL", "null"
		if stored != nil {
			got, literal = *stored, quoted(*stored)
		}
		dst := ptr(reflect.ValueOf(before))
		check(got, "read: ", db.query(dst.Interface(), fmt.Sprintf(read, literal)))
		return compared(dst.Elem().Interface(), want, got, cmp.Or(text, "NULL"))
	}}
}

// pgxNullable are the trips of a Go type that is a UUID or null. They have no cells if
// there is no such type.
func pgxNullable(name string, t reflect.Type, kit bool) []pgxShape {
	none := t == nil
	if none {
		t = reflect.TypeFor[uuid.NullUUID]()
	}
	null, old := reflect.Zero(t), filled(t, other).Interface()
	list := reflect.Append(filled(reflect.SliceOf(t), u), null).Interface()
	shapes := []pgxShape{
		pgxTrip(name, "uuid", u.String(), filled(t, u).Interface(), old),
		pgxTrip(name+", null", "uuid", "", null.Interface(), old),
		pgxTrip("[]"+name+", with a null", "uuid[]", "{"+u.String()+",NULL}", list, filled(reflect.SliceOf(t), other).Interface()),
	}
	for i := range shapes {
		shapes[i].kit = kit
		if none {
			shapes[i].measure = func(pgxDB) *Cell { return nil }
		}
	}
	return shapes
}

func pgxAny(name, query string, arg string, want any) pgxShape {
	return pgxShape{name: name, code: fmt.Sprintf("conn.QueryRow(ctx, %q, text).Scan(&x)", query), measure: func(db pgxDB) *Cell {
		var got any
		check("", "read: ", db.query(&got, query, arg))
		return pgxRead(want, got)
	}}
}

// pgxCollect reads columns of two rows, in which a is a UUID.
func pgxCollect[V any](name, to, columns string, f pgx.RowToFunc[V], want ...V) pgxShape {
	query := "select " + columns + " from unnest($1::text::uuid[]) a"
	return pgxShape{name: name, code: fmt.Sprintf("rows, _ := conn.Query(ctx, %q, text); pgx.CollectRows(rows, %s)", query, to), measure: func(db pgxDB) *Cell {
		rows, err := db.conn.Query(db.ctx, query, "{"+u.String()+","+other.String()+"}")
		check("", "", err)
		got, err := pgx.CollectRows(rows, f)
		check("", "read: ", err)
		return pgxRead(want, got)
	}}
}

// pgxRead compares a value that was read with want.
func pgxRead[V any](want, got V) *Cell {
	switch {
	case reflect.DeepEqual(got, want):
		return &Cell{Verdict: Native}
	case fmt.Sprintf("%T", got) != fmt.Sprintf("%T", want):
		return &Cell{Verdict: Works, Note: fmt.Sprintf("gives %T", got)}
	}
	note := fmt.Sprintf("%#v", got)
	if strings.Contains(note, "uint8{") {
		return &Cell{Verdict: Works, Note: "gives [16]uint8"}
	}
	return &Cell{Verdict: Wrong, Note: "reads " + note}
}

// pgxRefused reads what query selects over before, which has to be an error.
func pgxRefused[V any](name, query string, before V) pgxShape {
	return pgxShape{name: name, code: fmt.Sprintf("conn.QueryRow(ctx, %q).Scan(&x)", query), measure: func(db pgxDB) *Cell {
		dst := before
		err := db.query(&dst, query)
		note := refusal(err, reflect.ValueOf(dst), reflect.ValueOf(before))
		switch {
		case note == "":
			return &Cell{Verdict: Native}
		case err != nil && reflect.TypeFor[V]().Kind() == reflect.Slice:
			return &Cell{Verdict: Fails, Note: "an error, after which the library leaves what it has read so far"}
		}
		return &Cell{Verdict: Wrong, Note: note}
	}}
}

// shown compares what the server returns for a query with want.
func (db pgxDB) shown(query, want string) *Cell {
	var got string
	check("", "", db.query(&got, query))
	return compared(got, got, got, want)
}
