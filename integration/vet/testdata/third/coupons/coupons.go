// Package coupons keeps coupons in MySQL. Their ids are text, those of their batches bytes.
package coupons

import (
	"context"
	"fmt"
	"time"

	_ "github.com/go-sql-driver/mysql"
	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	uuidsql "github.com/uuidkit/uuidkit/sqlx"
)

var migrations = []string{
	"CREATE TABLE batches (id BINARY(16) NOT NULL PRIMARY KEY, title VARCHAR(200) NOT NULL)",
	`CREATE TABLE coupons (
		id       CHAR(36)   NOT NULL PRIMARY KEY,
		batch_id BINARY(16) NOT NULL REFERENCES batches (id),
		value    INT        NOT NULL,
		expires  DATETIME   NOT NULL
	)`,
}

// Repo has the methods of the service.
type Repo struct{ db *sqlx.DB }

// Connect opens the database, and migrates it.
func Connect(ctx context.Context, dsn string) (Repo, error) {
	db, err := sqlx.ConnectContext(ctx, "mysql", dsn)
	if err != nil {
		return Repo{}, err
	}
	for i, m := range migrations {
		if _, err := db.ExecContext(ctx, m); err != nil {
			return Repo{}, fmt.Errorf("migration %d: %w", i, err)
		}
	}
	return Repo{db}, nil
}

// Redeem deletes a coupon, and reports whether there was one.
func (r Repo) Redeem(ctx context.Context, id uuid.UUID) (bool, error) {
	res, err := r.db.ExecContext(ctx, "DELETE FROM coupons WHERE id = ? AND expires > ?", uuidsql.Binary(id), time.Now()) // WRONG(uuidtext): bytes equal no CHAR(36)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// RedeemRight sends google's UUID as it is, which is text.
func (r Repo) RedeemRight(ctx context.Context, id uuid.UUID) (bool, error) {
	res, err := r.db.ExecContext(ctx, "DELETE FROM coupons WHERE id = ? AND expires > ?", id, time.Now())
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// Value returns what a coupon is worth.
func (r Repo) Value(ctx context.Context, id uuid.UUID) (value int, err error) {
	key, err := id.MarshalBinary()
	if err != nil {
		return 0, err
	}
	err = r.db.GetContext(ctx, &value, "SELECT value FROM coupons WHERE id = ?", key) // WRONG(uuidtext): 16 bytes for a CHAR(36)
	return value, err
}

// ValueRight asks for the text.
func (r Repo) ValueRight(ctx context.Context, id uuid.UUID) (value int, err error) {
	key, err := id.MarshalText()
	if err != nil {
		return 0, err
	}
	err = r.db.GetContext(ctx, &value, "SELECT value FROM coupons WHERE id = ?", string(key))
	return value, err
}

// Left counts the coupons of a batch.
func (r Repo) Left(ctx context.Context, batch uuid.UUID) (n int, err error) {
	err = r.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM coupons WHERE batch_id = ?", batch).Scan(&n) // WRONG(uuidtext): without a connector this is text
	return n, err
}

// LeftRight counts with bytes.
func (r Repo) LeftRight(ctx context.Context, batch uuid.UUID) (n int, err error) {
	err = r.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM coupons WHERE batch_id = ?", uuidsql.Binary(batch)).Scan(&n)
	return n, err
}

// LeftOfTextRight lets MySQL convert the text.
func (r Repo) LeftOfTextRight(ctx context.Context, batch uuid.UUID) (n int, err error) {
	err = r.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM coupons WHERE batch_id = UUID_TO_BIN(?)", batch).Scan(&n)
	return n, err
}

// Expire deletes what is not of a batch.
func (r Repo) Expire(ctx context.Context, keep uuid.UUID) error {
	args := map[string]any{"keep": keep.String(), "now": time.Now()}
	_, err := r.db.NamedExecContext(ctx, "DELETE FROM coupons WHERE batch_id <> :keep AND expires < :now", args) // WRONG(uuidtext): text differs from every BINARY(16)
	return err
}

// ExpireRight deletes what is not of a batch.
func (r Repo) ExpireRight(ctx context.Context, keep uuid.UUID) error {
	args := map[string]any{"keep": keep[:], "now": time.Now()}
	_, err := r.db.NamedExecContext(ctx, "DELETE FROM coupons WHERE batch_id <> :keep AND expires < :now", args)
	return err
}

// Batches returns the batches with coupons.
func (r Repo) Batches(ctx context.Context) ([]string, error) {
	var batches []string
	err := r.db.SelectContext(ctx, &batches, "SELECT DISTINCT batch_id FROM coupons") // WRONG(uuidtext): strings of 16 raw bytes
	return batches, err
}

// BatchesRight lets MySQL write the text.
func (r Repo) BatchesRight(ctx context.Context) ([]string, error) {
	var batches []string
	err := r.db.SelectContext(ctx, &batches, "SELECT DISTINCT BIN_TO_UUID(batch_id) FROM coupons")
	return batches, err
}

// Issue makes n coupons of a batch.
func (r Repo) Issue(ctx context.Context, batch uuid.UUID, n, value int) error {
	stmt, err := r.db.PreparexContext(ctx, "INSERT INTO coupons (id, batch_id, value, expires) VALUES (?, ?, ?, ?)")
	if err != nil {
		return err
	}
	defer stmt.Close()
	expires := time.Now().AddDate(1, 0, 0)
	for range n {
		if _, err := stmt.ExecContext(ctx, uuid.New(), uuidsql.Binary(batch), value, expires); err != nil {
			return err
		}
	}
	return nil
}
