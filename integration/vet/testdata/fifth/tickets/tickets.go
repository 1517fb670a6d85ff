// Package tickets sells tickets for concerts. Its ids are uuidkit's.
package tickets

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"github.com/uuidkit/uuidkit/uuid"
)

type Ticket struct {
	ID    uuid.UUID
	Event uuid.UUID
}

func upper(id uuid.UUID) string { return strings.ToUpper(id.String()) }

func (t Ticket) Matches(label string) bool {
	eq := func(a, b string) bool { return a == b }
	_ = eq
	code := fmt.Sprint(t.ID)
	return code == strings.ToUpper(label) // WRONG(uuidcompare): Sprint writes lower case
}

func (t Ticket) MatchesRight(label string) bool {
	code := fmt.Sprint(t.ID)
	return code == strings.ToLower(label)
}

func (t Ticket) MatchesUpperRight(label string) bool { return upper(t.ID) == strings.ToUpper(label) }

func (t Ticket) Query(r *http.Request) bool {
	want := r.URL.Query().Get("ticket")
	return want != "" && t.ID.String() == want // WRONG(uuidcompare): a query value
}

func (t Ticket) QueryRight(r *http.Request) bool {
	want, err := uuid.Parse(r.URL.Query().Get("ticket"))
	return err == nil && t.ID == want
}

func Show(w http.ResponseWriter, r *http.Request, tickets []Ticket) {
	for _, t := range tickets {
		if chi.URLParam(r, "ticket") != t.ID.String() { // WRONG(uuidcompare): chi's parameter
			continue
		}
		fmt.Fprintln(w, t.Event)
	}
}

func ShowRight(w http.ResponseWriter, r *http.Request, tickets []Ticket) {
	for _, t := range tickets {
		if !strings.EqualFold(chi.URLParam(r, "ticket"), t.ID.String()) {
			continue
		}
		fmt.Fprintln(w, t.Event)
	}
}

func Index(w http.ResponseWriter, r *http.Request, tickets []Ticket) {
	byText := make(map[string]Ticket, len(tickets))
	for _, t := range tickets {
		byText[t.ID.String()] = t
	}
	t, ok := byText[r.FormValue("ticket")] // WRONG(uuidcompare): the keys are lower case, the form's value may not be
	if !ok {
		http.NotFound(w, r)
		return
	}
	fmt.Fprintln(w, t.Event)
}

func IndexRight(w http.ResponseWriter, r *http.Request, tickets []Ticket) {
	byID := make(map[uuid.UUID]Ticket, len(tickets))
	for _, t := range tickets {
		byID[t.ID] = t
	}
	id, err := uuid.Parse(r.FormValue("ticket"))
	t, ok := byID[id]
	if err != nil || !ok {
		http.NotFound(w, r)
		return
	}
	fmt.Fprintln(w, t.Event)
}

func IndexLowerRight(w http.ResponseWriter, r *http.Request, tickets []Ticket) {
	byText := make(map[string]Ticket, len(tickets))
	for _, t := range tickets {
		byText[t.ID.String()] = t
	}
	if t, ok := byText[strings.ToLower(r.FormValue("ticket"))]; ok {
		fmt.Fprintln(w, t.Event)
	}
}

// CanonicalRight parses only to compare canonical texts.
func CanonicalRight(t Ticket, r *http.Request) bool {
	id, err := uuid.Parse(r.PathValue("ticket"))
	if err != nil {
		return false
	}
	text := id.String()
	return text == t.ID.String()
}

// OrderRight sorts texts of one case.
func OrderRight(a, b Ticket) int { return strings.Compare(a.ID.String(), b.ID.String()) }
