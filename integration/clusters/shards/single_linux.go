package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"math"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"

	"github.com/uuidkit/uuidkit/integration/bench/results"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

const (
	pool   = 32 << 20 // bytes for pages, as the tests' servers have
	tenths = 10
	batch  = 1000 // rows of a transaction
)

// A single is one server with one table.
type single interface {
	create(ctx context.Context, k kind) error
	insert(ctx context.Context, k kind, ids [][]byte) error
	tenth(ctx context.Context) error                         // after each tenth of the rows
	figures(ctx context.Context, of *results.SingleID) error // since create
}

// measure inserts rows of each kind of id.
func measure(ctx context.Context, s single, rows int, of *results.Single) error {
	of.Rows, of.Pool = rows, pool
	for _, k := range kinds {
		id := results.SingleID{ID: k.name}
		if err := s.create(ctx, k); err != nil {
			return err
		}
		stream := k.stream(rows, writers)
		for i := range tenths {
			n := rows*(i+1)/tenths - rows*i/tenths
			var took time.Duration
			for left := n; left > 0; left -= batch {
				ids := stream.next(min(left, batch))
				begin := time.Now()
				if err := s.insert(ctx, k, ids); err != nil {
					return fmt.Errorf("%s: %w", k.name, err)
				}
				took += time.Since(begin)
			}
			rate := math.Round(float64(n) / took.Seconds())
			log.Printf("%s, %s: %d rows, %.0f a second", of.Engine, k.name, stream.n, rate)
			id.Rates = append(id.Rates, rate)
			if err := s.tenth(ctx); err != nil {
				return err
			}
		}
		if err := s.figures(ctx, &id); err != nil {
			return err
		}
		of.IDs = append(of.IDs, id)
	}
	return nil
}

func engineOf(s results.Single) string { return s.Engine }

// A mariadb has the table item.
type mariadb struct {
	db     *sql.DB
	before map[string]int64
}

// startMariaDB starts a server that keeps its log as long as a table of this size needs.
func startMariaDB(ctx context.Context, arguments ...string) (*mariadb, *server.Server, error) {
	s, err := server.StartDurable(ctx, server.MariaDB, log.Printf, "", append(arguments, "--innodb-log-file-size=256M", "--innodb-io-capacity=10000")...)
	if err != nil {
		return nil, nil, err
	}
	db, err := openMySQL(s)
	if err != nil {
		return nil, nil, errors.Join(err, s.Stop())
	}
	db.SetMaxOpenConns(1) // a session locks the table
	return &mariadb{db: db}, s, nil
}

func openMySQL(s *server.Server) (*sql.DB, error) {
	cfg, err := mysql.ParseDSN(s.URL())
	if err != nil {
		return nil, err
	}
	cfg.Logger = &mysql.NopLogger{}
	base, err := mysql.NewConnector(cfg)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(base), nil
}

// columnMySQL is the type of a column for a kind of id.
func columnMySQL(k kind) string {
	return map[form]string{asUUID: "BINARY(16)", asBytes: "BINARY(12)", asNumber: "BIGINT"}[k.form]
}

// valueMySQL is what a driver takes for an id.
func valueMySQL(k kind, id []byte) any {
	if k.form == asNumber {
		return number(id)
	}
	return id
}

func number(id []byte) (n int64) {
	for _, b := range id {
		n = n<<8 | int64(b)
	}
	return n
}

func (m *mariadb) exec(ctx context.Context, statements ...string) error {
	for _, q := range statements {
		if _, err := m.db.ExecContext(ctx, q); err != nil {
			return fmt.Errorf("%s: %w", q, err)
		}
	}
	return nil
}

func (m *mariadb) create(ctx context.Context, k kind) (err error) {
	if err := m.exec(ctx, "DROP TABLE IF EXISTS item", "SET GLOBAL innodb_monitor_enable = 'index_page_splits'",
		"CREATE TABLE item (id "+columnMySQL(k)+" PRIMARY KEY, n BIGINT NOT NULL)"); err != nil {
		return err
	}
	m.before, err = m.counters(ctx)
	return err
}

func (m *mariadb) insert(ctx context.Context, k kind, ids [][]byte) error {
	return m.insertInto(ctx, ids, func(id []byte) []any { return []any{valueMySQL(k, id), 1} })
}

// insertInto inserts a row for each id.
func (m *mariadb) insertInto(ctx context.Context, ids [][]byte, row func(id []byte) []any) error {
	var args []any
	for _, id := range ids {
		args = append(args, row(id)...)
	}
	one := ", (" + strings.Repeat(", ?", len(args)/len(ids))[2:] + ")"
	_, err := m.db.ExecContext(ctx, "INSERT INTO item VALUES "+strings.Repeat(one, len(ids))[2:], args...)
	return err
}

// counters are those of the server since it started.
func (m *mariadb) counters(ctx context.Context) (map[string]int64, error) {
	rows, err := m.db.QueryContext(ctx, `SELECT LOWER(variable_name), CAST(variable_value AS SIGNED) FROM information_schema.global_status
		WHERE variable_name IN ('Innodb_data_read', 'Innodb_data_written', 'Innodb_os_log_written') UNION SELECT name, count FROM information_schema.innodb_metrics WHERE name = 'index_page_splits'`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	counters := map[string]int64{}
	for rows.Next() {
		var name string
		var n int64
		if err := rows.Scan(&name, &n); err != nil {
			return nil, err
		}
		counters[name] = n
	}
	if len(counters) != 4 {
		return nil, fmt.Errorf("got counters %v, want 4", counters)
	}
	return counters, rows.Err()
}

func (m *mariadb) tenth(context.Context) error { return nil }

func (m *mariadb) figures(ctx context.Context, of *results.SingleID) error {
	if err := m.exec(ctx, "FLUSH TABLES item FOR EXPORT"); err != nil { // writes the pages that wait
		return err
	}
	after, err := m.counters(ctx)
	err = errors.Join(err, m.exec(ctx, "UNLOCK TABLES", "ANALYZE TABLE item"))
	if err != nil {
		return err
	}
	since := func(name string) int64 { return after[name] - m.before[name] }
	of.Splits, of.Read, of.Written = since("index_page_splits"), since("innodb_data_read"), since("innodb_data_written")+since("innodb_os_log_written")
	return m.db.QueryRowContext(ctx, "SELECT data_length FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'item'").Scan(&of.Bytes)
}

// innodb measures MariaDB.
func (m *measurement) innodb(ctx context.Context) error {
	s, process, err := startMariaDB(ctx)
	if err != nil {
		return err
	}
	of := results.Single{Engine: "MariaDB"}
	err = s.db.QueryRowContext(ctx, "SELECT VERSION()").Scan(&of.Version)
	if err == nil {
		err = measure(ctx, s, m.rows, &of)
	}
	m.all.Single = put(m.all.Single, of, engineOf)
	return errors.Join(err, s.db.Close(), process.Stop())
}

// A postgres has a table for each kind of id: pgx remembers the types of columns by the table's name.
type postgres struct {
	conn   *pgx.Conn
	table  string
	before int64 // bytes of WAL
}

func (p *postgres) create(ctx context.Context, k kind) error {
	column := map[form]string{asUUID: "uuid", asBytes: "bytea", asNumber: "bigint"}[k.form]
	p.table = "item_" + strings.ReplaceAll(strings.ToLower(k.name), " ", "_")
	_, err := p.conn.Exec(ctx, "CREATE TABLE "+p.table+" (id "+column+" PRIMARY KEY, n bigint NOT NULL)")
	return errors.Join(err, p.conn.QueryRow(ctx, "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn").Scan(&p.before))
}

func (p *postgres) insert(ctx context.Context, k kind, ids [][]byte) error {
	_, err := p.conn.CopyFrom(ctx, pgx.Identifier{p.table}, []string{"id", "n"}, pgx.CopyFromSlice(len(ids), func(i int) ([]any, error) {
		switch k.form {
		case asUUID:
			return []any{[16]byte(ids[i]), 1}, nil
		case asNumber:
			return []any{number(ids[i]), 1}, nil
		}
		return []any{ids[i], 1}, nil
	}))
	return err
}

// tenth makes a checkpoint: after it PostgreSQL logs the whole of each page that it changes, once. By time there would be
// more of them on a slower machine.
func (p *postgres) tenth(ctx context.Context) error {
	_, err := p.conn.Exec(ctx, "CHECKPOINT")
	return err
}

// figures counts a split for each page of the index but the first two: nothing was deleted.
func (p *postgres) figures(ctx context.Context, of *results.SingleID) error {
	if _, err := p.conn.Exec(ctx, "SELECT pg_stat_force_next_flush()"); err != nil {
		return err
	}
	var now int64
	err := p.conn.QueryRow(ctx, `SELECT pg_relation_size(indexrelid), pg_relation_size(indexrelid) / 8192 - 2, idx_blks_read * 8192, pg_current_wal_insert_lsn() - '0/0'::pg_lsn
		FROM pg_statio_user_indexes WHERE relname = $1`, p.table).Scan(&of.Bytes, &of.Splits, &of.Read, &now)
	of.Written = now - p.before
	return err
}

// postgres measures PostgreSQL, without autovacuum: at times of its own it logs as many bytes as the rows have.
func (m *measurement) postgres(ctx context.Context) error {
	process, err := server.StartDurable(ctx, server.Postgres, log.Printf, "", "-c", "checkpoint_timeout=1d", "-c", "max_wal_size=10GB", "-c", "autovacuum=off")
	if err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, process.URL())
	if err != nil {
		return errors.Join(err, process.Stop())
	}
	of := results.Single{Engine: "PostgreSQL"}
	err = conn.QueryRow(ctx, "SELECT current_setting('server_version')").Scan(&of.Version)
	if err == nil {
		err = measure(ctx, &postgres{conn: conn}, m.rows, &of)
	}
	m.all.Single = put(m.all.Single, of, engineOf)
	return errors.Join(err, conn.Close(ctx), process.Stop())
}
