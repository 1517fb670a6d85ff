// Package ctxkeys carries ids in contexts.
package ctxkeys

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
)

type ctxKey string

const (
	tenantKey ctxKey = "tenant"
	userKey   ctxKey = "user"
	traceKey  ctxKey = "trace"
)

func auth(c *gin.Context) {
	id, err := uuid.Parse(c.GetHeader("X-User"))
	if err != nil {
		c.AbortWithStatus(http.StatusUnauthorized)
		return
	}
	c.Set("user", id.String())
	c.Set("account", id)
	c.Next()
}

func me(c *gin.Context) {
	id := c.MustGet("user").(uuid.UUID) // WRONG(uuidassert): auth has set the text: the assertion panics
	c.JSON(http.StatusOK, gin.H{"id": id})
}

func mine(c *gin.Context) {
	id := c.MustGet("account").(uuid.UUID)
	c.JSON(http.StatusOK, gin.H{"id": id})
}

func profile(c *gin.Context) {
	v, _ := c.Get("account")
	id, ok := v.(gofrs.UUID) // WRONG(uuidassert): auth has set google's type: never ok
	if !ok {
		c.AbortWithStatus(http.StatusUnauthorized)
		return
	}
	c.JSON(http.StatusOK, gin.H{"id": id})
}

func account(c *gin.Context) {
	v, _ := c.Get("account")
	id, ok := v.(uuid.UUID)
	if !ok {
		c.AbortWithStatus(http.StatusUnauthorized)
		return
	}
	c.JSON(http.StatusOK, gin.H{"id": id})
}

func withTenant(ctx context.Context, tenant gofrs.UUID) context.Context {
	return context.WithValue(ctx, tenantKey, tenant)
}

func tenant(ctx context.Context) uuid.UUID {
	id, _ := ctx.Value(tenantKey).(uuid.UUID) // WRONG(uuidassert): withTenant stores gofrs's type: always the Nil UUID
	return id
}

func tenantOf(ctx context.Context) gofrs.UUID {
	id, _ := ctx.Value(tenantKey).(gofrs.UUID)
	return id
}

func withTrace(ctx context.Context, trace uuid.UUID) context.Context {
	return context.WithValue(ctx, traceKey, &trace)
}

func trace(ctx context.Context) string {
	if id, ok := ctx.Value(traceKey).(uuid.UUID); ok { // WRONG(uuidassert): withTrace stores a pointer
		return id.String()
	}
	return "none"
}

func traceOf(ctx context.Context) string {
	if id, ok := ctx.Value(traceKey).(*uuid.UUID); ok {
		return id.String()
	}
	return "none"
}

func middleware(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Set("session", c.Request().Header.Get("X-Session"))
		return next(c)
	}
}

func session(c echo.Context) error {
	id := c.Get("session").(uuid.UUID) // WRONG(uuidassert): the middleware has set a string
	return c.String(http.StatusOK, id.String())
}

func sessionOf(c echo.Context) error {
	id, err := uuid.Parse(c.Get("session").(string))
	if err != nil {
		return err
	}
	return c.String(http.StatusOK, id.String())
}

// ---- What looks like the above, and is right ----

// Both types are looked for.
func user(ctx context.Context) (uuid.UUID, bool) {
	switch v := ctx.Value(userKey).(type) {
	case uuid.UUID:
		return v, true
	case gofrs.UUID:
		return uuid.UUID(v), true
	}
	return uuid.Nil, false
}

func withUser(ctx context.Context, id uuid.UUID) context.Context {
	return context.WithValue(ctx, userKey, id)
}

// The text is asserted as text.
func text(c *gin.Context) string { return c.MustGet("user").(string) }
