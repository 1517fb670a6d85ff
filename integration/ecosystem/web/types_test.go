package web

import (
	"database/sql"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/uuid"
)

// The types that are measured, each with its nullable.
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
