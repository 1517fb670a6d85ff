// Package stockroom keeps the stock in MySQL, with ids of 16 bytes.
package stockroom

import (
	"context"
	"database/sql"

	"github.com/go-sql-driver/mysql"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"

	"github.com/uuidkit/uuidkit/sqlx"
)

const schema = `CREATE TABLE IF NOT EXISTS items (
	id BINARY(16) NOT NULL PRIMARY KEY,
	shelf_id BINARY(16) NOT NULL,
	vendor_ref CHAR(36) NOT NULL,
	label VARCHAR(60) NOT NULL,
	doc JSON NOT NULL,
	amount INT NOT NULL
)`

type Store struct{ db *sql.DB }

func Open(dsn string) (*Store, error) {
	cfg, err := mysql.ParseDSN(dsn)
	if err != nil {
		return nil, err
	}
	base, err := mysql.NewConnector(cfg)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[uuid.UUID]()))
	if _, err := db.Exec(schema); err != nil {
		return nil, err
	}
	return &Store{db: db}, nil
}

type Item struct {
	ID, Shelf uuid.UUID
	VendorRef uuid.UUID
	Label     string
	Doc       string
	Amount    int
}

func (s *Store) Remove(ctx context.Context, id uuid.UUID) error {
	_, err := s.db.ExecContext(ctx, `DELETE FROM items WHERE id = UNHEX(REPLACE(?, '-', ''))`, id) // WRONG(uuidconnector): the connector sends bytes, UNHEX wants text
	return err
}

func (s *Store) RemoveRight(ctx context.Context, id uuid.UUID) error {
	_, err := s.db.ExecContext(ctx, `DELETE FROM items WHERE id = ?`, id)
	return err
}

func (s *Store) Add(ctx context.Context, it *Item) error {
	const q = `INSERT INTO items (id, shelf_id, vendor_ref, label, doc, amount)
		VALUES (?, UUID_TO_BIN(?), ?, ?, ?, ?)`
	_, err := s.db.ExecContext(ctx, q, it.ID,
		it.Shelf, // WRONG(uuidconnector): UUID_TO_BIN gets 16 bytes
		it.VendorRef.String(), it.Label, it.Doc, it.Amount)
	return err
}

func (s *Store) AddRight(ctx context.Context, it *Item) error {
	const q = `INSERT INTO items (id, shelf_id, vendor_ref, label, doc, amount)
		VALUES (?, ?, ?, ?, ?, ?)`
	_, err := s.db.ExecContext(ctx, q, it.ID, it.Shelf, it.VendorRef.String(), it.Label, it.Doc, it.Amount)
	return err
}

const byVendor = `SELECT amount FROM items WHERE vendor_ref = ?`

func (s *Store) ByVendor(ctx context.Context, ref uuid.UUID) (n int, err error) {
	err = s.db.QueryRowContext(ctx, byVendor, ref).Scan(&n) // WRONG(uuidconnector): vendor_ref is text
	return n, err
}

func (s *Store) ByVendorRight(ctx context.Context, ref uuid.UUID) (n int, err error) {
	err = s.db.QueryRowContext(ctx, byVendor, ref.String()).Scan(&n)
	return n, err
}

func (s *Store) Tagged(ctx context.Context, id uuid.UUID) (ok bool, err error) {
	row := s.db.QueryRowContext(ctx, `SELECT COUNT(*) > 0 FROM items WHERE label = CONCAT('copy of ', ?)`, id) // WRONG(uuidconnector): CONCAT of 16 bytes
	err = row.Scan(&ok)
	return
}

func (s *Store) TaggedRight(ctx context.Context, id uuid.UUID) (ok bool, err error) {
	row := s.db.QueryRowContext(ctx, `SELECT COUNT(*) > 0 FROM items WHERE label = CONCAT('copy of ', ?)`, id.String())
	err = row.Scan(&ok)
	return
}

func (s *Store) MoveByDoc(ctx context.Context, box, shelf uuid.UUID) error {
	stmt, err := s.db.PrepareContext(ctx, `UPDATE items SET shelf_id = ? WHERE JSON_UNQUOTE(JSON_EXTRACT(doc, '$.box')) = ?`)
	if err != nil {
		return err
	}
	defer stmt.Close()
	_, err = stmt.ExecContext(ctx, shelf, box) // WRONG(uuidconnector): JSON has text
	return err
}

func (s *Store) MoveByDocRight(ctx context.Context, box, shelf uuid.UUID) error {
	stmt, err := s.db.PrepareContext(ctx, `UPDATE items SET shelf_id = ? WHERE JSON_UNQUOTE(JSON_EXTRACT(doc, '$.box')) = ?`)
	if err != nil {
		return err
	}
	defer stmt.Close()
	_, err = stmt.ExecContext(ctx, shelf, box.String())
	return err
}

// Shelves of the planning service have gofrs's type.
func (s *Store) CountShelf(ctx context.Context, shelf gofrs.UUID) (n int, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM items WHERE shelf_id = ?`, shelf).Scan(&n) // WRONG(uuidconnector): gofrs's type is not listed, so it is text
	return n, err
}

func (s *Store) CountShelfRight(ctx context.Context, shelf gofrs.UUID) (n int, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM items WHERE shelf_id = ?`, uuid.UUID(shelf)).Scan(&n)
	return n, err
}

func (s *Store) Describe(ctx context.Context, tx *sql.Tx, id uuid.UUID) error {
	args := []any{id, id}
	_, err := tx.ExecContext(ctx, `UPDATE items SET doc = JSON_OBJECT('id', ?) WHERE id = ?`, args...) // WRONG(uuidconnector): the object gets bytes
	return err
}

func (s *Store) DescribeRight(ctx context.Context, tx *sql.Tx, id uuid.UUID) error {
	args := []any{id.String(), id}
	_, err := tx.ExecContext(ctx, `UPDATE items SET doc = JSON_OBJECT('id', ?) WHERE id = ?`, args...)
	return err
}

// Shelf lists a shelf; the ids are scanned from 16 bytes.
func (s *Store) Shelf(ctx context.Context, shelf uuid.UUID) ([]Item, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT id, vendor_ref, label FROM items WHERE shelf_id = ?`, shelf)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []Item
	for rows.Next() {
		it := Item{Shelf: shelf}
		if err := rows.Scan(&it.ID, &it.VendorRef, &it.Label); err != nil {
			return nil, err
		}
		list = append(list, it)
	}
	return list, rows.Err()
}

// Labels shows ids as text, which MySQL makes.
func (s *Store) Labels(ctx context.Context, shelf uuid.UUID) (text, label string, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT BIN_TO_UUID(id), label FROM items WHERE shelf_id = ? LIMIT 1`, shelf).Scan(&text, &label)
	return
}

// FindText is for the search page, whose input is text already.
func (s *Store) FindText(ctx context.Context, text string) (n int, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT amount FROM items WHERE id = UNHEX(REPLACE(?, '-', ''))`, text).Scan(&n)
	return
}

func (s *Store) Any(ctx context.Context, ids []uuid.UUID) (n int, err error) {
	list, args := sqlx.In[sqlx.Binary](ids)
	err = s.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM items WHERE id IN `+list, args...).Scan(&n)
	return
}
