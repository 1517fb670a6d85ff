//go:build full

package formats

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/extensions"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/uuid"
)

// An arrowColumn is a column of the type arrow.uuid, which build fills.
type arrowColumn struct {
	build func(*extensions.UUIDBuilder) error
}

func (c *arrowColumn) array() (*extensions.UUIDArray, error) {
	b := extensions.NewUUIDBuilder(memory.DefaultAllocator)
	defer b.Release()
	if err := c.build(b); err != nil {
		return nil, err
	}
	return b.NewArray().(*extensions.UUIDArray), nil
}

// stored are the bytes of the column.
func (c *arrowColumn) stored() (string, error) {
	a, err := c.array()
	if err != nil {
		return "", err
	}
	var all []string
	for i := range a.Len() {
		if a.IsNull(i) {
			all = append(all, "NULL")
		} else {
			all = append(all, hex.EncodeToString(a.Storage().(*array.FixedSizeBinary).Value(i)))
		}
	}
	return strings.Join(all, " "), nil
}

func inArrow[V any](c *arrowColumn, add func(*extensions.UUIDBuilder, V), get func(*extensions.UUIDArray) V) ecosystem.Value[V] {
	return ecosystem.Value[V]{Write: func(v V) (string, error) {
		c.build = func(b *extensions.UUIDBuilder) error { add(b, v); return nil }
		return c.stored()
	}, Read: func(v *V) error {
		a, err := c.array()
		if err == nil {
			*v = get(a)
		}
		return err
	}}
}

func arrowOps[T ~[16]byte, N any](testing.TB) ecosystem.Ops[T, N] {
	c := &arrowColumn{}
	add := func(b *extensions.UUIDBuilder, u T) { b.AppendBytes(u) }
	o := ecosystem.Ops[T, N]{
		Native: hexOf, None: "NULL", Bad: map[string]func() error{},
		Seed: func(us ...uuid.UUID) error {
			c.build = func(b *extensions.UUIDBuilder) error { return b.AppendValueFromString(us[0].String()) }
			return nil
		},
		One: inArrow(c, add, func(a *extensions.UUIDArray) T { return T(a.Value(0)) }),
		Ptr: inArrow(c, func(b *extensions.UUIDBuilder, u *T) {
			if u == nil {
				b.AppendNull()
			} else {
				add(b, *u)
			}
		}, func(a *extensions.UUIDArray) *T {
			if a.IsNull(0) {
				return nil
			}
			u := T(a.Value(0))
			return &u
		}),
		List: inArrow(c, func(b *extensions.UUIDBuilder, us []T) {
			for _, u := range us {
				add(b, u)
			}
		}, func(a *extensions.UUIDArray) (us []T) {
			for _, u := range a.Values() {
				us = append(us, T(u))
			}
			return us
		}),
	}
	for name, json := range map[string]string{"xyz": `"xyz"`, "empty": `""`, "16 letters": `"0123456789abcdef"`, "a number": "7"} {
		o.Bad[name] = func() error {
			c.build = func(b *extensions.UUIDBuilder) error { return b.UnmarshalJSON(fmt.Appendf(nil, "[%s]", json)) }
			return nil
		}
	}
	return o
}

func arrowRows() []ecosystem.Row {
	return []ecosystem.Row{{
		Library: "arrow-go", Store: "the type arrow.uuid: `builder.AppendBytes(id)` and `uuid.UUID(array.Value(i))`", Module: "github.com/apache/arrow-go/v18",
		Link:  "https://pkg.go.dev/github.com/apache/arrow-go/v18/arrow/extensions#UUIDBuilder",
		Today: ecosystem.Of(arrowOps[S, SN], arrowOps[G, GN], arrowOps[F, FN], arrowOps[U, UN]),
	}}
}
