// Package mysqlusers keeps users in MySQL: ids of 16 bytes, and an external id that is text.
package mysqlusers

import (
	"context"
	"database/sql"
	"strings"

	_ "github.com/go-sql-driver/mysql"
	"github.com/google/uuid"

	"github.com/uuidkit/uuidkit/sqlx"
)

const createUsers = `
CREATE TABLE users (
	id BINARY(16) NOT NULL PRIMARY KEY,
	team_id BINARY(16),
	external CHAR(36) NOT NULL,
	name VARCHAR(100) NOT NULL
)`

const selectName = `SELECT name FROM users WHERE id = ?`

type User struct {
	ID       uuid.UUID
	Team     *uuid.UUID
	External uuid.UUID
	Name     string
}

type Store struct{ db *sql.DB }

func Open(dsn string) (*Store, error) {
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		return nil, err
	}
	_, err = db.Exec(createUsers)
	return &Store{db}, err
}

func (s *Store) Name(ctx context.Context, id uuid.UUID) (name string, err error) {
	err = s.db.QueryRowContext(ctx, selectName, id.String()).Scan(&name) // WRONG(uuidtext): text for BINARY(16), the SQL in a constant
	return
}

func (s *Store) NameRight(ctx context.Context, id uuid.UUID) (name string, err error) {
	err = s.db.QueryRowContext(ctx, selectName, id[:]).Scan(&name)
	return
}

func (s *Store) NameBinaryRight(ctx context.Context, id uuid.UUID) (name string, err error) {
	err = s.db.QueryRowContext(ctx, selectName, sqlx.Binary(id)).Scan(&name)
	return
}

func (s *Store) NameFuncRight(ctx context.Context, id uuid.UUID) (name string, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT name FROM users WHERE id = UUID_TO_BIN(?)`, id.String()).Scan(&name)
	return
}

func (s *Store) NameHexRight(ctx context.Context, id uuid.UUID) (name string, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT name FROM users WHERE HEX(id) = ?`, strings.ToUpper(strings.ReplaceAll(id.String(), "-", ""))).Scan(&name)
	return
}

func (s *Store) Insert(ctx context.Context, u User) error {
	_, err := s.db.ExecContext(ctx, `INSERT INTO users (id, external, name) VALUES (?, ?, ?)`, u.ID, u.External, u.Name) // WRONG(uuidtext): google's Value is text
	return err
}

func (s *Store) InsertRight(ctx context.Context, u User) error {
	_, err := s.db.ExecContext(ctx, `INSERT INTO users (id, external, name) VALUES (?, ?, ?)`, sqlx.Binary(u.ID), u.External, u.Name)
	return err
}

func (s *Store) Others(ctx context.Context, team uuid.UUID) (n int, err error) {
	stmt, err := s.db.PrepareContext(ctx, `SELECT COUNT(*) FROM users WHERE team_id <> ?`)
	if err != nil {
		return 0, err
	}
	defer stmt.Close()
	err = stmt.QueryRowContext(ctx, team.String()).Scan(&n) // WRONG(uuidtext): in a prepared statement
	return
}

func (s *Store) OthersRight(ctx context.Context, team uuid.UUID) (n int, err error) {
	stmt, err := s.db.PrepareContext(ctx, `SELECT COUNT(*) FROM users WHERE team_id <> ?`)
	if err != nil {
		return 0, err
	}
	defer stmt.Close()
	err = stmt.QueryRowContext(ctx, sqlx.Binary(team)).Scan(&n)
	return
}

func (s *Store) External(ctx context.Context, external uuid.UUID) (name string, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT name FROM users WHERE external = ?`, external[:]).Scan(&name) // WRONG(uuidtext): 16 bytes for CHAR(36)
	return
}

func (s *Store) ExternalRight(ctx context.Context, external uuid.UUID) (name string, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT name FROM users WHERE external = ?`, external).Scan(&name)
	return
}

func (s *Store) ExternalTextRight(ctx context.Context, external uuid.UUID) (name string, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT name FROM users WHERE external = ?`, external.String()).Scan(&name)
	return
}

func (s *Store) ID(ctx context.Context, name string) (uuid.UUID, error) {
	var text string
	if err := s.db.QueryRowContext(ctx, `SELECT id FROM users WHERE name = ?`, name).Scan(&text); err != nil { // WRONG(uuidtext): a string scans 16 raw bytes
		return uuid.Nil, err
	}
	return uuid.Parse(text)
}

func (s *Store) IDRight(ctx context.Context, name string) (id uuid.UUID, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT id FROM users WHERE name = ?`, name).Scan(&id)
	return
}

func (s *Store) IDTextRight(ctx context.Context, name string) (uuid.UUID, error) {
	var text string
	if err := s.db.QueryRowContext(ctx, `SELECT BIN_TO_UUID(id) FROM users WHERE name = ?`, name).Scan(&text); err != nil {
		return uuid.Nil, err
	}
	return uuid.Parse(text)
}

func (s *Store) IDBytesRight(ctx context.Context, name string) (uuid.UUID, error) {
	var b []byte
	if err := s.db.QueryRowContext(ctx, `SELECT id FROM users WHERE name = ?`, name).Scan(&b); err != nil {
		return uuid.Nil, err
	}
	return uuid.FromBytes(b)
}

func (s *Store) DeleteAll(ctx context.Context, ids []uuid.UUID) error {
	marks := make([]string, len(ids))
	args := make([]any, len(ids))
	for i, id := range ids {
		marks[i], args[i] = "?", id.String()
	}
	_, err := s.db.ExecContext(ctx, `DELETE FROM users WHERE id IN (`+strings.Join(marks, ",")+`)`, args...) // WRONG(uuidtext): a list of texts
	return err
}

func (s *Store) DeleteAllRight(ctx context.Context, ids []uuid.UUID) error {
	list, args := sqlx.In[sqlx.Binary](ids)
	_, err := s.db.ExecContext(ctx, `DELETE FROM users WHERE id IN `+list, args...)
	return err
}

func (s *Store) DeleteListRight(ctx context.Context, ids []uuid.UUID) error {
	marks := make([]string, len(ids))
	args := make([]any, len(ids))
	for i, id := range ids {
		marks[i], args[i] = "?", id[:]
	}
	_, err := s.db.ExecContext(ctx, `DELETE FROM users WHERE id IN (`+strings.Join(marks, ",")+`)`, args...)
	return err
}

func (s *Store) Join(ctx context.Context, tx *sql.Tx, u User) error {
	if u.Team == nil {
		_, err := tx.ExecContext(ctx, `UPDATE users SET team_id = NULL WHERE id = ?`, sqlx.Binary(u.ID))
		return err
	}
	team := u.Team.String()
	_, err := tx.ExecContext(ctx, `UPDATE users SET team_id = ? WHERE id = ?`, team, sqlx.Binary(u.ID)) // WRONG(uuidtext): in a transaction, through a variable
	return err
}

func (s *Store) JoinRight(ctx context.Context, tx *sql.Tx, u User) error {
	_, err := tx.ExecContext(ctx, `UPDATE users SET team_id = ? WHERE id = ?`, (*sqlx.Binary)(u.Team), sqlx.Binary(u.ID))
	return err
}

// ByNameRight looks for a name that happens to be the text of a UUID.
func (s *Store) ByNameRight(ctx context.Context, id uuid.UUID) (n int, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM users WHERE name = ?`, "guest-"+id.String()).Scan(&n)
	return
}
