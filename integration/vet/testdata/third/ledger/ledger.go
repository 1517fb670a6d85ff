// Package ledger books the money of the accounts. Its database has a connector that sends
// UUIDs as 16 bytes.
package ledger

import (
	"context"
	"database/sql"
	"errors"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/sqlx"

	"example.com/depot/store"
)

// Schema is what the migration runs.
const Schema = `
CREATE TABLE accounts (
	id       BINARY(16)  NOT NULL PRIMARY KEY,
	owner_id BINARY(16)  NOT NULL,
	code     CHAR(36)    NOT NULL UNIQUE,
	tag      VARCHAR(60) NOT NULL
);
CREATE TABLE entries (
	id         BINARY(16) NOT NULL PRIMARY KEY,
	account_id BINARY(16) NOT NULL,
	amount     BIGINT     NOT NULL,
	doc        JSON
);`

// An Entry is a line of an account.
type Entry struct {
	ID, AccountID uuid.UUID
	Amount        int64
}

// A Book is the ledger.
type Book struct {
	db     *sql.DB
	byCode *sql.Stmt
}

// Open opens the ledger.
func Open(ctx context.Context, dsn string) (*Book, error) {
	db, err := store.Open(store.Options{DSN: dsn, MaxOpen: 20})
	if err != nil {
		return nil, err
	}
	byCode, err := db.PrepareContext(ctx, `SELECT tag FROM accounts WHERE code = ?`)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &Book{db: db, byCode: byCode}, nil
}

// Close deletes an account.
func (b *Book) Close(ctx context.Context, id uuid.UUID) error {
	_, err := b.db.ExecContext(ctx, `DELETE FROM accounts WHERE id = UNHEX(REPLACE(?, '-', ''))`, id) // WRONG(uuidconnector): UNHEX of 16 bytes, which finds no row
	return err
}

// CloseRight gives the connector the id alone.
func (b *Book) CloseRight(ctx context.Context, id uuid.UUID) error {
	_, err := b.db.ExecContext(ctx, `DELETE FROM accounts WHERE id = ?`, id)
	return err
}

// CloseByTextRight gives UNHEX the text that it expects: a string passes the connector unchanged.
func (b *Book) CloseByTextRight(ctx context.Context, id uuid.UUID) error {
	_, err := b.db.ExecContext(ctx, `DELETE FROM accounts WHERE id = UNHEX(REPLACE(?, '-', ''))`, id.String())
	return err
}

// Post writes an entry.
func (b *Book) Post(ctx context.Context, e Entry) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	const insert = `INSERT INTO entries (id, account_id, amount) VALUES (UUID_TO_BIN(?), UUID_TO_BIN(?), ?)`
	if _, err := tx.ExecContext(ctx, insert, e.ID, e.AccountID, e.Amount); err != nil { // WRONG(uuidconnector): UUID_TO_BIN wants text
		return err
	}
	return tx.Commit()
}

// PostRight writes an entry without the functions.
func (b *Book) PostRight(ctx context.Context, e Entry) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	const insert = `INSERT INTO entries (id, account_id, amount) VALUES (?, ?, ?)`
	if _, err := tx.ExecContext(ctx, insert, e.ID, e.AccountID, e.Amount); err != nil {
		return err
	}
	return tx.Commit()
}

// Tag returns the tag of the account with a code.
func (b *Book) Tag(ctx context.Context, code uuid.UUID) (tag string, err error) {
	err = b.byCode.QueryRowContext(ctx, code).Scan(&tag) // WRONG(uuidconnector): 16 bytes for a column of CHAR(36)
	return tag, err
}

// TagRight asks for the text.
func (b *Book) TagRight(ctx context.Context, code uuid.UUID) (tag string, err error) {
	err = b.byCode.QueryRowContext(ctx, code.String()).Scan(&tag)
	return tag, err
}

// Tagged counts the accounts with the tag of an owner.
func (b *Book) Tagged(ctx context.Context, owner uuid.UUID) (n int, err error) {
	query := `SELECT COUNT(*) FROM accounts WHERE tag = CONCAT('owner:', ?)`
	err = b.db.QueryRowContext(ctx, query, owner).Scan(&n) // WRONG(uuidconnector): CONCAT of 16 bytes
	return n, err
}

// TaggedRight concatenates text.
func (b *Book) TaggedRight(ctx context.Context, owner uuid.UUID) (n int, err error) {
	query := `SELECT COUNT(*) FROM accounts WHERE tag = CONCAT('owner:', ?)`
	err = b.db.QueryRowContext(ctx, query, sqlx.Text(owner)).Scan(&n)
	return n, err
}

// Correct writes an entry that says who has corrected another.
func (b *Book) Correct(ctx context.Context, e Entry, by uuid.UUID) error {
	args := []any{e.ID, e.AccountID, -e.Amount}
	args = append(args, by)
	_, err := b.db.ExecContext(ctx, `INSERT INTO entries (id, account_id, amount, doc)
		VALUES (?, ?, ?, JSON_OBJECT('by', ?))`, args...) // WRONG(uuidconnector): bytes in a JSON object
	return err
}

// CorrectRight writes the text into the JSON.
func (b *Book) CorrectRight(ctx context.Context, e Entry, by uuid.UUID) error {
	args := []any{e.ID, e.AccountID, -e.Amount}
	args = append(args, by.String())
	_, err := b.db.ExecContext(ctx, `INSERT INTO entries (id, account_id, amount, doc)
		VALUES (?, ?, ?, JSON_OBJECT('by', ?))`, args...)
	return err
}

// Amount is called by the old shop, whose ids are gofrs's.
func (b *Book) Amount(ctx context.Context, id gofrs.UUID) (amount int64, err error) {
	err = b.db.QueryRowContext(ctx, `SELECT amount FROM entries WHERE id = ?`, id).Scan(&amount) // WRONG(uuidconnector): the connector does not list gofrs's type, which is sent as text
	return amount, err
}

// AmountRight converts the id to the type that the connector lists.
func (b *Book) AmountRight(ctx context.Context, id gofrs.UUID) (amount int64, err error) {
	err = b.db.QueryRowContext(ctx, `SELECT amount FROM entries WHERE id = ?`, uuid.UUID(id)).Scan(&amount)
	return amount, err
}

var queries = map[string]string{
	"old":   `SELECT COUNT(*) FROM accounts WHERE BIN_TO_UUID(owner_id) = ?`,
	"owned": `SELECT COUNT(*) FROM accounts WHERE owner_id = ?`,
}

// Owned counts the accounts of an owner.
func (b *Book) Owned(ctx context.Context, owner uuid.UUID) (n int, err error) {
	err = b.db.QueryRowContext(ctx, queries["old"], owner).Scan(&n) // WRONG(uuidconnector): text is compared with bytes
	return n, err
}

// OwnedRight compares the column itself.
func (b *Book) OwnedRight(ctx context.Context, owner uuid.UUID) (n int, err error) {
	err = b.db.QueryRowContext(ctx, queries["owned"], owner).Scan(&n)
	return n, err
}
