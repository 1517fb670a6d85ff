// Package gorm has the signatures of GORM that the tests need.
package gorm

import (
	"context"
	"time"
)

type DB struct{ Error error }

type Model struct {
	ID        uint `gorm:"primarykey"`
	CreatedAt time.Time
}

func (db *DB) Model(value any) *DB                      { return db }
func (db *DB) Table(name string) *DB                    { return db }
func (db *DB) Joins(query string, args ...any) *DB      { return db }
func (db *DB) WithContext(ctx context.Context) *DB      { return db }
func (db *DB) Where(query any, args ...any) *DB         { return db }
func (db *DB) Not(query any, args ...any) *DB           { return db }
func (db *DB) Or(query any, args ...any) *DB            { return db }
func (db *DB) Preload(query string, args ...any) *DB    { return db }
func (db *DB) First(dest any, conds ...any) *DB         { return db }
func (db *DB) Take(dest any, conds ...any) *DB          { return db }
func (db *DB) Find(dest any, conds ...any) *DB          { return db }
func (db *DB) Delete(value any, conds ...any) *DB       { return db }
func (db *DB) Updates(values any) *DB                   { return db }
func (db *DB) Create(value any) *DB                     { return db }
func (db *DB) FirstOrCreate(dest any, conds ...any) *DB { return db }
func (db *DB) FirstOrInit(dest any, conds ...any) *DB   { return db }
func (db *DB) Association(column string) *Association   { return nil }

type Association struct{}

func (*Association) Find(out any, conds ...any) error { return nil }

type ChainInterface[T any] interface {
	Where(query any, args ...any) ChainInterface[T]
	Delete(ctx context.Context) (int, error)
}

type Interface[T any] interface {
	ChainInterface[T]
}

func G[T any](db *DB) Interface[T] { return nil }

type (
	Dialector interface{}
	Option    interface{}
	Plugin    interface{}
)

func Open(dialector Dialector, opts ...Option) (*DB, error) { return nil, nil }
func (db *DB) Use(plugin Plugin) error                      { return nil }
func (db *DB) Raw(sql string, values ...any) *DB            { return db }
func (db *DB) Exec(sql string, values ...any) *DB           { return db }

func (*DB) AutoMigrate(models ...any) error { return nil }
