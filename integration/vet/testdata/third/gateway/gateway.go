// Package gateway is the public side of the depot: chi and net/http.
package gateway

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
)

// Root is the tenant that owns the depot, as the console shows it.
const Root = "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"

var rootID = uuid.MustParse(Root)

// An Order is what the backend returns.
type Order struct {
	ID     uuid.UUID   `json:"id"`
	Owner  uuid.UUID   `json:"owner"`
	Shares []uuid.UUID `json:"shares"`
	Ref    string      `json:"ref"`
}

// Backend has the orders.
type Backend interface {
	Order(ctx context.Context, id uuid.UUID) (Order, error)
	Orders(ctx context.Context, ids []uuid.UUID, after uuid.UUID) ([]Order, error)
	Audit(ctx context.Context, tenant uuid.UUID, what string)
}

// Server has the handlers.
type Server struct{ backend Backend }

// Routes returns the router.
func (s *Server) Routes() http.Handler {
	r := chi.NewRouter()
	r.Get("/v1/orders/{order}", s.Order)
	r.Get("/orders/{order}", s.OrderRight)
	r.Get("/v1/orders", s.List)
	r.Get("/orders", s.ListRight)
	r.Post("/v1/carts", s.Cart)
	r.Post("/carts", s.CartRight)
	r.Get("/pallets/{pallet:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}}", s.Pallet)
	return r
}

// Order answers with an order.
func (s *Server) Order(w http.ResponseWriter, r *http.Request) {
	id := uuid.MustParse(chi.URLParam(r, "order")) // WRONG(uuidmust): anybody can send other text
	order, err := s.backend.Order(r.Context(), id)
	reply(w, order, err)
}

// OrderRight answers with an order.
func (s *Server) OrderRight(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(chi.URLParam(r, "order"))
	if err != nil {
		http.Error(w, "no UUID", http.StatusBadRequest)
		return
	}
	order, err := s.backend.Order(r.Context(), id)
	reply(w, order, err)
}

// Pallet has a pattern in its route that lets only UUIDs pass.
func (s *Server) Pallet(w http.ResponseWriter, r *http.Request) {
	order, err := s.backend.Order(r.Context(), uuid.MustParse(chi.URLParam(r, "pallet")))
	reply(w, order, err)
}

// List answers with some orders.
func (s *Server) List(w http.ResponseWriter, r *http.Request) {
	var ids []uuid.UUID
	query := r.URL.Query()
	for _, text := range strings.Split(query.Get("ids"), ",") {
		ids = append(ids, uuid.MustParse(text)) // WRONG(uuidmust): a part of the query
	}
	orders, err := s.backend.Orders(r.Context(), ids, uuid.Nil)
	reply(w, orders, err)
}

// ListRight answers with some orders.
func (s *Server) ListRight(w http.ResponseWriter, r *http.Request) {
	var ids []uuid.UUID
	query := r.URL.Query()
	for _, text := range strings.Split(query.Get("ids"), ",") {
		if err := uuid.Validate(text); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		ids = append(ids, uuid.MustParse(text))
	}
	orders, err := s.backend.Orders(r.Context(), ids, uuid.Nil)
	reply(w, orders, err)
}

// Cart makes an order of a cart.
func (s *Server) Cart(w http.ResponseWriter, r *http.Request) {
	cart := r.FormValue("cart")
	if cart == "" {
		http.Error(w, "cart?", http.StatusBadRequest)
		return
	}
	order, err := s.backend.Order(r.Context(), uuid.Must(uuid.Parse(cart))) // WRONG(uuidmust): a part of the form
	reply(w, order, err)
}

// CartRight makes an order of a cart.
func (s *Server) CartRight(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.FormValue("cart"))
	if err != nil {
		http.Error(w, "cart?", http.StatusBadRequest)
		return
	}
	order, err := s.backend.Order(r.Context(), id)
	reply(w, order, err)
}

func header(r *http.Request, name string) string { return strings.TrimSpace(r.Header.Get(name)) }

// Audited tells the backend about requests.
func (s *Server) Audited(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if tenant := header(r, "X-Tenant"); tenant != "" {
			s.backend.Audit(r.Context(), uuid.MustParse(tenant), r.URL.Path) // WRONG(uuidmust): a header
		}
		next.ServeHTTP(w, r)
	})
}

// AuditedRight tells the backend about requests.
func (s *Server) AuditedRight(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if tenant, err := uuid.Parse(header(r, "X-Tenant")); err == nil {
			s.backend.Audit(r.Context(), tenant, r.URL.Path)
		}
		next.ServeHTTP(w, r)
	})
}

// IsRoot reports whether a tenant owns the depot.
func IsRoot(tenant uuid.UUID) bool {
	return tenant.String() == Root // WRONG(uuidcompare): the constant is in upper case
}

// IsRootRight compares UUIDs.
func IsRootRight(tenant uuid.UUID) bool { return tenant == rootID }

func mayRead(o *Order, r *http.Request) bool {
	user := header(r, "X-User")
	if o.Owner.String() == user { // WRONG(uuidcompare): the header may be in upper case
		return true
	}
	return r.Method == http.MethodHead
}

func mayReadRight(o *Order, r *http.Request) bool {
	user := header(r, "X-User")
	if strings.EqualFold(o.Owner.String(), user) {
		return true
	}
	return r.Method == http.MethodHead
}

func shared(o *Order, r *http.Request) bool {
	want := r.URL.Query().Get("with")
	return slices.ContainsFunc(o.Shares, func(id uuid.UUID) bool {
		return id.String() == want // WRONG(uuidcompare): the query may be in upper case
	})
}

func sharedRight(o *Order, r *http.Request) bool {
	want, err := uuid.Parse(r.URL.Query().Get("with"))
	return err == nil && slices.Contains(o.Shares, want)
}

// Same compares texts that both are of String, in one case.
func Same(o *Order, texts map[string]uuid.UUID, name string) bool {
	other := texts[name].String()
	return o.ID.String() == other || strings.ToUpper(o.ID.String()) == strings.ToUpper(other)
}

// Matches reports whether an order has the reference of a label, which is in upper case.
func Matches(o *Order, label uuid.UUID) bool {
	ref := strings.ToUpper(o.Ref)
	switch ref {
	case "":
		return false
	case label.String(): // WRONG(uuidcompare): ref is in upper case, and String in lower
		return true
	}
	return false
}

// MatchesRight reports whether an order has the reference of a label.
func MatchesRight(o *Order, label uuid.UUID) bool {
	ref := strings.ToLower(o.Ref)
	switch ref {
	case "":
		return false
	case label.String():
		return true
	}
	return false
}

func reply(w http.ResponseWriter, v any, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v)
}
