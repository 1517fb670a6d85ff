package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/sqlx"
)

// inspectMySQL asks the table %[1]s for its column's type and its bytes.
const inspectMySQL = `SELECT column_type, hex(id) FROM %[1]s, information_schema.columns
	WHERE table_schema = database() AND table_name = '%[1]s' AND column_name = 'id'`

// mysqlStores returns the stores of the server at dsn, which may be a MariaDB,
// or why it has none.
func mysqlStores[T ~[16]byte](ctx context.Context, dsn string) ([]store[T], error) {
	version, err := mysqlVersion(ctx, dsn)
	if err != nil {
		return nil, err
	}
	product := "MySQL"
	if strings.Contains(version, "MariaDB") {
		product = "MariaDB"
	}
	all := []store[T]{
		{product + " BINARY(16)", "sqlx.Binary(id)", binary("binary(16)"), at(dsn, mysqlBinary[T]),
			mysqlProbe(dsn, "BINARY(16)", inBinary[T]()), mysqlProbe(dsn, "BINARY(16)", asItIs[T]("x'%x'"))},
		{product + " CHAR(36)", "sqlx.Text(id)", text("char(36)"), at(dsn, mysqlChar[T]),
			mysqlProbe(dsn, "CHAR(36)", inText[T]()), mysqlProbe(dsn, "CHAR(36)", asItIs[T]("'%s'"))},
	}
	if product == "MariaDB" {
		all = append(all, store[T]{"MariaDB UUID", "sqlx.Text(id)", binary("uuid"), at(dsn, mariadbUUID[T]),
			mysqlProbe(dsn, "UUID", inText[T]()), mysqlProbe(dsn, "UUID", asItIs[T]("'%s'"))})
	}
	return append(all, gormMySQLStores[T](product, dsn)...), nil
}

// mysqlVersion asks the server for its version.
func mysqlVersion(ctx context.Context, dsn string) (version string, err error) {
	config, err := mysql.ParseDSN(dsn)
	if err != nil {
		return "", err
	}
	config.Logger = &mysql.NopLogger{} // the error says it
	connector, err := mysql.NewConnector(config)
	if err != nil {
		return "", err
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	err = db.QueryRowContext(ctx, `SELECT version()`).Scan(&version)
	return version, err
}

// mysqlBinary converts where the query is.
func mysqlBinary[T ~[16]byte](ctx context.Context, dsn string, id T, back *T) (held, error) {
	return withMySQL(ctx, dsn, "BINARY(16)", func(db *sql.DB, table string) error {
		if _, err := db.ExecContext(ctx, `INSERT INTO `+table+` (id) VALUES (?)`, sqlx.Binary(id)); err != nil {
			return err
		}
		var got sqlx.Binary
		err := db.QueryRowContext(ctx, `SELECT id FROM `+table+` WHERE id = ?`, sqlx.Binary(id)).Scan(&got)
		*back = T(got)
		return err
	})
}

func mysqlChar[T ~[16]byte](ctx context.Context, dsn string, id T, back *T) (held, error) {
	return mysqlText(ctx, dsn, "CHAR(36)", id, back)
}

// mariadbUUID sends text: MariaDB refuses bytes for its type UUID.
func mariadbUUID[T ~[16]byte](ctx context.Context, dsn string, id T, back *T) (held, error) {
	return mysqlText(ctx, dsn, "UUID", id, back)
}

func mysqlText[T ~[16]byte](ctx context.Context, dsn, column string, id T, back *T) (held, error) {
	return withMySQL(ctx, dsn, column, func(db *sql.DB, table string) error {
		if _, err := db.ExecContext(ctx, `INSERT INTO `+table+` (id) VALUES (?)`, sqlx.Text(id)); err != nil {
			return err
		}
		var got sqlx.Text
		err := db.QueryRowContext(ctx, `SELECT id FROM `+table+` WHERE id = ?`, sqlx.Text(id)).Scan(&got)
		*back = T(got)
		return err
	})
}

// withMySQL makes a table for f, returns what is in it then, and drops it. It
// is no temporary table: MySQL does not tell the types of their columns.
func withMySQL(ctx context.Context, dsn, column string, f func(db *sql.DB, table string) error) (h held, err error) {
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		return held{}, err
	}
	defer db.Close()
	table := newName()
	if _, err := db.ExecContext(ctx, `CREATE TABLE `+table+` (id `+column+` PRIMARY KEY)`); err != nil {
		return held{}, err
	}
	// Not with ctx: the table must go even if the time is over.
	defer func() {
		_, dropErr := db.Exec(`DROP TABLE ` + table)
		err = errors.Join(err, dropErr)
	}()
	if err := f(db, table); err != nil {
		return held{}, err
	}
	return scanHeld(db.QueryRowContext(ctx, fmt.Sprintf(inspectMySQL, table)))
}
