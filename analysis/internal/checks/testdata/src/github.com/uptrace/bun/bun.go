// Package bun has the signatures that the tests need.
package bun

type SelectQuery struct{}

func (q *SelectQuery) Where(query string, args ...any) *SelectQuery { return q }

func List(v any) any { return v }

type BaseModel struct{}

func (q *SelectQuery) Model(model any) *SelectQuery { return q }
