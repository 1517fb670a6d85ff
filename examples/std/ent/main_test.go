package main

import (
	"strings"
	"testing"

	entsql "entgo.io/ent/dialect/sql"

	"github.com/uuidkit/uuidkit/examples/std/internal/servers"
)

func TestSQLite(t *testing.T) {
	driver, err := openSQLite()
	test(t, driver, err, "blob")
}

func TestMariaDB(t *testing.T) {
	driver, err := openMySQL(servers.MariaDB(t))
	test(t, driver, err, "16 bytes")
}

func TestPostgres(t *testing.T) {
	driver, err := openPostgres(servers.Postgres(t))
	test(t, driver, err, "uuid")
}

func test(t *testing.T, driver *entsql.Driver, err error, column string) {
	if err != nil {
		t.Fatal(err)
	}
	defer driver.Close()
	for range 2 { // the first drops its tables
		var b strings.Builder
		if err := run(t.Context(), &b, driver); err != nil {
			t.Fatal(err)
		}
		want := `the cat with the chip 00112233-4455-6677-8899-aabbccddeeff belongs to Ann
cat: has an owner: true, has a chip: true
dog: has an owner: false, has a chip: false
the database has ` + column + ` 00112233445566778899aabbccddeeff
`
		if b.String() != want {
			t.Errorf("got\n%swant\n%s", &b, want)
		}
	}
}
