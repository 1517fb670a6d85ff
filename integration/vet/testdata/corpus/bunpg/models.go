// Package bunpg has models of bun in PostgreSQL.
package bunpg

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
)

// Seat is a model.
type Seat struct {
	ID  uuid.UUID `bun:",pk"` // WRONG(bunuuid): without type:uuid bun makes a bytea, and stores 36 bytes of text
	Row int
}

// Chair is a model.
type Chair struct {
	ID  uuid.UUID `bun:"type:uuid,pk"`
	Row int
}

// Ticket is a model.
type Ticket struct {
	ID    uuid.UUID     `bun:"type:uuid,pk"`
	Buyer uuid.NullUUID // WRONG(bunuuid): without type:uuid a NullUUID is a jsonb column
}

// Pass is a model.
type Pass struct {
	ID    uuid.UUID     `bun:"type:uuid,pk"`
	Buyer uuid.NullUUID `bun:"type:uuid"`
}

type hall struct{ db *bun.DB }

func open(db *sql.DB) *hall { return &hall{bun.NewDB(db, pgdialect.New())} }

func (h *hall) create(ctx context.Context) error {
	for _, m := range []any{(*Seat)(nil), (*Chair)(nil), (*Ticket)(nil), (*Pass)(nil)} {
		if _, err := h.db.NewCreateTable().Model(m).IfNotExists().Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (h *hall) chairs(ctx context.Context, ids []uuid.UUID) (list []Chair, err error) {
	err = h.db.NewSelect().Model(&list).Where("id IN (?)", ids).Scan(ctx) // WRONG(bunuuid): a plain slice is JSON in the SQL
	return list, err
}

func (h *hall) some(ctx context.Context, ids []uuid.UUID) (list []Chair, err error) {
	err = h.db.NewSelect().Model(&list).Where("id IN (?)", bun.List(ids)).Scan(ctx)
	return list, err
}

func (h *hall) any(ctx context.Context, ids []uuid.UUID) (list []Chair, err error) {
	err = h.db.NewSelect().Model(&list).Where("id = any(?)", pgdialect.Array(ids)).Scan(ctx)
	return list, err
}

// Text for a uuid is right in PostgreSQL.
func (h *hall) one(ctx context.Context, id string) (c Chair, err error) {
	err = h.db.NewSelect().Model(&c).Where("id = ?", id).Scan(ctx)
	return c, err
}
