//go:build full

package generators

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/ecosystem/generators/testdata/ogen/made"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/uuid"
)

// An object is the JSON of an Item. v is there in each, since it is required.
type object struct{ text string }

func (o *object) set(name, json string) error {
	o.text = `{"v":"` + uuid.Max().String() + `","` + name + `":` + json + "}"
	if name == "v" {
		o.text = `{"v":` + json + "}"
	}
	return nil
}

// inObject is a property of the generated Item.
func inObject[V any](o *object, name string, set func(*made.Item, V), get func(*made.Item) V) ecosystem.Value[V] {
	return ecosystem.Value[V]{Write: func(v V) (string, error) {
		var item made.Item
		set(&item, v)
		b, err := item.MarshalJSON()
		if err != nil {
			return "", err
		}
		o.text = string(b)
		properties := map[string]json.RawMessage{}
		err = json.Unmarshal(b, &properties)
		return strings.Trim(string(properties[name]), `"`), err
	}, Read: func(v *V) error {
		var item made.Item
		err := item.UnmarshalJSON([]byte(o.text))
		if err == nil {
			*v = get(&item)
		}
		return err
	}}
}

func ogenOps(testing.TB) ecosystem.Ops[G, GN] {
	o := &object{}
	ops := ecosystem.Ops[G, GN]{
		Native: uuid.UUID.String, None: "null",
		Seed: func(us ...uuid.UUID) error { return o.set("v", `"`+us[0].String()+`"`) },
		One:  inObject(o, "v", func(i *made.Item, u G) { i.V = u }, func(i *made.Item) G { return i.V }),
		Null: inObject(o, "n", func(i *made.Item, n GN) {
			i.N = made.NewOptNilUUID(n.UUID)
			if !n.Valid {
				i.N.SetToNull()
			}
		}, func(i *made.Item) GN {
			u, ok := i.N.Get()
			return GN{UUID: u, Valid: ok}
		}),
		List: inObject(o, "l", func(i *made.Item, us []G) { i.L = us }, func(i *made.Item) []G { return i.L }),
		Bad:  map[string]func() error{},
	}
	for name, json := range map[string]string{"xyz": `"xyz"`, "empty": `""`, "16 letters": `"0123456789abcdef"`, "null": "null", "a number": "7"} {
		ops.Bad[name] = func() error { return o.set("v", json) }
	}
	return ops
}

func ogenRows() []ecosystem.Row {
	return []ecosystem.Row{{
		Library: "ogen", Store: "JSON", Module: "github.com/ogen-go/ogen", Link: "grpc-openapi.md#openapi-and-json-schema",
		Say:   "`id := uuid.UUID(item.ID)`: the type that ogen makes is google's",
		Today: ecosystem.Of(nil, ogenOps, nil, nil),
		With:  ecosystem.Of(asOf[S, SN](ogenOps), ogenOps, asOf[F, FN](ogenOps), asOf[U, UN](ogenOps)),
	}}
}

// asOf converts at the edge.
func asOf[T ~[16]byte, N any](ops func(testing.TB) ecosystem.Ops[G, GN]) func(testing.TB) ecosystem.Ops[T, N] {
	return func(t testing.TB) ecosystem.Ops[T, N] { return ecosystem.As[T, N](ops(t)) }
}
