// Package dynamics copies accounts from a SQL Server.
package dynamics

import (
	"context"
	"database/sql"
	"fmt"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"

	uuidsql "github.com/uuidkit/uuidkit/sqlx"
)

const createAccounts = `
IF OBJECT_ID('accounts') IS NULL
CREATE TABLE accounts (
	account_id uniqueidentifier NOT NULL PRIMARY KEY,
	owner_id uniqueidentifier NOT NULL,
	code nvarchar(20) NOT NULL,
	external char(36) NOT NULL
)`

// Source is opened by the caller, with the driver of Microsoft.
type Source struct {
	db *sql.DB
	x  *sqlx.DB
}

func New(ctx context.Context, db *sql.DB) (*Source, error) {
	if _, err := db.ExecContext(ctx, createAccounts); err != nil {
		return nil, fmt.Errorf("accounts: %w", err)
	}
	return &Source{db: db, x: sqlx.NewDb(db, "sqlserver")}, nil
}

func (s *Source) ID(ctx context.Context, code string) (id uuid.UUID, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT account_id FROM accounts WHERE code = @p1`, code).Scan(&id) // WRONG(uuidswapped): a uniqueidentifier has another order
	return id, err
}

func (s *Source) IDRight(ctx context.Context, code string) (id uuid.UUID, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT account_id FROM accounts WHERE code = @p1`, code).Scan((*uuidsql.GUID)(&id))
	return id, err
}

func (s *Source) Owners(ctx context.Context) (map[string]gofrs.UUID, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT code, owner_id FROM accounts`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	owners := map[string]gofrs.UUID{}
	for rows.Next() {
		var code string
		var owner gofrs.UUID
		if err := rows.Scan(&code, &owner); err != nil { // WRONG(uuidswapped): gofrs's type reads network order, too
			return nil, err
		}
		owners[code] = owner
	}
	return owners, rows.Err()
}

func (s *Source) OwnersRight(ctx context.Context) (map[string]gofrs.UUID, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT code, owner_id FROM accounts`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	owners := map[string]gofrs.UUID{}
	for rows.Next() {
		var code string
		var owner uuidsql.GUID
		if err := rows.Scan(&code, &owner); err != nil {
			return nil, err
		}
		owners[code] = gofrs.UUID(owner)
	}
	return owners, rows.Err()
}

type account struct {
	ID    uuid.UUID `db:"account_id"`
	Owner uuid.UUID `db:"owner_id"`
	Code  string    `db:"code"`
}

type accountRight struct {
	ID    uuidsql.GUID `db:"account_id"`
	Owner uuidsql.GUID `db:"owner_id"`
	Code  string       `db:"code"`
}

func (s *Source) accounts(ctx context.Context) (list []account, err error) {
	err = s.x.SelectContext(ctx, &list, `SELECT account_id, owner_id, code FROM accounts`) // WRONG(uuidswapped): both fields become other UUIDs
	return list, err
}

func (s *Source) accountsRight(ctx context.Context) (list []accountRight, err error) {
	err = s.x.SelectContext(ctx, &list, `SELECT account_id, owner_id, code FROM accounts`)
	return list, err
}

func (s *Source) stream(ctx context.Context, out chan<- account) error {
	rows, err := s.x.QueryxContext(ctx, `SELECT account_id, owner_id, code FROM accounts`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var a account
		if err := rows.StructScan(&a); err != nil { // WRONG(uuidswapped): StructScan into plain UUIDs
			return err
		}
		out <- a
	}
	return rows.Err()
}

func (s *Source) streamRight(ctx context.Context, out chan<- account) error {
	rows, err := s.x.QueryxContext(ctx, `SELECT account_id, owner_id, code FROM accounts`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var a accountRight
		if err := rows.StructScan(&a); err != nil {
			return err
		}
		out <- account{ID: uuid.UUID(a.ID), Owner: uuid.UUID(a.Owner), Code: a.Code}
	}
	return rows.Err()
}

// External is a column of text.
func (s *Source) External(ctx context.Context, id uuid.UUID) (ext uuid.UUID, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT external FROM accounts WHERE account_id = @p1`, id).Scan(&ext)
	return ext, err
}

// Code passes the id as text, which the server converts.
func (s *Source) Code(ctx context.Context, id uuid.UUID) (code string, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT code FROM accounts WHERE account_id = @p1`, uuidsql.GUID(id)).Scan(&code)
	return code, err
}

func (s *Source) Insert(ctx context.Context, a accountRight, ext uuid.UUID) error {
	_, err := s.db.ExecContext(ctx, `INSERT INTO accounts (account_id, owner_id, code, external) VALUES (@p1, @p2, @p3, @p4)`,
		a.ID, a.Owner, a.Code, ext.String())
	return err
}
