// Package squirrel has the signatures that the tests need.
package squirrel

type (
	Eq    map[string]any
	NotEq Eq
	Gt    map[string]any
)

type InsertBuilder struct{}

func Insert(into string) InsertBuilder                     { return InsertBuilder{} }
func (b InsertBuilder) Values(values ...any) InsertBuilder { return b }
func Expr(sql string, args ...any) any                     { return nil }

type SelectBuilder struct{}

func Select(columns ...string) SelectBuilder                      { return SelectBuilder{} }
func (b SelectBuilder) From(string) SelectBuilder                 { return b }
func (b SelectBuilder) Where(pred any, args ...any) SelectBuilder { return b }
