// Package bson has the signatures of MongoDB's driver that the tests need.
package bson

type M map[string]any

type E struct {
	Key   string
	Value any
}

type D []E

type A []any

type Binary struct {
	Subtype byte
	Data    []byte
}

type Registry struct{}

func NewRegistry() *Registry                                 { return nil }
func (*Registry) RegisterTypeEncoder(valueType any, enc any) {}
