//go:build full

package stores

import (
	"encoding/hex"
	"testing"

	"github.com/gocql/gocql"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/uuid"
)

// A cassandraColumn is what Cassandra would hold in a column of a type.
type cassandraColumn struct{ b []byte }

func cassandra[V any](c *cassandraColumn, typ gocql.TypeInfo) ecosystem.Value[V] {
	return ecosystem.Value[V]{Write: func(v V) (string, error) {
		b, err := gocql.Marshal(typ, v)
		if c.b = b; b == nil {
			return "NULL", err
		}
		return hex.EncodeToString(b), err
	}, Read: func(v *V) error { return gocql.Unmarshal(typ, c.b, v) }}
}

func gocqlOps[T ~[16]byte, N any](testing.TB) ecosystem.Ops[T, N] {
	c, typ := &cassandraColumn{}, gocql.NewNativeType(4, gocql.TypeUUID, "")
	o := ecosystem.Ops[T, N]{
		Native: native, None: "NULL", One: cassandra[T](c, typ), Ptr: cassandra[*T](c, typ),
		Seed: func(us ...uuid.UUID) error { c.b = us[0][:]; return nil },
		List: cassandra[[]T](c, gocql.CollectionType{NativeType: gocql.NewNativeType(4, gocql.TypeList, ""), Elem: typ}),
		Bad:  map[string]func() error{},
	}
	for name, b := range map[string][]byte{"15 bytes": make([]byte, 15), "17 bytes": make([]byte, 17)} {
		o.Bad[name] = func() error { c.b = b; return nil }
	}
	return o
}

func gocqlConverted[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return ecosystem.As[T, N](gocqlOps[gocql.UUID, struct{}](t))
}

func gocqlRows() []ecosystem.Row {
	return []ecosystem.Row{{
		Library: "gocql", Store: "Cassandra, its bytes", Module: "github.com/gocql/gocql", Link: "https://pkg.go.dev/github.com/gocql/gocql#UUID",
		Say:   "`gocql.UUID(id)` as the argument, `(*gocql.UUID)(&id)` in Scan",
		Today: ecosystem.Of(gocqlOps[S, SN], gocqlOps[G, GN], gocqlOps[F, FN], gocqlOps[U, UN]),
		With:  ecosystem.Of(gocqlConverted[S, SN], gocqlConverted[G, GN], gocqlConverted[F, FN], gocqlConverted[U, UN]),
	}}
}
