// Package squirrel has the signatures that the tests need.
package squirrel

type Eq map[string]any

type SelectBuilder struct{}

func Select(columns ...string) SelectBuilder                      { return SelectBuilder{} }
func (b SelectBuilder) From(string) SelectBuilder                 { return b }
func (b SelectBuilder) Where(pred any, args ...any) SelectBuilder { return b }
