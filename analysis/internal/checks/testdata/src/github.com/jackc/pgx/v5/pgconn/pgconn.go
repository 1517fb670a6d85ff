// Package pgconn has the signatures of pgx that the tests need.
package pgconn

type CommandTag struct{}
