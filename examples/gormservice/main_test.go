package main

import (
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/examples/internal/program"
	"github.com/uuidkit/uuidkit/examples/internal/servers"
)

func TestSQLite(t *testing.T)  { test(t, "") }
func TestMariaDB(t *testing.T) { test(t, servers.MariaDB(t)) }

func test(t *testing.T, dsn string) {
	db, err := open(dsn)
	if err != nil {
		t.Fatal(err)
	}
	conns, err := db.DB()
	if err != nil {
		t.Fatal(err)
	}
	defer conns.Close()
	for range 2 { // the first drops its tables
		var b strings.Builder
		if err := run(&b, db); err != nil {
			t.Fatal(err)
		}
		const want = `Bob, whom Ann has referred, has ordered tea
Ann: referred: false
Bob: referred: true
1 order without a coupon, of Bob
tea is in 2 orders
ordered products: 3
tea is in 0 orders; 1 order deleted
the coupon is stored in 16 bytes: 00112233445566778899AABBCCDDEEFF
`
		if b.String() != want {
			t.Errorf("got\n%swant\n%s", &b, want)
		}
	}
	if err := db.AutoMigrate(&Customer{}); err != nil {
		t.Fatal(err)
	}
	if err := run(&strings.Builder{}, db); err == nil || !db.Migrator().HasTable(&Customer{}) {
		t.Errorf("a table that was there: got error %v, and it stays: %t", err, db.Migrator().HasTable(&Customer{}))
	}
}

func TestFlags(t *testing.T) { program.TestFlags(t, main) }
