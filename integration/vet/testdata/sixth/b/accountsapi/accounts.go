// Package accountsapi is the JSON side of the accounts.
package accountsapi

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
)

type Account struct {
	ID      uuid.UUID           `json:"id"`
	Manager sql.Null[uuid.UUID] `json:"manager"` // WRONG(uuidjson): an object of V and Valid
	Name    string              `json:"name"`
}

type AccountRight struct {
	ID      uuid.UUID     `json:"id"`
	Manager uuid.NullUUID `json:"manager"`
	Name    string        `json:"name"`
}

type Branch struct {
	Code   string                `json:"code"`
	Parent *sql.Null[gofrs.UUID] `json:"parent,omitempty"` // WRONG(uuidjson): a pointer to such an object
}

type BranchRight struct {
	Code   string         `json:"code"`
	Parent gofrs.NullUUID `json:"parent"`
}

// accountRow is what the database has; it is never JSON.
type accountRow struct {
	id      uuid.UUID
	manager sql.Null[uuid.UUID]
	name    string
}

func (r accountRow) view() AccountRight {
	return AccountRight{ID: r.id, Manager: uuid.NullUUID{UUID: r.manager.V, Valid: r.manager.Valid}, Name: r.name}
}

type Server struct{ DB *sql.DB }

func (s *Server) row(ctx context.Context, id uuid.UUID) (r accountRow, err error) {
	err = s.DB.QueryRowContext(ctx, `SELECT id, manager_id, name FROM accounts WHERE id = $1`, id).Scan(&r.id, &r.manager, &r.name)
	return r, err
}

func (s *Server) manager(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	row, err := s.row(r.Context(), id)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	if err := json.NewEncoder(w).Encode(row.manager); err != nil { // WRONG(uuidjson): writes V and Valid
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func (s *Server) managerRight(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	row, err := s.row(r.Context(), id)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	if err := json.NewEncoder(w).Encode(row.view().Manager); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func reply(w http.ResponseWriter, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(b)
}

func (s *Server) show(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	row, err := s.row(r.Context(), id)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	reply(w, row.view())
}

// Create reads the account from the body.
func (s *Server) Create(w http.ResponseWriter, r *http.Request) {
	var a AccountRight
	if err := json.NewDecoder(r.Body).Decode(&a); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	a.ID = uuid.New()
	manager := sql.Null[uuid.UUID]{V: a.Manager.UUID, Valid: a.Manager.Valid}
	_, err := s.DB.ExecContext(r.Context(), `INSERT INTO accounts (id, manager_id, name) VALUES ($1, $2, $3)`, a.ID, manager, a.Name)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	reply(w, a)
}

func (s *Server) Routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /accounts/{id}", s.show)
	mux.HandleFunc("GET /accounts/{id}/manager", s.manager)
	mux.HandleFunc("GET /v2/accounts/{id}/manager", s.managerRight)
	mux.HandleFunc("POST /accounts", s.Create)
}
