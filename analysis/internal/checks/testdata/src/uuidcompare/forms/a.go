// Package forms asks if a text has the usual form, and reads what servers answer.
package forms

import (
	"net/http"
	"strings"

	"github.com/google/uuid"
)

// canonical redirects to the usual form of the id.
func canonical(w http.ResponseWriter, r *http.Request, other uuid.UUID) {
	raw := r.PathValue("id")
	id, err := uuid.Parse(raw)
	if err != nil {
		return
	}
	if id.String() != raw {
		http.Redirect(w, r, "/users/"+id.String(), http.StatusMovedPermanently)
	}
	if text := id.String(); r.PathValue("id") != text { // want `what the request holds may be in upper case`
	}
	if again, err := uuid.Parse(strings.TrimSpace(r.PathValue("id"))); err == nil && again.String() == strings.TrimSpace(r.PathValue("id")) {
	}
	if other.String() != raw { // want `what the request holds may be in upper case`
	}
}

// answered compares what a server has answered.
func answered(id uuid.UUID, res *http.Response, w http.ResponseWriter, in *http.Request, seen http.Header) bool {
	_ = id.String() == in.Header.Get("X-Id") // want `what the request holds may be in upper case`
	_ = id.String() == forwarded(in.Header)  // want `what the request holds may be in upper case`
	_ = id.String() == seen.Get("X-Id")
	_ = id.String() == w.Header().Get("X-Id")
	return id.String() == res.Header.Get("X-Id")
}

func forwarded(h http.Header) string { return h.Get("X-Forwarded-Id") }

type raw string

func named(id uuid.UUID, r *http.Request) {
	_ = raw(id.String()) == raw(r.PathValue("id")) // want `what the request holds may be in upper case`
	_ = strings.TrimSpace("")
}
