package uuidfunc

import (
	"fmt"
	"uuid"

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
