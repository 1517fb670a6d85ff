package bunuuid

import (
	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uuidkit/uuidkit/sqlx"
)

var dialect = pgdialect.New()

type Seat struct {
	ID uuid.UUID `bun:",pk"` // want `bun makes another column than uuid of a uuid.UUID without a type tag`
}

type Ticket struct {
	ID    uuid.UUID     `bun:"type:uuid,pk"`
	Buyer uuid.NullUUID // want `without a type tag`
	File  uuid.UUID     `bun:"type:binary(16)"` // want `bun writes a uuid.UUID as text, and the column is binary`
}

type response struct {
	ID uuid.UUID `json:"id"`
}

func seats(q *bun.SelectQuery, id uuid.UUID, ids []uuid.UUID) {
	q.Where("id IN (?)", ids) // want `bun writes this list as JSON`
	q.Where("id IN (?)", bun.List(ids))
	q.Where("id = ?", id)
	keys := make([]sqlx.Binary, 0, len(ids))
	for _, id := range ids {
		keys = append(keys, sqlx.Binary(id))
	}
	q.Where("id IN (?)", keys) // want `bun writes this list as JSON`
	q.Where("id IN (?)", bun.List(keys))
}
