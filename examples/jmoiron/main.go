/*
Jmoiron keeps google's UUIDs in models of github.com/jmoiron/sqlx as they are, and
stores them as 16 bytes.

	go run ./jmoiron
	go run ./jmoiron -mysql DSN

The first form needs no server: its database is SQLite, in memory.
*/
package main

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/go-sql-driver/mysql"
	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	"modernc.org/sqlite"

	uuidsql "github.com/uuidkit/uuidkit/sqlx"
)

type User struct {
	ID   uuid.UUID
	Boss uuid.NullUUID
	Name string
}

func main() {
	dsn := flag.String("mysql", "", "MySQL or MariaDB `DSN`, like user:password@tcp(host:3306)/database")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), "Usage: jmoiron [-mysql DSN]\n\n"+
			"Jmoiron stores UUIDs with github.com/jmoiron/sqlx: in SQLite, in memory, or in the\n"+
			"temporary table users of MySQL or MariaDB.\n\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	open := openSQLite
	if *dsn != "" {
		open = func() (*sqlx.DB, error) { return openMySQL(*dsn) }
	}
	db, err := open()
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	if err := run(context.Background(), os.Stdout, db); err != nil {
		log.Fatal(err)
	}
}

// openMySQL has a connector that sends every google/uuid as 16 bytes.
func openMySQL(dsn string) (*sqlx.DB, error) {
	config, err := mysql.ParseDSN(dsn)
	if err != nil {
		return nil, err
	}
	base, err := mysql.NewConnector(config)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(uuidsql.NewConnector[uuidsql.Binary](base, uuidsql.Native[uuid.UUID]()))
	return sqlx.NewDb(db, "mysql"), nil
}

// openSQLite has the same connector.
func openSQLite() (*sqlx.DB, error) {
	base, err := sqlite.NewConnector(":memory:")
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(uuidsql.NewConnector[uuidsql.Binary](base, uuidsql.Native[uuid.UUID]()))
	return sqlx.NewDb(db, "sqlite3"), nil
}

func run(ctx context.Context, w io.Writer, db *sqlx.DB) error {
	db.SetMaxOpenConns(1) // each connection has a :memory: and temporary tables of its own
	if _, err := db.ExecContext(ctx, `CREATE TEMPORARY TABLE users (id BINARY(16) PRIMARY KEY, boss BINARY(16), name TEXT)`); err != nil {
		return err
	}
	ann := User{ID: uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff"), Name: "Ann"}
	bob := User{ID: uuid.New(), Boss: uuid.NullUUID{UUID: ann.ID, Valid: true}, Name: "Bob"}
	if _, err := db.NamedExecContext(ctx, `INSERT INTO users (id, boss, name) VALUES (:id, :boss, :name)`, []User{ann, bob}); err != nil {
		return err
	}

	var found User
	if err := db.GetContext(ctx, &found, `SELECT * FROM users WHERE id = ?`, bob.ID); err != nil {
		return err
	}
	fmt.Fprintf(w, "%s; has a boss: %t, who is Ann: %t\n", found.Name, found.Boss.Valid, found.Boss.UUID == ann.ID)

	// In calls the Value of what is beside the list, which is text: convert it.
	query, args, err := sqlx.In(`SELECT * FROM users WHERE id IN (?) AND boss = ?`, []uuid.UUID{ann.ID, bob.ID}, uuidsql.Binary(ann.ID))
	if err != nil {
		return err
	}
	var users []User
	if err := db.SelectContext(ctx, &users, query, args...); err != nil {
		return err
	}
	fmt.Fprintln(w, "found", len(users))

	rows, err := db.NamedQueryContext(ctx, `SELECT * FROM users WHERE id = :id AND boss IS NULL`, map[string]any{"id": ann.ID})
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.StructScan(&found); err != nil {
			return err
		}
		fmt.Fprintf(w, "%s; has a boss: %t\n", found.Name, found.Boss.Valid)
	}
	if err := rows.Err(); err != nil {
		return err
	}

	var stored struct {
		Length int
		Hex    string
	}
	if err := db.GetContext(ctx, &stored, `SELECT length(id) AS length, hex(id) AS hex FROM users WHERE name = 'Ann'`); err != nil {
		return err
	}
	fmt.Fprintln(w, "the database has", stored.Length, "bytes:", stored.Hex)
	return nil
}
