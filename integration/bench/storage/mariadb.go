package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/integration/bench/results"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

var mariadbForms = []form{
	{name: "UUID"},
	{name: "BINARY(16)", arg: func(id uuid.UUID) any { return sqlx.Binary(id) }},
	{name: "CHAR(36)", text: true},
}

// pool is InnoDB's cache as it is by default: the servers of the tests have less, with
// which a million random ids would take an hour.
const pool = 128 << 20

type mariadb struct {
	tables
	database string
	pool     int64 // before
}

func openMariaDB(ctx context.Context, address string) (store, error) {
	cfg, err := mysql.ParseDSN(address)
	if err != nil {
		return nil, err
	}
	admin, err := sql.Open("mysql", address)
	if err != nil {
		return nil, err
	}
	defer admin.Close()
	m := &mariadb{database: fresh()}
	if _, err := admin.ExecContext(ctx, "CREATE DATABASE "+m.database); err != nil {
		return nil, err
	}
	err = errors.Join(
		admin.QueryRowContext(ctx, "SELECT @@innodb_buffer_pool_size").Scan(&m.pool),
		m.resize(ctx, admin, pool))
	if err != nil {
		return nil, err
	}
	cfg.DBName = m.database
	m.db, err = sql.Open("mysql", cfg.FormatDSN())
	m.db.SetMaxOpenConns(1)
	return m, err
}

func (m *mariadb) close(ctx context.Context) error {
	_, err := m.db.ExecContext(ctx, "DROP DATABASE "+m.database)
	return errors.Join(m.forget(), err, m.resize(ctx, m.db, m.pool), m.db.Close())
}

// resize gives InnoDB's cache so many bytes, and waits until it has them.
func (m *mariadb) resize(ctx context.Context, db *sql.DB, bytes int64) error {
	if _, err := db.ExecContext(ctx, "SET GLOBAL innodb_buffer_pool_size = "+strconv.FormatInt(bytes, 10)); err != nil {
		return err
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		var has int64
		if err := db.QueryRowContext(ctx, "SELECT @@innodb_buffer_pool_size").Scan(&has); err != nil || has == bytes {
			return err
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("innodb_buffer_pool_size is %d, not %d", has, bytes)
		}
	}
}

func (m *mariadb) about(ctx context.Context) (results.Store, error) {
	s := results.Store{
		Name: "MariaDB", Client: "go-sql-driver/mysql, INSERT of 1000 rows, transactions of 10,000",
		Figures: "mysql.innodb_index_stats after ANALYZE TABLE: whole pages of 16 KiB. InnoDB keeps the rows in the key, so table is both",
	}
	err := m.db.QueryRowContext(ctx, "SELECT @@version, @@innodb_buffer_pool_size, @@innodb_flush_method LIKE '%DIRECT%'").Scan(&s.Version, &s.Cache, &s.Direct)
	if err != nil {
		return s, err
	}
	s.Settings, err = m.settings(ctx,
		[2]string{"innodb_buffer_pool_size", "SELECT CONCAT(@@innodb_buffer_pool_size DIV 1048576, 'M')"},
		[2]string{"innodb_log_file_size", "SELECT CONCAT(@@innodb_log_file_size DIV 1048576, 'M')"},
		[2]string{"innodb_flush_log_at_trx_commit", "SELECT @@innodb_flush_log_at_trx_commit"},
		[2]string{"innodb_flush_method", "SELECT @@innodb_flush_method"},
		[2]string{"innodb_doublewrite", "SELECT @@innodb_doublewrite"},
		[2]string{"character set", "SELECT @@character_set_database"})
	return s, err
}

func (m *mariadb) forms() []form { return mariadbForms }

func (m *mariadb) create(ctx context.Context, f form) error { return m.createAll(ctx, f, "BIGINT") }

func (m *mariadb) settle(ctx context.Context) error {
	_, err := m.db.ExecContext(ctx, "ANALYZE TABLE item, owner")
	return err
}

func (m *mariadb) bytes(ctx context.Context) ([3]int64, error) {
	b, err := m.sizes(ctx, `SELECT index_name, stat_value * @@innodb_page_size FROM mysql.innodb_index_stats
		WHERE database_name = DATABASE() AND table_name = 'item' AND stat_name = 'size'`, "PRIMARY", "item_owner")
	if err != nil {
		return [3]int64{}, err
	}
	return [3]int64{b[0], 0, b[1]}, nil
}
