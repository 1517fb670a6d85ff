// Package lookups is an API over PostgreSQL with database/sql.
package lookups

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"log"
	"net/http"

	"github.com/google/uuid"
	_ "github.com/lib/pq"
)

const schema = `
CREATE TABLE IF NOT EXISTS invoices (
	id       uuid PRIMARY KEY,
	customer uuid NOT NULL,
	total    bigint NOT NULL
);
CREATE TABLE IF NOT EXISTS notes (
	id     uuid PRIMARY KEY,
	owner  uuid NOT NULL,
	body   text NOT NULL
);`

type server struct {
	db *sql.DB
}

type invoice struct {
	ID       uuid.UUID `json:"id"`
	Customer uuid.UUID `json:"customer"`
	Total    int64     `json:"total"`
}

func (s *server) migrate(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, schema)
	return err
}

// showInvoice answers with one invoice.
func (s *server) showInvoice(w http.ResponseWriter, r *http.Request) {
	id, _ := uuid.Parse(r.PathValue("invoice")) // WRONG(uuiderror): text that is no UUID becomes the Nil UUID, and the query runs with it
	var inv invoice
	err := s.db.QueryRowContext(r.Context(), `SELECT id, customer, total FROM invoices WHERE id = $1`, id).Scan(&inv.ID, &inv.Customer, &inv.Total) // WRONG-ALSO
	if errors.Is(err, sql.ErrNoRows) {
		http.NotFound(w, r)
		return
	}
	if err != nil {
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	_ = json.NewEncoder(w).Encode(inv)
}

// showInvoiceV2 answers with one invoice.
func (s *server) showInvoiceV2(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.PathValue("invoice"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	var inv invoice
	err = s.db.QueryRowContext(r.Context(), `SELECT id, customer, total FROM invoices WHERE id = $1`, id).Scan(&inv.ID, &inv.Customer, &inv.Total)
	if errors.Is(err, sql.ErrNoRows) {
		http.NotFound(w, r)
		return
	}
	if err != nil {
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	_ = json.NewEncoder(w).Encode(inv)
}

// listInvoices lists the invoices of a customer.
func (s *server) listInvoices(w http.ResponseWriter, r *http.Request) {
	customer, err := uuid.Parse(r.URL.Query().Get("customer"))                                                            // WRONG(uuiderror): err is overwritten before anybody looks at it
	rows, err := s.db.QueryContext(r.Context(), `SELECT id, customer, total FROM invoices WHERE customer = $1`, customer) // WRONG-ALSO
	if err != nil {
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	defer rows.Close()
	s.writeInvoices(w, rows)
}

// listInvoicesV2 lists the invoices of a customer.
func (s *server) listInvoicesV2(w http.ResponseWriter, r *http.Request) {
	customer, err := uuid.Parse(r.URL.Query().Get("customer"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	rows, err := s.db.QueryContext(r.Context(), `SELECT id, customer, total FROM invoices WHERE customer = $1`, customer)
	if err != nil {
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	defer rows.Close()
	s.writeInvoices(w, rows)
}

func (s *server) writeInvoices(w http.ResponseWriter, rows *sql.Rows) {
	list := []invoice{}
	for rows.Next() {
		var inv invoice
		if err := rows.Scan(&inv.ID, &inv.Customer, &inv.Total); err != nil {
			http.Error(w, "internal", http.StatusInternalServerError)
			return
		}
		list = append(list, inv)
	}
	if rows.Err() != nil {
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	_ = json.NewEncoder(w).Encode(list)
}

// removeInvoice deletes an invoice. It only logs bad input.
func (s *server) removeInvoice(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.PathValue("invoice"))
	if err != nil {
		log.Printf("bad invoice id: %v", err)
	}
	if _, err := s.db.ExecContext(r.Context(), `DELETE FROM invoices WHERE id = $1`, id); err != nil { // WRONG(uuiderror): after the error is logged the handler goes on with the Nil UUID
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// removeInvoiceV2 deletes an invoice.
func (s *server) removeInvoiceV2(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.PathValue("invoice"))
	if err != nil {
		log.Printf("bad invoice id: %v", err)
		http.Error(w, "bad id", http.StatusBadRequest)
		return
	}
	if _, err := s.db.ExecContext(r.Context(), `DELETE FROM invoices WHERE id = $1`, id); err != nil {
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

type noteFilter struct {
	owner uuid.UUID
	words string
}

// searchNotes fills a filter from the query and asks the store.
func (s *server) searchNotes(w http.ResponseWriter, r *http.Request) {
	var f noteFilter
	f.words = r.FormValue("q")
	f.owner, _ = uuid.Parse(r.FormValue("owner")) // WRONG(uuiderror): a bad owner becomes the Nil UUID in the filter
	n, err := s.countNotes(r.Context(), f)
	if err != nil {
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	_ = json.NewEncoder(w).Encode(n)
}

// searchNotesV2 fills a filter from the query and asks the store.
func (s *server) searchNotesV2(w http.ResponseWriter, r *http.Request) {
	var f noteFilter
	f.words = r.FormValue("q")
	var err error
	if f.owner, err = uuid.Parse(r.FormValue("owner")); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	n, err := s.countNotes(r.Context(), f)
	if err != nil {
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	_ = json.NewEncoder(w).Encode(n)
}

func (s *server) countNotes(ctx context.Context, f noteFilter) (n int, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT count(*) FROM notes WHERE owner = $1 AND body LIKE '%' || $2 || '%'`, f.owner, f.words).Scan(&n) // WRONG-ALSO
	return n, err
}

// mayEdit compares the header of the caller with the owner of a note.
func (s *server) mayEdit(r *http.Request, owner uuid.UUID) bool {
	caller, _ := uuid.Parse(r.Header.Get("X-User"))
	return caller == owner // WRONG(uuiderror): a missing header is the Nil UUID, which is the owner of notes without one
}

// mayRead compares the header of the caller with the owner of a note.
func (s *server) mayRead(r *http.Request, owner uuid.UUID) bool {
	caller, err := uuid.Parse(r.Header.Get("X-User"))
	return err == nil && caller == owner
}

func toID(text string) uuid.UUID {
	id, _ := uuid.Parse(text) // WRONG(uuiderror): its caller deletes with what is left of bad text, the Nil UUID
	return id
}

// purge deletes a note by the text of its id.
func (s *server) purge(ctx context.Context, note string) error {
	_, err := s.db.ExecContext(ctx, `DELETE FROM notes WHERE id = $1`, toID(note)) // WRONG-ALSO
	return err
}

func asID(text string) uuid.UUID {
	id, err := uuid.Parse(text)
	if err != nil {
		return uuid.Nil
	}
	return id
}

var errBadID = errors.New("bad id")

// purgeNote deletes a note by the text of its id.
func (s *server) purgeNote(ctx context.Context, note string) error {
	id := asID(note)
	if id == uuid.Nil {
		return errBadID
	}
	_, err := s.db.ExecContext(ctx, `DELETE FROM notes WHERE id = $1`, id)
	return err
}
