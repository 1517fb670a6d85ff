//go:build go1.26

package sqlx_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// The parts of which the drivers of these tests are made. Each writes down what
// database/sql calls.
type (
	journal struct {
		mu    sync.Mutex // contexts that end have goroutines of their own
		lines []string
		off   bool // writes nothing
		full  bool // begins no transaction
	}

	bare struct {
		*journal
		stmt func(query string) driver.Stmt
	}
	ping     struct{ *journal }
	prepare  struct{ *bare }
	begin    struct{ *journal }
	exec     struct{ *journal }
	query    struct{ *journal }
	oldExec  struct{ *journal }
	oldQuery struct{ *journal }
	reset    struct{ *journal }
	valid    struct{ *journal }
	checks   struct {
		*journal
		who string
	}

	bareStmt struct {
		*journal
		n int
	}
	stmtExec  struct{ *journal }
	stmtQuery struct{ *journal }
	converts  struct{ *journal }
)

func (j *journal) add(format string, args ...any) {
	if j.off {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, fmt.Sprintf(format, args...))
}

func (b *bare) Prepare(q string) (driver.Stmt, error) {
	b.add("Prepare %s", q)
	if q == "broken" {
		return nil, driver.ErrBadConn
	}
	return b.stmt(q), nil
}
func (b *bare) Close() error { b.add("Close"); return nil }
func (b *bare) Begin() (driver.Tx, error) {
	b.add("Begin")
	if b.full {
		return nil, errors.New("full")
	}
	return tx{b.journal}, nil
}

func (p ping) Ping(ctx context.Context) error {
	p.add("Ping %v", ctx.Err())
	return errors.New("no pong")
}
func (p prepare) PrepareContext(ctx context.Context, q string) (driver.Stmt, error) {
	p.add("PrepareContext %v", ctx.Err())
	return p.bare.Prepare(q)
}
func (b begin) BeginTx(_ context.Context, o driver.TxOptions) (driver.Tx, error) {
	b.add("BeginTx %+v", o)
	return tx(b), nil
}
func (e exec) ExecContext(ctx context.Context, q string, args []driver.NamedValue) (driver.Result, error) {
	e.add("conn ExecContext %v %s %s", ctx.Err(), q, shown{args})
	return result(q)
}
func (e query) QueryContext(ctx context.Context, q string, args []driver.NamedValue) (driver.Rows, error) {
	e.add("conn QueryContext %v %s %s", ctx.Err(), q, shown{args})
	return noRows(q)
}
func (e oldExec) Exec(q string, args []driver.Value) (driver.Result, error) {
	e.add("conn Exec %s %s", q, shown{args})
	return result(q)
}
func (e oldQuery) Query(q string, args []driver.Value) (driver.Rows, error) {
	e.add("conn Query %s %s", q, shown{args})
	return noRows(q)
}
func (r reset) ResetSession(context.Context) error { r.add("ResetSession"); return nil }
func (v valid) IsValid() bool                      { v.add("IsValid"); return true }

// CheckNamedValue has an opinion on strings, and on nothing else.
func (c checks) CheckNamedValue(nv *driver.NamedValue) error {
	c.add("%s CheckNamedValue %s", c.who, shown{[]driver.NamedValue{*nv}})
	switch nv.Value {
	case "remove me":
		return driver.ErrRemoveArgument
	case "refuse me":
		return errors.New("refused")
	case "take me":
		nv.Value = "taken by " + c.who
		return nil
	}
	if _, ok := nv.Value.(sql.Out); ok {
		return nil
	}
	return driver.ErrSkip
}

func (s bareStmt) Close() error  { s.add("stmt Close"); return nil }
func (s bareStmt) NumInput() int { return s.n }
func (s bareStmt) Exec(args []driver.Value) (driver.Result, error) {
	s.add("stmt Exec %s", shown{args})
	return result("")
}
func (s bareStmt) Query(args []driver.Value) (driver.Rows, error) {
	s.add("stmt Query %s", shown{args})
	return noRows("")
}
func (s stmtExec) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	s.add("stmt ExecContext %v %s", ctx.Err(), shown{args})
	return result("")
}
func (s stmtQuery) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	s.add("stmt QueryContext %v %s", ctx.Err(), shown{args})
	return noRows("")
}
func (c converts) ColumnConverter(i int) driver.ValueConverter {
	c.add("ColumnConverter %d", i)
	return c
}
func (c converts) ConvertValue(v any) (driver.Value, error) {
	if s, ok := v.(string); ok {
		v = "converted " + s
	}
	return driver.DefaultParameterConverter.ConvertValue(v)
}

type tx struct{ *journal }

func (t tx) Commit() error   { t.add("Commit"); return nil }
func (t tx) Rollback() error { t.add("Rollback"); return nil }

// A query that says so is prepared after all, or finds the connection gone.
func result(q string) (driver.Result, error) {
	switch {
	case strings.HasPrefix(q, "skip"):
		return nil, driver.ErrSkip
	case q == "broken":
		return nil, driver.ErrBadConn
	}
	return driver.RowsAffected(7), nil
}

func noRows(q string) (driver.Rows, error) {
	_, err := result(q)
	return &rows{buf: []byte{0}}, err
}

// shown prints []driver.NamedValue or []driver.Value, if at all.
type shown struct{ args any }

func (s shown) String() string {
	var b strings.Builder
	for _, v := range reflect.ValueOf(s.args).Seq2() {
		arg, ok := v.Interface().(driver.NamedValue)
		if !ok {
			arg.Value = v.Interface()
		}
		fmt.Fprintf(&b, "[%s %T %[2]x]", arg.Name, arg.Value)
	}
	return b.String()
}

// drivers are the shapes that drivers have.
var drivers = []struct {
	name string
	conn func(*bare) driver.Conn
	stmt func(*journal, bareStmt) driver.Stmt
}{
	{"nothing", func(b *bare) driver.Conn { return b },
		func(j *journal, s bareStmt) driver.Stmt { return s }},
	{"old", func(b *bare) driver.Conn {
		return struct {
			*bare
			oldExec
			oldQuery
		}{b, oldExec{b.journal}, oldQuery{b.journal}}
	}, func(j *journal, s bareStmt) driver.Stmt {
		return struct {
			bareStmt
			converts
		}{s, converts{j}}
	}},
	{"new", func(b *bare) driver.Conn {
		return struct {
			*bare
			ping
			prepare
			begin
			exec
			query
			reset
			valid
			checks
		}{b, ping{b.journal}, prepare{b}, begin{b.journal}, exec{b.journal}, query{b.journal}, reset{b.journal}, valid{b.journal}, checks{b.journal, "conn"}}
	}, func(j *journal, s bareStmt) driver.Stmt {
		return struct {
			bareStmt
			stmtExec
			stmtQuery
			checks
			converts
		}{s, stmtExec{j}, stmtQuery{j}, checks{j, "stmt"}, converts{j}}
	}},
	{"connection checks", func(b *bare) driver.Conn {
		return struct {
			*bare
			exec
			query
			checks
			reset
		}{b, exec{b.journal}, query{b.journal}, checks{b.journal, "conn"}, reset{b.journal}}
	}, func(j *journal, s bareStmt) driver.Stmt {
		return struct {
			bareStmt
			stmtExec
			stmtQuery
		}{s, stmtExec{j}, stmtQuery{j}}
	}},
	{"connection checks, columns convert", func(b *bare) driver.Conn {
		return struct {
			*bare
			exec
			query
			checks
			valid
		}{b, exec{b.journal}, query{b.journal}, checks{b.journal, "conn"}, valid{b.journal}}
	}, func(j *journal, s bareStmt) driver.Stmt {
		return struct {
			bareStmt
			converts
		}{s, converts{j}}
	}},
	{"statements only, as SQL Server's", func(b *bare) driver.Conn {
		return struct {
			*bare
			prepare
			checks
		}{b, prepare{b}, checks{b.journal, "conn"}}
	}, func(j *journal, s bareStmt) driver.Stmt {
		return struct {
			bareStmt
			stmtExec
			stmtQuery
		}{s, stmtExec{j}, stmtQuery{j}}
	}},
	{"statements only, which convert", func(b *bare) driver.Conn { return b },
		func(j *journal, s bareStmt) driver.Stmt {
			return struct {
				bareStmt
				converts
			}{s, converts{j}}
		}},
	{"statements check", func(b *bare) driver.Conn {
		return struct {
			*bare
			oldExec
			oldQuery
		}{b, oldExec{b.journal}, oldQuery{b.journal}}
	}, checkingStmt},
	// As github.com/ncruces/go-sqlite3's.
	{"queries are prepared", func(b *bare) driver.Conn {
		return struct {
			*bare
			exec
		}{b, exec{b.journal}}
	}, checkingStmt},
	{"statements are prepared", func(b *bare) driver.Conn {
		return struct {
			*bare
			oldQuery
			checks
		}{b, oldQuery{b.journal}, checks{b.journal, "conn"}}
	}, checkingStmt},
}

func checkingStmt(j *journal, s bareStmt) driver.Stmt {
	return struct {
		bareStmt
		checks
	}{s, checks{j, "stmt"}}
}

// A source connects to one of drivers.
type source struct {
	*journal
	conn func(*bare) driver.Conn
	stmt func(*journal, bareStmt) driver.Stmt
}

func (s source) Driver() driver.Driver { return s }
func (s source) Close() error          { s.add("connector Close"); return nil }

func (s source) Open(dsn string) (driver.Conn, error) {
	s.add("Open %s", dsn)
	return s.Connect(context.Background())
}

func (s source) Connect(context.Context) (driver.Conn, error) {
	s.add("Connect")
	return s.conn(&bare{s.journal, func(q string) driver.Stmt {
		return s.stmt(s.journal, bareStmt{s.journal, strings.Count(q, "?")})
	}}), nil
}

// A valuer is no UUID, though it is 16 bytes.
type valuer [16]byte

func (v valuer) Value() (driver.Value, error) { return "valuer", nil }

type pointerValuer struct{ n int }

func (p *pointerValuer) Value() (driver.Value, error) { return fmt.Sprint("pointer ", p == nil), nil }

// Whatever a driver has or has not: with no argument of the listed types a
// connection is used as if it were not wrapped.
func TestConnectorIsTransparent(t *testing.T) {
	for _, d := range drivers {
		t.Run(d.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				bare := &journal{}
				use(sql.OpenDB(source{bare, d.conn, d.stmt}), bare)
				wrapped := &journal{}
				use(sql.OpenDB(sqlx.NewConnector[sqlx.Binary](source{wrapped, d.conn, d.stmt},
					sqlx.Native[uuid.UUID](), sqlx.Native[vectors.Google]())), wrapped)
				for i := range max(len(bare.lines), len(wrapped.lines)) {
					var want, got string
					if i < len(bare.lines) {
						want = bare.lines[i]
					}
					if i < len(wrapped.lines) {
						got = wrapped.lines[i]
					}
					if got != want {
						t.Fatalf("line %d, after %q:\ngot  %s\nwant %s", i, bare.lines[max(i-3, 0):i], got, want)
					}
				}
				if len(bare.lines) < 150 {
					t.Errorf("only %d lines", len(bare.lines))
				}
			})
		})
	}
}

// arguments are of every kind, and none of those that the connector is told of.
var (
	plain     = vectors.Plain(vectors.U)
	toPlain   = &plain
	arguments = [][]any{
		nil, {1}, {"a", "b"}, {"take me"}, {"remove me"}, {1, "remove me", 2}, {"refuse me"}, {"remove me", "refuse me"},
		{sql.Named("n", "x")}, {1, sql.Named("n", "refuse me")}, {sql.Named("n", []int{1})}, {sql.Named("n", "remove me"), sql.Named("m", "refuse me")},
		{sql.Out{Dest: new(int)}},
		{nil, true, 1.5, []byte("x"), time.Unix(0, 0).UTC(), uint8(1), uint64(1) << 63},
		{(*string)(nil), (*int)(nil), vectors.Ptr("s"), (*valuer)(nil), (*pointerValuer)(nil), &pointerValuer{}},
		{valuer{1}, &valuer{1}, sql.Null[valuer]{Valid: true}, sql.NullString{String: "x", Valid: true}, sql.NullString{}},
		{sqlx.Binary(vectors.U), sqlx.Swapped(vectors.U), sqlx.GUID(vectors.U), sqlx.Text(vectors.U), (*sqlx.Binary)(nil)},
		{sqlx.Array[uuid.UUID]{vectors.U}}, {[]uuid.UUID{vectors.U}}, {[]int{1}}, {[]string{"x"}},
		{plain}, {toPlain}, {&toPlain}, {sql.Null[vectors.Plain]{V: plain, Valid: true}},
		{sql.Null[uuid.UUID]{}, (*sql.Null[uuid.UUID])(nil), uuid.NullUUID{}, (*uuid.NullUUID)(nil), (*any)(nil), new(any)},
	}
)

// use calls everything that database/sql has, with arguments of every kind.
func use(db *sql.DB, j *journal) {
	ctx := context.Background()
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	for _, ctx := range []context.Context{ctx, cancelled} {
		j.add("ping: %v", db.PingContext(ctx))
		for _, o := range []*sql.TxOptions{nil, {Isolation: sql.LevelSerializable}, {ReadOnly: true}} {
			tx, err := db.BeginTx(ctx, o)
			j.add("begin: %v", err)
			if err == nil {
				_, err := tx.Exec("in tx ?", 1)
				j.add("exec: %v, commit: %v", err, tx.Commit())
			}
		}
		for _, q := range []string{"one", "skip", "broken"} {
			for _, args := range arguments {
				q := q + strings.Repeat(" ?", len(args))
				if strings.HasPrefix(q, "broken") {
					q = "broken"
				}
				r, err := db.ExecContext(ctx, q, args...)
				j.add("exec: %v", err)
				if err == nil {
					n, err := r.RowsAffected()
					_, err2 := r.LastInsertId()
					j.add("rows: %d, %v; id: %v", n, err, err2)
				}
				rows, err := db.QueryContext(ctx, q, args...)
				j.add("query: %v", err)
				if err == nil {
					j.add("next: %t, close: %v", rows.Next(), rows.Close())
				}
			}
		}
	}
	for _, args := range arguments {
		s, err := db.Prepare("p" + strings.Repeat(" ?", len(args)))
		j.add("prepare: %v", err)
		if err != nil {
			continue
		}
		for _, args := range [][]any{args, append(args[:len(args):len(args)], []string{"one too many"})} {
			_, err = s.Exec(args...)
			_, err2 := s.ExecContext(cancelled, args...)
			j.add("exec: %v, %v", err, err2)
			rows, err := s.Query(args...)
			if err == nil {
				rows.Close()
			}
			_, err2 = s.QueryContext(cancelled, args...)
			j.add("query: %v, %v", err, err2)
		}
		j.add("close: %v", s.Close())
	}
	// On a connection in hand, a context that is over reaches the driver.
	c, err := db.Conn(ctx)
	j.add("conn: %v", err)
	for _, args := range [][]any{{}, {"a"}, {sql.Named("n", "a")}} {
		q := "one" + strings.Repeat(" ?", len(args))
		_, err = c.ExecContext(cancelled, q, args...)
		_, err2 := c.QueryContext(cancelled, q, args...)
		synctest.Wait() // until the context has closed the rows
		j.add("exec: %v, query: %v", err, err2)
		_, err = c.PrepareContext(cancelled, q)
		_, err2 = c.BeginTx(cancelled, nil)
		synctest.Wait()
		j.add("prepare: %v, begin: %v", err, err2)
	}
	j.full = true
	_, err = c.BeginTx(cancelled, nil) // some begin none the less
	synctest.Wait()
	j.full = false
	_, err2 := c.PrepareContext(cancelled, "broken")
	j.add("begin: %v, prepare: %v", err, err2)
	j.add("close: %v", c.Close())

	// A transaction whose context ends closes the connection, unless the driver
	// knows how to reset it.
	during, cancel := context.WithCancel(ctx)
	_, err = db.BeginTx(during, nil)
	j.add("begin: %v", err)
	cancel()
	synctest.Wait()
	_, err = db.Exec("afterwards")
	j.add("exec: %v", err)
	j.add("close: %v", db.Close())
}

var (
	errNull = errors.New("null")
	raw     = []byte("\x00\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb\xcc\xdd\xee\xff")
)

// What the listed types become, in all drivers and all ways to a driver.
func TestConnectorNative(t *testing.T) {
	types := []sqlx.UUIDType{ // uuid.UUID need not be listed
		sqlx.Native[vectors.Std](), sqlx.Native[vectors.Google](),
		sqlx.Native[vectors.Gofrs](), sqlx.Native[vectors.Plain](), sqlx.Native[[16]byte](), {},
	}
	swapped := []byte("\x66\x77\x44\x55\x00\x11\x22\x33\x88\x99\xaa\xbb\xcc\xdd\xee\xff")
	forms := []struct {
		name string
		wrap func(driver.Connector, ...sqlx.UUIDType) driver.Connector
		want driver.Value
	}{
		{"Binary", sqlx.NewConnector[sqlx.Binary], raw},
		{"Text", sqlx.NewConnector[sqlx.Text], vectors.Text},
		{"Swapped", sqlx.NewConnector[sqlx.Swapped], swapped},
		{"GUID", sqlx.NewConnector[sqlx.GUID], vectors.Text},
		{"a user's", sqlx.NewConnector[valuer], "valuer"},
	}
	ways := map[string]func(db *sql.DB, args ...any) error{
		"Exec": func(db *sql.DB, args ...any) error {
			_, err := db.Exec("one"+strings.Repeat(" ?", len(args)), args...)
			return err
		},
		"Query": func(db *sql.DB, args ...any) error {
			rows, err := db.Query("one"+strings.Repeat(" ?", len(args)), args...)
			return errors.Join(err, rows.Close())
		},
		"ErrSkip": func(db *sql.DB, args ...any) error {
			_, err := db.Exec("skip"+strings.Repeat(" ?", len(args)), args...)
			return err
		},
		"Prepare": func(db *sql.DB, args ...any) error {
			s, err := db.Prepare("one" + strings.Repeat(" ?", len(args)))
			if err != nil {
				return err
			}
			defer s.Close()
			_, err = s.Exec(args...)
			return err
		},
	}
	for _, d := range drivers {
		for _, f := range forms {
			t.Run(d.name+"/"+f.name, func(t *testing.T) {
				for way, do := range ways {
					j := &journal{}
					db := sql.OpenDB(f.wrap(source{j, d.conn, d.stmt}, types...))
					defer db.Close()
					check := func(arg any, want driver.Value) {
						t.Helper()
						j.lines = nil
						if err := do(db, arg); err != nil {
							t.Errorf("%s, %T: %v", way, arg, err)
							return
						}
						sent := ""
						for _, line := range j.lines {
							if strings.Contains(line, "Exec") || strings.Contains(line, "Query") {
								sent = line // a skipped one comes first
							}
						}
						if s, ok := want.(string); ok && strings.Contains(strings.Join(j.lines, "\n"), "ColumnConverter") {
							want = "converted " + s // which shows that the driver's converter saw it
						}
						if want := (shown{[]driver.Value{want}}).String(); !strings.HasSuffix(sent, want) {
							t.Errorf("%s, %T: got %s, want %s", way, arg, sent, want)
						}
					}
					checkAll[uuid.UUID](check, f.want)
					checkAll[vectors.Std](check, f.want)
					checkAll[vectors.Google](check, f.want)
					checkAll[vectors.Gofrs](check, f.want)
					checkAll[vectors.Plain](check, f.want)
					checkAll[[16]byte](check, f.want)
					n := uuid.NullUUID{UUID: vectors.U, Valid: true}
					check(n, f.want)
					check(&n, f.want)
					check(sql.Named("", n), f.want)
					check(vectors.NullUUID{UUID: vectors.Google(vectors.U), Valid: true}, f.want)
					check(uuid.NullUUID{UUID: vectors.U}, nil)
					check((*uuid.NullUUID)(nil), nil)
					// These are not of the listed types.
					check(sqlx.Binary(vectors.U), raw)
					check(sqlx.Swapped(vectors.U), swapped)
					check(sqlx.Text(vectors.U), vectors.Text)
					check(sql.Null[sqlx.Swapped]{V: sqlx.Swapped(vectors.U), Valid: true}, swapped)
					check(valuer(vectors.U), "valuer")
					check(NullUUID{vectors.U, true}, "of another package")
					check(vectors.U.String(), vectors.Text)
				}
			})
		}
	}
}

// A NullUUID that is not of the package of its UUID has its own ways.
type NullUUID struct {
	UUID  uuid.UUID
	Valid bool
}

func (NullUUID) Value() (driver.Value, error) { return "of another package", nil }

func checkAll[T ~[16]byte](check func(any, driver.Value), want driver.Value) {
	id := T(vectors.U)
	p := &id
	null := sql.Null[T]{V: id, Valid: true}
	var boxed any = p
	check(id, want)
	check(p, want)
	check(&p, want)
	check(&boxed, want)
	check(null, want)
	check(&null, want)
	check(sql.Null[*T]{V: p, Valid: true}, want)
	check(sql.Null[any]{V: null, Valid: true}, want)
	check(sql.Null[sql.Null[T]]{V: null, Valid: true}, want)
	check(sql.Null[*T]{Valid: true}, nil)
	check((*T)(nil), nil)
	check((**T)(nil), nil)
	check(new(*T), nil)
	check(sql.Null[T]{V: id}, nil)
	check((*sql.Null[T])(nil), nil)
}

// refuses is a form that cannot be made of some UUIDs.
type refuses [16]byte

func (refuses) Value() (driver.Value, error) { return nil, errNull }

func TestConnectorErrors(t *testing.T) {
	d := drivers[0]
	db := sql.OpenDB(sqlx.NewConnector[refuses](source{&journal{}, d.conn, d.stmt}, sqlx.Native[uuid.UUID]()))
	defer db.Close()
	if _, err := db.Exec("?", vectors.U); !errors.Is(err, errNull) {
		t.Errorf("a form's error: got %v, want %v", err, errNull)
	}
	// Value returning a type that is listed is the driver's matter, which
	// refuses it as ever.
	for _, arg := range []any{returns{vectors.U}, &returns{vectors.U}, []uuid.UUID{vectors.U}, struct{ uuid.UUID }{vectors.U}} {
		if _, err := db.Exec("?", arg); err == nil && reflect.TypeOf(arg).Kind() != reflect.Struct {
			t.Errorf("%T: got no error", arg)
		}
	}
	failing := failingConnector{source{&journal{}, d.conn, d.stmt}}
	wrapped := sqlx.NewConnector[sqlx.Binary](failing)
	if c, err := wrapped.Connect(context.Background()); c != nil || err != driver.ErrBadConn {
		t.Errorf("Connect: got %v, %v; want %v", c, err, driver.ErrBadConn)
	}
	if err := wrapped.(io.Closer).Close(); err != nil {
		t.Errorf("Close without a Close: %v", err)
	}
	if err := sqlx.NewConnector[sqlx.Binary](failingCloser{failing}).(io.Closer).Close(); err != errNull {
		t.Errorf("Close: got %v, want %v", err, errNull)
	}
	if got := wrapped.Driver(); got != nil {
		t.Errorf("Driver: got %v, want the connector's", got)
	}
}

type returns struct{ id uuid.UUID }

func (r returns) Value() (driver.Value, error) { return r.id, nil }

type failingConnector struct{ s source }

func (failingConnector) Connect(context.Context) (driver.Conn, error) { return nil, driver.ErrBadConn }
func (failingConnector) Driver() driver.Driver                        { return nil }

type failingCloser struct{ failingConnector }

func (failingCloser) Close() error { return errNull }

func TestConnectorUnwrap(t *testing.T) {
	for _, d := range drivers {
		j := &journal{}
		db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](source{j, d.conn, d.stmt}))
		defer db.Close()
		c, err := db.Conn(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		var got driver.Conn
		if err := c.Raw(func(dc any) error {
			got = dc.(interface{ Unwrap() driver.Conn }).Unwrap()
			// Another wrapper may use what Go had before contexts.
			s, err := dc.(driver.Conn).Prepare("?")
			if err != nil {
				return err
			}
			return s.Close()
		}); err != nil {
			t.Errorf("%s: %v", d.name, err)
		}
		if want := d.conn(&bare{journal: j}); reflect.TypeOf(got) != reflect.TypeOf(want) {
			t.Errorf("%s: Unwrap: got %T, want %T", d.name, got, want)
		}
	}
}

// A driver with a connector of its own, which a DSN may displease.
type contextDriver struct{ source }

func (d contextDriver) OpenConnector(dsn string) (driver.Connector, error) {
	if dsn == "bad" {
		return nil, errNull
	}
	return contextConnector{d.source}, nil
}

func (d contextDriver) Open(dsn string) (driver.Conn, error) { return onlyDriver{d.source}.Open(dsn) }

type contextConnector struct{ source }

func (c contextConnector) Driver() driver.Driver { return contextDriver{c.source} }

func TestRegisterDriver(t *testing.T) {
	d := drivers[2]
	j := &journal{}
	src := source{j, d.conn, d.stmt}
	// Names are for the life of a process, and a test may run twice.
	id := uuid.NewV7().String()
	without, with := "without "+id, "with "+id
	register := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	sql.Register(without, onlyDriver{src})
	sql.Register(with, contextDriver{src})
	register(sqlx.RegisterDriver[sqlx.Binary](without+"+uuid", without, sqlx.Native[vectors.Std]()))
	register(sqlx.RegisterDriver[sqlx.Text](with+"+uuid", with, sqlx.Native[vectors.Std]()))
	// One upon another: what that was told of is native still.
	register(sqlx.RegisterDriver[sqlx.Text](without+"+twice", without+"+uuid", sqlx.Native[vectors.Plain]()))
	for _, test := range []struct {
		name string
		want driver.Value
		base driver.Driver
	}{{without + "+uuid", raw, onlyDriver{src}}, {with + "+uuid", vectors.Text, contextDriver{src}}, {without + "+twice", raw, onlyDriver{src}}} {
		j.lines = nil
		db, err := sql.Open(test.name, "the dsn")
		if err != nil {
			t.Fatal(err)
		}
		if test.want == vectors.Text && !slices.Equal(j.lines, []string{"connector Close"}) {
			t.Errorf("%s: opening it: got %q, want the first connector closed", test.name, j.lines)
		}
		j.lines = nil
		_, err = db.Exec("one", vectors.Std(vectors.U))
		sent := j.lines[len(j.lines)-1]
		for _, line := range j.lines {
			if strings.HasPrefix(line, "conn ExecContext") {
				sent = line
			}
		}
		if err != nil || !strings.HasSuffix(sent, shown{[]driver.Value{test.want}}.String()) {
			t.Errorf("%s: got %s, %v; want %v", test.name, sent, err, test.want)
		}
		if test.want != vectors.Text && j.lines[0] != "Open the dsn" {
			t.Errorf("%s: got %s, want the driver's Open", test.name, j.lines[0])
		}
		// Whoever wants the driver's own methods finds it here.
		base := db.Driver().(interface{ Unwrap() driver.Driver }).Unwrap()
		if again, ok := base.(interface{ Unwrap() driver.Driver }); ok {
			base = again.Unwrap()
		}
		if reflect.TypeOf(base) != reflect.TypeOf(test.base) {
			t.Errorf("%s: Unwrap: got %T, want %T", test.name, base, test.base)
		}
		// Whoever wraps a driver takes it from here, and closes no more than the
		// connection.
		j.lines = nil
		conn, err := db.Driver().Open("the dsn")
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(j.lines, "Open the dsn") {
			t.Errorf("%s: got %q, want the driver's Open", test.name, j.lines)
		}
		nv := driver.NamedValue{Value: vectors.Std(vectors.U)}
		if err := conn.(driver.NamedValueChecker).CheckNamedValue(&nv); err != driver.ErrSkip || !reflect.DeepEqual(nv.Value, test.want) {
			t.Errorf("%s: Driver: got %v, %v; want %v", test.name, nv.Value, err, test.want)
		}
		j.lines = nil
		if db.Close(); test.want == vectors.Text && j.lines[len(j.lines)-1] != "connector Close" {
			t.Errorf("%s: closing the database does not close the connector: %q", test.name, j.lines)
		}
	}
	if _, err := sql.Open(with+"+uuid", "bad"); err != errNull {
		t.Errorf("a bad DSN: got %v, want %v", err, errNull)
	}
	if db, err := sql.Open(with+"+uuid", "good"); err != nil {
		t.Error(err)
	} else if conn, err := db.Driver().Open("bad"); conn != nil || err != errNull {
		t.Errorf("a bad DSN for the driver: got %v, %v; want %v", conn, err, errNull)
	}
	if db, err := sql.Open(without+"+uuid", "bad"); err != nil {
		t.Error(err)
	} else if conn, err := db.Driver().Open("bad"); conn != nil || err != errNull {
		t.Errorf("a driver that does not open: got %v, %v; want %v", conn, err, errNull)
	}
	for _, test := range []struct{ name, base, want string }{
		{with + "+uuid", with, with + "+uuid"},
		{"nothing+uuid", "nothing", `no driver "nothing"`},
		{"", "", `no driver ""`},
	} {
		err := sqlx.RegisterDriver[sqlx.Text](test.name, test.base)
		if err == nil || !strings.HasPrefix(err.Error(), "sqlx: RegisterDriver(") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("RegisterDriver(%q, %q): got %v, want an error with %s", test.name, test.base, err, test.want)
		}
		if registered := slices.Contains(sql.Drivers(), test.name); registered != (test.base == with) {
			t.Errorf("RegisterDriver(%q, %q): registered: %t", test.name, test.base, registered)
		}
	}
}

type onlyDriver struct{ s source }

func (d onlyDriver) Open(dsn string) (driver.Conn, error) {
	if dsn == "bad" {
		return nil, errNull
	}
	return d.s.Open(dsn)
}

// What looks like the nullable form of a listed type, but is not.
func TestConnectorLookalikes(t *testing.T) {
	listed := valuer(vectors.U)
	var args []any
	{
		type NullUUID struct {
			id    valuer
			valid bool
		}
		args = append(args, NullUUID{listed, true}, &NullUUID{listed, true})
	}
	{
		type NullUUID struct {
			id    valuer
			Valid bool
		}
		args = append(args, NullUUID{listed, true})
	}
	{
		type NullUUID struct {
			ID   valuer
			Kind int
		}
		args = append(args, NullUUID{listed, 1})
	}
	{
		type NullUUID struct {
			ID   valuer
			Null bool // and not Valid
		}
		args = append(args, NullUUID{listed, true})
	}
	{
		type NullUUID struct {
			ID    valuer
			Valid bool
			Extra int
		}
		args = append(args, NullUUID{listed, true, 1})
	}
	{
		type Optional struct {
			ID    valuer
			Valid bool
		}
		args = append(args, Optional{listed, true})
	}
	checker := checkerOf(t, sqlx.Native[valuer]())
	for _, arg := range args {
		nv := driver.NamedValue{Value: arg}
		if err := checker.CheckNamedValue(&nv); err != driver.ErrSkip || nv.Value != arg {
			t.Errorf("%+v: got %v, %v; want it untouched", arg, nv.Value, err)
		}
	}
	type NullUUID struct {
		ID    valuer
		Valid bool
	}
	nv := driver.NamedValue{Value: NullUUID{listed, true}}
	if err := checker.CheckNamedValue(&nv); err != driver.ErrSkip || !reflect.DeepEqual(nv.Value, driver.Value(raw)) {
		t.Errorf("NullUUID: got %v, %v; want %v", nv.Value, err, raw)
	}
	// Some drivers panic of these.
	for _, arg := range []any{(*valuer)(nil), (**valuer)(nil), new(*valuer), sql.Null[*valuer]{Valid: true}} {
		nv := driver.NamedValue{Value: arg}
		if err := checker.CheckNamedValue(&nv); err != driver.ErrSkip || nv.Value != nil {
			t.Errorf("%T: got %v, %v; want nil", arg, nv.Value, err)
		}
	}
}

// checkerOf returns a connection's part that sees arguments first.
func checkerOf(t *testing.T, types ...sqlx.UUIDType) driver.NamedValueChecker {
	d := drivers[1] // which has no checker
	conn, err := sqlx.NewConnector[sqlx.Binary](source{&journal{}, d.conn, d.stmt}, types...).Connect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return conn.(driver.NamedValueChecker)
}

// The arguments that most queries have cost nothing, and a UUID what its edge
// type costs.
func TestConnectorAllocs(t *testing.T) {
	checker := checkerOf(t, sqlx.Native[vectors.Std]())
	for _, test := range []struct {
		arg  any
		want float64
	}{
		{"x", 0}, {7, 0}, {[]byte("x"), 0}, {time.Now(), 0}, {nil, 0}, {int32(7), 0}, {new(int), 0}, {vectors.Ptr("x"), 0},
		{sql.NullString{}, 0}, {sql.Null[int]{}, 0}, {valuer{}, 0}, {sqlx.Binary{}, 0}, {sqlx.Array[uuid.UUID]{}, 0},
		{uuid.NullUUID{}, 0}, {[]uuid.UUID{}, 0}, {hidden{}, 0}, {vectors.Plain{}, 0},
		{vectors.U, 2}, {vectors.Std{}, 2}, {&uuid.UUID{}, 3}, {uuid.NullUUID{Valid: true}, 3},
	} {
		nv := new(driver.NamedValue)
		if got := testing.AllocsPerRun(100, func() {
			nv.Value = test.arg
			if err := checker.CheckNamedValue(nv); err != driver.ErrSkip {
				panic(err)
			}
		}); got > test.want {
			t.Errorf("%T: %v allocations, want %v", test.arg, got, test.want)
		}
	}
}

// What a connector costs where no argument is of its types: nothing, unless what
// the driver prepares has a statement to wrap.
func TestConnectorCost(t *testing.T) {
	type cost struct{ exec, prepared float64 }
	costs := map[string]cost{
		"nothing":                          {2, 1},
		"old":                              {0, 1}, // of database/sql, between a checker and a ColumnConverter
		"new":                              {0, 1},
		"statements only, as SQL Server's": {2, 1},
		"statements only, which convert":   {3, 2},
		"statements check":                 {0, 1},
		"queries are prepared":             {0, 1},
		"statements are prepared":          {2, 1},
	}
	for _, d := range drivers {
		measure := func(wrap func(driver.Connector) driver.Connector) cost {
			db := sql.OpenDB(wrap(source{&journal{off: true}, d.conn, d.stmt}))
			defer db.Close()
			run := func(err error) {
				if err != nil {
					t.Fatal(err)
				}
			}
			return cost{
				testing.AllocsPerRun(100, func() {
					_, err := db.Exec("one ?", "x")
					run(err)
				}),
				testing.AllocsPerRun(100, func() {
					s, err := db.Prepare("one ?")
					run(err)
					_, err = s.Exec("x")
					run(err)
					run(s.Close())
				}),
			}
		}
		bare := measure(func(c driver.Connector) driver.Connector { return c })
		wrapped := measure(func(c driver.Connector) driver.Connector { return sqlx.NewConnector[sqlx.Binary](c) })
		if got, want := (cost{wrapped.exec - bare.exec, wrapped.prepared - bare.prepared}), costs[d.name]; got != want {
			t.Errorf("%s: got %+v, want %+v", d.name, got, want)
		}
	}
}

// hidden looks like a nullable, and reflection may not read its UUID.
type hidden struct {
	id    uuid.UUID
	valid bool
}
