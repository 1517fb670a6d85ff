// Package goqu has the signatures that the tests need.
package goqu

type (
	Ex     map[string]any
	Record map[string]any
	Op     map[string]any
	Vals   []any

	Expression           interface{}
	IdentifierExpression interface {
		Eq(val any) Expression
		In(vals ...any) Expression
	}
	SelectDataset struct{}
)

func C(name string) IdentifierExpression   { return nil }
func L(sql string, args ...any) Expression { return nil }
func From(table ...any) *SelectDataset     { return nil }

func (d *SelectDataset) Where(expressions ...Expression) *SelectDataset { return d }
