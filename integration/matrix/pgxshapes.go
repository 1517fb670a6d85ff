package matrix

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/uuid"
)

// pgxShapeRows are what pgx alone has: arrays, ranges and composites, other
// types of columns, and its own ways to write and read. A cell is measured in
// all modes of its row, which must agree.
func pgxShapeRows() (rows []Row) {
	for _, s := range postgresServers {
		described := pgxShapeRow(s, "pgx (the three modes that describe)",
			pgx.QueryExecModeCacheStatement, pgx.QueryExecModeCacheDescribe, pgx.QueryExecModeDescribeExec)
		exec := pgxShapeRow(s, "pgx (exec mode and simple protocol)",
			pgx.QueryExecModeExec, pgx.QueryExecModeSimpleProtocol)
		// What nobody can refuse there is in pgxtype's documentation and tests.
		exec.Shapes = slices.DeleteFunc(exec.Shapes, func(s Shape) bool { return s.Name == pgxBytea })
		rows = append(rows, described, exec)
	}
	return rows
}

func pgxShapeRow(server server, library string, modes ...pgx.QueryExecMode) Row {
	r := Row{
		Store: server.store, Column: "shapes", Library: library,
		One: func(u uuid.UUID) string { return u.String() },
		Kit: direct,
	}
	r.Open = func(t testing.TB, c Column) Session {
		ctx := t.Context()
		cfg, err := pgx.ParseConfig(server.database(t))
		if err != nil {
			t.Fatal(err)
		}
		s := &pgxModes{ctx: ctx, shapes: map[string]pgxShape{}}
		values := c.PgxShapes(c.Kit)
		for _, shape := range values.shapes {
			s.shapes[shape.name] = shape
		}
		for i, mode := range modes {
			cfg := cfg.Copy()
			cfg.DefaultQueryExecMode = mode
			conn, err := pgx.ConnectConfig(ctx, cfg)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { conn.Close(context.Background()) })
			if i == 0 {
				for _, q := range pgxTypes {
					if _, err := conn.Exec(ctx, q); err != nil {
						t.Fatalf("%s: %v", q, err)
					}
				}
			}
			if c.Kit {
				c.Pgx(conn.TypeMap())
			}
			for _, name := range []string{"id", "uuidrange", "uuidmultirange", "pair", "_pair"} {
				typ, err := conn.LoadType(ctx, name)
				if err != nil {
					t.Fatal(err)
				}
				conn.TypeMap().RegisterType(typ)
			}
			if err := values.register(conn.TypeMap()); err != nil {
				t.Fatal(err)
			}
			s.conns = append(s.conns, conn)
		}
		return s
	}
	for _, shape := range Ours().PgxShapes(true).shapes {
		r.Shapes = append(r.Shapes, Shape{shape.name, func(m *measurement) *Cell {
			return m.session.(*pgxModes).measure(shape.name)
		}})
	}
	return r
}

var pgxTypes = []string{
	"create domain id as uuid",
	"create type uuidrange as range (subtype = uuid)",
	"create type pair as (a uuid, b uuid)",
	"create table t (c uuid, n uuid, d id, a uuid[], g uuid[], r uuidrange, x text, j jsonb)",
}

// pgxModes is a connection for each mode. Its shapes need nothing of a Session.
type pgxModes struct {
	Session
	ctx    context.Context
	conns  []*pgx.Conn
	shapes map[string]pgxShape
}

func (s *pgxModes) measure(name string) (c *Cell) {
	for _, conn := range s.conns {
		mode := recovered(s.ctx, conn, s.shapes[name].measure)
		mode.Note = pgxDump.ReplaceAllString(mode.Note, "unable to encode it into ")
		switch {
		case c == nil:
			c = mode
		case c.Verdict != mode.Verdict || c.Stored != mode.Stored:
			return &Cell{Verdict: Wrong, Note: fmt.Sprintf("%v: %s, but %s in another mode", conn.Config().DefaultQueryExecMode, mode.Verdict, c.Verdict)}
		}
	}
	return c
}

// pgxDump is where pgx prints a value with all its bytes and addresses.
var pgxDump = regexp.MustCompile(`(?s)unable to encode .* into `)

// recovered measures what may panic: pgx calls the methods of nil pointers.
func recovered(ctx context.Context, conn *pgx.Conn, measure func(context.Context, *pgx.Conn) *Cell) (c *Cell) {
	defer func() {
		if err := recover(); err != nil {
			c = &Cell{Verdict: Fails, Note: fmt.Sprintf("panic: %v", err)}
		}
	}()
	return measure(ctx, conn)
}

type pgxShape struct {
	name    string
	measure func(context.Context, *pgx.Conn) *Cell
}

// pgxValues are the shapes of one Go type, and what pgx has to know of those
// that are no slices.
type pgxValues struct {
	register func(*pgtype.Map) error
	shapes   []pgxShape
}

type pgxPair[T any] struct {
	A T
	B *T
}

const pgxBytea = "T for bytea: refused, because only sqlx.Binary is safe in all modes"

func pgxShapesOf[T ~[16]byte, Null any](kit bool) pgxValues {
	a, b := T(u), T(other)
	pa, pb := &a, &b
	null := func(v T) sql.Null[T] { return sql.Null[T]{V: v, Valid: true} }
	one, two := u.String(), other.String()
	list := func(elems ...string) string { return "{" + strings.Join(elems, ",") + "}" }
	line := []pgtype.ArrayDimension{{Length: 2, LowerBound: 1}}
	type (
		bounds = pgtype.Range[T]
		half   = pgtype.Range[*T]
		multi  = pgtype.Multirange[bounds]
		pair   = pgxPair[T]
	)
	type document struct{ ID T }
	between := bounds{Lower: a, Upper: b, LowerType: pgtype.Inclusive, UpperType: pgtype.Exclusive, Valid: true}
	from := half{Lower: pa, LowerType: pgtype.Inclusive, UpperType: pgtype.Unbounded, Valid: true}
	cube := [][][]T{{{a, b}, {b, b}}, {{b, a}, {a, a}}}
	cubeText := list(list(list(one, two), list(two, two)), list(list(two, one), list(one, one)))

	v := pgxValues{
		register: func(m *pgtype.Map) error {
			// pgx's own, for types that a program defines.
			m.RegisterDefaultPgType([2]T{}, "_uuid")
			m.RegisterDefaultPgType(pair{}, "pair")
			m.RegisterDefaultPgType([]pair{}, "_pair")
			if !kit {
				return nil
			}
			return pgxtype.RegisterRange[T](m, "uuidrange", "uuidmultirange")
		},
		shapes: []pgxShape{
			pgxTrip("T", "uuid", one, a, b),
			pgxTripTo("pointer to *T", "uuid", one, &pa, pa, pb),
			pgxTripTo("pointer to nil *T", "uuid", "", new(*T), nil, pb),
			pgxTrip("sql.Null[T]", "uuid", one, null(a), null(b)),
			pgxTrip("sql.Null[T], null", "uuid", "", sql.Null[T]{}, null(b)),
		},
	}
	if kit {
		ours := func(v uuid.UUID) uuid.NullUUID { return uuid.NullUUID{UUID: v, Valid: true} }
		v.shapes = append(v.shapes, pgxNull("NullUUID", one, ours(u), ours(other)))
	} else {
		v.shapes = append(v.shapes, pgxNull("NullUUID", one, pgxNullOf[Null](u), pgxNullOf[Null](other)))
	}
	v.shapes = append(v.shapes,
		pgxTrip("T, domain over uuid", "id", one, a, b),
		pgxTrip("nil *T, domain over uuid", "id", "", (*T)(nil), pb),
		pgxTrip("T, text", "text", one, a, b),
		pgxTrip("T, varchar", "varchar", one, a, b),
		pgxTrip("T, char(36)", "char(36)", one, a, b),
		pgxTrip("T, json", "json", `"`+one+`"`, a, b),
		pgxTrip("T, jsonb", "jsonb", `"`+one+`"`, a, b),
		pgxTrip("nil *T, jsonb", "jsonb", "", (*T)(nil), pb),
		pgxTrip("struct of T, jsonb", "jsonb", `{"ID": "`+one+`"}`, document{a}, document{b}),
		pgxTrip("[]T, jsonb", "jsonb", `["`+one+`", "`+two+`"]`, []T{a, b}, []T{b}),
		pgxShape{pgxBytea, func(ctx context.Context, conn *pgx.Conn) *Cell {
			var got []byte
			err := conn.QueryRow(ctx, "select $1::bytea", a).Scan(&got)
			switch {
			case err != nil && strings.Contains(err.Error(), "sqlx.Binary"):
				return &Cell{Verdict: Native}
			case err != nil:
				return failed("", "", err)
			case string(got) == string(u[:]):
				return &Cell{Verdict: Native, Note: "taken, as 16 bytes"}
			}
			return &Cell{Verdict: Wrong, Note: fmt.Sprintf("stored as %d bytes of text", len(got))}
		}},
		pgxAny("T into any", "select $1::text::uuid", []any{one}, a),
		pgxAny("[]T into any", "select $1::text::uuid[]", []any{list(one, two)}, []any{a, b}),

		pgxTrip("[]T", "uuid[]", list(one, two), []T{a, b}, []T{b}),
		pgxTrip("[]T, empty", "uuid[]", "{}", []T{}, []T{b}),
		pgxTrip("[]T, nil", "uuid[]", "", []T(nil), []T{b}),
		pgxTrip("[]*T, with a nil", "uuid[]", list(one, "NULL"), []*T{pa, nil}, []*T{pb}),
		pgxTrip("[]sql.Null[T], with a null", "uuid[]", list(one, "NULL"), []sql.Null[T]{null(a), {}}, []sql.Null[T]{null(b)}),
		pgxTrip("[][]T, after a []T", "uuid[]", list(list(one, two), list(two, two)), [][]T{{a, b}, {b, b}}, [][]T{{b}}),
		pgxTrip("[][][]T", "uuid[]", cubeText, cube, [][][]T{{{b}}}),
		pgxTrip("[2]T", "uuid[]", list(one, two), [2]T{a, b}, [2]T{b, a}),
		pgxTrip("pgtype.Array[T]", "uuid[]", list(one, two), pgtype.Array[T]{Elements: []T{a, b}, Dims: line, Valid: true}, pgtype.Array[T]{}),
		pgxTrip("pgtype.FlatArray[T]", "uuid[]", list(one, two), pgtype.FlatArray[T]{a, b}, pgtype.FlatArray[T]{b}),
		pgxTrip("[]T, text[]", "text[]", list(one, two), []T{a, b}, []T{b}),

		pgxTrip("pgtype.Range[T]", "uuidrange", "["+one+","+two+")", between, bounds{}),
		pgxTrip("pgtype.Range[*T], unbounded", "uuidrange", "["+one+",)", from, half{Upper: pb}),
		pgxTrip("pgtype.Multirange", "uuidmultirange", "{["+one+","+two+")}", multi{between}, multi{}),
		pgxTrip("struct, composite", "pair", "("+one+",)", pair{A: a}, pair{A: b, B: pb}),
		pgxTrip("nil *struct, composite", "pair", "", (*pair)(nil), &pair{A: b, B: pb}),
		pgxTrip("[]struct, composite[]", "pair[]", `{"(`+one+","+two+`)"}`, []pair{{a, pb}}, []pair{{A: b}, {A: b}}),

		pgxRefused("NULL into T", "select null::uuid", b),
		pgxRefused("empty text into T", "select ''::text", b),
		pgxRefused("null array into T", "select null::uuid[]", b),
		pgxRefused("array of one into T", "select array['"+one+"']::uuid[]", b),
		pgxRefused("array with a NULL into []T", "select array['"+one+"', null]::uuid[]", []T{b}),

		pgxShape{"COPY", func(ctx context.Context, conn *pgx.Conn) *Cell {
			if err := pgxExec(ctx, conn, "truncate t"); err != nil {
				return failed("", "", err)
			}
			row := []any{a, (*T)(nil), a, []T{a, b}, [][]T{{a}, {b}}, between, a, a}
			_, err := conn.CopyFrom(ctx, pgx.Identifier{"t"}, []string{"c", "n", "d", "a", "g", "r", "x", "j"}, pgx.CopyFromRows([][]any{row}))
			if err != nil {
				return failed("", "write: ", err)
			}
			return pgxShown(ctx, conn, "select t::text from t", `(`+one+`,,`+one+`,"`+list(one, two)+`","`+list(list(one), list(two))+`","[`+one+`,`+two+`)",`+one+`,"""`+one+`""")`)
		}},
		pgxShape{"batch", func(ctx context.Context, conn *pgx.Conn) *Cell {
			var batch pgx.Batch
			batch.Queue("truncate t")
			batch.Queue("insert into t (c, a) values ($1, $2)", a, []T{a, b})
			batch.Queue("insert into t (c, a) values ($1, $2)", b, []T{b})
			var found T
			batch.Queue("select c from t where c = any($1)", []T{a}).QueryRow(func(row pgx.Row) error { return row.Scan(&found) })
			if err := conn.SendBatch(ctx, &batch).Close(); err != nil {
				return failed("", "", err)
			}
			if found != a {
				return &Cell{Verdict: Wrong, Note: "finds " + show(reflect.ValueOf(found))}
			}
			return pgxShown(ctx, conn, "select string_agg(t::text, ' ' order by c) from t", `(`+one+`,,,"`+list(one, two)+`",,,,) (`+two+`,,,`+list(two)+`,,,,)`)
		}},
		pgxShape{"RowToStructByName", func(ctx context.Context, conn *pgx.Conn) *Cell {
			rows, err := conn.Query(ctx, "select $1::text::uuid as a, null::uuid as b", one)
			if err != nil {
				return failed("", "", err)
			}
			return pgxRead(pair{A: a})(pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[pair]))
		}},
		pgxShape{"RowToMap", func(ctx context.Context, conn *pgx.Conn) *Cell {
			rows, err := conn.Query(ctx, "select $1::text::uuid as a, null::uuid as b", one)
			if err != nil {
				return failed("", "", err)
			}
			return pgxRead(map[string]any{"a": a, "b": nil})(pgx.CollectExactlyOneRow(rows, pgx.RowToMap))
		}},
		pgxShape{"T for pg_notify", func(ctx context.Context, conn *pgx.Conn) *Cell {
			if err := pgxExec(ctx, conn, "listen ids"); err != nil {
				return failed("", "", err)
			}
			if err := pgxExec(ctx, conn, "select pg_notify('ids', $1)", a); err != nil {
				return failed("", "write: ", err)
			}
			n, err := conn.WaitForNotification(ctx)
			if err != nil {
				return failed("", "", err)
			}
			return pgxRead(one)(n.Payload, nil)
		}},
	)
	return v
}

// pgxTrip is pgxTripTo for a value that is read as what it was.
func pgxTrip[V any](name, typ, text string, v, before V) pgxShape {
	return pgxTripTo(name, typ, text, v, v, before)
}

// pgxTripTo writes v as the type typ, which the server then has to see as text
// (or as NULL, if that is empty), and reads what the server makes of the text
// over a receiver that holds before. That has to become want.
func pgxTripTo[V any](name, typ, text string, v any, want, before V) pgxShape {
	return pgxShape{name, func(ctx context.Context, conn *pgx.Conn) *Cell {
		var stored *string
		if err := conn.QueryRow(ctx, "select ($1::"+typ+")::text", v).Scan(&stored); err != nil {
			return failed("", "write: ", err)
		}
		native, got, literal := cmp.Or(text, "NULL"), "NULL", "null"
		if stored != nil {
			got, literal = *stored, quoted(*stored)
		}
		dst := before
		if err := conn.QueryRow(ctx, "select "+literal+"::"+typ).Scan(&dst); err != nil {
			return failed(got, "read: ", err)
		}
		switch {
		case !reflect.DeepEqual(dst, want):
			return &Cell{Verdict: Wrong, Stored: got, Note: "read back as " + show(reflect.ValueOf(dst))}
		case got != native:
			return &Cell{Verdict: Works, Stored: got, Note: "stored as " + got}
		}
		return &Cell{Verdict: Native, Stored: got}
	}}
}

// pgxNull is pgxTrip for a nullable, and for its null.
func pgxNull[V any](name, text string, v, before V) pgxShape {
	valid, null := pgxTrip(name, "uuid", text, v, before), pgxTrip(name, "uuid", "", *new(V), before)
	return pgxShape{name, func(ctx context.Context, conn *pgx.Conn) *Cell {
		if c := valid.measure(ctx, conn); c.Verdict != Native {
			return c
		}
		return null.measure(ctx, conn)
	}}
}

// pgxNullOf returns v as a Null: a struct whose first field is a UUID, and Valid.
func pgxNullOf[Null any](v uuid.UUID) (n Null) {
	s := reflect.ValueOf(&n).Elem()
	s.Field(0).Set(reflect.ValueOf(v).Convert(s.Field(0).Type()))
	s.FieldByName("Valid").SetBool(true)
	return n
}

func pgxAny(name, query string, args []any, want any) pgxShape {
	return pgxShape{name, func(ctx context.Context, conn *pgx.Conn) *Cell {
		var got any
		err := conn.QueryRow(ctx, query, args...).Scan(&got)
		return pgxRead(want)(got, err)
	}}
}

// pgxRead returns what compares a value that was read with want.
func pgxRead[V any](want V) func(V, error) *Cell {
	return func(got V, err error) *Cell {
		switch {
		case err != nil:
			return failed("", "read: ", err)
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
}

// pgxRefused reads what query selects over before, which has to be an error.
func pgxRefused[V any](name, query string, before V) pgxShape {
	return pgxShape{name, func(ctx context.Context, conn *pgx.Conn) *Cell {
		dst := before
		err := conn.QueryRow(ctx, query).Scan(&dst)
		switch changed := !reflect.DeepEqual(dst, before); {
		case err == nil && changed:
			return &Cell{Verdict: Wrong, Note: "no error, reads " + show(reflect.ValueOf(dst))}
		case err == nil:
			return &Cell{Verdict: Wrong, Note: "no error, and the old value stays"}
		case changed && reflect.TypeFor[V]().Kind() == reflect.Slice:
			return &Cell{Verdict: Native, Note: "an error, after which the library leaves what it has read so far"}
		case changed:
			return &Cell{Verdict: Wrong, Note: "an error, but the receiver became " + show(reflect.ValueOf(dst))}
		}
		return &Cell{Verdict: Native}
	}}
}

// pgxShown compares what the server says of a table with want.
func pgxShown(ctx context.Context, conn *pgx.Conn, query, want string) *Cell {
	var got string
	if err := conn.QueryRow(ctx, query).Scan(&got); err != nil {
		return failed("", "", err)
	}
	if got != want {
		return &Cell{Verdict: Works, Stored: got, Note: "stored as " + got}
	}
	return &Cell{Verdict: Native, Stored: got}
}

func pgxExec(ctx context.Context, conn *pgx.Conn, query string, args ...any) error {
	_, err := conn.Exec(ctx, query, args...)
	return err
}
