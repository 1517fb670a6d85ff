// Package shipping answers requests of carriers.
package shipping

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// Ids of carriers as their contracts print them.
const (
	carrierNorth = "6F9619FF-8B86-D011-B42D-00CF4FC964FF"
	carrierSouth = "3F2504E0-4F89-11D3-9A0C-0305E82C3301"
	carrierWest  = "7d444840-9dc0-11d1-b245-5ffdce74fad2"
)

type Parcel struct {
	ID      uuid.UUID `json:"id"`
	Carrier uuid.UUID `json:"carrier"`
	Sender  uuid.UUID `json:"sender"`
	Weight  int       `json:"weight"`
}

func (p Parcel) ViaNorth() bool {
	return p.Carrier.String() == carrierNorth // WRONG(uuidcompare): String is lower case
}

func (p Parcel) ViaNorthRight() bool {
	return strings.EqualFold(p.Carrier.String(), carrierNorth)
}

// ViaWest compares with a constant in lower case.
func (p Parcel) ViaWest() bool { return p.Carrier.String() == carrierWest }

func (p Parcel) Rate() int {
	switch p.Carrier.String() {
	case carrierSouth: // WRONG(uuidcompare): never equal
		return 3 * p.Weight
	case carrierWest:
		return 4 * p.Weight
	}
	return 5 * p.Weight
}

func (p Parcel) RateRight() int {
	switch p.Carrier {
	case uuid.MustParse(carrierSouth):
		return 3 * p.Weight
	case uuid.MustParse(carrierWest):
		return 4 * p.Weight
	}
	return 5 * p.Weight
}

type Handler struct {
	parcels []Parcel
}

func (h *Handler) find(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	for _, p := range h.parcels {
		if p.ID.String() == id { // WRONG(uuidcompare): the path may be in upper case
			_ = json.NewEncoder(w).Encode(p)
			return
		}
	}
	http.NotFound(w, r)
}

func (h *Handler) findRight(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		http.Error(w, "id", http.StatusBadRequest)
		return
	}
	for _, p := range h.parcels {
		if p.ID == id {
			_ = json.NewEncoder(w).Encode(p)
			return
		}
	}
	http.NotFound(w, r)
}

func (h *Handler) filter(w http.ResponseWriter, r *http.Request) {
	wanted := r.URL.Query()["sender"]
	var out []Parcel
	for _, p := range h.parcels {
		if slices.Contains(wanted, p.Sender.String()) { // WRONG(uuidcompare): the query may be in upper case
			out = append(out, p)
		}
	}
	_ = json.NewEncoder(w).Encode(out)
}

func (h *Handler) filterRight(w http.ResponseWriter, r *http.Request) {
	wanted := r.URL.Query()["sender"]
	var out []Parcel
	for _, p := range h.parcels {
		sender := p.Sender.String()
		if slices.ContainsFunc(wanted, func(s string) bool { return strings.EqualFold(s, sender) }) {
			out = append(out, p)
		}
	}
	_ = json.NewEncoder(w).Encode(out)
}

// byWeight compares no ids.
func (h *Handler) byWeight(w http.ResponseWriter, r *http.Request) {
	class := r.FormValue("class")
	var out []Parcel
	for _, p := range h.parcels {
		if (class == "HEAVY") == (p.Weight > 20) {
			out = append(out, p)
		}
	}
	_ = json.NewEncoder(w).Encode(out)
}

func (h *Handler) Mount(mux *http.ServeMux) {
	mux.HandleFunc("GET /parcels/{id}", h.find)
	mux.HandleFunc("GET /v2/parcels/{id}", h.findRight)
	mux.HandleFunc("GET /parcels", h.filter)
	mux.HandleFunc("GET /v2/parcels", h.filterRight)
	mux.HandleFunc("GET /v2/weights", h.byWeight)
}
