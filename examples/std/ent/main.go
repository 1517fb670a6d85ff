/*
Ent stores UUIDs of Go's standard library with ent: as uuid in PostgreSQL, and as 16 bytes in MySQL, MariaDB and SQLite.

	go run ./ent
	go run ./ent -postgres URL
	go run ./ent -mysql DSN

The first form needs no server: its database is SQLite, in memory. After a change of ent/schema, run go generate ./ent.

The generator reads the schema with golang.org/x/tools, and ent 0.14.5 has a version of that which does not read Go 1.27's
packages. So add the generator to your module, with a newer one:

	go get -tool entgo.io/ent/cmd/ent@v0.14.5
	go get golang.org/x/tools@v0.52.0
*/
package main

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"uuid"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/go-sql-driver/mysql"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	"modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/examples/std/ent/ent"
	"github.com/uuidkit/uuidkit/examples/std/ent/ent/pet"
	"github.com/uuidkit/uuidkit/examples/std/ent/entid"
	"github.com/uuidkit/uuidkit/sqlx"
)

//go:generate go tool ent generate ./ent/schema

func main() {
	url := flag.String("postgres", "", "PostgreSQL `URL`, like postgres://user:password@host:5432/database")
	dsn := flag.String("mysql", "", "MySQL or MariaDB `DSN`, like user:password@tcp(host:3306)/database")
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	var driver *entsql.Driver
	var err error
	switch {
	case *url != "":
		driver, err = openPostgres(*url)
	case *dsn != "":
		driver, err = openMySQL(*dsn)
	default:
		driver, err = openSQLite()
	}
	if err == nil {
		defer driver.Close()
		err = run(context.Background(), os.Stdout, driver)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// openPostgres needs no connector: the columns are uuid.
func openPostgres(url string) (*entsql.Driver, error) {
	db, err := sql.Open("pgx", url)
	if err != nil {
		return nil, err
	}
	return entsql.OpenDB(dialect.Postgres, db), nil
}

// openMySQL has a connector that sends every entid.ID as 16 bytes.
func openMySQL(dsn string) (*entsql.Driver, error) {
	config, err := mysql.ParseDSN(dsn)
	if err != nil {
		return nil, err
	}
	base, err := mysql.NewConnector(config)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[entid.ID]()))
	return entsql.OpenDB(dialect.MySQL, db), nil
}

// openSQLite has the same connector.
func openSQLite() (*entsql.Driver, error) {
	base, err := sqlite.NewConnector("file::memory:?_pragma=foreign_keys(1)")
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[entid.ID]()))
	db.SetMaxOpenConns(1) // each connection to :memory: has a memory of its own
	return entsql.OpenDB(dialect.SQLite, db), nil
}

// run has the same code for every database, in one function, to be read from top to bottom. It drops its tables, and ends if they were there before.
func run(ctx context.Context, w io.Writer, driver *entsql.Driver) (err error) {
	tables := []string{"uuidkit_users", "uuidkit_pets"}
	for _, table := range tables {
		if _, err := driver.DB().ExecContext(ctx, "SELECT 1 FROM "+table+" WHERE 1 = 0"); err == nil {
			return fmt.Errorf("the database has a table %s already", table)
		}
	}
	client := ent.NewClient(ent.Driver(driver))
	if err := client.Schema.Create(ctx); err != nil {
		return err
	}
	for _, table := range tables { // in the order of the defers
		defer func() {
			_, dropErr := driver.DB().ExecContext(ctx, "DROP TABLE "+table)
			err = errors.Join(err, dropErr)
		}()
	}

	chip := uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")
	ann, err := client.User.Create().SetName("Ann").Save(ctx) // with an id of version 7
	if err != nil {
		return err
	}
	cat, err := client.Pet.Create().SetName("cat").SetOwner(ann).SetChip(&chip).Save(ctx)
	if err != nil {
		return err
	}
	dog, err := client.Pet.Create().SetName("dog").Save(ctx) // without an owner and a chip
	if err != nil {
		return err
	}

	found, err := client.Pet.Query().Where(pet.Chip(&chip)).WithOwner().Only(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "the %s with the chip %s belongs to %s\n", found.Name, found.Chip, found.Edges.Owner.Name)

	both, err := client.Pet.Query().Where(pet.IDIn(cat.ID, dog.ID)).Order(pet.ByID()).All(ctx)
	if err != nil {
		return err
	}
	for _, p := range both {
		fmt.Fprintf(w, "%s: has an owner: %t, has a chip: %t\n", p.Name, p.OwnerID != nil, p.Chip != nil)
	}
	known := uuid.UUID(cat.ID) // from somewhere else in the program
	if _, err := client.Pet.Get(ctx, entid.ID(known)); err != nil {
		return err
	}

	stored := map[string]string{
		dialect.Postgres: "concat(pg_typeof(chip), ' ', encode(uuid_send(chip), 'hex'))",
		dialect.MySQL:    "concat(length(chip), ' bytes ', lower(hex(chip)))",
		dialect.SQLite:   "typeof(chip) || ' ' || lower(hex(chip))",
	}[driver.Dialect()]
	var text string
	if err := driver.DB().QueryRowContext(ctx, "SELECT "+stored+" FROM uuidkit_pets WHERE name = 'cat'").Scan(&text); err != nil {
		return err
	}
	fmt.Fprintln(w, "the database has", text)
	return nil
}
