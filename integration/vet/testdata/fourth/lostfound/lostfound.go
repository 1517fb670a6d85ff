// Package lostfound keeps what passengers have left on board, in MySQL.
package lostfound

import (
	"context"
	"database/sql"
	"strings"
	"time"

	sq "github.com/Masterminds/squirrel"
	_ "github.com/go-sql-driver/mysql"
	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	uuidsql "github.com/uuidkit/uuidkit/sqlx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

// Find is a thing.
type Find struct {
	ID    uuid.UUID
	Ship  kit.UUID
	Owner uuid.NullUUID
	Text  string
	At    time.Time
}

type options struct {
	dsn     string
	timeout time.Duration
}

type Option func(*options)

func WithDSN(dsn string) Option { return func(o *options) { o.dsn = dsn } }

type Office struct {
	db  *sqlx.DB
	opt options
}

const create = `CREATE TABLE find_item (
	item BINARY(16) NOT NULL,
	ship BINARY(16) NOT NULL,
	owner VARCHAR(36),
	note TEXT,
	PRIMARY KEY (item)
) ENGINE=InnoDB`

func Open(opts ...Option) (*Office, error) {
	o := &Office{}
	for _, f := range opts {
		f(&o.opt)
	}
	db, err := sqlx.Open("mysql", o.opt.dsn)
	if err != nil {
		return nil, err
	}
	if _, err = db.Exec(create); err != nil {
		return nil, err
	}
	o.db = db
	return o, nil
}

func (o *Office) note(ctx context.Context, f *Find) (note string, err error) {
	ctx, cancel := context.WithTimeout(ctx, o.opt.timeout)
	defer cancel()
	err = o.db.GetContext(ctx, &note, `SELECT note FROM find_item WHERE item = ?`, f.ID) // WRONG(uuidtext): sent as text without a connector
	return note, err
}

func (o *Office) noteRight(ctx context.Context, f *Find) (note string, err error) {
	ctx, cancel := context.WithTimeout(ctx, o.opt.timeout)
	defer cancel()
	err = o.db.GetContext(ctx, &note, `SELECT note FROM find_item WHERE item = ?`, f.ID[:])
	return note, err
}

func (o *Office) onShip(ship kit.UUID) ([]string, error) {
	var out []string
	const q = "SELECT note FROM find_item WHERE ship = ? AND owner IS NULL"
	err := o.db.Select(&out, q, ship.String()) // WRONG(uuidtext): text against BINARY(16)
	return out, err
}

func (o *Office) onShipRight(ship kit.UUID) ([]string, error) {
	var out []string
	const q = "SELECT note FROM find_item WHERE ship = UUID_TO_BIN(?) AND owner IS NULL"
	err := o.db.Select(&out, q, ship.String())
	return out, err
}

func (o *Office) fetched(items ...uuid.UUID) error {
	stmt, err := o.db.Prepare("DELETE FROM find_item WHERE item = ?")
	if err != nil {
		return err
	}
	defer stmt.Close()
	for _, it := range items {
		if _, err := stmt.Exec(it.String()); err != nil { // WRONG(uuidtext): a prepared statement
			return err
		}
	}
	return nil
}

func (o *Office) fetchedRight(items ...uuid.UUID) error {
	stmt, err := o.db.Prepare("DELETE FROM find_item WHERE item = ?")
	if err != nil {
		return err
	}
	defer stmt.Close()
	for _, it := range items {
		if _, err := stmt.Exec(uuidsql.Binary(it)); err != nil {
			return err
		}
	}
	return nil
}

func (o *Office) claim(tx *sql.Tx, item, owner uuid.UUID) error {
	_, err := tx.Exec("UPDATE find_item SET owner = ? WHERE item = ?", owner[:], item[:]) // WRONG(uuidtext): bytes in a VARCHAR(36)
	return err
}

func (o *Office) claimRight(tx *sql.Tx, item, owner uuid.UUID) error {
	_, err := tx.Exec("UPDATE find_item SET owner = ? WHERE item = ?", owner, item[:])
	return err
}

func (o *Office) ships() (out []string, err error) {
	rows, err := o.db.Query("SELECT DISTINCT ship FROM find_item")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var ship string
		if err := rows.Scan(&ship); err != nil { // WRONG(uuidtext): a string of 16 bytes
			return nil, err
		}
		out = append(out, strings.ToUpper(ship))
	}
	return out, rows.Err()
}

func (o *Office) shipsRight() (out []string, err error) {
	rows, err := o.db.Query("SELECT DISTINCT BIN_TO_UUID(ship) FROM find_item")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var ship string
		if err := rows.Scan(&ship); err != nil {
			return nil, err
		}
		out = append(out, strings.ToUpper(ship))
	}
	return out, rows.Err()
}

func (o *Office) query(ship kit.UUID, texts ...string) (string, []any, error) {
	and := sq.And{sq.Eq{"ship": ship.String()}} // WRONG(uuidtext): squirrel's Eq with text
	for _, t := range texts {
		and = append(and, sq.Like{"note": "%" + t + "%"})
	}
	return sq.Select("note").From("find_item").Where(and).ToSql()
}

func (o *Office) queryRight(ship kit.UUID, texts ...string) (string, []any, error) {
	and := sq.And{sq.Eq{"ship": uuidsql.Binary(ship)}}
	for _, t := range texts {
		and = append(and, sq.Like{"note": "%" + t + "%"})
	}
	return sq.Select("note").From("find_item").Where(and).ToSql()
}

func (o *Office) ownedBy(owner uuid.UUID) (out []string, err error) {
	err = o.db.Select(&out, "SELECT note FROM find_item WHERE owner = ?", owner.String())
	return out, err
}

func (o *Office) hexes() (out []string, err error) {
	err = o.db.Select(&out, "SELECT LOWER(HEX(item)) FROM find_item")
	return out, err
}

func (o *Office) unhex(item uuid.UUID) (n int, err error) {
	err = o.db.Get(&n, "SELECT COUNT(*) FROM find_item WHERE item = UNHEX(REPLACE(?, '-', ''))", item)
	return n, err
}

var _ = []any{(*Office).note, (*Office).noteRight, (*Office).onShip, (*Office).onShipRight, (*Office).fetched, (*Office).fetchedRight, (*Office).claim, (*Office).claimRight, (*Office).ships, (*Office).shipsRight, (*Office).query, (*Office).queryRight, (*Office).ownedBy, (*Office).hexes, (*Office).unhex}
