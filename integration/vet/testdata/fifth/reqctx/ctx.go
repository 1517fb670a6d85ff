// Package reqctx carries the ids of a request. The company is moving from gofrs to google and uuidkit.
package reqctx

import (
	"context"
	"errors"
	"net/http"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"

	kit "github.com/uuidkit/uuidkit/uuid"
)

type (
	userKey    struct{}
	tenantKey  struct{}
	requestKey struct{}
	traceKey   struct{}
	spanKey    struct{}
	cartKey    struct{}
	bothKey    struct{}
	aliasKey   struct{}
)

type UserID = uuid.UUID

func WithUser(ctx context.Context, id gofrs.UUID) context.Context {
	return context.WithValue(ctx, userKey{}, id)
}

func User(ctx context.Context) uuid.UUID {
	return ctx.Value(userKey{}).(uuid.UUID) // WRONG(uuidassert): gofrs's type was stored
}

func UserRight(ctx context.Context) uuid.UUID { return uuid.UUID(ctx.Value(userKey{}).(gofrs.UUID)) }

func UserOkRight(ctx context.Context) (uuid.UUID, bool) {
	id, ok := ctx.Value(userKey{}).(gofrs.UUID)
	return uuid.UUID(id), ok
}

func WithTenant(ctx context.Context, id uuid.UUID) context.Context {
	return context.WithValue(ctx, tenantKey{}, id.String())
}

func Tenant(ctx context.Context) uuid.UUID {
	v := ctx.Value(tenantKey{})
	if v == nil {
		return uuid.Nil
	}
	return v.(uuid.UUID) // WRONG(uuidassert): text was stored
}

func TenantRight(ctx context.Context) (uuid.UUID, error) {
	text, ok := ctx.Value(tenantKey{}).(string)
	if !ok {
		return uuid.Nil, errors.New("no tenant")
	}
	return uuid.Parse(text)
}

func Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := context.WithValue(r.Context(), requestKey{}, kit.NewV7())
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

func Request(w http.ResponseWriter, r *http.Request) {
	id, ok := r.Context().Value(requestKey{}).(uuid.UUID) // WRONG(uuidassert): uuidkit's type was stored, ok is never true
	if ok {
		w.Header().Set("X-Request-Id", id.String())
	}
}

func RequestRight(w http.ResponseWriter, r *http.Request) {
	if id, ok := r.Context().Value(requestKey{}).(kit.UUID); ok {
		w.Header().Set("X-Request-Id", id.String())
	}
}

func RequestSwitchRight(w http.ResponseWriter, r *http.Request) {
	switch id := r.Context().Value(requestKey{}).(type) {
	case uuid.UUID:
		w.Header().Set("X-Request-Id", id.String())
	case kit.UUID:
		w.Header().Set("X-Request-Id", id.String())
	}
}

// RequestStringerRight asks for a method only.
func RequestStringerRight(ctx context.Context) string {
	if s, ok := ctx.Value(requestKey{}).(interface{ String() string }); ok {
		return s.String()
	}
	return ""
}

// BothRight: two parts of the program store two types.
func WithBothRight(ctx context.Context, old gofrs.UUID, id uuid.UUID, isOld bool) context.Context {
	if isOld {
		return context.WithValue(ctx, bothKey{}, old)
	}
	return context.WithValue(ctx, bothKey{}, id)
}

func BothRight(ctx context.Context) uuid.UUID {
	if id, ok := ctx.Value(bothKey{}).(uuid.UUID); ok {
		return id
	}
	id, _ := ctx.Value(bothKey{}).(gofrs.UUID)
	return uuid.UUID(id)
}

func WithAliasRight(ctx context.Context, id UserID) context.Context {
	return context.WithValue(ctx, aliasKey{}, id)
}

// AliasRight has the same type under its other name.
func AliasRight(ctx context.Context) uuid.UUID { return ctx.Value(aliasKey{}).(uuid.UUID) }

func value[T any](ctx context.Context, key any) (v T) {
	v, _ = ctx.Value(key).(T)
	return
}

func WithTrace(ctx context.Context) context.Context {
	return context.WithValue(ctx, traceKey{}, gofrs.Must(gofrs.NewV4()))
}

func Trace(ctx context.Context) kit.UUID {
	return value[kit.UUID](ctx, traceKey{}) // WRONG(uuidassert): gofrs's type was stored, through a generic helper
}

func TraceRight(ctx context.Context) kit.UUID { return kit.UUID(value[gofrs.UUID](ctx, traceKey{})) }

// SpanRight stores a number.
func WithSpanRight(ctx context.Context, n uint64) context.Context {
	return context.WithValue(ctx, spanKey{}, n)
}

func SpanRight(ctx context.Context) uint64 { return value[uint64](ctx, spanKey{}) }

func WithCart(ctx context.Context, id uuid.UUID) context.Context {
	return context.WithValue(ctx, cartKey{}, &id)
}

func Cart(ctx context.Context) uuid.UUID {
	return ctx.Value(cartKey{}).(uuid.UUID) // WRONG(uuidassert): a pointer was stored
}

func CartRight(ctx context.Context) uuid.UUID { return *ctx.Value(cartKey{}).(*uuid.UUID) }
