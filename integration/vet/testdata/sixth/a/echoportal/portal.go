package echoportal

import (
	"net/http"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
)

type claims struct {
	Subject uuid.UUID
	Team    string
}

type verifier interface {
	Verify(token string) (claims, error)
}

func auth(v verifier) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			cl, err := v.Verify(c.Request().Header.Get(echo.HeaderAuthorization))
			if err != nil {
				return echo.ErrUnauthorized
			}
			c.Set("subject", cl.Subject)
			c.Set("team", cl.Team)
			return next(c)
		}
	}
}

type API struct {
	docs map[uuid.UUID][]string
}

func (a *API) list(c echo.Context) error {
	id := c.Get("subject").(gofrs.UUID) // WRONG(uuidassert): auth stores google's
	return c.JSON(http.StatusOK, a.docs[uuid.UUID(id)])
}

func (a *API) listRight(c echo.Context) error {
	id := c.Get("subject").(uuid.UUID)
	return c.JSON(http.StatusOK, a.docs[id])
}

func (a *API) team(c echo.Context) error {
	id, ok := c.Get("team").(uuid.UUID) // WRONG(uuidassert): the claim is text
	if !ok {
		return echo.ErrForbidden
	}
	return c.String(http.StatusOK, id.String())
}

func (a *API) teamRight(c echo.Context) error {
	text, ok := c.Get("team").(string)
	if !ok {
		return echo.ErrForbidden
	}
	id, err := uuid.Parse(text)
	if err != nil {
		return echo.ErrForbidden
	}
	return c.String(http.StatusOK, id.String())
}

func (a *API) create(c echo.Context) error {
	var in struct {
		Title string `json:"title"`
	}
	if err := c.Bind(&in); err != nil {
		return err
	}
	id, ok := c.Get("subject").(uuid.UUID)
	if !ok {
		return echo.ErrUnauthorized
	}
	a.docs[id] = append(a.docs[id], in.Title)
	return c.NoContent(http.StatusCreated)
}

func (a *API) remove(c echo.Context) error {
	id, err := uuid.Parse(c.Param("id"))
	if err != nil {
		return echo.NewHTTPError(http.StatusBadRequest, "id")
	}
	delete(a.docs, id)
	return c.NoContent(http.StatusNoContent)
}

func (a *API) Mount(e *echo.Echo, v verifier) {
	g := e.Group("/docs", auth(v))
	g.GET("", a.list)
	g.GET("/v2", a.listRight)
	g.GET("/team", a.team)
	g.GET("/team/v2", a.teamRight)
	g.POST("", a.create)
	g.DELETE("/:id", a.remove)
}
