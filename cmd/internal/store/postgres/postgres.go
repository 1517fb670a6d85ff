// Package postgres reads PostgreSQL for package store.
//
// # What a reader holds, and what waits for it
//
// Every statement runs in a READ ONLY transaction of its own at READ COMMITTED, and
// the session's default_transaction_read_only is on, so that the server refuses each
// write. Behind a pooler the session is left as it is, because other programs get it next. A SELECT holds ACCESS SHARE on its tables until its transaction ends. Writers
// of rows never wait for that lock. An ALTER TABLE does, and other statements queue
// behind it: therefore a transaction is short. It reads a sample of a table, or 32 MB of
// it with a limit of 0, and no snapshot is older than that, so vacuum goes on. Only a
// view, which cannot be read in parts, is one statement, and so is a table of a server
// before PostgreSQL 14, and one whose rows are not in pages of its own: of TimescaleDB,
// Citus, or another access method than heap.
//
// To add a type of a column, add it to schema in postgres_test.go, and to TestTables in tables_test.go;
// another database that speaks PostgreSQL's protocol is a row of TestEngine in engine_test.go.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/uuidkit/uuidkit/cmd/internal/dsn"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
)

// lockTimeout ends a statement that waits for another session's ALTER TABLE.
const lockTimeout = time.Second

// A reader is an open database.
type reader struct {
	config  *pgconn.Config
	conn    *pgconn.PgConn
	about   store.About
	release int // server_version_num: 150018
	block   int64
	options store.Options

	relations map[*store.Table]*relation // what Tables found
	types     map[uint32]*typ
	null      func(path string) // called by walk for each NULL in an array
}

// Open connects. The url is postgres://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=…,
// and what it leaves out comes from PGHOST, PGPASSWORD, PGPASSFILE, PGSERVICE and the
// other variables of libpq, as pgx reads them.
func Open(ctx context.Context, url string, o store.Options) (store.Store, error) {
	config, err := Config(url)
	if err != nil {
		return nil, fmt.Errorf("postgres: %w", err)
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = 10 * time.Second
	}
	r := &reader{config: config, options: o, types: map[uint32]*typ{}}
	if err := r.connect(ctx); err != nil {
		return nil, r.clean(err)
	}
	var engine string
	if rows, err := r.query(ctx, "SELECT version()"); err == nil && len(rows) == 1 {
		engine = Engine(rows[0].text(0))
	}
	rows, err := r.query(ctx, "SELECT current_setting('server_version_num'), current_setting('server_version'), current_database(), current_setting('block_size')")
	if err != nil {
		r.Close()
		if engine != "" {
			err = fmt.Errorf("%s answers as PostgreSQL, but rejects a query of uuid audit: %w", engine, err)
		}
		return nil, err
	}
	version, _, _ := strings.Cut(rows[0].text(1), " ") // 15.18 (Debian 15.18-0+deb12u1)
	if rows[0].int(0) < 120000 {
		r.Close()
		return nil, fmt.Errorf("PostgreSQL 12 or later is needed, and this is %s", strings.TrimSpace(engine+" "+version))
	}
	r.release, r.block = int(rows[0].int(0)), rows[0].int(3)
	r.about = store.About{Dialect: store.PostgreSQL, Version: version, Database: rows[0].text(2), Engine: engine}
	if rows, err := r.query(ctx, "SELECT pg_is_in_recovery()"); err == nil && rows[0].text(0) == "t" {
		r.about.Misses = "this server is a standby: rows that it has not received from its primary yet"
	}
	return r, nil
}

// Config returns the driver's configuration for a URL. Package migrate asks it, too, what is wrong
// with one.
func Config(text string) (*pgconn.Config, error) {
	if err := dsn.Check(text); err != nil {
		return nil, err
	}
	config, err := pgconn.ParseConfig(text)
	if err != nil {
		text := err.Error() // cannot parse `postgres://…`: …
		return nil, oneLine(errors.New(strings.TrimPrefix(text[strings.LastIndex(text, "`: ")+1:], ": ")))
	}
	return config, nil
}

// connect makes the session, again if the last one was lost.
func (r *reader) connect(ctx context.Context) error {
	r.config.RuntimeParams["application_name"] = "uuid audit"
	r.config.RuntimeParams["client_encoding"] = "UTF8"
	conn, err := pgconn.ConnectConfig(ctx, r.config)
	if err != nil {
		return err
	}
	if pooled(ctx, conn) {
		r.conn = conn
		return nil
	}
	if _, err := conn.Exec(ctx, "SET default_transaction_read_only = on").ReadAll(); err != nil {
		conn.Close(ctx)
		return err
	}
	// A statement ends when its client is gone. Releases before 14 do not know this,
	// nor do all systems.
	conn.Exec(ctx, "SET client_connection_check_interval = '2s'").ReadAll()
	r.conn = conn
	return nil
}

// pooled reports whether a pooler such as PgBouncer stands before the server, which has given
// the client another process id than the server's. Each of our transactions can be in another
// session then, and each session serves other programs between them.
func pooled(ctx context.Context, conn *pgconn.PgConn) bool {
	results, err := conn.Exec(ctx, "SELECT pg_backend_pid()").ReadAll()
	return err == nil && len(results) == 1 && len(results[0].Rows) == 1 && string(results[0].Rows[0][0]) != strconv.Itoa(int(conn.PID()))
}

func (r *reader) About() store.About { return r.about }

func (r *reader) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return r.conn.Close(ctx)
}

// begin returns what makes a transaction. A pooler may give another session to each, so
// all is said again here.
func begin(ctx context.Context) string {
	sql := fmt.Sprintf("BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY; SET LOCAL extra_float_digits = 0; SET LOCAL lock_timeout = %d;", lockTimeout.Milliseconds())
	if deadline, ok := ctx.Deadline(); ok {
		// A little sooner than pgconn, which would close the connection.
		sql += fmt.Sprintf("SET LOCAL statement_timeout = %d;", min(max(1, time.Until(deadline).Milliseconds()*9/10), math.MaxInt32))
	}
	return sql
}

// reconnect connects again if the connection was lost.
func (r *reader) reconnect(ctx context.Context) error {
	if !r.conn.IsClosed() {
		return nil
	}
	return r.connect(ctx)
}

// scan runs one SELECT in a transaction of its own and calls visit for each row, with
// the values in PostgreSQL's binary format. They are valid until visit returns.
func (r *reader) scan(ctx context.Context, sql string, visit func([]*typ, record) error) (err error) {
	if err := r.reconnect(ctx); err != nil {
		return r.clean(err)
	}
	if _, err := r.conn.Exec(ctx, begin(ctx)).ReadAll(); err != nil {
		r.rollback()
		return r.clean(err)
	}
	defer r.rollback()
	result := r.conn.ExecParams(ctx, sql, nil, nil, nil, []int16{1})
	var types []*typ
	for result.NextRow() {
		if types == nil {
			for _, f := range result.FieldDescriptions() {
				types = append(types, r.types[f.DataTypeOID])
			}
		}
		if err := visit(types, result.Values()); err != nil {
			// The rest of the result is not wanted. To read it could take hours.
			stop, cancel := context.WithTimeout(context.Background(), time.Second)
			r.conn.CancelRequest(stop)
			cancel()
			result.Close()
			return err
		}
	}
	if _, err := result.Close(); err != nil {
		return r.clean(err)
	}
	return nil
}

// rollback ends the transaction. It has written nothing.
func (r *reader) rollback() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if !r.conn.IsClosed() {
		r.conn.Exec(ctx, "ROLLBACK").ReadAll()
	}
}

// A record is a row of a result.
type record [][]byte

func (r record) text(i int) string { return string(r[i]) }
func (r record) is(i int) bool     { return string(r[i]) == "t" }
func (r record) int(i int) int64   { n, _ := strconv.ParseInt(string(r[i]), 10, 64); return n }

// ownPath is what begins a query that needs the user's search_path: for the names of types as he writes them,
// and for the functions in views and policies, which may find their tables by it. In such a query, and in
// those of scan, each function has its schema, and each operator is one that PostgreSQL has for exactly these types.
const ownPath = "SET LOCAL search_path = DEFAULT;"

// query returns all rows of a SELECT, as text. The argument is $1 in it. All goes to the
// server at once, since a database may have thousands of tables and be far away.
// The search_path has the catalog only: a function that another role has made in it, for types that
// fit better than those of PostgreSQL's function, would run with the user's rights.
func (r *reader) query(ctx context.Context, sql string, argument ...string) (rows []record, err error) {
	if err := r.reconnect(ctx); err != nil {
		return nil, r.clean(err)
	}
	if len(argument) > 0 {
		// The first $1 only: another one is in a name.
		sql = strings.Replace(sql, "$1", "E'"+strings.NewReplacer(`\`, `\\`, `'`, `''`).Replace(argument[0])+"'", 1)
	}
	results, err := r.conn.Exec(ctx, begin(ctx)+"SET LOCAL search_path = pg_catalog, pg_temp;"+sql+";ROLLBACK").ReadAll()
	if err != nil {
		r.rollback()
		return nil, r.clean(err)
	}
	for _, result := range results {
		for _, row := range result.Rows {
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// clean makes an error one line without the password.
func (r *reader) clean(err error) error { return oneLine(err, r.config.Password) }

// oneLine is err in one line, with the secrets hidden.
func oneLine(err error, secrets ...string) error {
	if pg := (*pgconn.PgError)(nil); errors.As(err, &pg) {
		return store.Hide(err, pg.Message, secrets...)
	}
	var lines []string
	for line := range strings.Lines(err.Error()) {
		// With and without TLS, a host that does not answer fails in the same words.
		if line = strings.Join(strings.Fields(line), " "); !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return store.Hide(err, strings.Join(lines, " "), secrets...)
}
