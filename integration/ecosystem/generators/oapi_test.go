//go:build full

package generators

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/ecosystem/generators/testdata/oapi"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/uuid"
)

// A server is the generated one. It keeps the parameters of the last request.
type server struct{ params any }

func (s *server) Plain(_ http.ResponseWriter, _ *http.Request, p oapi.PlainParams)   { s.params = p }
func (s *server) Std(_ http.ResponseWriter, _ *http.Request, p oapi.StdParams)       { s.params = p }
func (s *server) Google(_ http.ResponseWriter, _ *http.Request, p oapi.GoogleParams) { s.params = p }
func (s *server) Gofrs(_ http.ResponseWriter, _ *http.Request, p oapi.GofrsParams)   { s.params = p }
func (s *server) Ours(_ http.ResponseWriter, _ *http.Request, p oapi.OursParams)     { s.params = p }

// ask sends a query to the operation of that name, and returns its parameters.
func ask[P any](operation string, q url.Values) (p P, err error) {
	s := &server{}
	rec := httptest.NewRecorder()
	oapi.Handler(s).ServeHTTP(rec, httptest.NewRequest("GET", "/"+operation+"?"+q.Encode(), nil))
	if rec.Code >= 300 {
		return p, errors.New(rec.Body.String())
	}
	return s.params.(P), nil
}

// oapiValue has the query's parameter name be the texts of a V. v is there in each query, since
// it is required.
func oapiValue[V, P any](q *url.Values, operation, name string, texts func(V) []string, get func(P) V) ecosystem.Value[V] {
	return ecosystem.Value[V]{Write: func(v V) (string, error) {
		*q = url.Values{"v": {uuid.Max().String()}}
		delete(*q, name)
		if t := texts(v); t != nil {
			(*q)[name] = t
		}
		return strings.Join((*q)[name], " "), nil
	}, Read: func(v *V) error {
		p, err := ask[P](operation, *q)
		if err == nil {
			*v = get(p)
		}
		return err
	}}
}

// oapiOps are those of an operation, whose parameters are a P.
func oapiOps[T ~[16]byte, N, P any](operation string, v func(P) T, p func(P) *T, l func(P) *[]T) func(testing.TB) ecosystem.Ops[T, N] {
	return func(testing.TB) ecosystem.Ops[T, N] {
		q := &url.Values{}
		text := func(u T) string { return uuid.UUID(u).String() }
		o := ecosystem.Ops[T, N]{
			Native: uuid.UUID.String, None: "",
			Seed: func(us ...uuid.UUID) error { *q = url.Values{"v": {us[0].String()}}; return nil },
			One:  oapiValue(q, operation, "v", func(u T) []string { return []string{text(u)} }, v),
			Ptr: oapiValue(q, operation, "p", func(u *T) []string {
				if u == nil {
					return nil
				}
				return []string{text(*u)}
			}, p),
			List: oapiValue(q, operation, "l", func(us []T) (texts []string) {
				for _, u := range us {
					texts = append(texts, text(u))
				}
				return texts
			}, func(p P) []T {
				if l(p) == nil {
					return nil
				}
				return *l(p)
			}),
			Bad: map[string]func() error{},
		}
		for name, v := range map[string]string{"xyz": "xyz", "empty": "", "16 letters": "0123456789abcdef"} {
			o.Bad[name] = func() error { *q = url.Values{"v": {v}}; return nil }
		}
		return o
	}
}

func oapiRows() []ecosystem.Row {
	plain := oapiOps[G, GN]("plain", func(p oapi.PlainParams) G { return p.V }, func(p oapi.PlainParams) *G { return p.P }, func(p oapi.PlainParams) *[]G { return p.L })
	return []ecosystem.Row{{
		Library: "oapi-codegen", Store: "query", Version: oapiVersion, Link: "grpc-openapi.md#openapi-and-json-schema",
		Say:   "`x-go-type` and `x-go-type-import` beside `format: uuid`",
		Today: ecosystem.Of(nil, plain, nil, nil), // google's type is what it makes by itself
		With: ecosystem.Of(
			oapiOps[S, SN]("std", func(p oapi.StdParams) S { return p.V }, func(p oapi.StdParams) *S { return p.P }, func(p oapi.StdParams) *[]S { return p.L }),
			oapiOps[G, GN]("google", func(p oapi.GoogleParams) G { return p.V }, func(p oapi.GoogleParams) *G { return p.P }, func(p oapi.GoogleParams) *[]G { return p.L }),
			oapiOps[F, FN]("gofrs", func(p oapi.GofrsParams) F { return p.V }, func(p oapi.GofrsParams) *F { return p.P }, func(p oapi.GofrsParams) *[]F { return p.L }),
			oapiOps[U, UN]("ours", func(p oapi.OursParams) U { return p.V }, func(p oapi.OursParams) *U { return p.P }, func(p oapi.OursParams) *[]U { return p.L }),
		),
	}}
}
