// Package guards has the middleware of the museum's API.
package guards

import (
	"context"
	"net/http"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type ctxKey int

const (
	visitorKey ctxKey = iota
	tourKey
	ticketKey
	deviceKey
	guideKey
)

type staffKey struct{}

func visitor(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, err := gofrs.FromString(r.Header.Get("X-Visitor"))
		if err != nil {
			http.Error(w, "visitor", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), visitorKey, id))) // WRONG-ALSO(uuidassert)
	})
}

func visitorOf(r *http.Request) uuid.UUID {
	return r.Context().Value(visitorKey).(uuid.UUID) // WRONG(uuidassert): gofrs's is stored
}

func visitorOfRight(r *http.Request) uuid.UUID {
	return uuid.UUID(r.Context().Value(visitorKey).(gofrs.UUID))
}

func withStaff(ctx context.Context, id uuid.UUID) context.Context {
	return context.WithValue(ctx, staffKey{}, id.String()) // WRONG-ALSO(uuidassert)
}

func staff(ctx context.Context) (uuid.UUID, bool) {
	id, ok := ctx.Value(staffKey{}).(uuid.UUID) // WRONG(uuidassert): text is stored
	return id, ok
}

func staffRight(ctx context.Context) (uuid.UUID, bool) {
	text, ok := ctx.Value(staffKey{}).(string)
	if !ok {
		return uuid.Nil, false
	}
	id, err := uuid.Parse(text)
	return id, err == nil
}

func withTour(ctx context.Context, id kit.UUID) context.Context {
	return context.WithValue(ctx, tourKey, id) // WRONG-ALSO(uuidassert)
}

func tour(ctx context.Context) (out gofrs.UUID) {
	v := ctx.Value(tourKey)
	if id, ok := v.(gofrs.UUID); ok { // WRONG(uuidassert): kit's is stored
		return id
	}
	return gofrs.Nil
}

func tourRight(ctx context.Context) (out gofrs.UUID) {
	v := ctx.Value(tourKey)
	if id, ok := v.(kit.UUID); ok {
		return gofrs.UUID(id)
	}
	return gofrs.Nil
}

func withTicket(ctx context.Context, id *uuid.UUID) context.Context {
	return context.WithValue(ctx, ticketKey, *id) // WRONG-ALSO(uuidassert)
}

func ticket(ctx context.Context) string {
	switch v := ctx.Value(ticketKey).(type) {
	case kit.UUID: // WRONG(uuidassert): google's is stored
		return v.String()
	}
	return ""
}

func ticketRight(ctx context.Context) string {
	switch v := ctx.Value(ticketKey).(type) {
	case uuid.UUID:
		return v.String()
	}
	return ""
}

func withDevice(ctx context.Context, v any) context.Context {
	return context.WithValue(ctx, deviceKey, v)
}

func device(ctx context.Context) uuid.UUID {
	id, _ := ctx.Value(deviceKey).(uuid.UUID)
	return id
}

func withGuide(ctx context.Context, a uuid.UUID, b gofrs.UUID, old bool) context.Context {
	if old {
		return context.WithValue(ctx, guideKey, b)
	}
	return context.WithValue(ctx, guideKey, a)
}

func guide(ctx context.Context) uuid.UUID {
	switch v := ctx.Value(guideKey).(type) {
	case uuid.UUID:
		return v
	case gofrs.UUID:
		return uuid.UUID(v)
	}
	return uuid.Nil
}

type hallKey struct{}

func hall(ctx context.Context) (uuid.UUID, bool) {
	id, ok := ctx.Value(hallKey{}).(uuid.UUID)
	return id, ok
}

var _ = []any{visitor, visitorOf, visitorOfRight, withStaff, staff, staffRight, withTour, tour, tourRight, withTicket, ticket, ticketRight, withDevice, device, withGuide, guide, hall}
