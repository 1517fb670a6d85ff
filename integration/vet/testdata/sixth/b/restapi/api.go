// Package restapi is the HTTP side of the booking service.
package restapi

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
)

type Booking struct {
	ID    uuid.UUID `json:"id"`
	Guest uuid.UUID `json:"guest"`
	Room  string    `json:"room"`
}

type Store interface {
	Booking(ctx context.Context, id uuid.UUID) (Booking, error)
	ByGuest(ctx context.Context, guest uuid.UUID) ([]Booking, error)
	Cancel(ctx context.Context, id, by uuid.UUID) error
}

// frontDesk is the guest of all bookings without a name.
var frontDesk = uuid.MustParse("5f0c2b1e-98a1-4d6e-8a6f-0a1f4e1f2c3d")

type API struct{ store Store }

func write(w http.ResponseWriter, v any, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	json.NewEncoder(w).Encode(v)
}

func (a API) get(w http.ResponseWriter, r *http.Request) {
	id := uuid.MustParse(chi.URLParam(r, "bookingID")) // WRONG(uuidmust): panics for a path that is no UUID
	b, err := a.store.Booking(r.Context(), id)
	write(w, b, err)
}

func (a API) getRight(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(chi.URLParam(r, "bookingID"))
	if err != nil {
		http.Error(w, "no such booking", http.StatusNotFound)
		return
	}
	b, err := a.store.Booking(r.Context(), id)
	write(w, b, err)
}

func (a API) list(w http.ResponseWriter, r *http.Request) {
	guest := frontDesk
	if g := r.URL.Query().Get("guest"); g != "" {
		guest = uuid.MustParse(g) // WRONG(uuidmust): the query may be any text
	}
	list, err := a.store.ByGuest(r.Context(), guest)
	write(w, list, err)
}

func (a API) listRight(w http.ResponseWriter, r *http.Request) {
	guest := frontDesk
	if g := r.URL.Query().Get("guest"); g != "" {
		var err error
		if guest, err = uuid.Parse(g); err != nil {
			http.Error(w, "guest: "+err.Error(), http.StatusBadRequest)
			return
		}
	}
	list, err := a.store.ByGuest(r.Context(), guest)
	write(w, list, err)
}

// listValidated is also right: Validate has seen the text before.
func (a API) listValidated(w http.ResponseWriter, r *http.Request) {
	g := r.URL.Query().Get("guest")
	if err := uuid.Validate(g); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	list, err := a.store.ByGuest(r.Context(), uuid.MustParse(g))
	write(w, list, err)
}

type actorKey struct{}

func actor(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who := uuid.Must(uuid.Parse(r.Header.Get("X-Actor"))) // WRONG(uuidmust): Must panics for a wrong or missing header
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), actorKey{}, who)))
	})
}

func actorRight(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who, err := uuid.Parse(r.Header.Get("X-Actor"))
		if err != nil {
			http.Error(w, "X-Actor", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), actorKey{}, who)))
	})
}

func param(r *http.Request, name string) string {
	return r.PathValue(name)
}

func (a API) cancel(w http.ResponseWriter, r *http.Request) {
	text := param(r, "booking")
	by, _ := r.Context().Value(actorKey{}).(uuid.UUID)
	err := a.store.Cancel(r.Context(), uuid.MustParse(text), by) // WRONG(uuidmust): text is from the path
	write(w, nil, err)
}

func (a API) cancelRight(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(param(r, "booking"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	by, _ := r.Context().Value(actorKey{}).(uuid.UUID)
	write(w, nil, a.store.Cancel(r.Context(), id, by))
}

func (a API) cancelMany(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	for _, text := range r.PostForm["booking"] {
		id := uuid.MustParse(text) // WRONG(uuidmust): a form field may be any text
		if err := a.store.Cancel(r.Context(), id, frontDesk); err != nil {
			write(w, nil, err)
			return
		}
	}
}

func (a API) cancelManyRight(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var ids []uuid.UUID
	for _, text := range r.PostForm["booking"] {
		id, err := uuid.Parse(text)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		ids = append(ids, id)
	}
	for _, id := range ids {
		if err := a.store.Cancel(r.Context(), id, frontDesk); err != nil {
			write(w, nil, err)
			return
		}
	}
}

func Routes(store Store) http.Handler {
	a := API{store: store}
	r := chi.NewRouter()
	r.Use(actor)
	r.Get("/bookings", a.list)
	r.Get("/bookings/{bookingID}", a.get)
	r.Post("/bookings/cancel", a.cancelMany)
	r.Route("/v2", func(r chi.Router) {
		r.Use(actorRight)
		r.Get("/bookings", a.listRight)
		r.Get("/bookings/valid", a.listValidated)
		r.Get("/bookings/{bookingID}", a.getRight)
		r.Post("/bookings/cancel", a.cancelManyRight)
	})
	mux := http.NewServeMux()
	mux.Handle("/", r)
	mux.HandleFunc("DELETE /bookings/{booking}", a.cancel)
	mux.HandleFunc("DELETE /v2/bookings/{booking}", a.cancelRight)
	return mux
}
