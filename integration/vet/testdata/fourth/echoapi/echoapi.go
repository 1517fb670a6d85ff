// Package echoapi serves the ferry line's crew.
package echoapi

import (
	"net/http"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
)

func crew(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		id, err := gofrs.FromString(c.Request().Header.Get("X-Crew"))
		if err != nil {
			return echo.NewHTTPError(http.StatusUnauthorized)
		}
		c.Set("crew", id) // WRONG-ALSO(uuidassert)
		ship, err := uuid.Parse(c.QueryParam("ship"))
		if err != nil {
			return echo.NewHTTPError(http.StatusBadRequest)
		}
		c.Set("ship", ship)
		return next(c)
	}
}

func who(c echo.Context) error {
	id, ok := c.Get("crew").(uuid.UUID) // WRONG(uuidassert): gofrs's is stored
	if !ok {
		return echo.ErrForbidden
	}
	return c.String(http.StatusOK, id.String())
}

func whoRight(c echo.Context) error {
	id, ok := c.Get("crew").(gofrs.UUID)
	if !ok {
		return echo.ErrForbidden
	}
	return c.String(http.StatusOK, id.String())
}

func ship(c echo.Context) error {
	return c.String(http.StatusOK, c.Get("ship").(uuid.UUID).String())
}

func cabin(c echo.Context) error {
	id := uuid.MustParse(c.Param("cabin")) // WRONG(uuidmust): panics
	return c.String(http.StatusOK, id.String())
}

func cabinRight(c echo.Context) error {
	id, err := uuid.Parse(c.Param("cabin"))
	if err != nil {
		return echo.NewHTTPError(http.StatusBadRequest, err.Error())
	}
	return c.String(http.StatusOK, id.String())
}

func Routes(e *echo.Echo) {
	e.Use(crew)
	e.GET("/who", who)
	e.GET("/who2", whoRight)
	e.GET("/ship", ship)
	e.GET("/cabins/:cabin", cabin)
	e.GET("/cabins2/:cabin", cabinRight)
}
