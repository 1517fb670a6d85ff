// Package vault keeps first editions in SQLite.
package vault

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	sq "github.com/Masterminds/squirrel"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/sqlx"
	_ "modernc.org/sqlite"
)

const ddl = `
CREATE TABLE IF NOT EXISTS edition (
	id BLOB PRIMARY KEY,
	author BLOB NOT NULL,
	isbn TEXT,
	old_id TEXT
);
CREATE TABLE IF NOT EXISTS reader (token TEXT, card CHAR(36));`

type Vault struct{ db *sql.DB }

func Open(file string) (*Vault, error) {
	db, err := sql.Open("sqlite", file)
	if err != nil {
		return nil, err
	}
	if _, err := db.Exec(ddl); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &Vault{db}, nil
}

func (v *Vault) isbn(ctx context.Context, id uuid.UUID) (isbn string, err error) {
	err = v.db.QueryRowContext(ctx, `SELECT isbn FROM edition WHERE id = ?`, id.String()).Scan(&isbn) // WRONG(uuidtext): text against a BLOB
	return isbn, err
}

func (v *Vault) isbnRight(ctx context.Context, id uuid.UUID) (isbn string, err error) {
	err = v.db.QueryRowContext(ctx, `SELECT isbn FROM edition WHERE id = ?`, id[:]).Scan(&isbn)
	return isbn, err
}

func (v *Vault) add(ctx context.Context, id, author uuid.UUID) error {
	_, err := v.db.ExecContext(ctx, `INSERT INTO edition (id, author) VALUES (?, ?)`, id, sqlx.Binary(author)) // WRONG(uuidtext): without a connector a UUID is text
	return err
}

func (v *Vault) addRight(ctx context.Context, id, author uuid.UUID) error {
	_, err := v.db.ExecContext(ctx, `INSERT INTO edition (id, author) VALUES (?, ?)`, sqlx.Binary(id), sqlx.Binary(author))
	return err
}

func (v *Vault) others(ctx context.Context, author gofrs.UUID) (n int, err error) {
	text := author.String()
	err = v.db.QueryRowContext(ctx, `SELECT count(*) FROM edition WHERE author <> ?`, text).Scan(&n) // WRONG(uuidtext): all differ
	return n, err
}

func (v *Vault) othersRight(ctx context.Context, author gofrs.UUID) (n int, err error) {
	raw := author.Bytes()
	err = v.db.QueryRowContext(ctx, `SELECT count(*) FROM edition WHERE author <> ?`, raw).Scan(&n)
	return n, err
}

func (v *Vault) authors(ctx context.Context) (out []string, err error) {
	rows, err := v.db.QueryContext(ctx, `SELECT author FROM edition`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil { // WRONG(uuidtext): a string of 16 bytes
			return nil, err
		}
		out = append(out, s)
	}
	return out, rows.Err()
}

func (v *Vault) authorsRight(ctx context.Context) (out []string, err error) {
	rows, err := v.db.QueryContext(ctx, `SELECT author FROM edition`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id gofrs.UUID
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		out = append(out, id.String())
	}
	return out, rows.Err()
}

func (v *Vault) drop(author uuid.UUID) error {
	_, err := sq.Delete("edition").Where(sq.Eq{"author": author.String()}).RunWith(v.db).Exec() // WRONG(uuidtext): squirrel's Eq with text
	return err
}

func (v *Vault) dropRight(author uuid.UUID) error {
	_, err := sq.Delete("edition").Where(sq.Eq{"author": sqlx.Binary(author)}).RunWith(v.db).Exec()
	return err
}

func (v *Vault) card(ctx context.Context, id uuid.UUID) (token string, err error) {
	err = v.db.QueryRowContext(ctx, `SELECT token FROM reader WHERE card = ?`, id[:]).Scan(&token) // WRONG(uuidtext): bytes against text
	return token, err
}

func (v *Vault) cardRight(ctx context.Context, id uuid.UUID) (token string, err error) {
	err = v.db.QueryRowContext(ctx, `SELECT token FROM reader WHERE card = ?`, id).Scan(&token)
	return token, err
}

func (v *Vault) retag(ctx context.Context, from, to gofrs.UUID) error {
	res, err := v.db.ExecContext(ctx, `UPDATE edition SET author = ? WHERE author = ?`, to.Bytes(), from) // WRONG(uuidtext): from is sent as text
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return fmt.Errorf("retag: %d rows, %w", n, err)
	}
	return nil
}

func (v *Vault) retagRight(ctx context.Context, from, to gofrs.UUID) error {
	res, err := v.db.ExecContext(ctx, `UPDATE edition SET author = ? WHERE author = ?`, to.Bytes(), from.Bytes())
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return fmt.Errorf("retag: %d rows, %w", n, err)
	}
	return nil
}

func (v *Vault) newCard(ctx context.Context, token string, card uuid.UUID) error {
	_, err := v.db.ExecContext(ctx, `INSERT INTO reader (token, card) VALUES (?, ?)`, token, sqlx.Binary(card)) // WRONG(uuidtext): bytes in a CHAR(36)
	return err
}

func (v *Vault) newCardRight(ctx context.Context, token string, card uuid.UUID) error {
	_, err := v.db.ExecContext(ctx, `INSERT INTO reader (token, card) VALUES (?, ?)`, token, sqlx.Text(card))
	return err
}

func (v *Vault) byOld(ctx context.Context, old uuid.UUID) (id uuid.UUID, err error) {
	err = v.db.QueryRowContext(ctx, `SELECT id FROM edition WHERE old_id = ?`, old.String()).Scan(&id)
	return id, err
}

func (v *Vault) unhex(ctx context.Context, id uuid.UUID) (isbn string, err error) {
	err = v.db.QueryRowContext(ctx, `SELECT isbn FROM edition WHERE id = unhex(?, '-')`, id.String()).Scan(&isbn)
	return isbn, err
}

func (v *Vault) hexed(ctx context.Context, isbn string) (s string, err error) {
	err = v.db.QueryRowContext(ctx, `SELECT lower(hex(id)) FROM edition WHERE isbn = ?`, isbn).Scan(&s)
	return s, err
}

func (v *Vault) raw(ctx context.Context, isbn string) (b []byte, err error) {
	err = v.db.QueryRowContext(ctx, `SELECT id FROM edition WHERE isbn = ?`, isbn).Scan(&b)
	return b, err
}

func (v *Vault) in(ctx context.Context, ids []uuid.UUID) (*sql.Rows, error) {
	list, args := sqlx.In[sqlx.Binary](ids)
	return v.db.QueryContext(ctx, `SELECT isbn FROM edition WHERE id IN `+list, args...)
}

var _ = []any{(*Vault).isbn, (*Vault).isbnRight, (*Vault).add, (*Vault).addRight, (*Vault).others, (*Vault).othersRight, (*Vault).authors, (*Vault).authorsRight, (*Vault).drop, (*Vault).dropRight, (*Vault).card, (*Vault).cardRight, (*Vault).retag, (*Vault).retagRight, (*Vault).newCard, (*Vault).newCardRight, (*Vault).byOld, (*Vault).unhex, (*Vault).hexed, (*Vault).raw, (*Vault).in}
