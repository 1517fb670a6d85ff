// Package auctions has MySQL with UUIDs of version 1, whose bytes UUID_TO_BIN(x, 1) has swapped.
package auctions

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/go-sql-driver/mysql"
	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	uuidsql "github.com/uuidkit/uuidkit/sqlx"
)

// Schema has one column of text.
const Schema = `CREATE TABLE lots (
	id     BINARY(16) NOT NULL PRIMARY KEY,
	seller BINARY(16) NOT NULL,
	buyer  BINARY(16) NULL,
	ticket CHAR(36)   NOT NULL,
	title  TEXT       NOT NULL
)`

// A House is a database.
type House struct {
	db *sql.DB
	x  *sqlx.DB
}

// Open opens the database.
func Open(dsn string) (*House, error) {
	config, err := mysql.ParseDSN(dsn)
	if err != nil {
		return nil, fmt.Errorf("auctions: %w", err)
	}
	base, err := mysql.NewConnector(config)
	if err != nil {
		return nil, fmt.Errorf("auctions: %w", err)
	}
	db := sql.OpenDB(uuidsql.NewConnector[uuidsql.Swapped](base, uuidsql.Native[uuid.UUID]()))
	return &House{db, sqlx.NewDb(db, "mysql")}, nil
}

// Find returns the id of a lot.
func (h *House) Find(ctx context.Context, title string) (id uuid.UUID, err error) {
	err = h.db.QueryRowContext(ctx, `SELECT id FROM lots WHERE title = ?`, title).Scan(&id) // WRONG(uuidswapped): another UUID
	return id, err
}

// FindRight returns the id of a lot.
func (h *House) FindRight(ctx context.Context, title string) (id uuid.UUID, err error) {
	err = h.db.QueryRowContext(ctx, `SELECT id FROM lots WHERE title = ?`, title).Scan((*uuidsql.Swapped)(&id))
	return id, err
}

// FindTextRight lets MySQL swap back.
func (h *House) FindTextRight(ctx context.Context, title string) (id uuid.UUID, err error) {
	err = h.db.QueryRowContext(ctx, `SELECT BIN_TO_UUID(id, 1) FROM lots WHERE title = ?`, title).Scan(&id)
	return id, err
}

// Buyer returns who has bought a lot.
func (h *House) Buyer(ctx context.Context, id uuid.UUID) (uuid.NullUUID, error) {
	var buyer uuid.NullUUID
	row := h.db.QueryRowContext(ctx, `SELECT buyer FROM lots WHERE id = ?`, id)
	if err := row.Scan(&buyer); err != nil { // WRONG(uuidswapped): another UUID
		return uuid.NullUUID{}, err
	}
	return buyer, nil
}

// BuyerRight returns who has bought a lot.
func (h *House) BuyerRight(ctx context.Context, id uuid.UUID) (uuid.NullUUID, error) {
	var buyer *uuidsql.Swapped
	row := h.db.QueryRowContext(ctx, `SELECT buyer FROM lots WHERE id = ?`, id)
	if err := row.Scan(&buyer); err != nil {
		return uuid.NullUUID{}, err
	}
	if buyer == nil {
		return uuid.NullUUID{}, nil
	}
	return uuid.NullUUID{UUID: uuid.UUID(*buyer), Valid: true}, nil
}

// Lot is a row.
type Lot struct {
	ID     uuid.UUID `db:"id"`     // WRONG-ALSO(uuidswapped)
	Seller uuid.UUID `db:"seller"` // WRONG-ALSO(uuidswapped)
	Title  string    `db:"title"`
}

// LotRight is a row.
type LotRight struct {
	ID     uuidsql.Swapped `db:"id"`
	Seller uuidsql.Swapped `db:"seller"`
	Title  string          `db:"title"`
}

// Lots returns the lots of a seller.
func (h *House) Lots(ctx context.Context, seller uuid.UUID) (lots []Lot, err error) {
	err = h.x.SelectContext(ctx, &lots, `SELECT id, seller, title FROM lots WHERE seller = ?`, seller) // WRONG(uuidswapped): other UUIDs
	return lots, err
}

// LotsRight returns the lots of a seller.
func (h *House) LotsRight(ctx context.Context, seller uuid.UUID) (lots []LotRight, err error) {
	err = h.x.SelectContext(ctx, &lots, `SELECT id, seller, title FROM lots WHERE seller = ?`, seller)
	return lots, err
}

// Sellers returns everybody who sells.
func (h *House) Sellers(ctx context.Context) (map[uuid.UUID]int, error) {
	rows, err := h.db.QueryContext(ctx, `SELECT seller, COUNT(*) FROM lots GROUP BY seller`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	sellers := make(map[uuid.UUID]int)
	for rows.Next() {
		var seller uuid.UUID
		var n int
		if err := rows.Scan(&seller, &n); err != nil { // WRONG(uuidswapped): other UUIDs
			return nil, err
		}
		sellers[seller] = n
	}
	return sellers, rows.Err()
}

// SellersRight returns everybody who sells.
func (h *House) SellersRight(ctx context.Context) (map[uuid.UUID]int, error) {
	rows, err := h.db.QueryContext(ctx, `SELECT seller, COUNT(*) FROM lots GROUP BY seller`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	sellers := make(map[uuid.UUID]int)
	for rows.Next() {
		var seller uuidsql.Swapped
		var n int
		if err := rows.Scan(&seller, &n); err != nil {
			return nil, err
		}
		sellers[uuid.UUID(seller)] = n
	}
	return sellers, rows.Err()
}

// Ticket returns a ticket, which is text, and so of no order.
func (h *House) Ticket(ctx context.Context, lot uuid.UUID) (ticket uuid.UUID, err error) {
	err = h.db.QueryRowContext(ctx, `SELECT ticket FROM lots WHERE id = ?`, lot).Scan(&ticket)
	return ticket, err
}

// Sell writes who has bought a lot. The connector swaps the arguments.
func (h *House) Sell(ctx context.Context, lot, buyer uuid.UUID) error {
	_, err := h.db.ExecContext(ctx, `UPDATE lots SET buyer = ? WHERE id = ?`, buyer, lot)
	return err
}

// Return takes a lot back.
func (h *House) Return(ctx context.Context, lot uuid.UUID) error {
	_, err := h.db.ExecContext(ctx, `UPDATE lots SET buyer = NULL WHERE id = UUID_TO_BIN(?, 1)`, lot) // WRONG(uuidconnector): the argument is bytes already
	return err
}

// ReturnRight takes a lot back.
func (h *House) ReturnRight(ctx context.Context, lot uuid.UUID) error {
	_, err := h.db.ExecContext(ctx, `UPDATE lots SET buyer = NULL WHERE id = UUID_TO_BIN(?, 1)`, lot.String())
	return err
}
