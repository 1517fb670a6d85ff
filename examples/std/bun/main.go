/*
Bun stores UUIDs of Go's standard library with bun: as uuid in PostgreSQL, and as 16 bytes in SQLite.

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
	"uuid"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/uuidkit/uuidkit/sqlx"
)

// A User has uuid columns in PostgreSQL, because of the type tags. NULL needs a pointer: bun reads it into a uuid.UUID as
// the Nil UUID.
type User struct {
	ID     uuid.UUID  `bun:"type:uuid,pk"`
	BossID *uuid.UUID `bun:"type:uuid"`
	Name   string

	Boss *User `bun:"rel:belongs-to,join:boss_id=id"`
}

// A File has 16 bytes in SQLite. Convert a UUID with sqlx.Binary(id), and back with uuid.UUID(file.ID).
type File struct {
	ID     sqlx.Binary  `bun:"type:blob,pk"`
	Folder *sqlx.Binary `bun:"type:blob"`
	Name   string
}

func main() {
	url := flag.String("postgres", "", "PostgreSQL `URL`, like postgres://user:password@host:5432/database")
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
	ann := User{ID: uuid.NewV7(), Name: "Ann"}
	bob := User{ID: uuid.NewV7(), Name: "Bob", BossID: &ann.ID}
	if _, err := db.NewInsert().Model(&[]User{ann, bob}).Exec(ctx); err != nil {
		return err
	}

	var found User // by one id, and the boss with it
	if err := db.NewSelect().Model(&found).Relation("Boss").Where("?TableAlias.id = ?", bob.ID).Scan(ctx); err != nil {
		return err
	}
	fmt.Fprintf(w, "the boss of %s is %s\n", found.Name, found.Boss.Name)

	n, err := db.NewSelect().Model((*User)(nil)).Where("id IN (?)", bun.List([]uuid.UUID{ann.ID, bob.ID})).Count(ctx)
	if err != nil {
		return err
	}
	var stored string
	if err := db.NewSelect().Model((*User)(nil)).ColumnExpr("concat(pg_typeof(id), ' ', pg_typeof(boss_id))").Limit(1).Scan(ctx, &stored); err != nil {
		return err
	}
	fmt.Fprintf(w, "found %d; the columns are %s\n", n, stored)
	return nil
}

func inSQLite(ctx context.Context, w io.Writer, conns *sql.DB) error {
	db := bun.NewDB(conns, sqlitedialect.New())
	if _, err := db.NewCreateTable().Model((*File)(nil)).Exec(ctx); err != nil {
		return err
	}
	id, folder := uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff"), sqlx.Binary(uuid.NewV7())
	files := []File{{ID: folder, Name: "folder"}, {ID: sqlx.Binary(id), Folder: &folder, Name: "file"}}
	if _, err := db.NewInsert().Model(&files).Exec(ctx); err != nil {
		return err
	}

	var found File // convert in conditions, too
	if err := db.NewSelect().Model(&found).Where("id = ?", sqlx.Binary(id)).Scan(ctx); err != nil {
		return err
	}
	fmt.Fprintf(w, "%s has the id %s; in its folder: %t\n", found.Name, uuid.UUID(found.ID), *found.Folder == folder)

	n, err := db.NewSelect().Model((*File)(nil)).Where("id IN (?)", bun.List([]sqlx.Binary{sqlx.Binary(id), folder})).Count(ctx)
	if err != nil {
		return err
	}
	var stored string
	if err := db.NewSelect().Model((*File)(nil)).ColumnExpr("typeof(id) || ' ' || hex(id)").Where("name = 'file'").Scan(ctx, &stored); err != nil {
		return err
	}
	fmt.Fprintf(w, "found %d; SQLite has the %s\n", n, stored)
	return nil
}
