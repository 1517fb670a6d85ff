// Package lots has the auctions of rare books.
package lots

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	uuidsql "github.com/uuidkit/uuidkit/sqlx"
	"modernc.org/sqlite"
)

type Lot struct {
	ID     uuid.UUID     `db:"id"`
	Bidder uuid.NullUUID `db:"bidder"`
	Cents  int           `db:"cents"`
}

type Store struct {
	db *sqlx.DB
}

func New(path string) (*Store, error) {
	c, err := sqlite.NewConnector(path)
	if err != nil {
		return nil, err
	}
	return &Store{sqlx.NewDb(sql.OpenDB(uuidsql.NewConnector[uuidsql.Binary](c, uuidsql.Native[uuid.UUID]())), "sqlite3")}, nil
}

func (s *Store) bids(ctx context.Context, lots []uuid.UUID, bidder uuid.UUID) (list []Lot, err error) {
	q, args, err := sqlx.In(`SELECT * FROM lot WHERE id IN (?) AND bidder = ?`, lots, bidder) // WRONG(uuidconnector): In makes text of bidder
	if err != nil {
		return nil, err
	}
	err = s.db.SelectContext(ctx, &list, s.db.Rebind(q), args...)
	return list, err
}

func (s *Store) bidsRight(ctx context.Context, lots []uuid.UUID, bidder uuid.UUID) (list []Lot, err error) {
	q, args, err := sqlx.In(`SELECT * FROM lot WHERE id IN (?) AND bidder = ?`, lots, uuidsql.Binary(bidder))
	if err != nil {
		return nil, err
	}
	err = s.db.SelectContext(ctx, &list, s.db.Rebind(q), args...)
	return list, err
}

func (s *Store) search(ctx context.Context, id uuid.UUID) (l Lot, err error) {
	err = s.db.GetContext(ctx, &l, `SELECT id, bidder, cents FROM lot WHERE doc ->> '$.catalogue' = ?`, id) // WRONG(uuidconnector): a JSON operator
	return l, err
}

func (s *Store) searchRight(ctx context.Context, id uuid.UUID) (l Lot, err error) {
	err = s.db.GetContext(ctx, &l, `SELECT id, bidder, cents FROM lot WHERE doc ->> '$.catalogue' = ?`, id.String())
	return l, err
}

func (s *Store) tagged(ctx context.Context, id uuid.UUID) (n int, err error) {
	err = s.db.QueryRowxContext(ctx, `SELECT count(*) FROM tag WHERE name = 'lot:' || ?`, id).Scan(&n) // WRONG(uuidconnector): text and bytes
	return n, err
}

func (s *Store) taggedRight(ctx context.Context, id uuid.UUID) (n int, err error) {
	err = s.db.QueryRowxContext(ctx, `SELECT count(*) FROM tag WHERE name = 'lot:' || ?`, id.String()).Scan(&n)
	return n, err
}

func (s *Store) get(ctx context.Context, id uuid.UUID) (l Lot, err error) {
	err = s.db.GetContext(ctx, &l, `SELECT * FROM lot WHERE id = ?`, id)
	return l, err
}

func (s *Store) save(ctx context.Context, l ...Lot) error {
	_, err := s.db.NamedExecContext(ctx, `INSERT INTO lot (id, bidder, cents) VALUES (:id, :bidder, :cents)`, l)
	return err
}

func (s *Store) onlyList(ctx context.Context, ids []uuid.UUID) (list []Lot, err error) {
	q, args, err := sqlx.In(`SELECT * FROM lot WHERE id IN (?) AND cents > ?`, ids, 100)
	if err != nil {
		return nil, err
	}
	err = s.db.SelectContext(ctx, &list, q, args...)
	return list, err
}

var _ = []any{(*Store).bids, (*Store).bidsRight, (*Store).search, (*Store).searchRight, (*Store).tagged, (*Store).taggedRight, (*Store).get, (*Store).save, (*Store).onlyList}
