// Package web measures web frameworks: the query of a request, read into a struct.
//
// To add a framework, add a row to rows in web_test.go, or write a function like fiberRows in full_test.go, and call it in slow
// in full_test.go, if the framework takes long to compile.
package web

import (
	"net/http/httptest"
	"net/url"
	"reflect"
	"strconv"
	"testing"

	"github.com/gin-gonic/gin/binding"
	"github.com/labstack/echo/v4"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestWeb(t *testing.T) { ecosystem.Run(t, append(rows(), slow()...)) }

// A request is the struct that users write. A parsed one has the tag that gin has for it. One
// with a default is what gin does not look into for fields that the query has.
type (
	request[V any] struct {
		V V `form:"v" query:"v"`
	}
	parsed[V any] struct {
		V V `form:"v,parser=encoding.TextUnmarshaler"`
	}
	defaulted[V any] struct {
		V V `form:"v,default="`
	}
)

// value has the query be texts of a V, and reads it.
func value[V, R any](q *url.Values, texts func(V) []string, request func(V) R, get func(R) V, bind func(url.Values, any) error) ecosystem.Value[V] {
	return ecosystem.Value[V]{Write: func(v V) (string, error) {
		*q = url.Values{}
		if t := texts(v); t != nil {
			q.Add("v", t[0])
			for _, more := range t[1:] {
				q.Add("v", more)
			}
		}
		return q.Encode(), nil
	}, Read: func(v *V) error {
		r := request(*v)
		err := bind(*q, &r)
		*v = get(r)
		return err
	}}
}

func text[T ~[16]byte](u T) string { return uuid.UUID(u).String() }

func one[T ~[16]byte](u T) []string { return []string{text(u)} }

func ptr[T ~[16]byte](u *T) []string {
	if u == nil {
		return nil
	}
	return one(*u)
}

func null[N any](n N) []string {
	v := reflect.ValueOf(n)
	if !v.FieldByName("Valid").Bool() {
		return nil
	}
	return []string{v.Field(0).Convert(reflect.TypeFor[uuid.UUID]()).Interface().(uuid.UUID).String()}
}

func list[T ~[16]byte](us []T) (texts []string) {
	for _, u := range us {
		texts = append(texts, text(u))
	}
	return texts
}

// base is what is the same for all frameworks.
func base[T ~[16]byte, N any](q *url.Values) ecosystem.Ops[T, N] {
	o := ecosystem.Ops[T, N]{
		Native: uuid.UUID.String, None: "", Keeps: true, Bad: map[string]func() error{},
		Seed: func(us ...uuid.UUID) error { *q = url.Values{"v": {us[0].String()}}; return nil },
		Fields: func() error {
			*q = url.Values{"Valid": {"true"}, "valid": {"true"}, "v.Valid": {"true"}}
			return nil
		},
	}
	numbers := make([]string, 16)
	for i := range numbers {
		numbers[i] = strconv.Itoa(i)
	}
	for name, v := range map[string][]string{"xyz": {"xyz"}, "empty": {""}, "16 letters": {"0123456789abcdef"}, "16 numbers": numbers} {
		o.Bad[name] = func() error { *q = url.Values{"v": v}; return nil }
	}
	return o
}

func plainOps[T ~[16]byte, N any](q *url.Values, bind func(url.Values, any) error) ecosystem.Ops[T, N] {
	o := base[T, N](q)
	o.One.Read = value(q, one[T], func(v T) request[T] { return request[T]{v} }, func(r request[T]) T { return r.V }, bind).Read
	o.Ptr = value(q, ptr[T], func(v *T) request[*T] { return request[*T]{v} }, func(r request[*T]) *T { return r.V }, bind)
	o.Null = value(q, null[N], func(v N) request[N] { return request[N]{v} }, func(r request[N]) N { return r.V }, bind)
	o.List = value(q, list[T], func(v []T) request[[]T] { return request[[]T]{v} }, func(r request[[]T]) []T { return r.V }, bind)
	return o
}

func ginOurs[T ~[16]byte, N any](testing.TB) ecosystem.Ops[T, N] {
	q := &url.Values{}
	o := plainOps[U, UN](q, ginBind)
	o.Null = value(q, null[UN], func(v UN) defaulted[UN] { return defaulted[UN]{v} }, func(r defaulted[UN]) UN { return r.V }, ginBind)
	return ecosystem.As[T, N](o)
}

func ginParser[T ~[16]byte, N any](testing.TB) ecosystem.Ops[T, N] {
	q, bind := &url.Values{}, ginBind
	o := base[T, N](q)
	o.One.Read = value(q, one[T], func(v T) parsed[T] { return parsed[T]{v} }, func(r parsed[T]) T { return r.V }, bind).Read
	o.Ptr = value(q, ptr[T], func(v *T) parsed[*T] { return parsed[*T]{v} }, func(r parsed[*T]) *T { return r.V }, bind)
	o.Null = value(q, null[N], func(v N) parsed[N] { return parsed[N]{v} }, func(r parsed[N]) N { return r.V }, bind)
	o.List = value(q, list[T], func(v []T) parsed[[]T] { return parsed[[]T]{v} }, func(r parsed[[]T]) []T { return r.V }, bind)
	return o
}

func ginBind(q url.Values, v any) error { return binding.MapFormWithTag(v, q, "form") }

func echoBind(q url.Values, v any) error {
	c := echo.New().NewContext(httptest.NewRequest("GET", "/?"+q.Encode(), nil), httptest.NewRecorder())
	return new(echo.DefaultBinder).BindQueryParams(c, v)
}

func types(bind func(url.Values, any) error) ecosystem.Types {
	return ecosystem.Of(
		func(testing.TB) ecosystem.Ops[S, SN] { return plainOps[S, SN](&url.Values{}, bind) }, func(testing.TB) ecosystem.Ops[G, GN] { return plainOps[G, GN](&url.Values{}, bind) },
		func(testing.TB) ecosystem.Ops[F, FN] { return plainOps[F, FN](&url.Values{}, bind) }, func(testing.TB) ecosystem.Ops[U, UN] { return plainOps[U, UN](&url.Values{}, bind) },
	)
}

func ours[T ~[16]byte, N any](bind func(url.Values, any) error) func(testing.TB) ecosystem.Ops[T, N] {
	return func(testing.TB) ecosystem.Ops[T, N] { return ecosystem.As[T, N](plainOps[U, UN](&url.Values{}, bind)) }
}

func rows() []ecosystem.Row {
	return []ecosystem.Row{{
		Library: "gin", Store: "query", Module: "github.com/gin-gonic/gin", Link: "json-api.md#gin-echo-gqlgen",
		Say:   "`uuid.UUID` as the field's type, and `form:\"id,default=\"` in the tag of a `uuid.NullUUID`",
		Today: types(ginBind), With: ecosystem.Of(ginOurs[S, SN], ginOurs[G, GN], ginOurs[F, FN], ginOurs[U, UN]),
	}, {
		Library: "gin", Store: "query, with a parser", Module: "github.com/gin-gonic/gin", Link: "json-api.md#gin-echo-gqlgen",
		Say:     "`form:\"id,parser=encoding.TextUnmarshaler\"` in the tag",
		Excuses: []ecosystem.Excuse{{Ops: "NullUUID", Reason: "A query can set the fields of a NullUUID, and sql.Null and gofrs's read no text: write a pointer."}},
		Today:   types(ginBind), With: ecosystem.Of(ginParser[S, SN], ginParser[G, GN], ginParser[F, FN], ginParser[U, UN]),
	}, {
		Library: "echo", Store: "query", Module: "github.com/labstack/echo/v4", Link: "json-api.md#gin-echo-gqlgen",
		Say:   "`uuid.UUID` as the field's type",
		Today: types(echoBind), With: ecosystem.Of(ours[S, SN](echoBind), ours[G, GN](echoBind), ours[F, FN](echoBind), ours[U, UN](echoBind)),
	}}
}
