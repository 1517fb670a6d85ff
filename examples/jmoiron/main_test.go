package main

import (
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"

	"github.com/uuidkit/uuidkit/examples/internal/program"
	"github.com/uuidkit/uuidkit/examples/internal/servers"
)

func TestSQLite(t *testing.T) {
	db, err := openSQLite()
	test(t, db, err)
}

func TestMariaDB(t *testing.T) {
	db, err := openMySQL(servers.MariaDB(t))
	test(t, db, err)
}

func test(t *testing.T, db *sqlx.DB, err error) {
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var b strings.Builder
	if err := run(t.Context(), &b, db); err != nil {
		t.Fatal(err)
	}
	const want = `Bob; has a boss: true, who is Ann: true
found 1
Ann; has a boss: false
the database has 16 bytes: 00112233445566778899AABBCCDDEEFF
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", &b, want)
	}

	// What docs/jmoiron-sqlx.md says of In: text matches no bytes.
	id := uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")
	query, args, err := sqlx.In(`SELECT count(*) FROM users WHERE name IN (?) AND boss = ?`, []string{"Ann", "Bob"}, id)
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if err := db.Get(&n, query, args...); err != nil || n != 0 {
		t.Errorf("In with a UUID beside the list: found %d, want 0, error %v", n, err)
	}
}

func TestFlags(t *testing.T) { program.TestFlags(t, main) }
