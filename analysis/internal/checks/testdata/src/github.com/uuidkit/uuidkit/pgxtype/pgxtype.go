// Package pgxtype has the signatures of uuidkit that the tests need.
package pgxtype

import "github.com/jackc/pgx/v5/pgtype"

func Register[T ~[16]byte](m *pgtype.Map) {}
