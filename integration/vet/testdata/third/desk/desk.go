// Package desk is the API of the help desk, with echo.
package desk

import (
	"database/sql"
	"errors"
	"net/http"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
	kit "github.com/uuidkit/uuidkit/uuid"
)

// Case is what somebody asks.
type Case struct {
	ID       uuid.UUID           `json:"id"`
	Agent    sql.Null[uuid.UUID] `json:"agent"`             // WRONG(uuidjson): an object of V and Valid
	Follows  uuid.UUID           `json:"follows,omitempty"` // WRONG(uuidomit): never empty
	Question string              `json:"question"`
}

// CaseRight is what somebody asks.
type CaseRight struct {
	ID       uuid.UUID     `json:"id"`
	Agent    uuid.NullUUID `json:"agent"`
	Follows  uuid.UUID     `json:"follows,omitzero"`
	Question string        `json:"question"`
}

// Note is what an agent writes about a case.
type Note struct {
	kit.UUID        // WRONG(uuidembed): JSON writes the UUID alone
	Text     string `json:"text"`
}

// NoteRight is what an agent writes about a case.
type NoteRight struct {
	ID   kit.UUID `json:"id"`
	Text string   `json:"text"`
}

// Desk has the handlers.
type Desk struct{ db *sql.DB }

// Routes adds the routes.
func (d *Desk) Routes(e *echo.Echo) {
	g := e.Group("/cases", d.agent)
	g.GET("/:case", d.Get)
	g.GET("/v2/:case", d.GetRight)
	g.PUT("/:case/agent", d.Take)
	g.PUT("/v2/:case/agent", d.TakeRight)
	g.GET("", d.Mine)
	g.GET("/v2", d.MineRight)
}

func (d *Desk) agent(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		id, err := kit.Parse(c.Request().Header.Get("X-Agent"))
		if err != nil {
			return echo.ErrUnauthorized
		}
		c.Set("agent", id)
		c.Set("agent_text", id.String())
		return next(c)
	}
}

// Get answers with a case.
func (d *Desk) Get(c echo.Context) error {
	id := c.Param("case")
	found := CaseRight{ID: uuid.MustParse(id)} // WRONG(uuidmust): anybody can send other text
	row := d.db.QueryRowContext(c.Request().Context(), `SELECT question FROM cases WHERE id = $1`, found.ID)
	if err := row.Scan(&found.Question); err != nil {
		return notFound(err)
	}
	return c.JSON(http.StatusOK, found)
}

// GetRight answers with a case.
func (d *Desk) GetRight(c echo.Context) error {
	id, err := uuid.Parse(c.Param("case"))
	if err != nil {
		return echo.NewHTTPError(http.StatusBadRequest, "case")
	}
	found := CaseRight{ID: id}
	row := d.db.QueryRowContext(c.Request().Context(), `SELECT question FROM cases WHERE id = $1`, found.ID)
	if err := row.Scan(&found.Question); err != nil {
		return notFound(err)
	}
	return c.JSON(http.StatusOK, found)
}

func notFound(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return echo.ErrNotFound
	}
	return err
}

// Take gives a case to the agent who asks.
func (d *Desk) Take(c echo.Context) error {
	agent, ok := c.Get("agent").(uuid.UUID) // WRONG(uuidassert): it is uuidkit's type
	if !ok {
		return echo.ErrForbidden
	}
	return d.take(c, agent)
}

// TakeRight gives a case to the agent who asks.
func (d *Desk) TakeRight(c echo.Context) error {
	agent, ok := c.Get("agent").(kit.UUID)
	if !ok {
		return echo.ErrForbidden
	}
	return d.take(c, uuid.UUID(agent))
}

func (d *Desk) take(c echo.Context, agent uuid.UUID) error {
	id, err := uuid.Parse(c.Param("case"))
	if err != nil {
		return echo.NewHTTPError(http.StatusBadRequest, "case")
	}
	_, err = d.db.ExecContext(c.Request().Context(), `UPDATE cases SET agent = $1 WHERE id = $2`, agent, id)
	if err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// Mine answers with the number of the agent's cases.
func (d *Desk) Mine(c echo.Context) error {
	agent := c.Get("agent_text").(uuid.UUID) // WRONG(uuidassert): it is a string
	return d.count(c, agent)
}

// MineRight answers with the number of the agent's cases.
func (d *Desk) MineRight(c echo.Context) error {
	agent, err := uuid.Parse(c.Get("agent_text").(string))
	if err != nil {
		return err
	}
	return d.count(c, agent)
}

func (d *Desk) count(c echo.Context, agent uuid.UUID) error {
	var n int
	row := d.db.QueryRowContext(c.Request().Context(), `SELECT count(*) FROM cases WHERE agent = $1`, agent)
	if err := row.Scan(&n); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, map[string]int{"cases": n})
}

// Agents answers with the agents of cases.
func Agents(c echo.Context, agents map[string]sql.Null[uuid.UUID]) error {
	return c.JSON(http.StatusOK, agents) // WRONG(uuidjson): objects of V and Valid
}

// AgentsRight answers with the agents of cases.
func AgentsRight(c echo.Context, agents map[string]sql.Null[uuid.UUID]) error {
	out := make(map[string]uuid.NullUUID, len(agents))
	for name, agent := range agents {
		out[name] = uuid.NullUUID{UUID: agent.V, Valid: agent.Valid}
	}
	return c.JSON(http.StatusOK, out)
}

// Search finds cases that follow another.
func (d *Desk) Search(c echo.Context) error {
	after, err := uuid.Parse(c.QueryParam("after"))
	if err != nil {
		c.Logger().Warn(err)
	}
	var n int
	row := d.db.QueryRowContext(c.Request().Context(), `SELECT count(*) FROM cases WHERE follows = $1`, after) // WRONG(uuiderror): after the error this is Nil
	if err := row.Scan(&n); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, n)
}

// SearchRight finds cases that follow another.
func (d *Desk) SearchRight(c echo.Context) error {
	after, err := uuid.Parse(c.QueryParam("after"))
	if err != nil {
		c.Logger().Warn(err)
		return echo.NewHTTPError(http.StatusBadRequest, "after")
	}
	var n int
	row := d.db.QueryRowContext(c.Request().Context(), `SELECT count(*) FROM cases WHERE follows = $1`, after)
	if err := row.Scan(&n); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, n)
}
