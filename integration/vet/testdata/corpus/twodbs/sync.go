// Package twodbs copies from an old database, opened by name, to a new one with a connector.
package twodbs

import (
	"context"
	"database/sql"

	"github.com/go-sql-driver/mysql"
	"github.com/google/uuid"

	"github.com/uuidkit/uuidkit/sqlx"
)

type syncer struct {
	legacy *sql.DB
	native *sql.DB
}

func newSyncer(legacyDSN string, native *mysql.Config) (*syncer, error) {
	legacy, err := sql.Open("mysql", legacyDSN)
	if err != nil {
		return nil, err
	}
	base, err := mysql.NewConnector(native)
	if err != nil {
		return nil, err
	}
	s := &syncer{legacy: legacy}
	s.native = sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[uuid.UUID]()))
	return s, nil
}

func (s *syncer) exists(ctx context.Context, id uuid.UUID) (ok bool, err error) {
	err = s.native.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM people WHERE id = UUID_TO_BIN(?))`, id).Scan(&ok) // WRONG(uuidconnector): this database has the connector: UUID_TO_BIN gets bytes
	return ok, err
}

func (s *syncer) existed(ctx context.Context, id uuid.UUID) (ok bool, err error) {
	err = s.legacy.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM people WHERE id = UUID_TO_BIN(?))`, id).Scan(&ok)
	return ok, err
}

func (s *syncer) copyOne(ctx context.Context, id uuid.UUID) error {
	var name string
	if err := s.legacy.QueryRowContext(ctx, `SELECT name FROM people WHERE id = UNHEX(REPLACE(?, '-', ''))`, id).Scan(&name); err != nil {
		return err
	}
	_, err := s.native.ExecContext(ctx, `INSERT INTO people (id, name) VALUES (?, ?)`, id, name)
	return err
}
