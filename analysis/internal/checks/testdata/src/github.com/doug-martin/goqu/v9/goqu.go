// Package goqu has the signatures that the tests need.
package goqu

type (
	Ex     map[string]any
	Record map[string]any
)
