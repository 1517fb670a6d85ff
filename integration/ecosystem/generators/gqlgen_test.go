//go:build full

package generators

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/uuid"
)

// A scalar is a value of GraphQL, as the code that gqlgen makes writes and reads it: by a type's
// methods or, for google's type, by gqlgen's own functions. TestGqlgen of integration/uuid has a
// whole server made.
type scalar struct{ v any }

func inScalar[V any](s *scalar) ecosystem.Value[V] {
	return ecosystem.Value[V]{Write: func(v V) (string, error) {
		var m graphql.Marshaler
		switch v := any(v).(type) {
		case graphql.Marshaler:
			m = v
		case G:
			m = graphql.MarshalUUID(v)
		default:
			return "", fmt.Errorf("gqlgen's code calls MarshalGQL of %T, which has none", v)
		}
		var b bytes.Buffer
		m.MarshalGQL(&b)
		s.v = strings.Trim(b.String(), `"`)
		if b.String() == "null" {
			s.v = nil
		}
		return strings.Trim(b.String(), `"`), nil
	}, Read: func(v *V) (err error) {
		switch v := any(v).(type) {
		case graphql.Unmarshaler:
			return v.UnmarshalGQL(s.v)
		case *G:
			u, err := graphql.UnmarshalUUID(s.v)
			if err == nil {
				*v = u
			}
			return err
		}
		return fmt.Errorf("gqlgen's code calls UnmarshalGQL of %T, which has none", v)
	}}
}

func gqlgenOps[T ~[16]byte, N any](testing.TB) ecosystem.Ops[T, N] {
	s := &scalar{}
	o := ecosystem.Ops[T, N]{
		Native: uuid.UUID.String, None: "null", One: inScalar[T](s), Null: inScalar[N](s),
		Seed: func(us ...uuid.UUID) error { s.v = us[0].String(); return nil },
		Bad:  map[string]func() error{},
	}
	for name, v := range map[string]any{"xyz": "xyz", "empty": "", "16 letters": "0123456789abcdef", "null": nil, "a number": int64(7)} {
		o.Bad[name] = func() error { s.v = v; return nil }
	}
	return o
}

func gqlgenOurs[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return ecosystem.As[T, N](gqlgenOps[U, UN](t))
}

func gqlgenRows() []ecosystem.Row {
	return []ecosystem.Row{{
		Library: "gqlgen", Store: "its scalars", Module: "github.com/99designs/gqlgen", Link: "json-api.md#gin-echo-gqlgen",
		Say:   "uuidkit's `uuid.UUID` and `uuid.NullUUID` as the models of the scalar, in `gqlgen.yml`",
		Today: ecosystem.Of(gqlgenOps[S, SN], gqlgenOps[G, GN], gqlgenOps[F, FN], gqlgenOps[U, UN]),
		With:  ecosystem.Of(gqlgenOurs[S, SN], gqlgenOurs[G, GN], gqlgenOurs[F, FN], gqlgenOurs[U, UN]),
	}}
}
