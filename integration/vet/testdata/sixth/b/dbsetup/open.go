// Package dbsetup opens the databases of the service.
package dbsetup

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"gorm.io/driver/mysql"
	"gorm.io/gorm"
	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/sqlx"
)

type Parcel struct {
	ID     uuid.UUID `gorm:"type:binary(16);primaryKey"`
	Sender uuid.UUID `gorm:"type:binary(16)"`
}

func plugin() gorm.Plugin {
	return gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID]())
}

func Gorm(dsn string) (*gorm.DB, error) {
	db, err := gorm.Open(mysql.Open(dsn), &gorm.Config{})
	if err != nil {
		return nil, err
	}
	db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID]())) // WRONG(uuidregister): the plugin may be missing
	return db, db.AutoMigrate(&Parcel{})
}

func GormRight(dsn string) (*gorm.DB, error) {
	db, err := gorm.Open(mysql.Open(dsn), &gorm.Config{})
	if err != nil {
		return nil, err
	}
	if err := db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID]())); err != nil {
		return nil, err
	}
	return db, db.AutoMigrate(&Parcel{})
}

func migrate(db *gorm.DB) error {
	if err := gormtype.Check(db, &Parcel{}); err != nil { // WRONG(uuidregister): goes on with a model that does not fit
		slog.Warn("models do not fit", "err", err) // WRONG-ALSO(uuidregister)
	}
	return db.AutoMigrate(&Parcel{})
}

func migrateRight(db *gorm.DB) error {
	if err := gormtype.Check(db, &Parcel{}); err != nil {
		slog.Warn("models do not fit", "err", err)
		return err
	}
	return db.AutoMigrate(&Parcel{})
}

func SQLite(file string) (*sql.DB, error) {
	err := sqlx.RegisterDriver[sqlx.Binary]("sqlite+uuid", "sqlite", sqlx.Native[uuid.UUID]()) // WRONG(uuidregister): overwritten by sql.Open's
	db, err := sql.Open("sqlite+uuid", file)
	if err != nil {
		return nil, err
	}
	return db, db.Ping()
}

func SQLiteRight(file string) (*sql.DB, error) {
	err := sqlx.RegisterDriver[sqlx.Binary]("sqlite+uuid", "sqlite", sqlx.Native[uuid.UUID]())
	if err != nil {
		return nil, fmt.Errorf("driver: %w", err)
	}
	db, err := sql.Open("sqlite+uuid", file)
	if err != nil {
		return nil, err
	}
	return db, db.Ping()
}

func Pool(ctx context.Context, url string) (*pgxpool.Pool, error) {
	pool, err := pgxpool.New(ctx, url)
	if err != nil {
		return nil, err
	}
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Release()
	pgxtype.Register[uuid.UUID](conn.Conn().TypeMap()) // WRONG(uuidregister): only this connection of the pool
	return pool, nil
}

func PoolRight(ctx context.Context, url string) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		pgxtype.Register[uuid.UUID](conn.TypeMap())
		return nil
	}
	return pgxpool.NewWithConfig(ctx, config)
}

// Conn is one connection, without a pool.
func Conn(ctx context.Context, url string) (*pgx.Conn, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, err
	}
	pgxtype.Register[uuid.UUID](conn.TypeMap())
	return conn, nil
}

// Verify reports a pool that does not know the type.
func Verify(ctx context.Context, pool *pgxpool.Pool) error {
	return pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error {
		if !pgxtype.Registered[uuid.UUID](c.Conn().TypeMap()) {
			return fmt.Errorf("%s: uuid.UUID is not registered", pool.Config().ConnConfig.Host)
		}
		return nil
	})
}

// Reports is a second GORM database, read only.
func Reports(dsn string) (db *gorm.DB, err error) {
	if db, err = gorm.Open(mysql.Open(dsn), &gorm.Config{}); err != nil {
		return nil, err
	}
	if err = db.Use(plugin()); err == nil {
		err = migrateRight(db)
	}
	return db, err
}

// Other steps of the old start-up.
func Old(db *gorm.DB) error { return migrate(db) }
