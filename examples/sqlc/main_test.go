package main

import (
	"encoding/hex"
	"reflect"
	"slices"
	"strings"
	"testing"

	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/uuidkit/uuidkit/examples/internal/program"
	"github.com/uuidkit/uuidkit/examples/internal/servers"
	"github.com/uuidkit/uuidkit/examples/sqlc/db"
	"github.com/uuidkit/uuidkit/examples/sqlc/kitdb"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestRun(t *testing.T) {
	var b strings.Builder
	if err := run(t.Context(), &b, servers.Postgres(t)); err != nil {
		t.Fatal(err)
	}
	const want = `Ann has a mentor: false
Bob has a mentor: true
1 pupil, who has written 1000 books; the last cites 0
the columns are uuid uuid[]
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", &b, want)
	}
}

// TestStored writes with each package, looks at PostgreSQL's bytes, and reads with the
// other package.
func TestStored(t *testing.T) {
	conn, err := pgx.Connect(t.Context(), servers.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	pgxtype.Register[uuid.UUID](conn.TypeMap())
	pgxtype.Register[google.UUID](conn.TypeMap())
	if _, err := conn.Exec(t.Context(), schema); err != nil {
		t.Fatal(err)
	}
	ours, googles := kitdb.New(conn), db.New(conn)

	a := uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")
	b := google.MustParse("ffeeddcc-bbaa-9988-7766-554433221100")
	if err := ours.CreateAuthor(t.Context(), kitdb.CreateAuthorParams{ID: a, Name: "a"}); err != nil {
		t.Fatal(err)
	}
	if err := googles.CreateAuthor(t.Context(), db.CreateAuthorParams{ID: b, Name: "b", Mentor: google.NullUUID{UUID: google.UUID(a), Valid: true}}); err != nil {
		t.Fatal(err)
	}
	if _, err := ours.CreateBooks(t.Context(), []kitdb.CreateBooksParams{{ID: a, Author: uuid.UUID(b), Title: "a", Cites: []uuid.UUID{}}}); err != nil {
		t.Fatal(err)
	}
	if _, err := googles.CreateBooks(t.Context(), []db.CreateBooksParams{{ID: b, Author: b, Title: "b", Cites: []google.UUID{google.UUID(a), b}}}); err != nil {
		t.Fatal(err)
	}

	hexA, hexB := hex.EncodeToString(a[:]), hex.EncodeToString(b[:])
	for query, want := range map[string]string{
		"SELECT encode(uuid_send(id), 'hex') FROM authors WHERE mentor IS NULL":         hexA,
		"SELECT encode(uuid_send(mentor), 'hex') FROM authors WHERE name = 'b'":         hexA,
		"SELECT encode(uuid_send(id), 'hex') FROM books WHERE title = 'a'":              hexA,
		"SELECT encode(uuid_send(author), 'hex') FROM books WHERE title = 'a'":          hexB,
		"SELECT encode(uuid_send(cites[2]), 'hex') FROM books WHERE title = 'b'":        hexB,
		"SELECT array_length(cites, 1)::text FROM books WHERE title = 'b'":              "2",
		"SELECT cites::text FROM books WHERE title = 'a'":                               "{}",
		"SELECT concat(pg_typeof(id), pg_typeof(mentor)) FROM authors WHERE name = 'b'": "uuiduuid",
	} {
		var got string
		if err := conn.QueryRow(t.Context(), query).Scan(&got); err != nil || got != want {
			t.Errorf("%s: got %s, want %s, error %v", query, got, want, err)
		}
	}

	author, err := ours.Author(t.Context(), uuid.UUID(b))
	if want := (kitdb.Author{ID: uuid.UUID(b), Name: "b", Mentor: uuid.NullUUID{UUID: a, Valid: true}}); err != nil || author != want {
		t.Errorf("got %v, want %v, error %v", author, want, err)
	}
	books, err := ours.BooksOf(t.Context(), uuid.UUID(b))
	if err != nil || len(books) != 2 || !slices.Equal(books[1].Cites, []uuid.UUID{a, uuid.UUID(b)}) {
		t.Errorf("got %v, error %v", books, err)
	}
	authors, err := googles.AuthorsOf(t.Context(), []google.UUID{b, google.UUID(a)})
	if err != nil || len(authors) != 2 || authors[0].Mentor.Valid || authors[1].Mentor.UUID != google.UUID(a) {
		t.Errorf("got %v, error %v", authors, err)
	}
	if authors, err = googles.AuthorsOf(t.Context(), nil); err != nil || len(authors) != 0 {
		t.Errorf("of no ids: got %v, error %v", authors, err)
	}
}

// TestTypes compares the types that sqlc has made with those of docs/sqlc.md.
func TestTypes(t *testing.T) {
	queries := reflect.TypeFor[*db.Queries]()
	argument := func(query string) any {
		m, _ := queries.MethodByName(query)
		return reflect.Zero(m.Type.In(2)).Interface()
	}
	for what, tt := range map[string]struct{ got, want any }{
		"uuid NOT NULL":                {db.Author{}.ID, google.UUID{}},
		"uuid":                         {db.Author{}.Mentor, google.NullUUID{}},
		"a LEFT JOIN":                  {db.MentorOfRow{}.Mentor, google.NullUUID{}},
		"a subselect of uuid NOT NULL": {db.LastPupilOfRow{}.Pupil, google.UUID{}},
		"a cast of uuid":               {db.CastMentorOfRow{}.Mentor, google.UUID{}},
		"sqlc.narg('id')":              {argument("Search"), google.NullUUID{}},
		"uuid[]":                       {db.Book{}.Cites, []google.UUID{}},
		"any(@ids::uuid[])":            {argument("AuthorsOf"), []google.UUID{}},
	} {
		if got, want := reflect.TypeOf(tt.got), reflect.TypeOf(tt.want); got != want {
			t.Errorf("%s: got %v, want %v", what, got, want)
		}
	}
}

// TestNull reads a NULL that sqlc takes for NOT NULL: an error once the type is
// registered, and without that the Nil UUID. docs/sqlc.md says so.
func TestNull(t *testing.T) {
	url := servers.Postgres(t)
	for _, register := range []bool{false, true} {
		conn, err := pgx.Connect(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		if register {
			pgxtype.Register[google.UUID](conn.TypeMap())
		}
		var id google.UUID
		if err := conn.QueryRow(t.Context(), "SELECT NULL::uuid").Scan(&id); (err != nil) != register || id != google.Nil {
			t.Errorf("registered: %t: got %v, error %v", register, id, err)
		}
	}
}

func TestFlags(t *testing.T) { program.TestFlags(t, main) }
