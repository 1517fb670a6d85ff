package main

import (
	"context"
	"database/sql"

	_ "modernc.org/sqlite" // the driver "sqlite", without cgo

	"github.com/uuidkit/uuidkit/sqlx"
)

func sqliteStores[T ~[16]byte]() []store[T] {
	return []store[T]{
		{"SQLite BLOB", "sqlx.Binary(id)", binary("blob"), sqliteBlob[T], sqliteProbe("BLOB", inBinary[T]()), sqliteProbe("BLOB", asItIs[T]("x'%x'"))},
		{"SQLite TEXT", "sqlx.Text(id)", text("text"), sqliteText[T], sqliteProbe("TEXT", inText[T]()), sqliteProbe("TEXT", asItIs[T]("'%s'"))},
	}
}

// sqliteBlob converts where the query is. Where T is a type and no type
// parameter, Scan((*sqlx.Binary)(&id)) saves the variable got.
func sqliteBlob[T ~[16]byte](ctx context.Context, id T, back *T) (held, error) {
	db, err := openSQLite(ctx, `CREATE TABLE account (id BLOB PRIMARY KEY)`)
	if err != nil {
		return held{}, err
	}
	defer db.Close()

	if _, err := db.ExecContext(ctx, `INSERT INTO account (id) VALUES (?)`, sqlx.Binary(id)); err != nil {
		return held{}, err
	}
	var got sqlx.Binary
	if err := db.QueryRowContext(ctx, `SELECT id FROM account WHERE id = ?`, sqlx.Binary(id)).Scan(&got); err != nil {
		return held{}, err
	}
	*back = T(got)

	return scanHeld(db.QueryRowContext(ctx, `SELECT typeof(id), hex(id) FROM account`))
}

// sqliteText is the same for a column of text.
func sqliteText[T ~[16]byte](ctx context.Context, id T, back *T) (held, error) {
	db, err := openSQLite(ctx, `CREATE TABLE account (id TEXT PRIMARY KEY)`)
	if err != nil {
		return held{}, err
	}
	defer db.Close()

	if _, err := db.ExecContext(ctx, `INSERT INTO account (id) VALUES (?)`, sqlx.Text(id)); err != nil {
		return held{}, err
	}
	var got sqlx.Text
	if err := db.QueryRowContext(ctx, `SELECT id FROM account WHERE id = ?`, sqlx.Text(id)).Scan(&got); err != nil {
		return held{}, err
	}
	*back = T(got)

	return scanHeld(db.QueryRowContext(ctx, `SELECT typeof(id), hex(id) FROM account`))
}

// openSQLite opens an empty database in memory and makes a table.
func openSQLite(ctx context.Context, create string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // each connection has a memory of its own
	if _, err := db.ExecContext(ctx, create); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}
