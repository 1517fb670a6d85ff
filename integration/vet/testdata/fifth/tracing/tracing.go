// Package tracing has the identifiers of W3C's trace context. A trace is 16 random bytes, and no UUID.
package tracing

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/google/uuid"
)

type ID [16]byte

type Span [8]byte

var errTrace = errors.New("tracing: malformed traceparent")

func (id ID) String() string { return hex.EncodeToString(id[:]) }

func (id ID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

func (id *ID) UnmarshalText(b []byte) error {
	if len(b) != 32 {
		return errTrace
	}
	_, err := hex.Decode(id[:], b)
	return err
}

type key struct{}

type Record struct {
	Trace ID        `json:"trace"`
	Span  Span      `json:"-"`
	User  uuid.UUID `json:"user"`
}

func NewRight() (id ID) {
	rand.Read(id[:])
	return
}

// HeaderRight parses the header of a request.
func HeaderRight(r *http.Request) (id ID, err error) {
	h := r.Header.Get("traceparent")
	if len(h) != 55 {
		return id, errTrace
	}
	err = id.UnmarshalText([]byte(h[3:35]))
	return
}

func WithRight(ctx context.Context, id ID) context.Context { return context.WithValue(ctx, key{}, id) }

func FromRight(ctx context.Context) ID {
	id, _ := ctx.Value(key{}).(ID)
	return id
}

// MiddlewareRight makes a new trace if the header is malformed.
func MiddlewareRight(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, err := HeaderRight(r)
		if err != nil {
			slog.Debug("traceparent", "err", err)
			id = NewRight()
		}
		next.ServeHTTP(w, r.WithContext(WithRight(r.Context(), id)))
	})
}

// RequestIDRight takes the client's id, or makes one.
func RequestIDRight(r *http.Request) uuid.UUID {
	id, err := uuid.Parse(r.Header.Get("X-Request-Id"))
	if err != nil {
		slog.Debug("request id", "err", err)
		id = uuid.New()
	}
	return id
}

// SameRight compares hex of lower case, which the standard demands of both.
func SameRight(a ID, b ID) bool { return a.String() == b.String() }

func (rec Record) JSONRight() ([]byte, error) { return json.Marshal(rec) }

func (rec Record) LogRight() string {
	return fmt.Sprintf("%s-%x-%x-01", "00", rec.Trace[:], rec.Span)
}

func (rec Record) PrintRight() string { return fmt.Sprintf("%v %s %v", rec.Trace, rec.Trace, rec.User) }

// FromUUIDRight uses a UUID's bits as trace.
func FromUUIDRight(id uuid.UUID) ID { return ID(id) }
