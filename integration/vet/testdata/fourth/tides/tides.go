// Package tides builds its queries for SQLite with two builders.
package tides

import (
	"database/sql"

	sq "github.com/Masterminds/squirrel"
	"github.com/doug-martin/goqu/v9"
	"github.com/google/uuid"
	uuidsql "github.com/uuidkit/uuidkit/sqlx"
	"modernc.org/sqlite"
)

type Tides struct {
	db *sql.DB
	g  *goqu.Database
}

func Open(file string) (*Tides, error) {
	base, err := sqlite.NewConnector(file)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(uuidsql.NewConnector[uuidsql.Binary](base, uuidsql.Native[uuid.UUID]()))
	return &Tides{db: db, g: goqu.New("sqlite3", db)}, nil
}

func (t *Tides) level(gauge uuid.UUID) (v float64, err error) {
	err = sq.Select("level").From("gauge").Where(sq.Eq{"id": gauge}).RunWith(t.db).QueryRow().Scan(&v) // WRONG(uuidconnector): squirrel's Eq sends text
	return v, err
}

func (t *Tides) levelRight(gauge uuid.UUID) (v float64, err error) {
	err = sq.Select("level").From("gauge").Where(sq.Eq{"id": uuidsql.Binary(gauge)}).RunWith(t.db).QueryRow().Scan(&v)
	return v, err
}

func (t *Tides) after(gauge uuid.UUID) (*sql.Rows, error) {
	b := sq.Select("id", "level").From("gauge")
	b = b.Where(sq.Gt{"id": gauge}) // WRONG(uuidconnector): squirrel's Gt sends text
	return b.Limit(20).RunWith(t.db).Query()
}

func (t *Tides) afterRight(gauge uuid.UUID) (*sql.Rows, error) {
	b := sq.Select("id", "level").From("gauge")
	b = b.Where("id > ?", gauge)
	return b.Limit(20).RunWith(t.db).Query()
}

func (t *Tides) drop(gauge uuid.UUID) error {
	_, err := t.g.Delete("gauge").Where(goqu.Ex{"id": gauge}).Executor().Exec() // WRONG(uuidconnector): goqu sends text
	return err
}

func (t *Tides) dropRight(gauge uuid.UUID) error {
	_, err := t.g.Delete("gauge").Prepared(true).Where(goqu.Ex{"id": uuidsql.Binary(gauge)}).Executor().Exec()
	return err
}

func (t *Tides) put(gauge uuid.UUID, level float64) error {
	rec := goqu.Record{"id": gauge, "level": level} // WRONG(uuidconnector): goqu stores text
	_, err := t.g.Insert("gauge").Prepared(true).Rows(rec).Executor().Exec()
	return err
}

func (t *Tides) putRight(gauge uuid.UUID, level float64) error {
	rec := goqu.Record{"id": uuidsql.Binary(gauge), "level": level}
	_, err := t.g.Insert("gauge").Prepared(true).Rows(rec).Executor().Exec()
	return err
}

func (t *Tides) not(gauge uuid.UUID) sq.SelectBuilder {
	return sq.Select("level").From("gauge").Where(sq.NotEq{"id": gauge}) // WRONG(uuidconnector): all differ
}

func (t *Tides) notRight(gauge uuid.UUID) sq.SelectBuilder {
	return sq.Select("level").From("gauge").Where(sq.NotEq{"id": uuidsql.Binary(gauge)})
}

func (t *Tides) several(ids []uuid.UUID) sq.SelectBuilder {
	return sq.Select("level").From("gauge").Where(sq.Eq{"id": ids})
}

func (t *Tides) insert(id uuid.UUID, level float64) sq.InsertBuilder {
	return sq.Insert("gauge").Columns("id", "level").Values(id, level)
}

func (t *Tides) set(id uuid.UUID, level float64) sq.UpdateBuilder {
	return sq.Update("gauge").Set("level", level).Where("id = ?", id)
}

func (t *Tides) named(name string) sq.SelectBuilder {
	return sq.Select("level").From("gauge").Where(sq.Eq{"name": name})
}

var _ = []any{(*Tides).level, (*Tides).levelRight, (*Tides).after, (*Tides).afterRight, (*Tides).drop, (*Tides).dropRight, (*Tides).put, (*Tides).putRight, (*Tides).not, (*Tides).notRight, (*Tides).several, (*Tides).insert, (*Tides).set, (*Tides).named}
