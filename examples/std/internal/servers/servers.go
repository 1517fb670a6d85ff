// Package servers tells the tests where the servers are:
//
//	go -C integration run ./stores/up
//
// starts them, and prints the variables that name them. Without such a variable a test is skipped, and where CI=true
// it fails.
package servers

import (
	"crypto/rand"
	"database/sql"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
)

// Postgres returns the URL of a new PostgreSQL database, which is dropped when the test ends.
func Postgres(t *testing.T) string {
	u, err := url.Parse(address(t, "UUIDKIT_POSTGRES"))
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + database(t, "pgx", u.String(), " WITH (FORCE)")
	return u.String()
}

// MariaDB returns the DSN of a new MariaDB or MySQL database, which is dropped when the test ends.
func MariaDB(t *testing.T) string {
	config, err := mysql.ParseDSN(address(t, "UUIDKIT_MYSQL"))
	if err != nil {
		t.Fatal(err)
	}
	config.DBName = database(t, "mysql", config.FormatDSN(), "")
	return config.FormatDSN()
}

func address(t *testing.T, variable string) string {
	found := os.Getenv(variable)
	if found == "" && os.Getenv("CI") == "true" {
		t.Fatalf("%s is not set", variable)
	}
	if found == "" {
		t.Skipf("%s is not set: go -C integration run ./stores/up starts servers", variable)
	}
	return found
}

func database(t *testing.T, driver, server, force string) string {
	db, err := sql.Open(driver, server)
	if err != nil {
		t.Fatal(err)
	}
	name := "uuidkit_std_" + strings.ToLower(rand.Text())
	if _, err := db.Exec("CREATE DATABASE " + name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := db.Exec("DROP DATABASE " + name + force); err != nil {
			t.Error(err)
		}
		db.Close()
	})
	return name
}
