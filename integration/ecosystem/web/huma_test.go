//go:build full

package web

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
)

// A required parameter may not be empty.
type required[V any] struct {
	V V `query:"v" required:"true"`
}

// humaRead has an API of one operation, whose input is an R.
func humaRead[V, R any](q *url.Values, get func(*R) V) func(*V) error {
	return func(v *V) error {
		mux := http.NewServeMux()
		huma.Get(humago.New(mux, huma.DefaultConfig("test", "1")), "/", func(_ context.Context, in *R) (*struct{}, error) {
			*v = get(in)
			return nil, nil
		})
		rec := httptest.NewRecorder()
		mux.ServeHTTP(rec, httptest.NewRequest("GET", "/?"+q.Encode(), nil))
		if rec.Code >= 300 {
			return errors.New(rec.Body.String())
		}
		return nil
	}
}

func humaValue[V any](q *url.Values, texts func(V) []string) ecosystem.Value[V] {
	v := value(q, texts, func(v V) request[V] { return request[V]{v} }, func(r request[V]) V { return r.V }, nil)
	v.Read = humaRead(q, func(r *request[V]) V { return r.V })
	return v
}

func humaOps[T ~[16]byte, N any](testing.TB) ecosystem.Ops[T, N] {
	q := &url.Values{}
	o := base[T, N](q)
	o.One.Read = humaValue(q, one[T]).Read
	o.Ptr, o.Null, o.List = humaValue(q, ptr[T]), humaValue(q, null[N]), humaValue(q, list[T])
	return o
}

// humaRequired has the tag on the parameter that must be there.
func humaRequired(testing.TB) ecosystem.Ops[U, UN] {
	q := &url.Values{}
	o := base[U, UN](q)
	o.One.Read = humaRead(q, func(r *required[U]) U { return r.V })
	o.Ptr, o.Null, o.List = humaValue(q, ptr[U]), humaValue(q, null[UN]), humaValue(q, list[U])
	return o
}

func humaOurs[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return ecosystem.As[T, N](humaRequired(t))
}

func humaRows() []ecosystem.Row {
	return []ecosystem.Row{{
		Library: "huma", Store: "query", Module: "github.com/danielgtaylor/huma/v2", Link: "https://pkg.go.dev/github.com/danielgtaylor/huma/v2",
		Say: "`required:\"true\"` in the tag of a UUID, and `uuid.NullUUID` for a parameter that may be left out",
		Excuses: []ecosystem.Excuse{
			{Ops: "null pointer", Reason: "huma panics when a program registers an operation with a pointer in its query: write a uuid.NullUUID."},
			{Ops: "list", Reason: "huma panics when a program registers an operation with a list of UUIDs in its query: read a []string, and parse."},
		},
		Today: ecosystem.Of(humaOps[S, SN], humaOps[G, GN], humaOps[F, FN], humaOps[U, UN]),
		With:  ecosystem.Of(humaOurs[S, SN], humaOurs[G, GN], humaOurs[F, FN], humaOurs[U, UN]),
	}}
}
