// Package bookings has handlers and a store of PostgreSQL, whose columns are uuid.
package bookings

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/lib/pq"
)

type Store struct{ db *sql.DB }

type Handler struct {
	store *Store
	log   *slog.Logger
}

type Booking struct {
	ID    uuid.UUID
	Room  uuid.UUID
	Owner uuid.UUID
}

func (s *Store) byID(ctx context.Context, id uuid.UUID) (Booking, error) {
	var b Booking
	err := s.db.QueryRowContext(ctx, `SELECT id, room, owner FROM bookings WHERE id = $1`, id).Scan(&b.ID, &b.Room, &b.Owner)
	return b, err
}

func (s *Store) save(ctx context.Context, b Booking) error {
	_, err := s.db.ExecContext(ctx, `INSERT INTO bookings (id, room, owner) VALUES ($1, $2, $3)`, b.ID, b.Room, b.Owner)
	return err
}

func (h *Handler) show(w http.ResponseWriter, r *http.Request) {
	id, _ := uuid.Parse(chi.URLParam(r, "booking"))
	b, err := h.store.byID(r.Context(), id) // WRONG(uuiderror): the error of Parse is dropped, and a method asks for Nil
	if err != nil {
		http.NotFound(w, r)
		return
	}
	_ = json.NewEncoder(w).Encode(b)
}

func (h *Handler) showRight(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(chi.URLParam(r, "booking"))
	if err != nil {
		http.Error(w, "no booking has this id", http.StatusBadRequest)
		return
	}
	b, err := h.store.byID(r.Context(), id)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	_ = json.NewEncoder(w).Encode(b)
}

func (h *Handler) create(w http.ResponseWriter, r *http.Request) {
	var b Booking
	var err error
	b.ID = uuid.New()
	if b.Room, err = uuid.Parse(r.FormValue("room")); err != nil {
		h.log.Warn("bad room", "err", err)
	}
	if err := h.store.save(r.Context(), b); err != nil { // WRONG(uuiderror): logged, and Nil is saved as the room
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func (h *Handler) createRight(w http.ResponseWriter, r *http.Request) {
	var b Booking
	var err error
	b.ID = uuid.New()
	if b.Room, err = uuid.Parse(r.FormValue("room")); err != nil {
		h.log.Warn("bad room", "err", err)
		http.Error(w, "bad room", http.StatusBadRequest)
		return
	}
	if err := h.store.save(r.Context(), b); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func lenient(s string) uuid.UUID {
	id, _ := uuid.Parse(strings.TrimSpace(s))
	return id
}

func (s *Store) cancel(ctx context.Context, text string) error {
	_, err := s.db.ExecContext(ctx, `DELETE FROM bookings WHERE id = $1`, lenient(text)) // WRONG(uuiderror): a helper drops the error
	return err
}

func strict(s string) (uuid.UUID, error) {
	id, err := uuid.Parse(strings.TrimSpace(s))
	if err != nil {
		return uuid.Nil, fmt.Errorf("booking: %w", err)
	}
	return id, nil
}

func (s *Store) cancelRight(ctx context.Context, text string) error {
	id, err := strict(text)
	if err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, `DELETE FROM bookings WHERE id = $1`, id)
	return err
}

func (s *Store) inRooms(ctx context.Context, rooms []string) (*sql.Rows, error) {
	var ids []uuid.UUID
	for _, room := range rooms {
		id, _ := uuid.Parse(room)
		ids = append(ids, id)
	}
	return s.db.QueryContext(ctx, `SELECT id FROM bookings WHERE room = ANY($1)`, pq.Array(ids)) // WRONG(uuiderror): a list with Nil in it
}

func (s *Store) inRoomsRight(ctx context.Context, rooms []string) (*sql.Rows, error) {
	var ids []uuid.UUID
	for _, room := range rooms {
		if id, err := uuid.Parse(room); err == nil {
			ids = append(ids, id)
		}
	}
	return s.db.QueryContext(ctx, `SELECT id FROM bookings WHERE room = ANY($1)`, pq.Array(ids))
}

func (s *Store) move(ctx context.Context, booking, room string) error {
	id, err := uuid.Parse(booking)
	to, err := uuid.Parse(room)
	if err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, `UPDATE bookings SET room = $2 WHERE id = $1`, id, to) // WRONG(uuiderror): the second err hides the first
	return err
}

func (s *Store) moveRight(ctx context.Context, booking, room string) error {
	id, err := uuid.Parse(booking)
	to, err2 := uuid.Parse(room)
	if err := errors.Join(err, err2); err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, `UPDATE bookings SET room = $2 WHERE id = $1`, id, to)
	return err
}

func mine(r *http.Request, b Booking) bool {
	user, _ := uuid.Parse(r.Header.Get("X-User"))
	return b.Owner == user // WRONG(uuiderror): without a header Nil is the owner of what has none
}

func mineRight(r *http.Request, b Booking) bool {
	user, err := uuid.Parse(r.Header.Get("X-User"))
	return err == nil && b.Owner == user
}

func first[T any](v T, _ error) T { return v }

func (s *Store) touch(ctx context.Context, text string) error {
	id := first(gofrs.FromString(text))
	_, err := s.db.ExecContext(ctx, `UPDATE bookings SET seen = now() WHERE id = $1`, id) // WRONG(uuiderror): a generic helper drops the error
	return err
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func (s *Store) touchRight(ctx context.Context) error {
	id := must(gofrs.FromString("7d444840-9dc0-11d1-b245-5ffdce74fad2"))
	_, err := s.db.ExecContext(ctx, `UPDATE bookings SET seen = now() WHERE id = $1`, id)
	return err
}

func (s *Store) fromEvent(ctx context.Context, payload []byte) error {
	var id uuid.UUID
	_ = id.UnmarshalText(payload)
	_, err := s.db.ExecContext(ctx, `INSERT INTO events (booking) VALUES ($1)`, id) // WRONG(uuiderror): the error of UnmarshalText is dropped
	return err
}

func (s *Store) fromEventRight(ctx context.Context, payload []byte) error {
	var id uuid.UUID
	if err := id.UnmarshalText(payload); err != nil {
		return err
	}
	_, err := s.db.ExecContext(ctx, `INSERT INTO events (booking) VALUES ($1)`, id)
	return err
}

func routes(s *Store) map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{
		"/rooms": func(w http.ResponseWriter, r *http.Request) {
			room, err := uuid.Parse(r.URL.Query().Get("room"))
			rows, err := s.db.QueryContext(r.Context(), `SELECT id FROM bookings WHERE room = $1`, room) // WRONG(uuiderror): err is overwritten before it is read
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			defer rows.Close()
		},
	}
}

func routesRight(s *Store) map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{
		"/rooms": func(w http.ResponseWriter, r *http.Request) {
			room, err := uuid.Parse(r.URL.Query().Get("room"))
			if err != nil {
				http.Error(w, err.Error(), http.StatusBadRequest)
				return
			}
			rows, err := s.db.QueryContext(r.Context(), `SELECT id FROM bookings WHERE room = $1`, room)
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			defer rows.Close()
		},
	}
}

func filter(r *http.Request) (id uuid.NullUUID) {
	if parsed, err := uuid.Parse(r.FormValue("owner")); err == nil {
		id = uuid.NullUUID{UUID: parsed, Valid: true}
	}
	return id
}

func (s *Store) anyOwner(ctx context.Context, r *http.Request) (*sql.Rows, error) {
	id, _ := uuid.Parse(r.FormValue("owner"))
	if id == uuid.Nil {
		return s.db.QueryContext(ctx, `SELECT id FROM bookings`)
	}
	return s.db.QueryContext(ctx, `SELECT id FROM bookings WHERE owner = $1`, id)
}
