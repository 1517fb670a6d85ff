// Package kiosk is the API of the screens in the hall, with gin.
package kiosk

import (
	"context"
	"database/sql"
	"net/http"

	"github.com/gin-gonic/gin"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"

	"example.com/depot/ids"
)

type contextKey string

const (
	visitorKey contextKey = "visitor"
	ticketKey  contextKey = "ticket"
)

// API has the handlers.
type API struct{ db *sql.DB }

// Routes adds the routes.
func (a *API) Routes(r gin.IRouter) {
	r.Use(screen)
	r.GET("/tickets/:id", a.Ticket)
	r.GET("/v2/tickets/:id", a.TicketRight)
	r.GET("/hall", a.Hall)
	r.GET("/v2/hall", a.HallRight)
	r.GET("/gates/:gate", a.Gate)
}

// screen stores who asks. The old part of the program has gofrs's ids.
func screen(c *gin.Context) {
	id, err := gofrs.FromString(c.GetHeader("X-Screen"))
	if err != nil {
		c.AbortWithStatus(http.StatusUnauthorized)
		return
	}
	c.Set("screen", id)
	c.Set("hall", uuid.UUID(id))
	ctx := context.WithValue(c.Request.Context(), visitorKey, id.String())
	ctx = context.WithValue(ctx, ticketKey, uuid.New())
	c.Request = c.Request.WithContext(ctx)
	c.Next()
}

// Hall answers with the hall of a screen.
func (a *API) Hall(c *gin.Context) {
	id := c.MustGet("screen").(uuid.UUID) // WRONG(uuidassert): it is gofrs's type
	c.JSON(http.StatusOK, gin.H{"hall": a.hall(c, id)})
}

// HallRight answers with the hall of a screen.
func (a *API) HallRight(c *gin.Context) {
	id := c.MustGet("screen").(gofrs.UUID)
	c.JSON(http.StatusOK, gin.H{"hall": a.hall(c, uuid.UUID(id))})
}

func (a *API) hall(ctx context.Context, screen uuid.UUID) (name string) {
	if err := a.db.QueryRowContext(ctx, `SELECT hall FROM screens WHERE id = $1`, screen).Scan(&name); err != nil {
		return "?"
	}
	return name
}

// Label is in the log.
func Label(c *gin.Context) string {
	return "hall " + c.GetString("hall") // WRONG(uuidassert): GetString of a UUID is empty
}

// LabelRight is in the log.
func LabelRight(c *gin.Context) string {
	if id, ok := c.Value("hall").(uuid.UUID); ok {
		return "hall " + id.String()
	}
	return "hall"
}

// Visitor returns who stands in front of a screen.
func Visitor(ctx context.Context) (uuid.UUID, bool) {
	id, ok := ctx.Value(visitorKey).(uuid.UUID) // WRONG(uuidassert): it is a string
	return id, ok
}

// VisitorRight returns who stands in front of a screen.
func VisitorRight(ctx context.Context) (uuid.UUID, bool) {
	text, ok := ctx.Value(visitorKey).(string)
	if !ok {
		return uuid.Nil, false
	}
	id, err := uuid.Parse(text)
	return id, err == nil
}

// TicketOf returns the ticket of a request.
func TicketOf(ctx context.Context) (id uuid.UUID) {
	switch v := ctx.Value(ticketKey).(type) {
	case uuid.UUID:
		id = v
	case *uuid.UUID:
		id = *v
	}
	return id
}

// Ticket answers with a ticket.
func (a *API) Ticket(c *gin.Context) {
	id := uuid.MustParse(c.Param("id")) // WRONG(uuidmust): anybody can send other text
	var seat string
	if err := a.db.QueryRowContext(c, `SELECT seat FROM tickets WHERE id = $1`, id).Scan(&seat); err != nil {
		c.AbortWithStatus(http.StatusNotFound)
		return
	}
	c.JSON(http.StatusOK, gin.H{"id": id, "seat": seat})
}

// TicketRight answers with a ticket.
func (a *API) TicketRight(c *gin.Context) {
	id, err := uuid.Parse(c.Param("id"))
	if err != nil {
		c.AbortWithStatusJSON(http.StatusBadRequest, gin.H{"error": err.Error()})
		return
	}
	var seat string
	if err := a.db.QueryRowContext(c, `SELECT seat FROM tickets WHERE id = $1`, id).Scan(&seat); err != nil {
		c.AbortWithStatus(http.StatusNotFound)
		return
	}
	c.JSON(http.StatusOK, gin.H{"id": id, "seat": seat})
}

// Gate has a struct that gin validates, so that MustParse cannot fail.
func (a *API) Gate(c *gin.Context) {
	var req struct {
		Gate string `uri:"gate" binding:"required,uuid"`
	}
	if err := c.ShouldBindUri(&req); err != nil {
		c.AbortWithStatus(http.StatusBadRequest)
		return
	}
	c.JSON(http.StatusOK, gin.H{"gate": uuid.MustParse(req.Gate)})
}

// Queue answers with the orders that wait.
func (a *API) Queue(c *gin.Context, orders []ids.OrderID) {
	next := ids.OrderID{}
	if len(orders) > 0 {
		next = orders[0]
	}
	c.JSON(http.StatusOK, gin.H{"waiting": len(orders), "next": next}) // WRONG(uuidjson): 16 numbers
}

// QueueRight answers with the orders that wait.
func (a *API) QueueRight(c *gin.Context, orders []ids.OrderID) {
	next := uuid.Nil
	if len(orders) > 0 {
		next = uuid.UUID(orders[0])
	}
	c.JSON(http.StatusOK, gin.H{"waiting": len(orders), "next": next})
}

// Called reports whether a ticket is called.
func Called(c *gin.Context, ticket uuid.UUID) bool {
	return c.Query("ticket") == ticket.String() // WRONG(uuidcompare): the query may be in upper case
}

// CalledRight reports whether a ticket is called.
func CalledRight(c *gin.Context, ticket uuid.UUID) bool {
	id, err := uuid.Parse(c.Query("ticket"))
	return err == nil && id == ticket
}
