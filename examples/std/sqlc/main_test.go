package main

import (
	"context"
	"io"
	"strings"
	"testing"
	"uuid"

	"github.com/jackc/pgx/v5"

	"github.com/uuidkit/uuidkit/examples/std/internal/servers"
	"github.com/uuidkit/uuidkit/examples/std/sqlc/postgres"
	"github.com/uuidkit/uuidkit/pgxtype"
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
Bob has a mentor: true
Bob has written 2 books; the last cites the first: true
the columns are uuid uuid[]
`)
}

// TestStored writes a UUID and NULL with generated code, and compares PostgreSQL's bytes.
func TestStored(t *testing.T) {
	conn, err := pgx.Connect(t.Context(), servers.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	pgxtype.Register[uuid.UUID](conn.TypeMap())
	if _, err := conn.Exec(t.Context(), postgresSchema); err != nil {
		t.Fatal(err)
	}
	q := postgres.New(conn)
	id := uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")
	for _, want := range []postgres.Author{{ID: id, Name: "a"}, {ID: uuid.New(), Name: "b", Mentor: &id}} {
		if err := q.CreateAuthor(t.Context(), postgres.CreateAuthorParams(want)); err != nil {
			t.Fatal(err)
		}
		got, err := q.Author(t.Context(), want.ID)
		if err != nil || got.ID != want.ID || (got.Mentor == nil) != (want.Mentor == nil) || got.Mentor != nil && *got.Mentor != id {
			t.Errorf("got %+v, error %v, want %+v", got, err, want)
		}
	}
	var stored string
	err = conn.QueryRow(t.Context(), "SELECT encode(uuid_send(mentor), 'hex') FROM authors WHERE name = 'b'").Scan(&stored)
	if want := "00112233445566778899aabbccddeeff"; err != nil || stored != want {
		t.Errorf("got %s, error %v, want %s", stored, err, want)
	}
}
