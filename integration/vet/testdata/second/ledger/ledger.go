// Package ledger keeps entries in SQLite, by jmoiron/sqlx, with no connector.
package ledger

import (
	"github.com/gofrs/uuid/v5"
	"github.com/jmoiron/sqlx"
	kit "github.com/uuidkit/uuidkit/sqlx"
	_ "modernc.org/sqlite"
)

var migrations = []string{
	`CREATE TABLE accounts (id BLOB PRIMARY KEY, name TEXT NOT NULL)`,
	`CREATE TABLE entries (
		id      BLOB PRIMARY KEY CHECK (length(id) = 16),
		account BLOB NOT NULL REFERENCES accounts(id),
		amount  INTEGER NOT NULL,
		trace   TEXT
	)`,
}

type Ledger struct{ *sqlx.DB }

func New(path string) (*Ledger, error) {
	db, err := sqlx.Open("sqlite", path)
	if err != nil {
		return nil, err
	}
	for _, m := range migrations {
		db.MustExec(m)
	}
	return &Ledger{db}, nil
}

type Entry struct {
	ID      uuid.UUID `db:"id"`
	Account uuid.UUID `db:"account"`
	Amount  int64     `db:"amount"`
}

func (l *Ledger) post(e Entry) error {
	_, err := l.NamedExec(`INSERT INTO entries (id, account, amount) VALUES (:id, :account, :amount)`, map[string]any{
		"id":      e.ID.Bytes(),
		"account": e.Account.String(), // WRONG(uuidtext): a named parameter is text
		"amount":  e.Amount,
	})
	return err
}

func (l *Ledger) postRight(e Entry) error {
	_, err := l.NamedExec(`INSERT INTO entries (id, account, amount) VALUES (:id, :account, :amount)`, map[string]any{
		"id":      e.ID.Bytes(),
		"account": e.Account.Bytes(),
		"amount":  e.Amount,
	})
	return err
}

func (l *Ledger) balance(account uuid.UUID) (sum int64, err error) {
	err = l.Get(&sum, `SELECT coalesce(sum(amount), 0) FROM entries WHERE account = ?`, account.String()) // WRONG(uuidtext): text for BLOB, in Get
	return sum, err
}

func (l *Ledger) balanceRight(account uuid.UUID) (sum int64, err error) {
	err = l.Get(&sum, `SELECT coalesce(sum(amount), 0) FROM entries WHERE account = ?`, kit.Binary(account))
	return sum, err
}

func (l *Ledger) rename(account uuid.UUID, name string) error {
	_, err := l.Exec(`UPDATE accounts SET name = $1 WHERE id = $2`, name, account) // WRONG(uuidtext): gofrs's Value is text
	return err
}

func (l *Ledger) renameRight(account uuid.UUID, name string) error {
	_, err := l.Exec(`UPDATE accounts SET name = $1 WHERE id = $2`, name, account.Bytes())
	return err
}

func (l *Ledger) traced(trace uuid.UUID) (entries []Entry, err error) {
	err = l.Select(&entries, `SELECT id, account, amount FROM entries WHERE trace = ?`, trace.Bytes()) // WRONG(uuidtext): bytes for TEXT
	return entries, err
}

func (l *Ledger) tracedRight(trace uuid.UUID) (entries []Entry, err error) {
	err = l.Select(&entries, `SELECT id, account, amount FROM entries WHERE trace = ?`, trace.String())
	return entries, err
}

func (l *Ledger) save(e *Entry) error {
	_, err := l.NamedExec(`INSERT INTO entries (id, account, amount) VALUES (:id, :account, :amount)`, e) // WRONG(uuidtext): the struct's UUIDs go as text
	return err
}

type blobEntry struct {
	ID      kit.Binary `db:"id"`
	Account kit.Binary `db:"account"`
	Amount  int64      `db:"amount"`
}

func (l *Ledger) saveRight(e *Entry) error {
	_, err := l.NamedExec(`INSERT INTO entries (id, account, amount) VALUES (:id, :account, :amount)`,
		blobEntry{kit.Binary(e.ID), kit.Binary(e.Account), e.Amount})
	return err
}
