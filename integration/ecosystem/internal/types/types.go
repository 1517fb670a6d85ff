// Package types has the Go types that are measured. The folders import it with a dot, so that a
// row can name all of them in one line.
package types

import (
	"database/sql"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// The types, each with its nullable.
type (
	S  = std.UUID
	SN = sql.Null[S]
	G  = google.UUID
	GN = google.NullUUID
	F  = gofrs.UUID
	FN = gofrs.NullUUID
	U  = uuid.UUID
	UN = uuid.NullUUID
)

// What users convert them to for a column of 16 bytes.
type (
	B  = sqlx.Binary
	BN = sql.Null[B]
)
