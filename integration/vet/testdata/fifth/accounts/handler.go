// Package accounts serves the accounts of a bank over HTTP.
package accounts

import (
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"log"
	"net/http"
	"strings"

	"github.com/google/uuid"
)

type Account struct {
	ID    uuid.UUID `json:"id"`
	Owner uuid.UUID `json:"owner"`
}

type Handler struct {
	db *sql.DB
}

func (h *Handler) load(id uuid.UUID) (a Account, err error) {
	err = h.db.QueryRow(`SELECT id, owner FROM accounts WHERE id = $1`, id).Scan(&a.ID, &a.Owner)
	return
}

// fail answers with a status, and reports whether there was an error.
func fail(w http.ResponseWriter, err error, status int) bool {
	if err == nil {
		return false
	}
	http.Error(w, err.Error(), status)
	return true
}

func (h *Handler) Owner(w http.ResponseWriter, r *http.Request, a Account) {
	caller, _ := uuid.Parse(r.Header.Get("X-User"))
	if caller != a.Owner { // WRONG(uuiderror): without a header the caller is Nil, as an account without owner
		http.Error(w, "not yours", http.StatusForbidden)
		return
	}
	_ = json.NewEncoder(w).Encode(a)
}

func (h *Handler) OwnerRight(w http.ResponseWriter, r *http.Request, a Account) {
	caller, err := uuid.Parse(r.Header.Get("X-User"))
	if err != nil || caller != a.Owner {
		http.Error(w, "not yours", http.StatusForbidden)
		return
	}
	_ = json.NewEncoder(w).Encode(a)
}

func (h *Handler) Get(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		http.Error(w, "bad id", http.StatusBadRequest)
	}
	a, err := h.load(id) // WRONG(uuiderror): the return is missing
	if fail(w, err, http.StatusNotFound) {
		return
	}
	_ = json.NewEncoder(w).Encode(a)
}

func (h *Handler) GetRight(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.PathValue("id"))
	if fail(w, err, http.StatusBadRequest) {
		return
	}
	a, err := h.load(id)
	if fail(w, err, http.StatusNotFound) {
		return
	}
	_ = json.NewEncoder(w).Encode(a)
}

func (h *Handler) Open(w http.ResponseWriter, r *http.Request) {
	var a Account
	json.NewDecoder(r.Body).Decode(&a)
	func() {
		if _, err := h.db.Exec(`INSERT INTO accounts (id, owner) VALUES ($1, $2)`, uuid.New(), a.Owner); err != nil { // WRONG(uuiderror): in a closure, after an ignored error of Decode
			http.Error(w, "internal", http.StatusInternalServerError)
		}
	}()
}

func (h *Handler) OpenRight(w http.ResponseWriter, r *http.Request) {
	var a Account
	insert := func() error {
		_, err := h.db.Exec(`INSERT INTO accounts (id, owner) VALUES ($1, $2)`, uuid.New(), a.Owner)
		return err
	}
	for _, step := range []func() error{
		func() error { return json.NewDecoder(r.Body).Decode(&a) },
		insert,
	} {
		if fail(w, step(), http.StatusBadRequest) {
			return
		}
	}
}

func (h *Handler) Patch(w http.ResponseWriter, r *http.Request, a Account) {
	var owner uuid.UUID
	if err := owner.UnmarshalText([]byte(r.FormValue("owner"))); err != nil {
		log.Printf("patch: %v", err)
	}
	a.Owner = owner
	if _, err := h.db.Exec(`UPDATE accounts SET owner = $1 WHERE id = $2`, a.Owner, a.ID); err != nil { // WRONG(uuiderror): an error of UnmarshalText takes the account's owner away
		http.Error(w, "internal", http.StatusInternalServerError)
	}
}

func (h *Handler) PatchRight(w http.ResponseWriter, r *http.Request, a Account) {
	owner := a.Owner
	if err := owner.UnmarshalText([]byte(r.FormValue("owner"))); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	a.Owner = owner
	if _, err := h.db.Exec(`UPDATE accounts SET owner = $1 WHERE id = $2`, a.Owner, a.ID); err != nil {
		http.Error(w, "internal", http.StatusInternalServerError)
	}
}

// bearer returns the user of a token, if there is one.
func bearer(r *http.Request) (uuid.UUID, bool) {
	text, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return uuid.Nil, false
	}
	id, err := uuid.Parse(text)
	return id, err == nil
}

func (h *Handler) MineRight(w http.ResponseWriter, r *http.Request) {
	user, ok := bearer(r)
	if !ok {
		http.Error(w, "who are you?", http.StatusUnauthorized)
		return
	}
	a, err := h.load(user)
	if fail(w, err, http.StatusNotFound) {
		return
	}
	_ = json.NewEncoder(w).Encode(a)
}

// StableRight makes the id of a name. 16 bytes of a hash are always a UUID.
func (h *Handler) StableRight(name string) (Account, error) {
	sum := sha256.Sum256([]byte(name))
	id, _ := uuid.FromBytes(sum[:16])
	return h.load(id)
}

// EmptyRight knows that no account has the Nil UUID as id.
func (h *Handler) EmptyRight(w http.ResponseWriter, r *http.Request) {
	id := uuid.Nil
	if text := r.FormValue("id"); text != "" {
		var err error
		if id, err = uuid.Parse(text); err != nil {
			http.Error(w, "bad id", http.StatusBadRequest)
			return
		}
	}
	a, err := h.load(id)
	if err == sql.ErrNoRows {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	if !fail(w, err, http.StatusInternalServerError) {
		_ = json.NewEncoder(w).Encode(a)
	}
}
