package main

import (
	"database/sql"
	"errors"
	"strings"
	"testing"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"

	"github.com/uuidkit/uuidkit/examples/ent/ent"
	"github.com/uuidkit/uuidkit/examples/internal/program"
	"github.com/uuidkit/uuidkit/examples/internal/servers"
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
Ann has 1 pet; her id is of version 7
the database has ` + column + ` 00112233445566778899aabbccddeeff
`
		if b.String() != want {
			t.Errorf("got\n%swant\n%s", &b, want)
		}
	}
}

// TestWithoutConnector has what docs/ent.md says of a binary(16) and a blob that are
// written without a connector.
func TestWithoutConnector(t *testing.T) {
	for driver, dsn := range map[string]string{
		dialect.MySQL:  servers.MariaDB(t),
		dialect.SQLite: "file::memory:?_pragma=foreign_keys(1)",
	} {
		db, err := sql.Open(strings.TrimSuffix(driver, "3"), dsn)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		db.SetMaxOpenConns(1)
		client := ent.NewClient(ent.Driver(entsql.OpenDB(driver, db)))
		if err := client.Schema.Create(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, err = client.User.Create().SetName("Ann").Save(t.Context())
		if driver == dialect.MySQL {
			if err == nil || !strings.Contains(err.Error(), "Data too long") {
				t.Errorf("%s: got error %v", driver, err)
			}
			continue
		}
		var stored string
		if err := errors.Join(err, db.QueryRow("SELECT typeof(id) FROM uuidkit_users").Scan(&stored)); err != nil || stored != "text" {
			t.Errorf("%s: stored as %s, error %v", driver, stored, err)
		}
	}
}

func TestFlags(t *testing.T) { program.TestFlags(t, main) }
