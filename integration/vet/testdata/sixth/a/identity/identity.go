// Package identity carries ids through contexts of requests. It is on its way from gofrs to google.
package identity

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type (
	userKey    struct{}
	tenantKey  struct{}
	requestKey struct{}
	orderKey   struct{}
)

type ctxKey int

const (
	keyDevice ctxKey = iota
	keyCart
)

var errMissing = errors.New("identity: missing")

func Authenticate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, err := uuid.Parse(r.Header.Get("X-User"))
		if err != nil {
			http.Error(w, "no user", http.StatusUnauthorized)
			return
		}
		ctx := context.WithValue(r.Context(), userKey{}, id)
		ctx = context.WithValue(ctx, tenantKey{}, r.Header.Get("X-Tenant"))
		ctx = context.WithValue(ctx, requestKey{}, kit.NewV7())
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

func User(ctx context.Context) (gofrs.UUID, error) {
	id, ok := ctx.Value(userKey{}).(gofrs.UUID) // WRONG(uuidassert): Authenticate stores google's
	if !ok {
		return gofrs.Nil, errMissing
	}
	return id, nil
}

func UserRight(ctx context.Context) (uuid.UUID, error) {
	id, ok := ctx.Value(userKey{}).(uuid.UUID)
	if !ok {
		return uuid.Nil, errMissing
	}
	return id, nil
}

func Tenant(ctx context.Context) uuid.UUID {
	return ctx.Value(tenantKey{}).(uuid.UUID) // WRONG(uuidassert): Authenticate stores a string
}

func TenantRight(ctx context.Context) (uuid.UUID, error) {
	text, ok := ctx.Value(tenantKey{}).(string)
	if !ok {
		return uuid.Nil, errMissing
	}
	return uuid.Parse(text)
}

func LogRequest(ctx context.Context, log *slog.Logger, msg string) {
	switch id := ctx.Value(requestKey{}).(type) {
	case uuid.UUID: // WRONG(uuidassert): it is uuidkit's
		log.Info(msg, "request", id.String())
	default:
		log.Info(msg)
	}
}

func LogRequestRight(ctx context.Context, log *slog.Logger, msg string) {
	switch id := ctx.Value(requestKey{}).(type) {
	case kit.UUID:
		log.Info(msg, "request", id.String())
	default:
		log.Info(msg)
	}
}

func withOrder(ctx context.Context, id gofrs.UUID) context.Context {
	return context.WithValue(ctx, orderKey{}, id)
}

func OpenOrder(ctx context.Context) (context.Context, error) {
	id, err := gofrs.NewV7()
	if err != nil {
		return nil, err
	}
	return withOrder(ctx, id), nil
}

func OrderLabel(ctx context.Context) string {
	v := ctx.Value(orderKey{})
	if v == nil {
		return "none"
	}
	return "order " + v.(uuid.UUID).String() // WRONG(uuidassert): withOrder stores gofrs's
}

func OrderLabelRight(ctx context.Context) string {
	v := ctx.Value(orderKey{})
	if v == nil {
		return "none"
	}
	return "order " + v.(gofrs.UUID).String()
}

type scope struct{ ctx context.Context }

func (s *scope) put(key ctxKey, v any) { s.ctx = context.WithValue(s.ctx, key, v) }

func NewScope(ctx context.Context, cart uuid.UUID) *scope {
	s := &scope{ctx: context.WithValue(ctx, keyCart, cart)}
	s.put(keyDevice, "unknown")
	return s
}

func (s *scope) Cart() (kit.UUID, bool) {
	id, ok := s.ctx.Value(keyCart).(kit.UUID) // WRONG(uuidassert): NewScope stores google's
	return id, ok
}

func (s *scope) CartRight() (kit.UUID, bool) {
	id, ok := s.ctx.Value(keyCart).(uuid.UUID)
	return kit.UUID(id), ok
}

func (s *scope) Device() string {
	name, _ := s.ctx.Value(keyDevice).(string)
	return name
}
