// Package jsonapi has JSON requests and responses.
package jsonapi

import (
	"database/sql"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"

	kit "github.com/uuidkit/uuidkit/uuid"
)

// Comment is a response.
type Comment struct {
	ID      uuid.UUID `json:"id"`
	ReplyTo uuid.UUID `json:"reply_to,omitempty"` // WRONG(uuidomit): an array is never empty: the Nil UUID is written
	Text    string    `json:"text,omitempty"`
}

// Reply is a response.
type Reply struct {
	ID      uuid.UUID  `json:"id"`
	ReplyTo *uuid.UUID `json:"reply_to,omitempty"`
	Text    string     `json:"text,omitempty"`
}

// Post is a response with gofrs's type.
type Post struct {
	ID     gofrs.UUID `json:"id"`
	Editor gofrs.UUID `json:"editor,omitempty"` // WRONG(uuidomit): omitempty omits no array
}

// Article is a response with gofrs's type.
type Article struct {
	ID     gofrs.UUID `json:"id"`
	Editor gofrs.UUID `json:"editor,omitzero"`
}

func comment(w http.ResponseWriter, id, parent uuid.UUID) {
	_ = json.NewEncoder(w).Encode(Comment{ID: id, ReplyTo: parent})
}

func reply(w http.ResponseWriter, id uuid.UUID, parent *uuid.UUID) {
	_ = json.NewEncoder(w).Encode(Reply{ID: id, ReplyTo: parent})
}

func post(c *gin.Context, id gofrs.UUID) {
	c.JSON(http.StatusOK, []any{Post{ID: id}, Article{ID: id}})
}

func summary(c *gin.Context, id kit.UUID) {
	c.JSON(http.StatusOK, struct {
		ID    kit.UUID `json:"id"`
		Owner kit.UUID `json:"owner,omitempty"` // WRONG(uuidomit): uuidkit's type is an array, too: omitempty omits nothing
	}{ID: id})
}

func digest(c *gin.Context, id kit.UUID) {
	c.JSON(http.StatusOK, struct {
		ID    kit.UUID `json:"id"`
		Owner kit.UUID `json:"owner,omitzero"`
	}{ID: id})
}

// OrderID has none of the methods of google's type.
type OrderID uuid.UUID

// Order is a response.
type Order struct {
	ID    OrderID `json:"id"` // WRONG(uuidjson): a type defined over a UUID has no MarshalText: it is written as 16 numbers
	Total int     `json:"total"`
}

func order(w http.ResponseWriter, id OrderID) {
	_ = json.NewEncoder(w).Encode(Order{ID: id}) // WRONG-ALSO
}

// InvoiceID is google's type by another name.
type InvoiceID = uuid.UUID

// Invoice is a response.
type Invoice struct {
	ID    InvoiceID `json:"id"`
	Total int       `json:"total"`
}

func invoice(w http.ResponseWriter, id InvoiceID) {
	_ = json.NewEncoder(w).Encode(Invoice{ID: id})
}

// Task is a row, and a response.
type Task struct {
	ID    uuid.UUID           `json:"id"`
	Owner sql.Null[uuid.UUID] `json:"owner"` // WRONG(uuidjson): sql.Null has no MarshalJSON: {"V":…,"Valid":…}
}

func task(w http.ResponseWriter, db *sql.DB, id uuid.UUID) {
	var t Task
	if err := db.QueryRow(`SELECT id, owner FROM tasks WHERE id = $1`, id).Scan(&t.ID, &t.Owner); err != nil {
		http.NotFound(w, nil)
		return
	}
	_ = json.NewEncoder(w).Encode(t) // WRONG-ALSO
}

// Chore is a row, and a response.
type Chore struct {
	ID    uuid.UUID     `json:"id"`
	Owner uuid.NullUUID `json:"owner"`
}

func chore(w http.ResponseWriter, db *sql.DB, id uuid.UUID) {
	var c Chore
	if err := db.QueryRow(`SELECT id, owner FROM tasks WHERE id = $1`, id).Scan(&c.ID, &c.Owner); err != nil {
		http.NotFound(w, nil)
		return
	}
	_ = json.NewEncoder(w).Encode(c)
}

func owner(c *gin.Context, o sql.Null[kit.UUID]) {
	c.JSON(http.StatusOK, gin.H{"owner": o}) // WRONG(uuidjson): a sql.Null in a map is an object of V and Valid
}

func keeper(c *gin.Context, o sql.Null[kit.UUID]) {
	c.JSON(http.StatusOK, gin.H{"owner": kit.NullUUID{UUID: o.V, Valid: o.Valid}})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

type issueRow struct {
	ID       uuid.UUID           `db:"id"`
	Assignee sql.Null[uuid.UUID] `db:"assignee"`
}

func issue(w http.ResponseWriter, row issueRow) {
	writeJSON(w, http.StatusOK, map[string]any{"id": row.ID, "assignee": row.Assignee}) // WRONG(uuidjson): writeJSON gets a sql.Null: {"V":…,"Valid":…}
}

func bug(w http.ResponseWriter, row issueRow) {
	out := map[string]any{"id": row.ID, "assignee": nil}
	if row.Assignee.Valid {
		out["assignee"] = row.Assignee.V
	}
	writeJSON(w, http.StatusOK, out)
}

func same(r *http.Request, id uuid.UUID) bool {
	return id.String() == r.PathValue("id") // WRONG(uuidcompare): the request may have the UUID in upper case
}

func equal(r *http.Request, id uuid.UUID) bool {
	other, err := uuid.Parse(r.PathValue("id"))
	return err == nil && id == other
}

func known(r *http.Request, ids []uuid.UUID) bool {
	want := strings.ToUpper(r.FormValue("id"))
	for _, id := range ids {
		if id.String() == want { // WRONG(uuidcompare): String is in lower case, and ToUpper's text never is
			return true
		}
	}
	return false
}

func familiar(r *http.Request, ids []uuid.UUID) bool {
	want := strings.ToLower(r.FormValue("id"))
	for _, id := range ids {
		if strings.EqualFold(id.String(), want) {
			return true
		}
	}
	return false
}

func cached(w http.ResponseWriter, r *http.Request, cache map[uuid.UUID]Order) {
	id := uuid.MustParse(r.URL.Query().Get("id")) // WRONG(uuidmust): MustParse panics if the client sends something else
	_, ok := cache[id]
	_ = json.NewEncoder(w).Encode(ok)
}

func stored(w http.ResponseWriter, r *http.Request, cache map[uuid.UUID]Order) {
	id, err := uuid.Parse(r.URL.Query().Get("id"))
	if err != nil {
		http.Error(w, "bad id", http.StatusBadRequest)
		return
	}
	_, ok := cache[id]
	_ = json.NewEncoder(w).Encode(ok)
}

// ---- What looks like the above, and is right ----

// Filter has omitempty on what can be empty.
type Filter struct {
	IDs   []uuid.UUID          `json:"ids,omitempty"`
	ByID  map[uuid.UUID]string `json:"by_id,omitempty"`
	Text  string               `json:"id,omitempty"` // the text of a UUID
	After *kit.UUID            `json:"after,omitempty"`
	Inner uuid.UUID            `json:"-"`
	Key   uuid.UUID            `json:"omitempty"` // the name, not the option
}

// record is a row only: it is never written as JSON.
type record struct {
	ID    uuid.UUID
	Owner sql.Null[uuid.UUID]
}

func (r record) view() Chore {
	return Chore{ID: r.ID, Owner: uuid.NullUUID{UUID: r.Owner.V, Valid: r.Owner.Valid}}
}

func show(w http.ResponseWriter, r record) {
	_ = json.NewEncoder(w).Encode(r.view())
}

// TicketID has its own MarshalText.
type TicketID uuid.UUID

// MarshalText writes the canonical text.
func (t TicketID) MarshalText() ([]byte, error) { return uuid.UUID(t).MarshalText() }

// UnmarshalText reads it.
func (t *TicketID) UnmarshalText(b []byte) error { return (*uuid.UUID)(t).UnmarshalText(b) }

func ticket(w http.ResponseWriter, id TicketID) {
	_ = json.NewEncoder(w).Encode(map[string]any{"id": id})
}

// MustParse of a constant.
var root = uuid.MustParse("019a8f3c-6a1e-7b52-9d41-0c6f8e2b7a10")

// Two texts that this program has made.
func twins(a, b uuid.UUID) bool { return a.String() == b.String() }
