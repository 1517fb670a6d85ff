// Package vault keeps sealed values in PostgreSQL. Its keys are bytea.
package vault

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
	_ "github.com/lib/pq"

	"github.com/uuidkit/uuidkit/sqlx"
)

type Vault struct{ db *sql.DB }

func Open(ctx context.Context, dsn string) (*Vault, error) {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return nil, err
	}
	const table = `create table if not exists sealed (
		key bytea primary key,
		owner uuid not null,
		value bytea not null
	)`
	_, err = db.ExecContext(ctx, table)
	return &Vault{db: db}, err
}

func (v *Vault) Put(ctx context.Context, key, owner uuid.UUID, value []byte) error {
	_, err := v.db.ExecContext(ctx, `insert into sealed (key, owner, value) values ($1, $2, $3)`,
		key.String(), // WRONG(uuidtext): stores 36 bytes in the bytea
		owner, value)
	return err
}

func (v *Vault) PutRight(ctx context.Context, key, owner uuid.UUID, value []byte) error {
	_, err := v.db.ExecContext(ctx, `insert into sealed (key, owner, value) values ($1, $2, $3)`,
		sqlx.Binary(key),
		owner, value)
	return err
}

func (v *Vault) Value(ctx context.Context, key uuid.UUID) (value []byte, err error) {
	err = v.db.QueryRowContext(ctx, `select value from sealed where key = $1`, key).Scan(&value) // WRONG(uuidtext): google's type is sent as text
	return value, err
}

func (v *Vault) ValueRight(ctx context.Context, key uuid.UUID) (value []byte, err error) {
	err = v.db.QueryRowContext(ctx, `select value from sealed where key = $1`, key[:]).Scan(&value)
	return value, err
}

// Keys scans 16 bytes into UUIDs.
func (v *Vault) Keys(ctx context.Context, owner uuid.UUID) (keys []uuid.UUID, err error) {
	rows, err := v.db.QueryContext(ctx, `select key from sealed where owner = $1`, owner)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var key uuid.UUID
		if err := rows.Scan((*sqlx.Binary)(&key)); err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	return keys, rows.Err()
}

// Count passes text for a column of uuid, which PostgreSQL converts.
func (v *Vault) Count(ctx context.Context, owner uuid.UUID) (n int, err error) {
	err = v.db.QueryRowContext(ctx, `select count(*) from sealed where owner = $1`, owner.String()).Scan(&n)
	return n, err
}
