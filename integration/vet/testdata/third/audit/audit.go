// Package audit writes who has done what.
package audit

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"io"
	"log"
	"log/slog"
	"reflect"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/uuid"

	"example.com/depot/ids"
)

// An Event is what somebody has done.
type Event struct {
	ID      uuid.UUID
	Actor   uuid.UUID
	Request google.UUID
	Session gofrs.UUID
	Order   ids.OrderID
}

// Trail has the database.
type Trail struct {
	db  *sql.DB
	log *slog.Logger
}

// System stores what nobody has done.
func (t *Trail) System(ctx context.Context, action string) error {
	_, err := t.db.ExecContext(ctx, `INSERT INTO trail (id, actor, action) VALUES ($1, $2, $3)`,
		uuid.NewV7(), uuid.Nil, action) // WRONG(uuidfunc): Nil is a function
	return err
}

// SystemRight stores what nobody has done.
func (t *Trail) SystemRight(ctx context.Context, action string) error {
	_, err := t.db.ExecContext(ctx, `INSERT INTO trail (id, actor, action) VALUES ($1, $2, $3)`,
		uuid.NewV7(), uuid.Nil(), action)
	return err
}

// SystemGoogle has google's Nil, which is a variable.
func (t *Trail) SystemGoogle(ctx context.Context, action string) error {
	_, err := t.db.ExecContext(ctx, `INSERT INTO trail (id, actor, action) VALUES ($1, $2, $3)`,
		google.New(), google.Nil, action)
	return err
}

// Started logs the beginning.
func (t *Trail) Started(name string) {
	t.log.Info("started", "name", name, "actor", uuid.Nil) // WRONG(uuidfunc): the log shows an address
}

// StartedRight logs the beginning.
func (t *Trail) StartedRight(name string) {
	t.log.Info("started", "name", name, "actor", uuid.Nil())
}

// Anonymous reports whether nobody has done it.
func (e *Event) Anonymous() bool {
	return reflect.DeepEqual(e.Actor, uuid.Nil) // WRONG(uuidfunc): never equal
}

// AnonymousRight reports whether nobody has done it.
func (e *Event) AnonymousRight() bool {
	return reflect.DeepEqual(e.Actor, uuid.Nil())
}

// bounds are the arguments of a query of everything.
func bounds(limit int) []any {
	return []any{uuid.Max, limit} // WRONG(uuidfunc): Max is a function
}

func boundsRight(limit int) []any {
	return []any{uuid.Max(), limit}
}

// makers have functions that are meant as values.
var makers = map[string]func() uuid.UUID{"none": uuid.Nil, "v4": uuid.NewV4, "v7": uuid.NewV7}

// Make makes an id of a kind.
func Make(kind string) (uuid.UUID, bool) {
	f, ok := makers[kind]
	if !ok {
		return uuid.Nil(), false
	}
	return f(), true
}

// Write prints events in the form of the old program.
func Write(w io.Writer, events []Event) error {
	b := bufio.NewWriter(w)
	for _, e := range events {
		fmt.Fprintf(b, "%x %x\n", e.ID, e.Request) // WRONG(uuidprintf): google's UUID has a String, so this is the hex of its text
	}
	return b.Flush()
}

// WriteRight prints events in the form of the old program: uuidkit's and gofrs's types have a Format.
func WriteRight(w io.Writer, events []Event) error {
	b := bufio.NewWriter(w)
	for _, e := range events {
		fmt.Fprintf(b, "%x %x %x\n", e.ID, e.Request[:], e.Session)
	}
	return b.Flush()
}

// Span is the id of a trace in a header.
func Span(id google.UUID) string {
	return fmt.Sprintf("00-%X-01", id) // WRONG(uuidprintf): 72 digits
}

// SpanRight is the id of a trace in a header.
func SpanRight(id google.UUID) string {
	return fmt.Sprintf("00-%X-01", id[:])
}

// Shipped logs an order.
func Shipped(l *log.Logger, o ids.OrderID, carts ...ids.CartID) {
	l.Printf("order %v has left, with %v", o, carts) // WRONG(uuidprintf): OrderID has no String
}

// ShippedRight logs an order. A CartID has a String.
func ShippedRight(l *log.Logger, o ids.OrderID, carts ...ids.CartID) {
	l.Printf("order %v has left, with %v", google.UUID(o), carts)
}

// Sum logs a checksum, which is no UUID.
func Sum(l *log.Logger, data []byte) {
	l.Printf("sum %s", ids.Sum(data))
}
