// Package tickets keeps the tickets of the help desk in MySQL.
package tickets

import (
	"context"
	"database/sql"
	"strings"

	sq "github.com/Masterminds/squirrel"
	_ "github.com/go-sql-driver/mysql"
	"github.com/google/uuid"

	"github.com/uuidkit/uuidkit/sqlx"
)

const ddl = `CREATE TABLE IF NOT EXISTS tickets (
	id BINARY(16) NOT NULL,
	reporter BINARY(16) NOT NULL,
	session CHAR(36) NOT NULL,
	title VARCHAR(200) NOT NULL,
	PRIMARY KEY (id)
) ENGINE=InnoDB`

type Ticket struct {
	ID, Reporter uuid.UUID
	Session      uuid.UUID
	Title        string
}

type Store struct{ db *sql.DB }

func Open(dsn string) (*Store, error) {
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		return nil, err
	}
	if _, err := db.Exec(ddl); err != nil {
		return nil, err
	}
	return &Store{db: db}, nil
}

func (s *Store) Title(ctx context.Context, id uuid.UUID) (title string, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT title FROM tickets WHERE id = ?`, id.String()).Scan(&title) // WRONG(uuidtext): text for a BINARY(16)
	return title, err
}

func (s *Store) TitleRight(ctx context.Context, id uuid.UUID) (title string, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT title FROM tickets WHERE id = ?`, id[:]).Scan(&title)
	return title, err
}

func (s *Store) Close(ctx context.Context, id uuid.UUID) error {
	_, err := s.db.ExecContext(ctx, `DELETE FROM tickets WHERE id = ?`, id) // WRONG(uuidtext): without a connector google's type is text
	return err
}

func (s *Store) CloseRight(ctx context.Context, id uuid.UUID) error {
	_, err := s.db.ExecContext(ctx, `DELETE FROM tickets WHERE id = ?`, sqlx.Binary(id))
	return err
}

func (s *Store) Reporter(ctx context.Context, id uuid.UUID) (string, error) {
	var reporter string
	err := s.db.QueryRowContext(ctx, `SELECT reporter FROM tickets WHERE id = ?`, sqlx.Binary(id)).Scan(&reporter) // WRONG(uuidtext): the string holds 16 bytes
	return reporter, err
}

func (s *Store) ReporterRight(ctx context.Context, id uuid.UUID) (string, error) {
	var reporter uuid.UUID
	err := s.db.QueryRowContext(ctx, `SELECT reporter FROM tickets WHERE id = ?`, sqlx.Binary(id)).Scan(&reporter)
	return reporter.String(), err
}

func (s *Store) BySession(ctx context.Context, session uuid.UUID) (n int, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM tickets WHERE session = ?`, session[:]).Scan(&n) // WRONG(uuidtext): bytes for a CHAR(36)
	return n, err
}

func (s *Store) BySessionRight(ctx context.Context, session uuid.UUID) (n int, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM tickets WHERE session = ?`, session).Scan(&n)
	return n, err
}

func (s *Store) Of(ctx context.Context, reporter uuid.UUID) (n int, err error) {
	q := sq.Select("COUNT(*)").From("tickets").Where(sq.Eq{"reporter": reporter.String()}) // WRONG(uuidtext): Eq with text
	err = q.RunWith(s.db).QueryRowContext(ctx).Scan(&n)
	return n, err
}

func (s *Store) OfRight(ctx context.Context, reporter uuid.UUID) (n int, err error) {
	q := sq.Select("COUNT(*)").From("tickets").Where(sq.Eq{"reporter": sqlx.Binary(reporter)})
	err = q.RunWith(s.db).QueryRowContext(ctx).Scan(&n)
	return n, err
}

func (s *Store) Merge(ctx context.Context, ids []uuid.UUID, reporter uuid.UUID) error {
	args := []any{sqlx.Binary(reporter)}
	for _, id := range ids {
		args = append(args, id.String())
	}
	marks := strings.TrimSuffix(strings.Repeat("?,", len(ids)), ",")
	_, err := s.db.ExecContext(ctx, `UPDATE tickets SET reporter = ? WHERE id IN (`+marks+`)`, args...) // WRONG(uuidtext): a list of texts
	return err
}

func (s *Store) MergeRight(ctx context.Context, ids []uuid.UUID, reporter uuid.UUID) error {
	args := []any{sqlx.Binary(reporter)}
	for _, id := range ids {
		args = append(args, sqlx.Binary(id))
	}
	marks := strings.TrimSuffix(strings.Repeat("?,", len(ids)), ",")
	_, err := s.db.ExecContext(ctx, `UPDATE tickets SET reporter = ? WHERE id IN (`+marks+`)`, args...)
	return err
}

func (s *Store) Insert(ctx context.Context, t Ticket) error {
	_, err := s.db.ExecContext(ctx, `INSERT INTO tickets (id, reporter, session, title) VALUES (?, UUID_TO_BIN(?), ?, ?)`,
		t.ID[:], t.Reporter, t.Session.String(), t.Title)
	return err
}

func (s *Store) Load(ctx context.Context, id uuid.UUID) (t Ticket, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT id, reporter, session, title FROM tickets WHERE id = UNHEX(REPLACE(?, '-', ''))`, id.String()).
		Scan(&t.ID, &t.Reporter, &t.Session, &t.Title)
	return t, err
}

func (s *Store) Texts(ctx context.Context) (list []string, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT BIN_TO_UUID(id) FROM tickets`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		list = append(list, text)
	}
	return list, rows.Err()
}
