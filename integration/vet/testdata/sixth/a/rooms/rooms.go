// Package rooms answers requests about rooms of a hotel.
package rooms

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"github.com/go-chi/chi/v5"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
)

type guestKey struct{}

type hotelKey struct{}

const suite = "1b4e28ba-2fa1-11d2-883f-0016d3cca427"

var closed = []string{
	"6ba7b810-9dad-11d1-80b4-00c04fd430c8",
	"6ba7b811-9dad-11d1-80b4-00c04fd430c8",
}

var floors = map[string]int{
	"6ba7b812-9dad-11d1-80b4-00c04fd430c8": 1,
	"6ba7b814-9dad-11d1-80b4-00c04fd430c8": 2,
}

type Room struct {
	ID    uuid.UUID
	Hotel gofrs.UUID
	Name  string
}

func (r Room) IsSuite() bool { return r.ID.String() == suite }

func (r Room) Closed() bool { return slices.Contains(closed, r.ID.String()) }

func (r Room) Floor() int { return floors[r.ID.String()] }

func (r Room) Named(name string) bool { return strings.ToUpper(r.Name) == strings.ToUpper(name) }

func (r Room) Is(text string) bool {
	return strings.ToUpper(r.ID.String()) == strings.ToUpper(text)
}

func (r Room) HasPrefix(text string) bool {
	return strings.HasPrefix(r.ID.String(), strings.ToLower(text))
}

type Desk struct {
	log   *slog.Logger
	rooms []Room
}

func (d *Desk) guest(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		guest, err := uuid.Parse(r.Header.Get("X-Guest"))
		if err != nil {
			http.Error(w, "guest", http.StatusUnauthorized)
			return
		}
		hotel, err := gofrs.FromString(r.URL.Query().Get("hotel"))
		if err != nil {
			http.Error(w, "hotel", http.StatusBadRequest)
			return
		}
		ctx := context.WithValue(r.Context(), guestKey{}, guest)
		ctx = context.WithValue(ctx, hotelKey{}, hotel)
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

func guestOf(ctx context.Context) (uuid.UUID, bool) {
	id, ok := ctx.Value(guestKey{}).(uuid.UUID)
	return id, ok
}

func hotelOf(ctx context.Context) (gofrs.UUID, bool) {
	id, ok := ctx.Value(hotelKey{}).(gofrs.UUID)
	return id, ok
}

func (d *Desk) get(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(chi.URLParam(r, "room"))
	if err != nil {
		http.Error(w, "room", http.StatusBadRequest)
		return
	}
	guest, ok := guestOf(r.Context())
	hotel, ok2 := hotelOf(r.Context())
	if !ok || !ok2 {
		http.Error(w, "who", http.StatusUnauthorized)
		return
	}
	i := slices.IndexFunc(d.rooms, func(room Room) bool { return room.ID == id && room.Hotel == hotel })
	if i < 0 {
		http.NotFound(w, r)
		return
	}
	d.log.Info("room", "guest", guest.String(), "suite", d.rooms[i].IsSuite())
	w.WriteHeader(http.StatusNoContent)
}

func (d *Desk) Mount(r chi.Router) {
	r.Use(d.guest)
	r.Get("/rooms/{room}", d.get)
}
