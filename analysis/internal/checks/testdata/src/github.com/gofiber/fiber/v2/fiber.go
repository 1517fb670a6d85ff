// Package fiber has the signatures of fiber that the tests need.
package fiber

type Ctx struct{}

func (*Ctx) Set(key, val string)                  {}
func (*Ctx) Locals(key any, value ...any) (v any) { return v }
