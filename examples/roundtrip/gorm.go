package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	"gorm.io/gorm/schema"

	"github.com/uuidkit/uuidkit/gormtype"
)

// An Account has its ID in the database's native form: uuid, BINARY(16), BLOB.
type Account struct {
	ID gormtype.UUID `gorm:"primaryKey"`
}

// A TextAccount has it as text.
type TextAccount struct {
	ID gormtype.Text `gorm:"primaryKey"`
}

// A database is one that GORM talks to.
type database struct {
	open    func() gorm.Dialector
	inspect string // the query for the form and the bytes in table %[1]s
}

func gormSQLiteStores[T ~[16]byte]() []store[T] {
	db := database{func() gorm.Dialector {
		// The driver's name: without it GORM takes "sqlite3", which needs cgo.
		return sqlite.New(sqlite.Config{DriverName: "sqlite", DSN: ":memory:"})
	}, `SELECT typeof(id), hex(id) FROM %[1]s`}
	return []store[T]{
		{"GORM, SQLite BLOB", "gormtype.UUID(id)", binary("blob"), at(db, throughAccount[T]),
			gormProbe[T, gormtype.UUID](db, "BLOB", "x'%x'"), gormProbe[T, T](db, "BLOB", "x'%x'")},
		{"GORM, SQLite TEXT", "gormtype.Text(id)", text("text"), at(db, throughTextAccount[T]),
			gormProbe[T, gormtype.Text](db, "TEXT", "'%s'"), gormProbe[T, T](db, "TEXT", "'%s'")},
	}
}

func gormPostgresStores[T ~[16]byte](url string) []store[T] {
	db := database{func() gorm.Dialector { return postgres.Open(url) }, inspectPostgres}
	return []store[T]{
		{"GORM, PostgreSQL", "gormtype.UUID(id)", binary("uuid"), at(db, throughAccount[T]),
			gormProbe[T, gormtype.UUID](db, "uuid", "'%s'"), gormProbe[T, T](db, "uuid", "'%s'")},
	}
}

func gormMySQLStores[T ~[16]byte](product, dsn string) []store[T] {
	db := database{func() gorm.Dialector { return mysql.Open(dsn) }, inspectMySQL}
	return []store[T]{
		{"GORM, " + product + " BINARY(16)", "gormtype.UUID(id)", binary("binary(16)"), at(db, throughAccount[T]),
			gormProbe[T, gormtype.UUID](db, "BINARY(16)", "x'%x'"), gormProbe[T, T](db, "BINARY(16)", "x'%x'")},
		{"GORM, " + product + " CHAR(36)", "gormtype.Text(id)", text("char(36)"), at(db, throughTextAccount[T]),
			gormProbe[T, gormtype.Text](db, "CHAR(36)", "'%s'"), gormProbe[T, T](db, "CHAR(36)", "'%s'")},
	}
}

// throughAccount converts between T and the type of the field.
func throughAccount[T ~[16]byte](ctx context.Context, d database, id T, back *T) (held, error) {
	return d.with(ctx, &Account{}, func(db *gorm.DB) error {
		if err := db.Create(&Account{ID: gormtype.UUID(id)}).Error; err != nil {
			return err
		}
		var got Account
		err := db.First(&got, "id = ?", gormtype.UUID(id)).Error
		*back = T(got.ID)
		return err
	})
}

// throughTextAccount is the same for the other type.
func throughTextAccount[T ~[16]byte](ctx context.Context, d database, id T, back *T) (held, error) {
	return d.with(ctx, &TextAccount{}, func(db *gorm.DB) error {
		if err := db.Create(&TextAccount{ID: gormtype.Text(id)}).Error; err != nil {
			return err
		}
		var got TextAccount
		err := db.First(&got, "id = ?", gormtype.Text(id)).Error
		*back = T(got.ID)
		return err
	})
}

// connect opens the database.
func (d database) connect() (*gorm.DB, *sql.DB, error) {
	db, err := gorm.Open(d.open(), &gorm.Config{
		NamingStrategy: schema.NamingStrategy{TablePrefix: newName() + "_"},
		Logger:         logger.Discard,
	})
	if err != nil {
		return nil, nil, err
	}
	pool, err := db.DB()
	if err != nil {
		return nil, nil, err
	}
	pool.SetMaxOpenConns(1) // each connection to :memory: has a memory of its own
	return db, pool, nil
}

// with opens the database, makes the model's table for f, returns what is in
// it then, and drops it.
func (d database) with(ctx context.Context, model any, f func(*gorm.DB) error) (h held, err error) {
	db, pool, err := d.connect()
	if err != nil {
		return held{}, err
	}
	defer pool.Close()

	// Not with ctx: the table must go even if the time is over.
	defer func() { err = errors.Join(err, db.Migrator().DropTable(model)) }()
	db = db.WithContext(ctx)
	if err := db.AutoMigrate(model); err != nil {
		return held{}, err
	}
	if err := f(db); err != nil {
		return held{}, err
	}
	stmt := &gorm.Statement{DB: db}
	if err := stmt.Parse(model); err != nil {
		return held{}, err
	}
	return scanHeld(db.Raw(fmt.Sprintf(d.inspect, stmt.Table)).Row())
}
