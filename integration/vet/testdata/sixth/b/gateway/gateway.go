// Package gateway marks requests with ids, and passes them on.
package gateway

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"net/http"
	"os"
	"strings"

	"github.com/google/uuid"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type route struct {
	Tenant uuid.UUID
	Trace  kit.UUID
	Target string
}

type ctxKey int

const (
	traceKey ctxKey = iota
	tenantKey
)

func trace(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var id uuid.UUID
		if h := r.Header.Get("X-Request-Id"); h != "" {
			copy(id[:], h) // WRONG(uuidcopy): the header is text
		} else {
			id = uuid.New()
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), traceKey, id)))
	})
}

func traceRight(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, err := uuid.Parse(r.Header.Get("X-Request-Id"))
		if err != nil {
			id = uuid.New()
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), traceKey, id)))
	})
}

func (rt *route) setTenant(host string) {
	name, _, _ := strings.Cut(host, ".")
	raw := []byte(name)
	if len(raw) == 36 {
		copy(rt.Tenant[:], raw) // WRONG(uuidcopy): raw holds the 36 characters
	}
}

func (rt *route) setTenantRight(host string) {
	name, _, _ := strings.Cut(host, ".")
	if id, err := uuid.Parse(name); err == nil {
		rt.Tenant = id
	}
}

func tenantOf(text string) (uuid.UUID, bool) {
	if len(text) != 36 {
		return uuid.Nil, false
	}
	id, err := uuid.FromBytes([]byte(text)) // WRONG(uuidcopy): 36 characters are not 16 bytes, always an error
	return id, err == nil
}

func tenantOfRight(text string) (uuid.UUID, bool) {
	if len(text) != 36 {
		return uuid.Nil, false
	}
	id, err := uuid.Parse(text)
	return id, err == nil
}

func loadSecret(path string) (kit.UUID, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return kit.UUID{}, err
	}
	text := strings.TrimSpace(string(data))
	if len(text) < 36 {
		return kit.UUID{}, os.ErrInvalid
	}
	return kit.UUID([]byte(text)), nil // WRONG(uuidcopy): converts the first 16 characters
}

func loadSecretRight(path string) (kit.UUID, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return kit.UUID{}, err
	}
	return kit.Parse(strings.TrimSpace(string(data)))
}

// cookie holds the 16 bytes in base64.
func cookie(r *http.Request) (uuid.UUID, error) {
	c, err := r.Cookie("sid")
	if err != nil {
		return uuid.Nil, err
	}
	raw, err := base64.RawURLEncoding.DecodeString(c.Value)
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.FromBytes(raw)
}

// frame writes the header of a frame: 16 bytes of id, and the length.
func frame(id uuid.UUID, body []byte) []byte {
	out := make([]byte, 20, 20+len(body))
	copy(out, id[:])
	binary.BigEndian.PutUint32(out[16:], uint32(len(body)))
	return append(out, body...)
}

// unframe is the other direction.
func unframe(data []byte) (uuid.UUID, []byte, bool) {
	if len(data) < 20 {
		return uuid.Nil, nil, false
	}
	return uuid.UUID(data[:16]), data[20:], true
}

func redirect(rt *route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var label [48]byte
		n := copy(label[:], rt.Target)
		n += copy(label[n:], rt.Tenant.String())
		w.Header().Set("X-Route", string(label[:n]))
		rt.setTenant(r.Host)
		rt.setTenantRight(r.Host)
		http.Redirect(w, r, "https://"+rt.Target, http.StatusFound)
	}
}
