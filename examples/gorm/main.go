/*
Gorm shows a GORM model with UUIDs, the SQL that GORM runs for it, and what the
database stores. Then it deletes one row of a thousand by its id, as programs do
today and with package gormtype.

	go run ./gorm
	go run ./gorm -postgres URL
	go run ./gorm -mysql DSN

The first form needs no server: its database is SQLite, in memory. It is on
MariaDB that the delete takes other rows too.
*/
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"time"

	driver "github.com/go-sql-driver/mysql"
	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	"gorm.io/gorm/schema"
	_ "modernc.org/sqlite" // the driver "sqlite", without cgo

	"github.com/uuidkit/uuidkit/examples/internal/address"
	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/uuid"
)

// A Team has an ID of version 7, made when it is created, and the times of
// gorm.Model.
type Team struct {
	gormtype.Model
	Name    string
	Players []Player
}

// A Player has a reference, which may be NULL, in the same form as the key.
type Player struct {
	gormtype.Key[gormtype.UUID]
	Name   string
	TeamID *gormtype.UUID
}

const usage = `Usage: gorm [-postgres URL | -mysql DSN]

Gorm shows a GORM model with UUIDs, the SQL that GORM runs for it, and what the
database stores. Then it deletes one row of a thousand by its id, as programs do
today and with package gormtype. It makes tables of its own and drops them.

Without flags it needs no server: its database is SQLite, in memory. It is on
MariaDB that the delete takes other rows too.

`

func main() {
	err := run(os.Args[1:], os.Stdout)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gorm:", err)
		os.Exit(1)
	}
}

func run(args []string, w io.Writer) error {
	flags := flag.NewFlagSet("gorm", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main prints the error
	pg := flags.String("postgres", "", address.Postgres.Usage())
	my := flags.String("mysql", "", address.MySQL.Usage())
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(w, usage)
		flags.SetOutput(w)
		flags.PrintDefaults()
		return err
	case err == nil && flags.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case err == nil && *pg != "" && *my != "":
		err = errors.New("-postgres and -mysql: one of them only")
	case err == nil:
		err = errors.Join(address.Postgres.Check(*pg), address.MySQL.Check(*my))
	}
	if err != nil {
		return fmt.Errorf("%w (-h explains)", err)
	}
	var kind address.Kind // none of SQLite
	d := database{sqlite.New(sqlite.Config{DriverName: "sqlite", DSN: ":memory:"}), "blob", "concat(typeof(id), ' ', hex(id))", ""}
	switch {
	case *pg != "":
		kind = address.Postgres
		d = database{postgres.Open(*pg), "uuid", "concat(pg_typeof(id), ' ', encode(uuid_send(id), 'hex'))", ""}
	case *my != "":
		kind = address.MySQL
		cfg, err := driver.ParseDSN(*my)
		if err != nil {
			return kind.Explain(err, 0)
		}
		cfg.ParseTime = true // for the times of gorm.Model
		d = database{mysql.Open(cfg.FormatDSN()), "binary(16)", "concat(length(id), ' bytes ', hex(id))", ""}
	}
	d.prefix = fmt.Sprintf("example%d_", rand.N(1_000_000))
	if kind != "" {
		if err := d.ping(); err != nil {
			return kind.Explain(err, 0)
		}
	}
	if err := models(w, d); err != nil {
		return err
	}
	return deletes(w, d)
}

// A database is one that GORM talks to.
type database struct {
	dialector gorm.Dialector
	column    string // the type of a column for UUIDs
	stored    string // an expression for what it holds
	prefix    string // of our tables
}

// ping reports whether the server answers.
func (d database) ping() error {
	db, err := d.open(io.Discard)
	if err != nil {
		return err
	}
	conns, err := db.DB()
	if err != nil {
		return err
	}
	return errors.Join(conns.Ping(), conns.Close())
}

// open opens the database with a log that a person can read, or none.
func (d database) open(w io.Writer) (*gorm.DB, error) {
	db, err := gorm.Open(d.dialector, &gorm.Config{
		Logger:         log{logger.Discard, w},
		NamingStrategy: schema.NamingStrategy{TablePrefix: d.prefix},
	})
	if err != nil {
		return nil, err
	}
	conns, err := db.DB()
	if err == nil {
		conns.SetMaxOpenConns(1) // each connection to :memory: has a memory of its own
	}
	return db, err
}

// models is what most programs need to know of package gormtype.
func models(w io.Writer, d database) (err error) {
	db, err := d.open(w)
	if err != nil {
		return err
	}
	defer closed(db)
	defer func() { err = errors.Join(err, db.Migrator().DropTable(&Player{}, &Team{})) }()
	fmt.Fprintln(w, "AutoMigrate makes the database's own columns:")
	if err := db.AutoMigrate(&Team{}, &Player{}); err != nil {
		return err
	}

	fmt.Fprintln(w, "\nCreate makes the keys (GORM logs the team last, and inserts it first):")
	team := Team{Name: "Gophers", Players: []Player{{Name: "Ann"}, {Name: "Bob"}}}
	if err := db.Create(&team).Error; err != nil {
		return err
	}

	fmt.Fprintln(w, "\nFirst takes an id of any UUID type, converted:")
	id := uuid.UUID(team.ID)
	var found Team
	if err := db.Preload("Players").First(&found, gormtype.UUID(id)).Error; err != nil {
		return err
	}
	fmt.Fprintf(w, "found %s with %d players\n", found.Name, len(found.Players))

	var stored string
	if err := db.Raw("SELECT " + d.stored + " FROM " + d.prefix + "teams").Scan(&stored).Error; err != nil {
		return err
	}
	fmt.Fprintf(w, "%s is stored as %s\n", id, stored)
	return nil
}

// rows is the number of rows in which deletes looks for one.
const rows = 1000

// deletes deletes one row by its id alone.
func deletes(w io.Writer, d database) error {
	fmt.Fprintf(w, "\ndb.Delete(&Row{}, id), one row of %d:\n", rows)
	var own any = &struct{ ID gormtype.UUID }{}
	var plain any
	switch d.column {
	case "uuid":
		plain = &struct {
			ID [16]byte `gorm:"type:uuid"`
		}{}
	case "blob":
		plain = &struct {
			ID [16]byte `gorm:"type:blob"`
		}{}
	default:
		plain = &struct {
			ID [16]byte `gorm:"type:binary(16)"`
		}{}
	}
	id := uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")
	return errors.Join(
		// The standard library's uuid.UUID and datatypes.BinUUID do as this one:
		// GORM takes them for lists of numbers.
		deleteOne(w, d, "[16]byte", nil, plain, id, [16]byte(id)),
		deleteOne(w, d, "[16]byte and the plugin", gormtype.NewPlugin[gormtype.UUID](gormtype.Native[[16]byte]()), plain, id, [16]byte(id)),
		deleteOne(w, d, "gormtype.UUID", nil, own, id, gormtype.UUID(id)),
	)
}

// deleteOne makes a table of rows, with the id among them, and deletes that as
// the type that arg has.
func deleteOne(w io.Writer, d database, name string, plugin gorm.Plugin, row any, id uuid.UUID, arg any) (err error) {
	db, err := d.open(io.Discard)
	if err != nil {
		return err
	}
	defer closed(db)
	if plugin != nil {
		if err := db.Use(plugin); err != nil {
			return err
		}
	}
	table := d.prefix + "rows"
	if err := db.Exec("CREATE TABLE " + table + " (id " + d.column + " PRIMARY KEY)").Error; err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Exec("DROP TABLE "+table).Error) }()
	random := rand.New(rand.NewPCG(1, 2)) // the same rows in every run
	ids := []struct{ ID gormtype.UUID }{{gormtype.UUID(id)}}
	for len(ids) < rows {
		ids = append(ids, struct{ ID gormtype.UUID }{gormtype.UUID(uuid.FromUint128(random.Uint64(), random.Uint64()))})
	}
	if err := db.Table(table).Create(ids).Error; err != nil {
		return err
	}

	tx := db.Table(table).Delete(row, arg)
	fmt.Fprintf(w, "%-30s deleted %3d, error %v\n", name, tx.RowsAffected, tx.Error)
	return nil
}

func closed(db *gorm.DB) {
	if conns, err := db.DB(); err == nil {
		conns.Close()
	}
}

// log prints each statement.
type log struct {
	logger.Interface
	w io.Writer
}

// LogMode implements logger.Interface.
func (l log) LogMode(logger.LogLevel) logger.Interface { return l }

// Trace implements logger.Interface.
func (l log) Trace(_ context.Context, _ time.Time, statement func() (string, int64), _ error) {
	sql, _ := statement()
	fmt.Fprintln(l.w, "  "+sql)
}
