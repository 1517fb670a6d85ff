package uuidassert

import (
	"context"
	"uuid"

	"github.com/gin-gonic/gin"
	"github.com/gofiber/fiber/v2"
	google "github.com/google/uuid"
)

type key struct{}

type name string

const user = name("user")

var both = new(int)

func set(ctx context.Context, c *gin.Context, id uuid.UUID, g google.UUID) {
	ctx = context.WithValue(ctx, key{}, id)
	ctx = context.WithValue(ctx, user, id)
	ctx = context.WithValue(ctx, both, id)
	ctx = context.WithValue(ctx, both, g)
	ctx = context.WithValue(ctx, "text", g.String())
	c.Set("id", id)
	c.Set("right", g)
}

func value[T any](ctx context.Context, key any) (v T) {
	v, _ = ctx.Value(key).(T)
	return v
}

func get(ctx context.Context, c *gin.Context, v any) {
	_ = ctx.Value(key{}).(google.UUID)   // want `this is never true: under this key the package stores the type uuid.UUID, not github.com/google/uuid.UUID`
	_, _ = ctx.Value(user).(google.UUID) // want `never true`
	_ = c.MustGet("id").(google.UUID)    // want `never true`

	switch ctx.Value(user).(type) {
	case google.UUID: // want `never true`
	case string: // want `never true`
	}
	switch ctx.Value(user).(type) {
	case google.UUID:
	case uuid.UUID:
	}
	value[google.UUID](ctx, user) // want `never true`
	value[uuid.UUID](ctx, user)

	_ = ctx.Value(key{}).(uuid.UUID)
	_ = ctx.Value(both).(google.UUID)
	_ = ctx.Value("user").(google.UUID)
	_ = ctx.Value("text").(google.UUID) // want `under this key the package stores the type string, not`
	_ = c.MustGet("right").(google.UUID)
	_ = v.(google.UUID)
}

func put(c *gin.Context, v any) {
	c.Set("any", v)
	c.Set("any", "guest")
}

func Put[T any](c *gin.Context, v T) {
	c.Set("typed", v)
	c.Set("typed", "guest")
}

func header(c *fiber.Ctx, id uuid.UUID, g google.UUID) {
	c.Set("user", "guest") // a header of the answer
	c.Locals("id", id)
}

func gotten(c *gin.Context, f *fiber.Ctx) {
	_ = c.MustGet("any").(uuid.UUID)
	_ = c.MustGet("typed").(uuid.UUID)
	_ = f.Locals("user").(uuid.UUID)
	_ = f.Locals("id").(google.UUID) // want `never true`
}
