// Package boot prepares the programs of the ferry line.
package boot

import (
	"context"
	"database/sql"
	"fmt"
	"log"

	"github.com/fxamacker/cbor/v2"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/sqlx"
	kit "github.com/uuidkit/uuidkit/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"gorm.io/gorm"
)

type Ship struct {
	ID   uuid.UUID `gorm:"type:binary(16)"`
	Name string
}

func registry() *bson.Registry {
	reg := bson.NewRegistry()
	bsonx.Register[uuid.UUID](reg) // WRONG(uuidregister): the error is dropped
	return reg
}

func registryRight() (*bson.Registry, error) {
	reg := bson.NewRegistry()
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		return nil, err
	}
	return reg, nil
}

func tags() cbor.TagSet {
	set := cbor.NewTagSet()
	_ = cborx.Register[gofrs.UUID](set) // WRONG(uuidregister): the error is dropped
	return set
}

func tagsRight() (cbor.TagSet, error) {
	set := cbor.NewTagSet()
	return set, cborx.Register[gofrs.UUID](set)
}

func modes() (cbor.EncMode, cbor.DecMode) {
	enc, dec, _ := cborx.Modes[uuid.UUID](cbor.EncOptions{Sort: cbor.SortCanonical}, cbor.DecOptions{}) // WRONG(uuidregister): the error is dropped
	return enc, dec
}

func modesRight() (cbor.EncMode, cbor.DecMode, error) {
	return cborx.Modes[uuid.UUID](cbor.EncOptions{Sort: cbor.SortCanonical}, cbor.DecOptions{})
}

func packs() {
	if err := msgpackx.Register[gofrs.UUID](msgpackx.Text); err != nil { // WRONG(uuidregister): logs and goes on
		log.Println("msgpack:", err)
	}
}

func packsRight() {
	if err := msgpackx.Register[gofrs.UUID](msgpackx.Text); err != nil {
		log.Fatalln("msgpack:", err)
	}
}

func gormDB(dial gorm.Dialector) (*gorm.DB, error) {
	db, err := gorm.Open(dial, &gorm.Config{})
	if err != nil {
		return nil, err
	}
	db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID]())) // WRONG(uuidregister): the error is dropped
	return db, nil
}

func gormDBRight(dial gorm.Dialector) (*gorm.DB, error) {
	db, err := gorm.Open(dial, &gorm.Config{})
	if err != nil {
		return nil, err
	}
	return db, db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID]()))
}

func check(db *gorm.DB) {
	err := gormtype.Check(db, &Ship{}) // WRONG(uuidregister): logs and goes on
	if err != nil {
		fmt.Println("models:", err)
	}
	db.AutoMigrate(&Ship{})
}

func checkRight(db *gorm.DB) error {
	err := gormtype.Check(db, &Ship{})
	if err != nil {
		return fmt.Errorf("models: %w", err)
	}
	return db.AutoMigrate(&Ship{})
}

func open(dsn string) (*sql.DB, error) {
	sqlx.RegisterDriver[sqlx.Binary]("sqlite+ids", "sqlite", sqlx.Native[uuid.UUID]()) // WRONG(uuidregister): the error is dropped
	return sql.Open("sqlite+ids", dsn)
}

func openRight(dsn string) (*sql.DB, error) {
	if err := sqlx.RegisterDriver[sqlx.Binary]("sqlite+bytes", "sqlite", sqlx.Native[uuid.UUID]()); err != nil {
		return nil, err
	}
	return sql.Open("sqlite+bytes", dsn)
}

func warm(ctx context.Context, pool *pgxpool.Pool) error {
	c, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer c.Release()
	pgxtype.Register[uuid.UUID](c.Conn().TypeMap()) // WRONG(uuidregister): only this connection
	return c.Ping(ctx)
}

func warmRight(ctx context.Context, cfg *pgxpool.Config) (*pgxpool.Pool, error) {
	cfg.AfterConnect = func(ctx context.Context, c *pgx.Conn) error {
		pgxtype.Register[uuid.UUID](c.TypeMap())
		return c.Ping(ctx)
	}
	return pgxpool.NewWithConfig(ctx, cfg)
}

func each(ctx context.Context, pool *pgxpool.Pool) error {
	return pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error {
		m := c.Conn().TypeMap()
		pgxtype.Register[gofrs.UUID](m) // WRONG(uuidregister): only this connection
		return nil
	})
}

func eachRight(ctx context.Context, url string) (*pgx.Conn, error) {
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, err
	}
	m := c.TypeMap()
	pgxtype.Register[gofrs.UUID](m)
	return c, nil
}

type nullID struct {
	UUID  uuid.UUID
	Valid bool
}

func nulls(reg *bson.Registry) {
	if err := bsonx.RegisterNull[nullID](reg); err != nil { // WRONG(uuidregister): logs and goes on
		log.Print(err)
	}
}

func nullsRight(reg *bson.Registry) {
	if err := bsonx.RegisterNull[nullID](reg); err != nil {
		log.Panic(err)
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func viaMust(reg *bson.Registry) { must(bsonx.Register[kit.UUID](reg)) }

func retry(reg *bson.Registry) (err error) {
	if err = bsonx.Register[uuid.UUID](reg); err != nil {
		log.Print("any is taken: ", err)
		err = bsonx.Register[uuid.UUID](reg, bsonx.KeepAny)
	}
	return err
}

func registered(ctx context.Context, pool *pgxpool.Pool) (ok bool, err error) {
	err = pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error {
		ok = pgxtype.Registered[uuid.UUID](c.Conn().TypeMap())
		return nil
	})
	return ok, err
}

var _ = []any{registry, registryRight, tags, tagsRight, modes, modesRight, packs, packsRight, gormDB, gormDBRight, check, checkRight, open, openRight, warm, warmRight, each, eachRight, nulls, nullsRight, viaMust, retry, registered}
