// Package store has a store; package setup opens its database, with a connector.
package store

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
)

// Store is a store.
type Store struct{ db *sql.DB }

// New makes the table.
func New(db *sql.DB) (*Store, error) {
	_, err := db.Exec("CREATE TABLE IF NOT EXISTS wires (id BINARY(16) NOT NULL, lamp BINARY(16) NOT NULL, color VARCHAR(20), PRIMARY KEY (id))")
	return &Store{db}, err
}

// Color reads one.
func (s *Store) Color(ctx context.Context, id uuid.UUID) (color string, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT color FROM wires WHERE id = ?", id).Scan(&color)
	return color, err
}

// Cut deletes those of a lamp.
func (s *Store) Cut(ctx context.Context, lamp string) error {
	_, err := s.db.ExecContext(ctx, "DELETE FROM wires WHERE lamp = ?", lamp) // WRONG(uuidtext): with a connector and without one a string stays text; lamp is BINARY(16)
	return err
}

// Drop deletes those of a lamp.
func (s *Store) Drop(ctx context.Context, lamp string) error {
	id, err := uuid.Parse(lamp)
	if err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, "DELETE FROM wires WHERE lamp = ?", id)
	return err
}

// CutText is the handler's side of Cut.
func CutText(ctx context.Context, s *Store, lamp uuid.UUID) error {
	return s.Cut(ctx, lamp.String()) // WRONG-ALSO(Cut)
}
