// Package customers serves the customer pages of the back office.
package customers

import (
	"database/sql"
	"encoding/json"
	"errors"
	"log"
	"net/http"

	"github.com/google/uuid"
	_ "github.com/lib/pq"
)

type Server struct {
	db *sql.DB
}

func New(dsn string) (*Server, error) {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return nil, err
	}
	return &Server{db: db}, nil
}

type invoice struct {
	ID      uuid.UUID `json:"id"`
	OwnerID uuid.UUID `json:"owner_id"`
	Amount  int64     `json:"amount"`
}

func (s *Server) showName(w http.ResponseWriter, r *http.Request) {
	id, _ := uuid.Parse(r.PathValue("id")) // WRONG-ALSO(uuiderror)
	var name string
	err := s.db.QueryRowContext(r.Context(), `SELECT name FROM customers WHERE id = $1`, id).Scan(&name) // WRONG(uuiderror): the error of Parse is dropped, so this asks for Nil
	if errors.Is(err, sql.ErrNoRows) {
		http.NotFound(w, r)
		return
	}
	if err != nil {
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	w.Write([]byte(name))
}

func (s *Server) showNameRight(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		http.Error(w, "bad customer id", http.StatusBadRequest)
		return
	}
	var name string
	err = s.db.QueryRowContext(r.Context(), `SELECT name FROM customers WHERE id = $1`, id).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		http.NotFound(w, r)
		return
	}
	if err != nil {
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	w.Write([]byte(name))
}

func (s *Server) assignManager(w http.ResponseWriter, r *http.Request) {
	customer, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	manager, err := uuid.Parse(r.FormValue("manager"))
	if err != nil {
		log.Printf("assign manager: %v", err) // WRONG-ALSO(uuiderror)
	}
	if _, err := s.db.ExecContext(r.Context(), `UPDATE customers SET manager_id = $1 WHERE id = $2`, manager, customer); err != nil { // WRONG(uuiderror): the error was only logged, Nil is stored
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (s *Server) assignManagerRight(w http.ResponseWriter, r *http.Request) {
	customer, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	manager, err := uuid.Parse(r.FormValue("manager"))
	if err != nil {
		log.Printf("assign manager: %v", err)
		http.Error(w, "bad manager", http.StatusUnprocessableEntity)
		return
	}
	if _, err := s.db.ExecContext(r.Context(), `UPDATE customers SET manager_id = $1 WHERE id = $2`, manager, customer); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (s *Server) load(r *http.Request, id uuid.UUID) (*invoice, error) {
	var inv invoice
	err := s.db.QueryRowContext(r.Context(), `SELECT id, owner_id, amount FROM invoices WHERE id = $1`, id).
		Scan(&inv.ID, &inv.OwnerID, &inv.Amount)
	return &inv, err
}

func mayRead(r *http.Request, inv *invoice) bool {
	caller, _ := uuid.Parse(r.Header.Get("X-Account")) // WRONG-ALSO(uuiderror)
	return caller == inv.OwnerID                       // WRONG(uuiderror): without a valid header Nil is compared with the owner
}

func mayReadRight(r *http.Request, inv *invoice) bool {
	caller, err := uuid.Parse(r.Header.Get("X-Account"))
	return err == nil && caller == inv.OwnerID
}

func (s *Server) remove(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.URL.Query().Get("invoice"))
	res, dbErr := s.db.ExecContext(r.Context(), `DELETE FROM invoices WHERE id = $1`, id) // WRONG(uuiderror): the error of Parse is looked at too late
	if err != nil || dbErr != nil {
		http.Error(w, "cannot delete", http.StatusBadRequest)
		return
	}
	n, _ := res.RowsAffected()
	json.NewEncoder(w).Encode(map[string]int64{"deleted": n})
}

func (s *Server) removeRight(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.URL.Query().Get("invoice"))
	if err != nil {
		http.Error(w, "cannot delete", http.StatusBadRequest)
		return
	}
	res, err := s.db.ExecContext(r.Context(), `DELETE FROM invoices WHERE id = $1`, id)
	if err != nil {
		http.Error(w, "cannot delete", http.StatusInternalServerError)
		return
	}
	n, _ := res.RowsAffected()
	json.NewEncoder(w).Encode(map[string]int64{"deleted": n})
}

func (s *Server) merge(w http.ResponseWriter, r *http.Request) {
	from, err := uuid.Parse(r.FormValue("from")) // WRONG-ALSO(uuiderror)
	into, err := uuid.Parse(r.FormValue("into"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	_, err = s.db.ExecContext(r.Context(), `UPDATE invoices SET owner_id = $2 WHERE owner_id = $1`, from, into) // WRONG(uuiderror): the error of from was overwritten
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func (s *Server) mergeRight(w http.ResponseWriter, r *http.Request) {
	from, err1 := uuid.Parse(r.FormValue("from"))
	into, err2 := uuid.Parse(r.FormValue("into"))
	if err := errors.Join(err1, err2); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	_, err := s.db.ExecContext(r.Context(), `UPDATE invoices SET owner_id = $2 WHERE owner_id = $1`, from, into)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// show is the usual handler: one helper parses and answers.
func (s *Server) show(w http.ResponseWriter, r *http.Request) {
	id, ok := pathID(w, r)
	if !ok {
		return
	}
	inv, err := s.load(r, id)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	if !mayRead(r, inv) && !mayReadRight(r, inv) {
		http.Error(w, "forbidden", http.StatusForbidden)
		return
	}
	json.NewEncoder(w).Encode(inv)
}

func pathID(w http.ResponseWriter, r *http.Request) (uuid.UUID, bool) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		http.Error(w, "bad id", http.StatusBadRequest)
		return uuid.Nil, false
	}
	return id, true
}

// listFor shows all invoices, or those of one customer.
func (s *Server) listFor(w http.ResponseWriter, r *http.Request) {
	query, args := `SELECT count(*) FROM invoices`, []any{}
	if owner, err := uuid.Parse(r.URL.Query().Get("owner")); err == nil {
		query += ` WHERE owner_id = $1`
		args = append(args, owner)
	}
	var n int
	if err := s.db.QueryRowContext(r.Context(), query, args...).Scan(&n); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	json.NewEncoder(w).Encode(n)
}

// newRequestID takes the client's id, or makes one.
func newRequestID(r *http.Request) uuid.UUID {
	id, _ := uuid.Parse(r.Header.Get("X-Request-Id"))
	if id == uuid.Nil {
		id = uuid.New()
	}
	return id
}

func (s *Server) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /customers/{id}", s.showName)
	mux.HandleFunc("GET /v2/customers/{id}", s.showNameRight)
	mux.HandleFunc("POST /customers/{id}/manager", s.assignManager)
	mux.HandleFunc("POST /v2/customers/{id}/manager", s.assignManagerRight)
	mux.HandleFunc("GET /invoices/{id}", s.show)
	mux.HandleFunc("GET /invoices", s.listFor)
	mux.HandleFunc("DELETE /invoices", s.remove)
	mux.HandleFunc("DELETE /v2/invoices", s.removeRight)
	mux.HandleFunc("POST /merge", s.merge)
	mux.HandleFunc("POST /v2/merge", s.mergeRight)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", newRequestID(r).String())
		mux.ServeHTTP(w, r)
	})
}
