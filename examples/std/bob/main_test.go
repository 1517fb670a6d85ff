package main

import (
	"context"
	"database/sql"
	"io"
	"strings"
	"testing"
	"uuid"

	"github.com/stephenafamo/bob"

	"github.com/uuidkit/uuidkit/examples/std/bob/postgres"
	"github.com/uuidkit/uuidkit/examples/std/internal/servers"
	"github.com/uuidkit/uuidkit/sqlx"
)

func test(t *testing.T, example func(context.Context, io.Writer, string) error, database, want string) {
	t.Helper()
	var b strings.Builder
	if err := example(t.Context(), &b, database); err != nil || b.String() != want {
		t.Errorf("got error %v and\n%swant\n%s", err, &b, want)
	}
}

func TestSQLite(t *testing.T) {
	test(t, inSQLite, ":memory:", `file has the id 00112233-4455-6677-8899-aabbccddeeff; in the folder: true
found 2; SQLite has the blob 00112233445566778899AABBCCDDEEFF
`)
}

func TestPostgres(t *testing.T) {
	test(t, inPostgres, servers.Postgres(t), `Ann has a mentor: false
Ben has a mentor: true
Ben, whose mentor is Ann, has written 2 books; the last cites the first: true
the columns are uuid uuid[]
`)
}

func inDatabase(t *testing.T) bob.DB {
	db, err := bob.Open("pgx", servers.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if _, err := db.ExecContext(t.Context(), postgresSchema); err != nil {
		t.Fatal(err)
	}
	return db
}

// TestStored inserts a UUID and NULL with a model, updates and deletes it, and compares PostgreSQL's bytes.
func TestStored(t *testing.T) {
	db, ctx := inDatabase(t), t.Context()
	id := uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")
	for _, want := range []postgres.Author{{ID: id, Name: "a"}, {ID: uuid.New(), Name: "b", Mentor: sql.Null[uuid.UUID]{V: id, Valid: true}}} {
		setter := &postgres.AuthorSetter{ID: &want.ID, Name: &want.Name, Mentor: &want.Mentor}
		if got, err := postgres.Authors.Insert(setter).One(ctx, db); err != nil || got.ID != want.ID || got.Mentor != want.Mentor {
			t.Errorf("Insert: got %+v, error %v, want %+v", got, err, want)
		}
		if got, err := postgres.FindAuthor(ctx, db, want.ID); err != nil || got.ID != want.ID || got.Mentor != want.Mentor {
			t.Errorf("Find: got %+v, error %v, want %+v", got, err, want)
		}
	}
	var stored string
	err := db.QueryRowContext(ctx, "SELECT encode(uuid_send(mentor), 'hex') FROM authors WHERE name = 'b'").Scan(&stored)
	if want := "00112233445566778899aabbccddeeff"; err != nil || stored != want {
		t.Errorf("got %s, error %v, want %s", stored, err, want)
	}

	pupil, err := postgres.Authors.Query(postgres.SelectWhere.Authors.Mentor.EQ(id)).One(ctx, db)
	if err != nil {
		t.Fatal(err)
	}
	err = pupil.Update(ctx, db, &postgres.AuthorSetter{Mentor: &sql.Null[uuid.UUID]{}})
	if n, countErr := postgres.Authors.Query(postgres.SelectWhere.Authors.Mentor.IsNull()).Count(ctx, db); err != nil || countErr != nil || n != 2 {
		t.Errorf("Update to NULL: got %d rows with NULL, errors %v and %v, want 2", n, err, countErr)
	}
	err = pupil.Delete(ctx, db)
	if n, countErr := postgres.Authors.Query().Count(ctx, db); err != nil || countErr != nil || n != 1 {
		t.Errorf("Delete: left %d rows, errors %v and %v, want 1", n, err, countErr)
	}
}

// TestRelations loads relations in bob's three ways. Two ask for a type with Scan and Value: if they work one day, say so
// in main.go.
func TestRelations(t *testing.T) {
	db, ctx := inDatabase(t), t.Context()
	ann, ben := uuid.New(), uuid.New()
	if _, err := postgres.Authors.Insert(
		&postgres.AuthorSetter{ID: &ann, Name: new("Ann")},
		&postgres.AuthorSetter{ID: &ben, Name: new("Ben"), Mentor: &sql.Null[uuid.UUID]{V: ann, Valid: true}},
	).Exec(ctx, db); err != nil {
		t.Fatal(err)
	}
	if _, err := postgres.Books.Insert(&postgres.BookSetter{ID: new(uuid.New()), Author: &ben, Cites: &sqlx.Array[uuid.UUID]{ann}}).Exec(ctx, db); err != nil {
		t.Fatal(err)
	}

	one, err := postgres.Authors.Query(postgres.SelectWhere.Authors.ID.EQ(ben), postgres.SelectThenLoad.Author.Books()).One(ctx, db)
	if err != nil || len(one.R.Books) != 1 || one.R.Books[0].Author != ben || one.R.Books[0].Cites[0] != ann {
		t.Errorf("ThenLoad: got %+v, error %v, want one book", one, err)
	}
	all, err := postgres.Authors.Query().All(ctx, db)
	if err != nil {
		t.Fatal(err)
	}
	if err := all.LoadMentor(ctx, db); err != nil || all[0].R.Mentor != nil && all[1].R.Mentor != nil {
		t.Errorf("LoadMentor of a slice: got %+v, error %v", all, err)
	}
	if err := all.LoadBooks(ctx, db); err == nil {
		t.Error("LoadBooks of a slice: no error")
	}
	if got, err := postgres.Authors.Query(postgres.Preload.Author.Mentor()).All(ctx, db); err == nil {
		t.Errorf("Preload: got %v, and no error", got)
	}
}
