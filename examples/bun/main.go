/*
Bun shows models of bun with UUIDs: google's types in uuid columns of PostgreSQL, and
16 bytes in SQLite.

	go run ./bun
	go run ./bun -postgres URL

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

	"github.com/google/uuid" // your type

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/uuidkit/uuidkit/sqlx"
)

// A User has native UUIDs in PostgreSQL, because of the type tags.
type User struct {
	ID      uuid.UUID     `bun:"type:uuid,pk"`
	BossID  uuid.NullUUID `bun:"type:uuid"`
	Friends []uuid.UUID   `bun:"type:uuid[],array"`
	Name    string

	Boss *User `bun:"rel:belongs-to,join:boss_id=id"`
}

// A File has native UUIDs in SQLite: Binary is 16 bytes.
type File struct {
	ID     sqlx.Binary  `bun:"type:blob,pk"`
	Folder *sqlx.Binary `bun:"type:blob"`
	Name   string
}

func main() {
	url := flag.String("postgres", "", "PostgreSQL `URL`, like postgres://user:password@host:5432/database")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), "Usage: bun [-postgres URL]\n\n"+
			"Bun stores UUIDs with bun: in SQLite, in memory, or in PostgreSQL, where it makes\n"+
			"the temporary table users.\n\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	example, driver, name := inSQLite, "sqlite", ":memory:"
	if *url != "" {
		example, driver, name = inPostgres, "pgx", *url
	}
	db, err := sql.Open(driver, name)
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection has a :memory: and temporary tables of its own
	if err := example(context.Background(), os.Stdout, db); err != nil {
		log.Fatal(err)
	}
}

func inPostgres(ctx context.Context, w io.Writer, conns *sql.DB) error {
	db := bun.NewDB(conns, pgdialect.New())
	if _, err := db.NewCreateTable().Model((*User)(nil)).Temp().Exec(ctx); err != nil {
		return err
	}
	ann := User{ID: uuid.New(), Name: "Ann"}
	bob := User{ID: uuid.New(), Name: "Bob", BossID: uuid.NullUUID{UUID: ann.ID, Valid: true}, Friends: []uuid.UUID{ann.ID}}
	if _, err := db.NewInsert().Model(&[]User{ann, bob}).Exec(ctx); err != nil {
		return err
	}

	// By one id, and the boss with it.
	var found User
	if err := db.NewSelect().Model(&found).Relation("Boss").Where("?TableAlias.id = ?", bob.ID).Scan(ctx); err != nil {
		return err
	}
	fmt.Fprintf(w, "the boss of %s is %s\n", found.Name, found.Boss.Name)

	// By a list of ids, and by an element of a uuid[]. Not a plain slice: that is JSON.
	ids := []uuid.UUID{ann.ID, bob.ID}
	for _, query := range []*bun.SelectQuery{
		db.NewSelect().Model((*User)(nil)).Where("id IN (?)", bun.List(ids)),
		db.NewSelect().Model((*User)(nil)).Where("id = any(?)", pgdialect.Array(ids)),
		db.NewSelect().Model((*User)(nil)).Where("friends @> ?", pgdialect.Array(ids[:1])),
		db.NewSelect().Model((*User)(nil)).Where("boss_id IS NULL"),
	} {
		n, err := query.Count(ctx)
		if err != nil {
			return err
		}
		fmt.Fprintln(w, "found", n)
	}

	var stored string
	if err := db.NewSelect().Model((*User)(nil)).ColumnExpr("concat(pg_typeof(id), ' ', pg_typeof(boss_id), ' ', pg_typeof(friends))").Limit(1).Scan(ctx, &stored); err != nil {
		return err
	}
	fmt.Fprintln(w, "the columns are", stored)
	return nil
}

func inSQLite(ctx context.Context, w io.Writer, conns *sql.DB) error {
	db := bun.NewDB(conns, sqlitedialect.New())
	if _, err := db.NewCreateTable().Model((*File)(nil)).Exec(ctx); err != nil {
		return err
	}
	id, folder := uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff"), uuid.New()
	files := []File{
		{ID: sqlx.Binary(folder), Name: "folder"},
		{ID: sqlx.Binary(id), Folder: (*sqlx.Binary)(&folder), Name: "file"},
	}
	if _, err := db.NewInsert().Model(&files).Exec(ctx); err != nil {
		return err
	}

	// Convert in conditions, too: bun writes a uuid.UUID as text, which matches no bytes.
	var found File
	if err := db.NewSelect().Model(&found).Where("id = ?", sqlx.Binary(id)).Scan(ctx); err != nil {
		return err
	}
	fmt.Fprintf(w, "%s has the id %s; in its folder: %t\n", found.Name, found.ID, *found.Folder == sqlx.Binary(folder))

	n, err := db.NewSelect().Model((*File)(nil)).Where("id IN (?)", bun.List([]sqlx.Binary{sqlx.Binary(id), sqlx.Binary(folder)})).Count(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "found", n)

	var stored string
	if err := db.NewSelect().Model((*File)(nil)).ColumnExpr("typeof(id) || ' ' || hex(id) || ' ' || typeof(folder)").Where("name = 'file'").Scan(ctx, &stored); err != nil {
		return err
	}
	fmt.Fprintln(w, "SQLite has the", stored)
	return nil
}
