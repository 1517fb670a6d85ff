// Package routes serves a delivery fleet with net/http and chi.
package routes

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
)

// depot is a constant of the company.
var depot = uuid.MustParse("6ba7b810-9dad-11d1-80b4-00c04fd430c8")

var re = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)

type Fleet interface {
	Truck(ctx context.Context, id uuid.UUID) (any, error)
}

type API struct{ fleet Fleet }

func (a API) Router() http.Handler {
	r := chi.NewRouter()
	r.Get("/trucks/{truck}", a.Truck)
	r.Get("/v2/trucks/{truck}", a.TruckRight)
	r.Get("/drivers/{driver:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}}", a.DriverRight)
	r.Get("/tours", a.Tours)
	return r
}

func (a API) write(w http.ResponseWriter, r *http.Request, id uuid.UUID) {
	v, err := a.fleet.Truck(r.Context(), id)
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	_ = json.NewEncoder(w).Encode(v)
}

func (a API) Truck(w http.ResponseWriter, r *http.Request) {
	id := uuid.MustParse(chi.URLParam(r, "truck")) // WRONG(uuidmust): any path panics
	a.write(w, r, id)
}

func (a API) TruckRight(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(chi.URLParam(r, "truck"))
	if err != nil {
		http.Error(w, "no truck", http.StatusBadRequest)
		return
	}
	a.write(w, r, id)
}

// DriverRight has a route that takes UUIDs only.
func (a API) DriverRight(w http.ResponseWriter, r *http.Request) {
	a.write(w, r, uuid.MustParse(chi.URLParam(r, "driver")))
}

func (a API) Tours(w http.ResponseWriter, r *http.Request) {
	text := r.URL.Query().Get("truck")
	if text == "" {
		text = depot.String()
	}
	a.write(w, r, uuid.MustParse(text)) // WRONG(uuidmust): a query value, through a variable
}

func (a API) ToursRight(w http.ResponseWriter, r *http.Request) {
	text := r.URL.Query().Get("truck")
	if err := uuid.Validate(text); err != nil {
		text = depot.String()
	}
	a.write(w, r, uuid.MustParse(text))
}

func (a API) Bulk(w http.ResponseWriter, r *http.Request) {
	r.ParseForm()
	for _, text := range r.Form["truck"] {
		a.write(w, r, uuid.Must(uuid.Parse(text))) // WRONG(uuidmust): Must of Parse, in a loop over the form
	}
}

func (a API) BulkRight(w http.ResponseWriter, r *http.Request) {
	r.ParseForm()
	for _, text := range r.Form["truck"] {
		if !re.MatchString(text) {
			http.Error(w, "bad truck", http.StatusBadRequest)
			return
		}
	}
	for _, text := range r.Form["truck"] {
		id, err := uuid.Parse(text)
		if err != nil {
			continue
		}
		a.write(w, r, id)
	}
}

type filter struct{ truck, driver string }

func (a API) Filter(w http.ResponseWriter, r *http.Request) {
	f := filter{truck: r.PathValue("truck"), driver: r.FormValue("driver")}
	a.write(w, r, uuid.MustParse(f.truck)) // WRONG(uuidmust): through a struct
}

func (a API) FilterRight(w http.ResponseWriter, r *http.Request) {
	f := filter{truck: r.PathValue("truck"), driver: r.FormValue("driver")}
	id, err := uuid.Parse(f.truck)
	if err != nil {
		http.Error(w, "bad truck", http.StatusBadRequest)
		return
	}
	a.write(w, r, id)
}

func header(r *http.Request) string { return r.Header.Get("X-Driver") }

func (a API) Driver(w http.ResponseWriter, r *http.Request) {
	a.write(w, r, uuid.MustParse(header(r))) // WRONG(uuidmust): through a helper
}

func (a API) DriverHeaderRight(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(header(r))
	if err != nil {
		http.Error(w, "bad driver", http.StatusBadRequest)
		return
	}
	a.write(w, r, id)
}

func (a API) Cookie(w http.ResponseWriter, r *http.Request) {
	parse := uuid.MustParse
	a.write(w, r, parse(r.PostFormValue("driver"))) // WRONG(uuidmust): MustParse as a value
}

func (a API) CookieRight(w http.ResponseWriter, r *http.Request) {
	parse := uuid.Parse
	id, err := parse(r.PostFormValue("driver"))
	if err != nil {
		http.Error(w, "bad driver", http.StatusBadRequest)
		return
	}
	a.write(w, r, id)
}

// EnvRight is configuration of whoever starts the program.
func EnvRight() uuid.UUID { return uuid.MustParse(os.Getenv("FLEET_ID")) }

// RegionRight chooses one of the program's own constants.
func RegionRight(r *http.Request) uuid.UUID {
	regions := map[string]string{
		"eu": "6ba7b811-9dad-11d1-80b4-00c04fd430c8",
		"us": "6ba7b812-9dad-11d1-80b4-00c04fd430c8",
	}
	text, ok := regions[r.FormValue("region")]
	if !ok {
		return depot
	}
	return uuid.MustParse(text)
}

// SwitchRight does the same.
func SwitchRight(r *http.Request) uuid.UUID {
	text := "6ba7b811-9dad-11d1-80b4-00c04fd430c8"
	switch r.PathValue("zone") {
	case "north":
		text = "6ba7b812-9dad-11d1-80b4-00c04fd430c8"
	case "south":
		text = "6ba7b814-9dad-11d1-80b4-00c04fd430c8"
	}
	return uuid.MustParse(text)
}

// FreshRight panics only if the system has no randomness.
func FreshRight(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Request-Id", uuid.Must(uuid.NewV7()).String())
	fmt.Fprintln(w, r.PathValue("id"))
}
