/*
Sqlc uses code that sqlc has made for uuid columns of PostgreSQL with pgx: package db
with the types of google/uuid, package kitdb with those of uuidkit. The file
sqlc.yaml says which.

	go run ./sqlc -postgres URL

After a change of a .sql file or of sqlc.yaml, run in this folder:

	go run github.com/sqlc-dev/sqlc/cmd/sqlc@v1.31.1 generate
*/
package main

import (
	"context"
	_ "embed"
	"flag"
	"fmt"
	"io"
	"log"
	"os"

	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/uuidkit/uuidkit/examples/sqlc/db"
	"github.com/uuidkit/uuidkit/examples/sqlc/kitdb"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/uuid"
)

//go:embed schema.sql
var schema string

func main() {
	url := flag.String("postgres", os.Getenv("DATABASE_URL"), "PostgreSQL `URL`, like postgres://user:password@host:5432/database; the default is $DATABASE_URL")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), "Usage: sqlc -postgres URL\n\n"+
			"Sqlc makes tables with code of sqlc in a transaction, which it rolls back.\n\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	if *url == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(context.Background(), os.Stdout, *url); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, w io.Writer, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	pgxtype.Register[google.UUID](conn.TypeMap()) // for package db
	pgxtype.Register[uuid.UUID](conn.TypeMap())   // for package kitdb

	tx, err := conn.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx) // nothing stays in the database
	if _, err := tx.Exec(ctx, schema); err != nil {
		return err
	}
	author, err := write(ctx, db.New(tx))
	if err != nil {
		return err
	}
	if err := read(ctx, w, kitdb.New(tx), uuid.UUID(author)); err != nil {
		return err
	}
	var stored string
	if err := tx.QueryRow(ctx, "SELECT concat(pg_typeof(id), ' ', pg_typeof(cites)) FROM books LIMIT 1").Scan(&stored); err != nil {
		return err
	}
	fmt.Fprintln(w, "the columns are", stored)
	return nil
}

// write makes two authors and a thousand books, with google's types. It returns the author of the books.
func write(ctx context.Context, q *db.Queries) (google.UUID, error) {
	ann := db.CreateAuthorParams{ID: google.UUID(uuid.NewV7()), Name: "Ann"} // Mentor is NULL
	bob := db.CreateAuthorParams{ID: google.UUID(uuid.NewV7()), Name: "Bob", Mentor: google.NullUUID{UUID: ann.ID, Valid: true}}
	for _, author := range []db.CreateAuthorParams{ann, bob} {
		if err := q.CreateAuthor(ctx, author); err != nil {
			return google.Nil, err
		}
	}
	ids := []google.UUID{ann.ID, bob.ID}
	var books []db.CreateBooksParams
	for i := range 1000 {
		books = append(books, db.CreateBooksParams{ID: google.UUID(uuid.NewV7()), Author: bob.ID, Title: fmt.Sprint("Volume ", i+1), Cites: ids[:i%3]})
	}
	_, err := q.CreateBooks(ctx, books) // COPY
	return bob.ID, err
}

// read reads the same rows with the types of uuidkit.
func read(ctx context.Context, w io.Writer, q *kitdb.Queries, id uuid.UUID) error {
	author, err := q.Author(ctx, id)
	if err != nil {
		return err
	}
	authors, err := q.AuthorsOf(ctx, []uuid.UUID{author.ID, author.Mentor.UUID})
	if err != nil {
		return err
	}
	for _, a := range authors {
		fmt.Fprintln(w, a.Name, "has a mentor:", a.Mentor.Valid)
	}
	pupils, err := q.PupilsOf(ctx, author.Mentor)
	if err != nil {
		return err
	}
	books, err := q.BooksOf(ctx, author.ID)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%d pupil, who has written %d books; the last cites %d\n", len(pupils), len(books), len(books[len(books)-1].Cites))
	return nil
}
