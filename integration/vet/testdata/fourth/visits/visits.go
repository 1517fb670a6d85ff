// Package visits books guided tours.
package visits

import (
	"context"
	"database/sql"
	"encoding/json"
	"log/slog"
	"net/http"

	"example.com/market/idtext"
	"github.com/fxamacker/cbor/v2"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/cborx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type Visit struct {
	ID    kit.UUID     `json:"id" cbor:"id" db:"id"`
	Guide kit.NullUUID `json:"guide,omitzero" cbor:"guide" db:"guide_id"`
	Size  int          `json:"size" cbor:"size" db:"size"`
}

type API struct {
	db  *sql.DB
	enc cbor.EncMode
}

func New(db *sql.DB) (*API, error) {
	enc, _, err := cborx.Modes[uuid.UUID](cbor.EncOptions{}, cbor.DecOptions{})
	if err != nil {
		return nil, err
	}
	return &API{db: db, enc: enc}, nil
}

func (a *API) Get(w http.ResponseWriter, r *http.Request) {
	id, err := idtext.Parse(r.PathValue("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var v Visit
	row := a.db.QueryRowContext(r.Context(), `SELECT id, guide_id, size FROM visit WHERE id = $1`, id)
	if err := row.Scan(&v.ID, &v.Guide, &v.Size); err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	slog.InfoContext(r.Context(), "visit", "id", v.ID)
	if r.Header.Get("Accept") == "application/cbor" {
		b, err := cbor.Marshal(v)
		if err == nil {
			w.Write(b)
		}
		return
	}
	json.NewEncoder(w).Encode(v)
}

func (a *API) Guides(ctx context.Context) (out []kit.UUID, err error) {
	rows, err := a.db.QueryContext(ctx, `SELECT guide_id FROM visit WHERE guide_id IS NOT NULL`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var g kit.UUID
	for rows.Next() {
		if err := rows.Scan(&g); err != nil {
			return nil, err
		}
		out = append(out, g)
	}
	return out, rows.Err()
}

func (a *API) Tag(id uuid.UUID) ([]byte, error) {
	b, err := cbor.Marshal(id) // WRONG(cbortags): the mode is not used
	return b, err
}

func (a *API) TagRight(id uuid.UUID) ([]byte, error) {
	b, err := a.enc.Marshal(id)
	return b, err
}

func (a *API) Mine(r *http.Request, list []Visit) (n int) {
	who := r.Header.Get("X-Guide")
	for _, v := range list {
		if v.Guide.Valid && v.Guide.UUID.String() == who { // WRONG(uuidcompare): a header in a variable
			n++
		}
	}
	return n
}

func (a *API) MineRight(r *http.Request, list []Visit) (n int) {
	who := r.Header.Get("X-Guide")
	for _, v := range list {
		if v.Guide.Valid && idtext.Same(v.Guide.UUID.String(), who) {
			n++
		}
	}
	return n
}
