// Package sql has the signatures of ent that the tests need.
package sql

type Selector struct{}

func (*Selector) C(column string) string { return column }

type Predicate struct{}

func EQ(col string, value any) *Predicate { return nil }
