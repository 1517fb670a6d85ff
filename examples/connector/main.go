/*
Connector keeps the UUIDs of a program's models as 16 bytes, without a change to
the models or their queries.

	go run ./connector

The database is SQLite in memory. With MySQL it is the same but for the base:
mysql.NewConnector(config), and BINARY(16) instead of BLOB.
*/
package main

import (
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/google/uuid"
	"modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/sqlx"
)

// User is a model as many programs have it.
type User struct {
	ID   uuid.UUID
	Team uuid.NullUUID
}

const usage = `Usage: connector

Connector stores the UUIDs of a program's models as 16 bytes, without a change to the
models or their queries, and prints what the database holds. It needs no server: its
database is SQLite, in memory.
`

func main() {
	err := run(os.Args[1:], os.Stdout)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "connector:", err)
		os.Exit(1)
	}
}

func run(args []string, w io.Writer) error {
	flags := flag.NewFlagSet("connector", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main prints the error
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(w, usage)
		return err
	case err != nil:
		return fmt.Errorf("%w (-h explains)", err)
	case flags.NArg() > 0:
		return fmt.Errorf("unexpected argument %q (-h explains)", flags.Arg(0))
	}

	base, err := sqlite.NewConnector(":memory:")
	if err != nil {
		return err
	}
	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[uuid.UUID]()))
	defer db.Close()
	db.SetMaxOpenConns(1) // of a database in memory each connection has its own

	if _, err := db.Exec(`CREATE TABLE users (id BLOB PRIMARY KEY, team BLOB)`); err != nil {
		return err
	}
	user := User{ID: uuid.MustParse("0190163d-8694-739b-aea5-966c26f8ad91")}
	if _, err := db.Exec(`INSERT INTO users VALUES (?, ?)`, user.ID, user.Team); err != nil {
		return err
	}

	var typ, hex, team string
	if err := db.QueryRow(`SELECT typeof(id), hex(id), typeof(team) FROM users`).Scan(&typ, &hex, &team); err != nil {
		return err
	}
	fmt.Fprintln(w, "SQLite has the", typ, hex, "and", team)

	var got User
	if err := db.QueryRow(`SELECT id, team FROM users WHERE id = ?`, user.ID).Scan(&got.ID, &got.Team); err != nil {
		return err
	}
	fmt.Fprintln(w, "read back:", got.ID, got.Team.Valid)
	return nil
}
