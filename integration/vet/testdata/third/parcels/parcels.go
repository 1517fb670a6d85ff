// Package parcels is the local database of a sorting station, in SQLite.
package parcels

import (
	"context"
	"database/sql"
	"strings"

	"github.com/Masterminds/squirrel"
	"github.com/google/uuid"
	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/sqlx"
)

const schema = `
CREATE TABLE IF NOT EXISTS parcels (
	id       BLOB PRIMARY KEY,
	route_id BLOB NOT NULL,
	sender   BLOB,
	tracking TEXT NOT NULL,
	state    TEXT NOT NULL
)`

// A Parcel is a row.
type Parcel struct {
	ID       uuid.UUID
	Route    uuid.UUID
	Sender   uuid.NullUUID
	Tracking uuid.UUID
	State    string
}

// A Shelf is the database.
type Shelf struct{ db *sql.DB }

// Open opens the file of a station.
func Open(path string) (*Shelf, error) {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return nil, err
	}
	if _, err := db.Exec(schema); err != nil {
		return nil, err
	}
	return &Shelf{db}, nil
}

// State returns the state of a parcel.
func (s *Shelf) State(ctx context.Context, id uuid.UUID) (state string, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT state FROM parcels WHERE id = ?`, id.String()).Scan(&state) // WRONG(uuidtext): text equals no BLOB
	return state, err
}

// StateRight asks for bytes.
func (s *Shelf) StateRight(ctx context.Context, id uuid.UUID) (state string, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT state FROM parcels WHERE id = ?`, id[:]).Scan(&state)
	return state, err
}

// StateByHexRight compares digits with digits.
func (s *Shelf) StateByHexRight(ctx context.Context, id uuid.UUID) (state string, err error) {
	digits := strings.ReplaceAll(id.String(), "-", "")
	err = s.db.QueryRowContext(ctx, `SELECT state FROM parcels WHERE lower(hex(id)) = ?`, digits).Scan(&state)
	return state, err
}

// Add stores a parcel.
func (s *Shelf) Add(ctx context.Context, p Parcel) error {
	_, err := s.db.ExecContext(ctx, `INSERT INTO parcels (id, route_id, tracking, state) VALUES (?, ?, ?, ?)`,
		sqlx.Binary(p.ID), p.Route, p.Tracking, p.State) // WRONG(uuidtext): the route becomes text in a BLOB
	return err
}

// AddRight stores both ids as bytes, and the tracking number as text.
func (s *Shelf) AddRight(ctx context.Context, p Parcel) error {
	_, err := s.db.ExecContext(ctx, `INSERT INTO parcels (id, route_id, tracking, state) VALUES (?, ?, ?, ?)`,
		sqlx.Binary(p.ID), sqlx.Binary(p.Route), p.Tracking, p.State)
	return err
}

// From sets the sender of a parcel.
func (s *Shelf) From(ctx context.Context, p *Parcel) error {
	_, err := s.db.ExecContext(ctx, `UPDATE parcels SET sender = ? WHERE id = ?`, p.Sender, sqlx.Binary(p.ID)) // WRONG(uuidtext): a NullUUID is sent as text
	return err
}

// FromRight sends NULL or bytes.
func (s *Shelf) FromRight(ctx context.Context, p *Parcel) error {
	var sender *sqlx.Binary
	if p.Sender.Valid {
		sender = (*sqlx.Binary)(&p.Sender.UUID)
	}
	_, err := s.db.ExecContext(ctx, `UPDATE parcels SET sender = ? WHERE id = ?`, sender, sqlx.Binary(p.ID))
	return err
}

// Routes lists the routes of the day.
func (s *Shelf) Routes(ctx context.Context) (routes []string, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT DISTINCT route_id FROM parcels`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var route string
		if err := rows.Scan(&route); err != nil { // WRONG(uuidtext): the string has 16 raw bytes
			return nil, err
		}
		routes = append(routes, route)
	}
	return routes, rows.Err()
}

// RoutesRight scans UUIDs, and returns their texts.
func (s *Shelf) RoutesRight(ctx context.Context) (routes []string, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT DISTINCT route_id FROM parcels`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var route uuid.UUID
		if err := rows.Scan(&route); err != nil {
			return nil, err
		}
		routes = append(routes, route.String())
	}
	return routes, rows.Err()
}

// Track finds a parcel by its tracking number, which is text.
func (s *Shelf) Track(ctx context.Context, number uuid.UUID) (id uuid.UUID, err error) {
	row := s.db.QueryRowContext(ctx, `SELECT id FROM parcels WHERE tracking = ?`, number[:]) // WRONG(uuidtext): bytes equal no text
	err = row.Scan(&id)
	return id, err
}

// TrackRight asks for the text.
func (s *Shelf) TrackRight(ctx context.Context, number uuid.UUID) (id uuid.UUID, err error) {
	row := s.db.QueryRowContext(ctx, `SELECT id FROM parcels WHERE tracking = ?`, number.String())
	err = row.Scan(&id)
	return id, err
}

// Sort sets the state of many parcels.
func (s *Shelf) Sort(ctx context.Context, state string, ids []uuid.UUID) error {
	args := []any{state}
	for _, id := range ids {
		args = append(args, id)
	}
	in := strings.TrimSuffix(strings.Repeat("?,", len(ids)), ",")
	_, err := s.db.ExecContext(ctx, `UPDATE parcels SET state = ? WHERE id IN (`+in+`)`, args...) // WRONG(uuidtext): each id is sent as text
	return err
}

// SortRight makes the list with bytes.
func (s *Shelf) SortRight(ctx context.Context, state string, ids []uuid.UUID) error {
	list, args := sqlx.In[sqlx.Binary](ids)
	_, err := s.db.ExecContext(ctx, `UPDATE parcels SET state = ? WHERE id IN `+list, append([]any{state}, args...)...)
	return err
}

// Hold stops a route.
func (s *Shelf) Hold(ctx context.Context, route uuid.UUID) error {
	_, err := squirrel.Update("parcels").Set("state", "held").
		Where(squirrel.Eq{"route_id": route}). // WRONG(uuidtext): text equals no BLOB
		RunWith(s.db).ExecContext(ctx)
	return err
}

// HoldRight stops a route.
func (s *Shelf) HoldRight(ctx context.Context, route uuid.UUID) error {
	_, err := squirrel.Update("parcels").Set("state", "held").
		Where(squirrel.Eq{"route_id": sqlx.Binary(route)}).
		RunWith(s.db).ExecContext(ctx)
	return err
}

// Forget deletes a parcel that a caller names by text.
func (s *Shelf) Forget(ctx context.Context, text string) error {
	if err := uuid.Validate(text); err != nil {
		return err
	}
	_, err := s.db.ExecContext(ctx, `DELETE FROM parcels WHERE id = ?`, text) // WRONG(uuidtext): the text equals no BLOB
	return err
}

// ForgetRight parses the text.
func (s *Shelf) ForgetRight(ctx context.Context, text string) error {
	id, err := uuid.Parse(text)
	if err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, `DELETE FROM parcels WHERE id = ?`, sqlx.Binary(id))
	return err
}

// ForgetByUnhexRight lets SQLite convert the text.
func (s *Shelf) ForgetByUnhexRight(ctx context.Context, id uuid.UUID) error {
	_, err := s.db.ExecContext(ctx, `DELETE FROM parcels WHERE id = unhex(?, '-')`, id.String())
	return err
}
