package main

import (
	"context"
	"database/sql"
	"io"
	"strings"
	"testing"
	"uuid"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"github.com/uuidkit/uuidkit/examples/std/internal/servers"
)

func open(t *testing.T, driver, name string) *sql.DB {
	db, err := sql.Open(driver, name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	return db
}

func test(t *testing.T, example func(context.Context, io.Writer, *sql.DB) error, db *sql.DB, want string) {
	var b strings.Builder
	if err := example(t.Context(), &b, db); err != nil || b.String() != want {
		t.Errorf("got error %v and\n%swant\n%s", err, &b, want)
	}
}

func TestSQLite(t *testing.T) {
	test(t, inSQLite, open(t, "sqlite", ":memory:"), `file has the id 00112233-4455-6677-8899-aabbccddeeff; in its folder: true
found 2; SQLite has the blob 00112233445566778899AABBCCDDEEFF
`)
}

func TestPostgres(t *testing.T) {
	test(t, inPostgres, open(t, "pgx", servers.Postgres(t)), `the boss of Bob is Ann
found 2; the columns are uuid uuid
`)
}

// TestStored writes a UUID and NULL, and reads both. Read into a new struct: bun sets a pointer that is not nil to the
// Nil UUID.
func TestStored(t *testing.T) {
	db := bun.NewDB(open(t, "pgx", servers.Postgres(t)), pgdialect.New())
	if _, err := db.NewCreateTable().Model((*User)(nil)).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	id := uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")
	for _, boss := range []*uuid.UUID{nil, &id} {
		want := User{ID: uuid.New(), BossID: boss, Name: "Ann"}
		if _, err := db.NewInsert().Model(&want).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		got := User{ID: uuid.New()}
		err := db.NewSelect().Model(&got).Where("id = ?", want.ID).Scan(t.Context())
		if err != nil || got.ID != want.ID || (got.BossID == nil) != (boss == nil) || boss != nil && *got.BossID != id {
			t.Errorf("got %+v, error %v, want %+v", got, err, want)
		}
	}
}
