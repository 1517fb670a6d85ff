/*
Sqlc stores UUIDs of Go's standard library with code that sqlc has made: as uuid in PostgreSQL, with pgx, and as 16 bytes in
SQLite. The file sqlc.yaml says which type a column has.

	go run ./sqlc
	go run ./sqlc -postgres URL

The first form needs no server: its database is SQLite, in memory. After a change of a .sql file or of sqlc.yaml, run
go generate ./sqlc.
*/
package main

import (
	"context"
	"database/sql"
	_ "embed"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"uuid"

	"github.com/jackc/pgx/v5"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/uuidkit/uuidkit/examples/std/sqlc/postgres"
	"github.com/uuidkit/uuidkit/examples/std/sqlc/sqlite"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/sqlx"
)

//go:generate go run github.com/sqlc-dev/sqlc/cmd/sqlc@v1.31.1 generate

var (
	//go:embed postgres/schema.sql
	postgresSchema string
	//go:embed sqlite/schema.sql
	sqliteSchema string
)

func main() {
	url := flag.String("postgres", "", "PostgreSQL `URL`, like postgres://user:password@host:5432/database")
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	var err error
	if *url != "" {
		err = inPostgres(context.Background(), os.Stdout, *url)
	} else {
		err = inSQLite(context.Background(), os.Stdout, ":memory:")
	}
	if err != nil {
		log.Fatal(err)
	}
}

// inPostgres makes its tables in a transaction, which it rolls back.
func inPostgres(ctx context.Context, w io.Writer, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	pgxtype.Register[uuid.UUID](conn.TypeMap()) // for every connection
	tx, err := conn.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	if _, err := tx.Exec(ctx, postgresSchema); err != nil {
		return err
	}

	q := postgres.New(tx)
	ann := postgres.CreateAuthorParams{ID: uuid.NewV7(), Name: "Ann"} // Mentor is NULL
	bob := postgres.CreateAuthorParams{ID: uuid.NewV7(), Name: "Bob", Mentor: &ann.ID}
	for _, author := range []postgres.CreateAuthorParams{ann, bob} {
		if err := q.CreateAuthor(ctx, author); err != nil {
			return err
		}
	}
	ids := []uuid.UUID{ann.ID, bob.ID}
	books := []postgres.CreateBooksParams{{ID: uuid.NewV7(), Author: bob.ID, Cites: []uuid.UUID{}}}
	books = append(books, postgres.CreateBooksParams{ID: uuid.NewV7(), Author: bob.ID, Cites: []uuid.UUID{books[0].ID}})
	if _, err := q.CreateBooks(ctx, books); err != nil { // COPY
		return err
	}

	authors, err := q.Authors(ctx, ids)
	if err != nil {
		return err
	}
	for _, a := range authors {
		fmt.Fprintln(w, a.Name, "has a mentor:", a.Mentor != nil)
	}
	pupils, err := q.PupilsOf(ctx, ann.ID)
	if err != nil {
		return err
	}
	written, err := q.BooksOf(ctx, pupils[0].ID)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s has written %d books; the last cites the first: %t\n", pupils[0].Name, len(written), written[1].Cites[0] == written[0].ID)
	var stored string
	if err := tx.QueryRow(ctx, "SELECT concat(pg_typeof(id), ' ', pg_typeof(cites)) FROM books LIMIT 1").Scan(&stored); err != nil {
		return err
	}
	fmt.Fprintln(w, "the columns are", stored)
	return nil
}

func inSQLite(ctx context.Context, w io.Writer, name string) error {
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection to :memory: has a memory of its own
	if _, err := db.ExecContext(ctx, sqliteSchema); err != nil {
		return err
	}

	q := sqlite.New(db)
	id, folder := uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff"), sqlx.Binary(uuid.NewV7())
	for _, file := range []sqlite.CreateFileParams{
		{ID: folder, Name: "folder"}, // Folder is NULL
		{ID: sqlx.Binary(id), Folder: &folder, Name: "file"},
	} {
		if err := q.CreateFile(ctx, file); err != nil {
			return err
		}
	}

	found, err := q.File(ctx, sqlx.Binary(id)) // convert arguments
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s has the id %s; in the folder: %t\n", found.Name, uuid.UUID(found.ID), *found.Folder == folder)
	files, err := q.Files(ctx, []sqlx.Binary{sqlx.Binary(id), folder})
	if err != nil {
		return err
	}
	var stored string
	if err := db.QueryRowContext(ctx, "SELECT typeof(id) || ' ' || hex(id) FROM files WHERE name = 'file'").Scan(&stored); err != nil {
		return err
	}
	fmt.Fprintf(w, "found %d; SQLite has the %s\n", len(files), stored)
	return nil
}
