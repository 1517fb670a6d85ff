package uuidregister

import (
	"context"
	"errors"
	"log"
	"log/slog"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/pgxtype"
	"go.mongodb.org/mongo-driver/v2/bson"
	"gorm.io/gorm"
)

func register(reg *bson.Registry, db *gorm.DB) error {
	bsonx.Register[uuid.UUID](reg)                                          // want `the error of Register is dropped: after it nothing is registered`
	_ = bsonx.Register[uuid.UUID](reg)                                      // want `dropped`
	db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID]())) // want `the error of Use is dropped`
	db.Use(nil)
	err := bsonx.Register[uuid.UUID](reg)
	if err != nil {
		return err
	}
	return bsonx.Register[uuid.UUID](reg)
}

type account struct{ ID uuid.UUID }

func logged(reg *bson.Registry, db *gorm.DB, strict bool) error {
	if err := bsonx.Register[uuid.UUID](reg); err != nil { // want `the error of Register is logged, and the program goes on: after it nothing is registered`
		log.Printf("register: %v", err)
	}
	err := bsonx.Register[uuid.UUID](reg) // want `the error of Register is logged`
	if err != nil {
		slog.Error("register", "err", err)
	}
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		log.Fatal(err)
	}
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		log.Println(err)
		if strict {
			return err
		}
	}
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		log.Println(err)
		return nil
	}
	if err := gormtype.Check(db, &account{}); err != nil { // want `the error of Check is logged`
		log.Println(err)
	}
	return db.AutoMigrate(&account{})
}

// warned has no tables to make.
func warned(db *gorm.DB) {
	if err := gormtype.Check(db, &account{}); err != nil {
		log.Println(err)
	}
}

func collected(reg *bson.Registry) error {
	var errs []error
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

func pool(ctx context.Context, p *pgxpool.Pool, conn *pgx.Conn) {
	p.AcquireFunc(ctx, func(c *pgxpool.Conn) error {
		pgxtype.Register[uuid.UUID](c.Conn().TypeMap()) // want `this is the type map of one connection of the pool`
		return nil
	})
	c, _ := p.Acquire(ctx)
	pgxtype.Register[uuid.UUID](c.Conn().TypeMap()) // want `one connection of the pool`
	pgxtype.Register[uuid.UUID](conn.TypeMap())
	own := c.Hijack()
	pgxtype.Register[uuid.UUID](own.TypeMap())
}

// flagged remembers that nothing is registered.
func flagged(reg *bson.Registry) bool {
	registered := true
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		log.Println(err)
		registered = false
	}
	return registered
}

func handled(reg *bson.Registry, fallback func()) {
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		log.Println(err)
		fallback()
	}
}

func overwritten(reg *bson.Registry) (err error) {
	err = bsonx.Register[uuid.UUID](reg) // want `the error of Register is dropped`
	if err = bsonx.Register[uuid.UUID](reg); err == nil {
		err = bsonx.Register[uuid.UUID](reg)
	}
	return err
}

func plugin() gorm.Plugin { return gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID]()) }

func use(db *gorm.DB, other gorm.Plugin) {
	go db.Use(plugin()) // want `the error of Use is dropped`
	db.Use(other)
}
