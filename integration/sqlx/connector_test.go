package sqlx_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestConnectorUUIDKit(t *testing.T) { testConnector(t, ours) }
func TestConnectorGoogle(t *testing.T)  { testConnector(t, googles) }
func TestConnectorGofrs(t *testing.T)   { testConnector(t, gofrss) }
func TestConnectorArray(t *testing.T)   { testConnector(t, arrays) }
func TestConnectorUser(t *testing.T)    { testConnector(t, users) }

// testConnector stores a T in all its forms, in a column of bytes and one of
// text, asks the server what it has, and reads it back.
func testConnector[T ~[16]byte](t *testing.T, k kind[T]) {
	each(t, func(t *testing.T, e engine, base driver.Connector) {
		t.Run("bytes", func(t *testing.T) {
			db := openDB(t, sqlx.NewConnector[sqlx.Binary](base, types()...))
			testColumn(t, db, e, e.bytes, k, func(id *T) sql.Scanner { return (*sqlx.Binary)((*[16]byte)((*id)[:])) })
		})
		t.Run("text", func(t *testing.T) {
			db := openDB(t, sqlx.NewConnector[sqlx.Text](base, types()...))
			testColumn(t, db, e, e.text, k, func(id *T) sql.Scanner { return (*sqlx.Text)((*[16]byte)((*id)[:])) })
		})
	})
}

func testColumn[T ~[16]byte](t *testing.T, db *sql.DB, e engine, c column, k kind[T], edge func(*T) sql.Scanner) {
	exec(t, db, "DROP TABLE IF EXISTS t")
	exec(t, db, "CREATE TABLE t (c "+c.typ+", n int)")
	p := e.param
	one := T(id)
	pointer := &one
	type arg struct {
		value any
		null  bool
	}
	args := []arg{
		{one, false}, {pointer, false}, {&pointer, false}, {sql.Null[T]{V: one, Valid: true}, false}, {&sql.Null[T]{V: one, Valid: true}, false},
		{nil, true}, {(*T)(nil), true}, {(**T)(nil), true}, {new(*T), true}, {sql.Null[T]{V: one}, true}, {(*sql.Null[T])(nil), true},
	}
	if k.null != nil {
		args = append(args, arg{k.null(one, true), false}, arg{k.null(one, false), true})
	}
	want := fmt.Sprintf(c.bytes, id[:])
	if c.bytes == "" {
		want = fmt.Sprintf(c.text, id)
	}
	insert := "INSERT INTO t VALUES (" + p(1) + ", " + p(2) + ")"
	find := "SELECT count(*) FROM t WHERE c = " + p(1)
	ways := map[string]func(query string, args ...any) error{
		"Exec": func(query string, args ...any) error { _, err := db.Exec(query, args...); return err },
		"Prepare": func(query string, args ...any) error {
			s, err := db.Prepare(query)
			if err != nil {
				return err
			}
			defer s.Close()
			_, err = s.Exec(args...)
			return err
		},
		"Tx": func(query string, args ...any) error {
			tx, err := db.Begin()
			if err != nil {
				return err
			}
			defer tx.Rollback()
			if _, err := tx.Exec(query, args...); err != nil {
				return err
			}
			return tx.Commit()
		},
	}
	for way, do := range ways {
		for _, a := range args {
			exec(t, db, "DELETE FROM t")
			exec(t, db, insert, T(other), 7)
			if err := do(insert, a.value, 8); err != nil {
				t.Errorf("%s, %T: %v", way, a.value, err)
				continue
			}
			var got sql.NullString
			if err := db.QueryRow("SELECT " + c.stored + " FROM t WHERE n = 8").Scan(&got); err != nil {
				t.Errorf("%s, %T: %v", way, a.value, err)
			}
			if a.null {
				if got.Valid && got.String != "null " {
					t.Errorf("%s, %T: the server has %q, want NULL", way, a.value, got.String)
				}
				continue
			}
			if got.String != want {
				t.Errorf("%s, %T: the server has %q, want %q", way, a.value, got.String, want)
			}
			var n int
			if err := db.QueryRow(find, a.value).Scan(&n); err != nil || n != 1 {
				t.Errorf("%s, %T: finds %d rows, %v; want 1", way, a.value, n, err)
			}
			read := T(other)
			if err := db.QueryRow("SELECT c FROM t WHERE n = 8").Scan(edge(&read)); err != nil || read != one {
				t.Errorf("%s, %T: the edge type reads %x, %v; want %x", way, a.value, read, err, one)
			}
			// pgx's database/sql package on Go 1.27 has no way from text or
			// bytea to a type without a Scan.
			_, scanner := any(&read).(sql.Scanner)
			if !k.scans || !scanner && strings.HasPrefix(e.name, "pgx ") {
				continue
			}
			read, null, readPointer := T(other), sql.Null[T]{}, new(T)
			err := db.QueryRow("SELECT c, c, c FROM t WHERE n = 8").Scan(&read, &null, &readPointer)
			if err != nil || read != one || null != (sql.Null[T]{V: one, Valid: true}) || *readPointer != one {
				t.Errorf("%s, %T: reads %x, %v, %x, %v; want %x", way, a.value, read, null, *readPointer, err, one)
			}
		}
		res, err := db.Exec("DELETE FROM t WHERE c = "+p(1), T(other))
		if n, err2 := res.RowsAffected(); err != nil || err2 != nil || n != 1 {
			t.Errorf("%s: deletes %d rows, %v, %v; want 1", way, n, err, err2)
		}
	}
}

// The edge types pass through a connector of another form, and so does what is
// no UUID.
func TestConnectorLeavesOthers(t *testing.T) {
	each(t, func(t *testing.T, e engine, base driver.Connector) {
		db := openDB(t, sqlx.NewConnector[sqlx.Text](base, types()...))
		exec(t, db, "DROP TABLE IF EXISTS t")
		exec(t, db, "CREATE TABLE t (c "+e.bytes.typ+")")
		swapped := sqlx.Swapped(id)
		bytes, err := swapped.Value()
		if err != nil {
			t.Fatal(err)
		}
		for _, test := range []struct {
			arg  any
			want any
		}{
			{sqlx.Binary(id), id[:]}, {swapped, bytes}, {&swapped, bytes}, {id[:], id[:]},
			{sql.Null[sqlx.Swapped]{V: swapped, Valid: true}, bytes},
		} {
			exec(t, db, "DELETE FROM t")
			exec(t, db, "INSERT INTO t VALUES ("+e.param(1)+")", test.arg)
			var got string
			want := fmt.Sprintf(e.bytes.bytes, test.want)
			if err := db.QueryRow("SELECT " + e.bytes.stored + " FROM t").Scan(&got); err != nil || got != want {
				t.Errorf("%T: the server has %q, %v; want %q", test.arg, got, err, want)
			}
		}
	})
}

// What a row gives is scanned by the type, whatever wrote it: package sqlx's
// documentation says how google's reads NULL.
func TestConnectorDoesNotScan(t *testing.T) {
	each(t, func(t *testing.T, e engine, base driver.Connector) {
		db := openDB(t, sqlx.NewConnector[sqlx.Binary](base, types()...))
		stale := google.UUID(other)
		if err := db.QueryRow("SELECT NULL").Scan(&stale); err != nil || stale != google.UUID(other) {
			t.Errorf("google's of NULL: got %v, %v: change the documentation", stale, err)
		}
		strict := uuid.UUID(other)
		if err := db.QueryRow("SELECT NULL").Scan(&strict); err == nil || strict != other {
			t.Errorf("ours of NULL: got %v, %v; want an error and no change", strict, err)
		}
	})
}

// drivers' interfaces, as database/sql looks for them.
var (
	connInterfaces = map[string]reflect.Type{
		"Pinger":             reflect.TypeFor[driver.Pinger](),
		"ExecerContext":      reflect.TypeFor[driver.ExecerContext](),
		"QueryerContext":     reflect.TypeFor[driver.QueryerContext](),
		"ConnPrepareContext": reflect.TypeFor[driver.ConnPrepareContext](),
		"ConnBeginTx":        reflect.TypeFor[driver.ConnBeginTx](),
		"SessionResetter":    reflect.TypeFor[driver.SessionResetter](),
		"Validator":          reflect.TypeFor[driver.Validator](),
		"NamedValueChecker":  reflect.TypeFor[driver.NamedValueChecker](),
	}
	stmtInterfaces = map[string]reflect.Type{
		"StmtExecContext":   reflect.TypeFor[driver.StmtExecContext](),
		"StmtQueryContext":  reflect.TypeFor[driver.StmtQueryContext](),
		"NamedValueChecker": reflect.TypeFor[driver.NamedValueChecker](),
		"ColumnConverter":   reflect.TypeFor[driver.ColumnConverter](),
	}
)

// What a driver's connections and statements can do, the wrapped ones can: the
// same but for what a wrapper does as database/sql does without it. Rows,
// results and transactions are of the driver's own types.
func TestInterfaces(t *testing.T) {
	ctx := context.Background()
	each(t, func(t *testing.T, e engine, base driver.Connector) {
		wrapped := sqlx.NewConnector[sqlx.Binary](base, types()...)
		if got, want := reflect.TypeOf(wrapped.Driver()), reflect.TypeOf(base.Driver()); got != want {
			t.Errorf("Driver: got %v, want %v", got, want)
		}
		want, err := base.Connect(ctx)
		if err != nil {
			t.Fatal(err)
		}
		defer want.Close()
		got, err := wrapped.Connect(ctx)
		if err != nil {
			t.Fatal(err)
		}
		defer got.Close()
		if got := got.(interface{ Unwrap() driver.Conn }).Unwrap(); reflect.TypeOf(got) != reflect.TypeOf(want) {
			t.Errorf("Unwrap: got %T, want %T", got, want)
		}
		none := map[string]bool{"Pinger": true, "ExecerContext": true, "QueryerContext": true, "ConnPrepareContext": true, "ConnBeginTx": true, "NamedValueChecker": true}
		for name, typ := range connInterfaces {
			g, w := reflect.TypeOf(got).Implements(typ), reflect.TypeOf(want).Implements(typ)
			if g != w && !(g && none[name]) {
				t.Errorf("connection: %s: got %t, want %t", name, g, w)
			}
		}
		prepare := func(c driver.Conn) driver.Stmt {
			s, err := c.(driver.ConnPrepareContext).PrepareContext(ctx, "SELECT 1")
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		s, w := prepare(got), prepare(want)
		for name, typ := range stmtInterfaces {
			g, w := reflect.TypeOf(s).Implements(typ), reflect.TypeOf(w).Implements(typ)
			if g != w {
				t.Errorf("statement: %s: got %t, want %t", name, g, w)
			}
		}
		rows := func(s driver.Stmt) driver.Rows {
			defer s.Close()
			r, err := s.(driver.StmtQueryContext).QueryContext(ctx, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			return r
		}
		if got, want := rows(s), rows(w); reflect.TypeOf(got) != reflect.TypeOf(want) {
			t.Errorf("rows: got %T, want %T", got, want)
		}
		begin := func(c driver.Conn) driver.Tx {
			tx, err := c.(driver.ConnBeginTx).BeginTx(ctx, driver.TxOptions{})
			if err != nil {
				t.Fatal(err)
			}
			defer tx.Rollback()
			return tx
		}
		if got, want := begin(got), begin(want); reflect.TypeOf(got) != reflect.TypeOf(want) {
			t.Errorf("transaction: got %T, want %T", got, want)
		}
	})
}

// Used through a connector, a database gives and refuses what it does without.
func TestSameAsBare(t *testing.T) {
	each(t, func(t *testing.T, e engine, base driver.Connector) {
		want := use(sql.OpenDB(base), e)
		got := use(sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, types()...)), e)
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || got[i] != want[i] {
				t.Fatalf("line %d of %d and %d:\ngot  %s\nwant %s", i, len(got), len(want), got[i:min(i+1, len(got))], want[i:min(i+1, len(want))])
			}
		}
		if len(want) < 40 {
			t.Errorf("only %d lines", len(want))
		}
	})
}

// out is one, so that errors which print its address are alike.
var out string

// use does with a database what has little to do with UUIDs, and returns what
// came of it.
func use(db *sql.DB, e engine) (lines []string) {
	defer db.Close()
	db.SetMaxOpenConns(1)
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	ctx := context.Background()
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	p := e.param
	do := func(query string, args ...any) {
		res, err := db.Exec(query, args...)
		add("%s: %v", query, err)
		if err == nil {
			n, err := res.RowsAffected()
			_, err2 := res.LastInsertId()
			add("%d rows, %v; id %v", n, err, err2)
		}
	}
	ask := func(query string, args ...any) {
		rows, err := db.Query(query, args...)
		add("%s: %v", query, err)
		if err != nil {
			return
		}
		defer rows.Close()
		for more := true; more; more = rows.NextResultSet() {
			types, err := rows.ColumnTypes()
			add("types %v", err)
			for _, t := range types {
				length, hasLength := t.Length()
				null, hasNull := t.Nullable()
				add("%s %s %v %d %t %t %t", t.Name(), t.DatabaseTypeName(), t.ScanType(), length, hasLength, null, hasNull)
			}
			for rows.Next() {
				values := make([]any, len(types))
				raw := make([]sql.RawBytes, len(types))
				dst := make([]any, len(types))
				for i := range types {
					dst[i] = &values[i]
				}
				add("scan %v", rows.Scan(dst...))
				for i := range types {
					dst[i] = &raw[i]
				}
				add("scan %v: %v %q", rows.Scan(dst...), values, raw)
			}
		}
		add("end: %v", rows.Err())
	}
	add("ping %v, cancelled: %v", db.Ping(), db.PingContext(cancelled))
	do("DROP TABLE IF EXISTS t")
	do("CREATE TABLE t (n int, s varchar(40))")
	do("INSERT INTO t VALUES ("+p(1)+", "+p(2)+")", 1, "one")
	do("INSERT INTO t VALUES ("+p(1)+", "+p(2)+")", int32(2), new("two"))
	do("INSERT INTO t VALUES ("+p(1)+", "+p(2)+")", uint8(3), (*string)(nil))
	do("INSERT INTO t VALUES ("+p(1)+", "+p(2)+")", sql.NullInt64{}, sql.NullString{String: "four", Valid: true})
	do("INSERT INTO t VALUES ("+p(1)+", "+p(2)+")", 5)             // one too few
	do("INSERT INTO t VALUES ("+p(1)+", "+p(2)+")", 5, "five", 5)  // one too many
	do("INSERT INTO t VALUES ("+p(1)+", "+p(2)+")", 5, struct{}{}) // no driver knows it
	do("INSERT INTO t VALUES ("+p(1)+", "+p(2)+")", 5, sql.Out{Dest: &out})
	do("INSERT INTO t VALUES ("+p(1)+", "+p(2)+")", uint64(1)<<63, "huge")
	ask("SELECT n, s FROM t ORDER BY s")
	ask("SELECT n FROM t WHERE s = "+p(1), "two")
	ask("SELECT n FROM t WHERE s = "+p(1), sql.Named("x", "two"))
	ask("SELECT 1; SELECT 2, 3")
	ask("SELECT nonsense")
	_, err := db.ExecContext(cancelled, "DELETE FROM t")
	add("cancelled: %v", err)
	_, err = db.PrepareContext(cancelled, "DELETE FROM t")
	add("cancelled: %v", err)
	for _, level := range []sql.IsolationLevel{sql.LevelDefault, sql.LevelReadUncommitted, sql.LevelSerializable, sql.LevelLinearizable} {
		for _, readOnly := range []bool{false, true} {
			tx, err := db.BeginTx(ctx, &sql.TxOptions{Isolation: level, ReadOnly: readOnly})
			add("begin %v %t: %v", level, readOnly, err)
			if err != nil {
				continue
			}
			_, err = tx.Exec("INSERT INTO t VALUES ("+p(1)+", 'tx')", 9)
			add("write: %v", err)
			add("rollback: %v", tx.Rollback())
		}
	}
	_, err = db.BeginTx(cancelled, nil)
	add("cancelled: %v", err)
	s, err := db.Prepare("SELECT s FROM t WHERE n = " + p(1))
	add("prepare: %v", err)
	for range 3 {
		var got sql.NullString
		add("%v %v", s.QueryRow(1).Scan(&got), got)
		add("%v", s.QueryRow().Scan(&got))
		add("%v", s.QueryRow(1, 2).Scan(&got))
		add("%v", s.QueryRow([]string{"x"}).Scan(&got))
		add("%v", s.QueryRowContext(cancelled, 1).Scan(&got))
	}
	add("close: %v", s.Close())
	ask("SELECT count(*) FROM t")
	return lines
}

// A connection that the server has cut is replaced as it is without a connector.
func TestConnectorRecovers(t *testing.T) {
	each(t, func(t *testing.T, e engine, base driver.Connector) {
		suicide := "SELECT pg_terminate_backend(pg_backend_pid())"
		if e.bytes == mysqlBytes {
			suicide = "KILL CONNECTION_ID()"
		}
		for _, c := range []driver.Connector{base, sqlx.NewConnector[sqlx.Text](base, types()...)} {
			db := openDB(t, c)
			db.SetMaxOpenConns(1)
			s, err := db.Prepare("SELECT 1 WHERE " + e.param(1) + " = '" + id.String() + "'")
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			for range 3 {
				if _, err := db.Exec(suicide); err == nil {
					t.Fatal("the connection survived")
				}
				// A server may answer before it cuts, and then a query is lost.
				var n int
				err := s.QueryRow(google.UUID(id)).Scan(&n)
				for tries := 0; err != nil && tries < 100; tries++ {
					err = s.QueryRow(google.UUID(id)).Scan(&n)
				}
				if err != nil || n != 1 {
					t.Errorf("%T: got %d, %v; want 1", c, n, err)
				}
			}
		}
	}, "MariaDB", "MySQL", "PostgreSQL")
}

// Many goroutines may use a connector, and its statements.
func TestConnectorConcurrently(t *testing.T) {
	each(t, func(t *testing.T, e engine, base driver.Connector) {
		db := openDB(t, sqlx.NewConnector[sqlx.Binary](base, types()...))
		db.SetMaxOpenConns(1)
		exec(t, db, "DROP TABLE IF EXISTS t")
		exec(t, db, "CREATE TABLE t (c BLOB)")
		db.SetMaxOpenConns(4)
		s, err := db.Prepare("SELECT count(*) FROM t WHERE c = ?")
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		exec(t, db, "INSERT INTO t VALUES (?)", google.UUID(id))
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				for range 50 {
					var n, m int
					err := s.QueryRow(&id).Scan(&n)
					err2 := db.QueryRow("SELECT count(*) FROM t WHERE c = ?", sql.Null[google.UUID]{V: google.UUID(id), Valid: true}).Scan(&m)
					if err != nil || err2 != nil || n != 1 || m != 1 {
						t.Errorf("got %d, %v and %d, %v; want 1", n, err, m, err2)
						return
					}
				}
			})
		}
		group.Wait()
	}, "SQLite")
}
