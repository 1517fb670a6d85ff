/*
Bob stores UUIDs of Go's standard library with models that bob has made: as uuid in PostgreSQL, and as 16 bytes in SQLite.
The files postgres/bobgen.yaml and sqlite/bobgen.yaml say which type a column has.

	go run ./bob
	go run ./bob -postgres URL

The first form needs no server: its database is SQLite, in memory.

Bob makes the models from a database. After a change of a schema.sql or a bobgen.yaml, run go generate ./bob, with the URL of a
PostgreSQL server in UUIDKIT_POSTGRES: generate.go makes databases of the schemas, and runs the generators. To run one yourself:

	PSQL_DSN=URL go run github.com/stephenafamo/bob/gen/bobgen-psql@v0.41.1
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

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	"github.com/stephenafamo/bob"
	"github.com/stephenafamo/bob/dialect/psql/sm"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/uuidkit/uuidkit/examples/std/bob/postgres"
	"github.com/uuidkit/uuidkit/examples/std/bob/sqlite"
	"github.com/uuidkit/uuidkit/sqlx"
)

//go:generate go run generate.go

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

// inPostgres makes its tables in a transaction, which it rolls back. It is one long function
// because a reader copies its queries, in their order.
func inPostgres(ctx context.Context, w io.Writer, url string) error {
	db, err := bob.Open("pgx", url)
	if err != nil {
		return err
	}
	defer db.Close()
	tx, err := db.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	if _, err := tx.ExecContext(ctx, postgresSchema); err != nil {
		return err
	}

	ann, ben := uuid.NewV7(), uuid.NewV7()
	if _, err := postgres.Authors.Insert(
		&postgres.AuthorSetter{ID: &ann, Name: new("Ann")}, // Mentor is NULL
		&postgres.AuthorSetter{ID: &ben, Name: new("Ben"), Mentor: &sql.Null[uuid.UUID]{V: ann, Valid: true}},
	).Exec(ctx, tx); err != nil {
		return err
	}
	first := uuid.NewV7()
	if _, err := postgres.Books.Insert(
		&postgres.BookSetter{ID: &first, Author: &ben, Cites: &sqlx.Array[uuid.UUID]{}},
		&postgres.BookSetter{ID: new(uuid.NewV7()), Author: &ben, Cites: &sqlx.Array[uuid.UUID]{first}},
	).Exec(ctx, tx); err != nil {
		return err
	}

	authors, err := postgres.Authors.Query(
		postgres.SelectWhere.Authors.ID.In(ann, ben),
		sm.OrderBy(postgres.Authors.Columns.Name),
	).All(ctx, tx)
	if err != nil {
		return err
	}
	for _, a := range authors {
		fmt.Fprintln(w, a.Name, "has a mentor:", a.Mentor.Valid)
	}
	pupil, err := postgres.FindAuthor(ctx, tx, ben)
	if err != nil {
		return err
	}
	if err := pupil.LoadMentor(ctx, tx); err != nil {
		return err
	}
	// In serves many authors too. LoadBooks of a slice, and Preload, return an error: they need a type with Scan and Value,
	// as uuidkit's uuid.UUID.
	books, err := postgres.Books.Query(
		postgres.SelectWhere.Books.Author.In(ben),
		sm.OrderBy(postgres.Books.Columns.ID),
	).All(ctx, tx)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s, whose mentor is %s, has written %d books; the last cites the first: %t\n",
		pupil.Name, pupil.R.Mentor.Name, len(books), books[1].Cites[0] == books[0].ID)
	var stored string
	if err := tx.QueryRowContext(ctx, "SELECT concat(pg_typeof(id), ' ', pg_typeof(cites)) FROM books LIMIT 1").Scan(&stored); err != nil {
		return err
	}
	fmt.Fprintln(w, "the columns are", stored)
	return nil
}

func inSQLite(ctx context.Context, w io.Writer, name string) error {
	db, err := bob.Open("sqlite", name)
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection to :memory: has a memory of its own
	if _, err := db.ExecContext(ctx, sqliteSchema); err != nil {
		return err
	}

	id, folder := uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff"), sqlx.Binary(uuid.NewV7())
	if _, err := sqlite.Files.Insert(
		&sqlite.FileSetter{ID: &folder, Name: new("folder"), Folder: new(sql.Null[sqlx.Binary])}, // NULL: SQLite has no DEFAULT
		&sqlite.FileSetter{ID: new(sqlx.Binary(id)), Name: new("file"), Folder: &sql.Null[sqlx.Binary]{V: folder, Valid: true}},
	).Exec(ctx, db); err != nil {
		return err
	}

	found, err := sqlite.FindFile(ctx, db, sqlx.Binary(id)) // convert arguments
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s has the id %s; in the folder: %t\n", found.Name, uuid.UUID(found.ID), found.Folder.V == folder)
	n, err := sqlite.Files.Query(sqlite.SelectWhere.Files.ID.In(sqlx.Binary(id), folder)).Count(ctx, db)
	if err != nil {
		return err
	}
	var stored string
	if err := db.QueryRowContext(ctx, "SELECT typeof(id) || ' ' || hex(id) FROM files WHERE name = 'file'").Scan(&stored); err != nil {
		return err
	}
	fmt.Fprintf(w, "found %d; SQLite has the %s\n", n, stored)
	return nil
}
