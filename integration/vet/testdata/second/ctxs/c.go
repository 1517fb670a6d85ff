// Package ctxs stores UUIDs in contexts.
package ctxs

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
)

type contextKey string

const (
	userKey   contextKey = "user"
	tenantKey contextKey = "tenant"
	traceKey  contextKey = "trace"
)

type requestID struct{}

func middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := context.WithValue(r.Context(), userKey, uuid.New())
		ctx = context.WithValue(ctx, tenantKey, r.Header.Get("X-Tenant"))
		ctx = withTrace(ctx, gofrs.Must(gofrs.NewV4()))
		ctx = context.WithValue(ctx, requestID{}, uuid.NewString())
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

func withTrace(ctx context.Context, id gofrs.UUID) context.Context {
	return context.WithValue(ctx, traceKey, id)
}

func user(ctx context.Context) gofrs.UUID {
	id, _ := ctx.Value(userKey).(gofrs.UUID) // WRONG(uuidassert): it is google's
	return id
}

func userRight(ctx context.Context) uuid.UUID {
	id, _ := ctx.Value(userKey).(uuid.UUID)
	return id
}

func tenant(r *http.Request) (uuid.UUID, bool) {
	id, ok := r.Context().Value(tenantKey).(uuid.UUID) // WRONG(uuidassert): it is text
	return id, ok
}

func tenantRight(r *http.Request) (uuid.UUID, error) {
	text, _ := r.Context().Value(tenantKey).(string)
	return uuid.Parse(text)
}

func value[T any](ctx context.Context, key any) (v T) {
	v, _ = ctx.Value(key).(T)
	return v
}

func trace(ctx context.Context) uuid.UUID {
	return value[uuid.UUID](ctx, traceKey) // WRONG(uuidassert): it is gofrs's, by a generic function
}

func traceRight(ctx context.Context) gofrs.UUID {
	return value[gofrs.UUID](ctx, traceKey)
}

func request(ctx context.Context) string {
	switch v := ctx.Value(requestID{}).(type) {
	case uuid.UUID: // WRONG(uuidassert): it is text
		return v.String()
	default:
		return "none"
	}
}

func requestRight(ctx context.Context) string {
	switch v := ctx.Value(requestID{}).(type) {
	case string:
		return v
	default:
		return "none"
	}
}

func auth(c *gin.Context) {
	id, err := uuid.Parse(c.GetHeader("X-Account"))
	if err != nil {
		c.AbortWithStatus(http.StatusUnauthorized)
		return
	}
	c.Set("account", id)
	c.Set("account_text", id.String())
}

func account(c *gin.Context) {
	c.String(http.StatusOK, c.GetString("account")) // WRONG(uuidassert): GetString of a UUID is empty
}

func accountRight(c *gin.Context) {
	c.String(http.StatusOK, c.GetString("account_text"))
}

func accountID(c *gin.Context) gofrs.UUID {
	v, ok := c.Get("account")
	if !ok {
		return gofrs.Nil
	}
	return v.(gofrs.UUID) // WRONG(uuidassert): it is google's
}

func accountIDRight(c *gin.Context) uuid.UUID {
	v, ok := c.Get("account")
	if !ok {
		return uuid.Nil
	}
	return v.(uuid.UUID)
}

func echoAuth(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Set("user", c.Request().Header.Get("X-User"))
		return next(c)
	}
}

func echoUser(c echo.Context) error {
	id := c.Get("user").(uuid.UUID) // WRONG(uuidassert): it is text
	return c.String(http.StatusOK, id.String())
}

func echoUserRight(c echo.Context) error {
	id, err := uuid.Parse(c.Get("user").(string))
	if err != nil {
		return err
	}
	return c.String(http.StatusOK, id.String())
}
