package uuidfunc

import (
	"fmt"
	"html/template"
	"reflect"
	"uuid"

	"entgo.io/ent/schema/field"
	google "github.com/google/uuid"
)

func equal(a, b any) bool       { return a == b }
func equals[T any](a, b T) bool { return true }
func is(f func() uuid.UUID)     {}

type pair struct {
	key   string
	value any
}

func use(id uuid.UUID, m map[string]any) any {
	equal(uuid.Nil, id)                // want `uuid.Nil is a function, and this is its address, not a UUID: write uuid.Nil\(\)`
	equal(id, (uuid.Max))              // want `uuid.Max is a function`
	fmt.Println("id", uuid.Nil)        // want `is a function`
	m["id"] = uuid.Nil                 // want `is a function`
	var v any = uuid.Nil               // want `is a function`
	_ = []any{uuid.Nil, id}            // want `is a function`
	_ = map[string]any{"id": uuid.Nil} // want `is a function`
	_ = map[any]any{uuid.Nil: 1}       // want `is a function`
	_ = pair{"id", uuid.Nil}           // want `is a function`
	_ = pair{value: uuid.Nil}          // want `is a function`
	_ = any(uuid.Nil)                  // want `is a function`
	func() any { return uuid.Nil }()   // want `is a function`

	equal(uuid.Nil(), id)
	equal(google.Nil, id)
	equals(uuid.Nil, nil)
	is(uuid.Nil)
	is(uuid.New)
	f := uuid.Nil
	equal(f, v)
	equal(uuid.New, id) // a generator to call, most likely
	return uuid.Nil     // want `is a function`
}

// takers are places that take functions.
func takers(t *template.Template) reflect.Value {
	_ = template.FuncMap{"nil": uuid.Nil}
	t.Funcs(map[string]any{"nil": uuid.Nil})
	funcs := template.FuncMap{}
	funcs["max"] = uuid.Max
	_ = map[string]any{"nil": uuid.Nil, "new": uuid.New}
	_ = []any{uuid.Nil, uuid.Max}             // want `uuid.Nil is a function` `uuid.Max is a function`
	_ = []pair{{"nil", uuid.Nil}, {"is", is}} // want `is a function`
	field.UUID("id", uuid.UUID{}).Default(uuid.Nil)
	f := reflect.ValueOf(uuid.Nil)
	if reflect.ValueOf(uuid.Max).IsZero() { // want `is a function`
		return reflect.ValueOf(uuid.Nil).Call(nil)[0]
	}
	return f.Call(nil)[0]
}
