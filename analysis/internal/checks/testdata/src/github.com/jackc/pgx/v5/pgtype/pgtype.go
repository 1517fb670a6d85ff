// Package pgtype has the signatures of pgx that the tests need.
package pgtype

type Map struct{}

type Type struct{}

func (*Map) RegisterType(*Type)                           {}
func (*Map) RegisterDefaultPgType(value any, name string) {}
