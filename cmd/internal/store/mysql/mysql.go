// Package mysql reads MySQL and MariaDB for package store.
//
// # What a reader holds, and what waits for it
//
// The session is SET SESSION TRANSACTION READ ONLY, so that the server refuses each
// write and each CREATE, ALTER and DROP. Every SELECT is a transaction of its own at
// READ COMMITTED. It takes no lock on rows. Until it ends it holds the metadata lock
// that each SELECT holds, for which writers of rows never wait, but an ALTER TABLE does,
// and what comes after that; and a read view, behind which InnoDB's purge waits. A table
// of MyISAM, Aria or MEMORY it locks as a whole, and writers of rows wait, too.
// Therefore a SELECT is short: it reads a few rows of a sample, or 10,000 with a limit
// of 0. Only a view, and a table without a unique key whose values can be compared, are
// one SELECT; the table's is at READ UNCOMMITTED, for which MariaDB opens no read view,
// and MySQL does.
//
// To add a type of a column, add it to schema in mysql_test.go, and to TestTables in tables_test.go;
// another database that speaks MySQL's protocol is a row of TestEngine in engine_test.go.
package mysql

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/cmd/internal/dsn"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
)

// A reader is an open database.
type reader struct {
	db       *sql.DB
	password string
	about    store.About
	options  store.Options

	relations map[*store.Table]*relation // what Tables found
}

// Open connects. The url is mysql://USER:PASSWORD@HOST:PORT/DATABASE?tls=…, whose
// parameters are those of github.com/go-sql-driver/mysql, and socket, which is the path
// of a Unix socket. A password that the URL leaves out is MYSQL_PWD's.
func Open(ctx context.Context, url string, o store.Options) (store.Store, error) {
	config, err := parse(url)
	if err != nil {
		return nil, fmt.Errorf("mysql: %w", err)
	}
	connector, err := mysql.NewConnector(config)
	r := &reader{password: config.Passwd, options: o}
	if err != nil {
		return nil, r.clean(err)
	}
	r.db = sql.OpenDB(session{connector})
	r.db.SetMaxOpenConns(1)
	var version string
	var database sql.NullString
	if err := r.db.QueryRowContext(ctx, "SELECT VERSION(), DATABASE()").Scan(&version, &database); err != nil {
		r.db.Close()
		return nil, r.clean(err)
	}
	r.about = store.About{Dialect: store.MySQL, Database: database.String}
	if strings.Contains(version, "MariaDB") {
		r.about.Dialect = store.MariaDB
		version = strings.TrimPrefix(version, "5.5.5-") // for the replicas of old servers
	}
	r.about.Version, _, _ = strings.Cut(version, "-")
	if r.about.Engine, err = r.engine(ctx); err != nil {
		r.db.Close()
		return nil, r.clean(err)
	}
	var readOnly string // ON, 1, or a word of MariaDB 12
	if err := r.db.QueryRowContext(ctx, "SELECT @@GLOBAL.read_only").Scan(&readOnly); err == nil && readOnly != "0" && readOnly != "OFF" {
		r.about.Misses = "this server is read only, as a replica is: rows that it has not received from its source yet"
	}
	var name, connected string
	if err := r.db.QueryRowContext(ctx, "SHOW GLOBAL STATUS LIKE 'wsrep_connected'").Scan(&name, &connected); err == nil {
		r.about.Galera = connected == "ON"
	}
	return r, nil
}

func (r *reader) engine(ctx context.Context) (name string, err error) {
	conn, err := r.db.Conn(ctx)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	err = conn.Raw(func(c any) error { name = engine(ctx, c.(driver.Conn)); return nil })
	return name, err
}

// parse reads the URL.
func parse(text string) (*mysql.Config, error) {
	u, err := url.Parse(text)
	if err != nil || u.Fragment != "" || dsn.Check(text) != nil {
		return nil, dsn.ErrMalformed
	}
	query, err := url.ParseQuery(u.RawQuery) // Query leaves out what it cannot read, such as tls=true;timeout=5s
	if err != nil || query.Has("tls") && query.Get("tls") == "" {
		return nil, dsn.ErrMalformed
	}
	socket := query.Get("socket")
	query.Del("socket")
	if query.Has("strict") { // for which the driver panics
		return nil, errors.New("the driver has no parameter strict: leave it out")
	}
	// The driver says what is wrong with a parameter. It sees no password. The commas between charsets it does not unescape.
	config, err := mysql.ParseDSN("/?" + strings.ReplaceAll(query.Encode(), "%2C", ","))
	if err != nil {
		return nil, err
	}
	config.User = u.User.Username()
	password, given := u.User.Password()
	if !given {
		password = os.Getenv("MYSQL_PWD")
	}
	config.Passwd = password
	config.DBName = strings.TrimPrefix(u.Path, "/")
	config.Net, config.Addr = "tcp", net.JoinHostPort(cmp.Or(u.Hostname(), "127.0.0.1"), cmp.Or(u.Port(), "3306"))
	if socket != "" {
		config.Net, config.Addr = "unix", socket
	}
	config.TLS = nil // ParseDSN made it for its own address; NewConnector makes it for this one
	config.Timeout = cmp.Or(config.Timeout, 10*time.Second)
	config.Logger = silent{} // the driver's errors come back, too
	// What would change the values or what a file of this machine is for.
	config.ParseTime, config.AllowAllFiles, config.MultiStatements, config.InterpolateParams = false, false, false, false
	return config, nil
}

type silent struct{}

func (silent) Print(...any) {}

// A session is a connector whose connections are read-only.
type session struct{ driver.Connector }

// settings are those of each connection, in this order. character_set_results is NULL so that a text comes as the
// bytes that are stored: raw bytes in a column of text are to be seen.
var settings = []string{
	"SET SESSION TRANSACTION READ ONLY",
	"SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
	"SET SESSION autocommit = 1",
	"SET SESSION lock_wait_timeout = 1",
	"SET SESSION sql_mode = ''",
	"SET NAMES utf8mb4",
	"SET SESSION character_set_results = NULL",
	"SET SESSION time_zone = '+00:00'", // elsewhere a TIMESTAMP has an hour twice, and Read goes on after it
}

func (s session) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := s.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	for _, set := range settings {
		if _, err := conn.(driver.ExecerContext).ExecContext(ctx, set, nil); err != nil {
			if name := engine(ctx, conn); name != "" {
				err = fmt.Errorf("%s answers as MySQL, but cannot make the session read only: %w", name, err)
			}
			conn.Close()
			return nil, err
		}
	}
	for _, set := range []string{
		"SET SESSION information_schema_stats_expiry = 0",     // else MySQL's numbers of rows are a day old; MariaDB has no such variable
		"SET SESSION sql_select_limit = 18446744073709551615", // an administrator's would cut the catalog; not each engine has it
	} {
		conn.(driver.ExecerContext).ExecContext(ctx, set, nil)
	}
	return conn, nil
}

func (r *reader) About() store.About { return r.about }

func (r *reader) Close() error { return r.db.Close() }

// A record is a row of a result.
type record []sql.RawBytes

func (r record) text(i int) string { return string(r[i]) }
func (r record) int(i int) int64   { n, _ := strconv.ParseInt(string(r[i]), 10, 64); return n }

// scan runs a SELECT, of which it is given what follows that word, and calls visit for
// each row. The values are valid until visit returns.
func (r *reader) scan(ctx context.Context, sql string, visit func(record) error) error {
	sql = "SELECT " + sql
	// The server ends the statement before the client gives up. When only the client
	// is gone, a server may go on.
	if deadline, ok := ctx.Deadline(); ok {
		ms := max(1, time.Until(deadline).Milliseconds()*9/10)
		if r.about.Dialect == store.MariaDB {
			sql = fmt.Sprintf("SET STATEMENT max_statement_time = %.3f FOR %s", float64(ms)/1000, sql)
		} else {
			sql = fmt.Sprintf("SELECT /*+ MAX_EXECUTION_TIME(%d) */ %s", ms, sql[len("SELECT "):])
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	rows, err := r.db.QueryContext(ctx, sql)
	if err != nil {
		return r.clean(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return r.clean(err)
	}
	values := make(record, len(columns))
	pointers := make([]any, len(columns))
	for i := range values {
		pointers[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(pointers...); err != nil {
			return r.clean(err)
		}
		if err := visit(values); err != nil {
			cancel() // or Close would read the rest, which can be a whole table
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return r.clean(err)
	}
	return nil
}

// query returns all rows of a SELECT on the catalog.
func (r *reader) query(ctx context.Context, sql string) (all []record, err error) {
	err = r.scan(ctx, sql, func(row record) error {
		line := make(record, len(row))
		for i, v := range row {
			line[i] = slices.Clone(v)
		}
		all = append(all, line)
		return nil
	})
	return all, err
}

// clean makes an error one line without the password.
func (r *reader) clean(err error) error {
	text := strings.Join(strings.Fields(err.Error()), " ")
	if my := (*mysql.MySQLError)(nil); errors.As(err, &my) {
		text = strings.ReplaceAll(text, strings.Join(strings.Fields(my.Error()), " "), my.Message)
	}
	return store.Hide(err, text, r.password)
}
