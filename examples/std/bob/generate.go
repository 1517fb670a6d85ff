//go:build ignore

// Bob reads the schema from a database. Generate makes an empty one in the server UUIDKIT_POSTGRES, and one of SQLite in
// a file, runs bob's generators, and removes both.
package main

import (
	"crypto/rand"
	"database/sql"
	"errors"
	"log"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	_ "modernc.org/sqlite"             // the driver "sqlite"
)

const version = "v0.41.1"

func main() {
	if err := errors.Join(fromPostgres(), fromSQLite()); err != nil {
		log.Fatal(err)
	}
}

func fromPostgres() (err error) {
	u, err := url.Parse(os.Getenv("UUIDKIT_POSTGRES"))
	if err != nil || u.Host == "" {
		return errors.Join(errors.New("UUIDKIT_POSTGRES is no URL like postgres://user:password@host:5432/database"), err)
	}
	db, err := sql.Open("pgx", u.String())
	if err != nil {
		return err
	}
	defer db.Close()
	name := "uuidkit_bob_" + strings.ToLower(rand.Text())
	if _, err := db.Exec("CREATE DATABASE " + name); err != nil {
		return err
	}
	defer func() {
		_, dropErr := db.Exec("DROP DATABASE " + name + " WITH (FORCE)")
		err = errors.Join(err, dropErr)
	}()
	u.Path = "/" + name
	return generate("pgx", u.String(), "postgres", "bobgen-psql", "PSQL_DSN")
}

func fromSQLite() error {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	return generate("sqlite", filepath.Join(dir, "db.sqlite"), "sqlite", "bobgen-sqlite", "SQLITE_DSN")
}

// generate runs a generator in a folder, for a database that gets the folder's schema.
func generate(driver, dsn, folder, generator, variable string) error {
	schema, err := os.ReadFile(filepath.Join(folder, "schema.sql"))
	if err != nil {
		return err
	}
	db, err := sql.Open(driver, dsn)
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.Exec(string(schema)); err != nil {
		return err
	}
	cmd := exec.Command("go", "run", "github.com/stephenafamo/bob/gen/"+generator+"@"+version)
	cmd.Dir, cmd.Env = folder, append(os.Environ(), variable+"="+dsn, "CGO_ENABLED=0") // its parser takes minutes to compile in C
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}
