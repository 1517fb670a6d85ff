// Package models has models of bun.
package models

import (
	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uuidkit/uuidkit/sqlx"
)

type Clip struct {
	bun.BaseModel `bun:"table:clips"`

	ID sqlx.Binary `bun:"id,pk,type:blob"`
}

type Label struct {
	bun.BaseModel `bun:"table:labels,alias:l"`

	ID uuid.UUID `bun:"id,pk,type:text"`
}

// The table of a condition of bun is that of the model.
func clips(q *bun.SelectQuery, id uuid.UUID) {
	q.Model((*Clip)(nil)).Where("id = ?", id) // want `the column id is blob, and uuid.UUID is sent as text`
	q.Model((*Clip)(nil)).Where("id = ?", sqlx.Binary(id))
}

func labels(q *bun.SelectQuery, id uuid.UUID) {
	q.Model((*Label)(nil)).Where("id = ?", id)
	q.Model((*Label)(nil)).Where("clips.id = ?", id[:])
	q.Model((*Label)(nil)).Where("id = ?", id[:]) // want `the column id is text, and these are 16 bytes`
}
