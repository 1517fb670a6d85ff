// Package webctx has middlewares of gin and echo.
package webctx

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/labstack/echo/v4"
)

const (
	keyUser    = "user"
	keySession = "session"
)

func GinAuth(c *gin.Context) {
	id, err := google.Parse(c.GetHeader("X-User"))
	if err != nil {
		c.AbortWithStatus(http.StatusUnauthorized)
		return
	}
	c.Set(keyUser, id)
	c.Set("user_text", id.String())
	c.Next()
}

func GinUser(c *gin.Context) {
	v, _ := c.Get(keyUser)
	id := v.(uuid.UUID) // WRONG(uuidassert): google's type was set
	c.JSON(http.StatusOK, gin.H{"user": id})
}

func GinUserRight(c *gin.Context) {
	v, _ := c.Get(keyUser)
	id := v.(google.UUID)
	c.JSON(http.StatusOK, gin.H{"user": id})
}

func GinText(c *gin.Context) {
	c.String(http.StatusOK, c.GetString("user")) // WRONG(uuidassert): GetString of a UUID is empty
}

func GinTextRight(c *gin.Context) {
	c.String(http.StatusOK, c.GetString("user_text"))
}

func GinMust(c *gin.Context) {
	c.JSON(http.StatusOK, c.MustGet("user_text").(google.UUID)) // WRONG(uuidassert): text was set
}

func GinMustRight(c *gin.Context) {
	c.JSON(http.StatusOK, c.MustGet("user").(google.UUID))
}

func EchoAuth(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		id, err := uuid.FromString(c.Request().Header.Get("X-Session"))
		if err != nil {
			return echo.ErrUnauthorized
		}
		c.Set(keySession, id)
		return next(c)
	}
}

func EchoSession(c echo.Context) error {
	id := c.Get(keySession).(google.UUID) // WRONG(uuidassert): gofrs's type was set
	return c.JSON(http.StatusOK, id)
}

func EchoSessionRight(c echo.Context) error {
	id := c.Get(keySession).(uuid.UUID)
	return c.JSON(http.StatusOK, id)
}

func EchoOkRight(c echo.Context) error {
	id, ok := c.Get(keySession).(uuid.UUID)
	if !ok {
		return echo.ErrUnauthorized
	}
	return c.JSON(http.StatusOK, google.UUID(id))
}

// EchoNameRight is another key.
func EchoNameRight(c echo.Context) error {
	name, _ := c.Get("name").(string)
	return c.String(http.StatusOK, name)
}
