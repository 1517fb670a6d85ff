// Package partners has models of bun with all the tags.
package partners

import (
	"context"
	"database/sql"
	"errors"

	"github.com/gofrs/uuid/v5"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
)

type Partner struct {
	bun.BaseModel `bun:"table:partners,alias:p"`

	ID       uuid.UUID     `bun:"id,pk,type:uuid,default:gen_random_uuid()"`
	ParentID uuid.NullUUID `bun:"parent_id,type:uuid"`
	Agent    *uuid.UUID    `bun:"agent,type:uuid"`
	Regions  []uuid.UUID   `bun:"regions,type:uuid[],array"`
	Legacy   string        `bun:"legacy_id"`
	Name     string        `bun:"name,notnull"`

	Parent *Partner `bun:"rel:belongs-to,join:parent_id=id"`
}

type Contract struct {
	Nr      int64     `bun:"nr,pk,autoincrement"`
	Partner uuid.UUID `bun:"partner,type:uuid,notnull"`
	Text    string    `bun:"text"`
}

// A view is what callers see; no table belongs to it.
type view struct {
	ID   uuid.UUID
	Name string
}

type Store struct{ db *bun.DB }

func NewStore(db *sql.DB) *Store { return &Store{db: bun.NewDB(db, pgdialect.New())} }

func (s *Store) Get(ctx context.Context, id uuid.UUID) (*view, error) {
	var p Partner
	err := s.db.NewSelect().Model(&p).Relation("Parent").Where("p.id = ?", id).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &view{ID: p.ID, Name: p.Name}, nil
}

func (s *Store) InRegions(ctx context.Context, regions []uuid.UUID) (list []Partner, err error) {
	err = s.db.NewSelect().Model(&list).Where("p.regions && ?", pgdialect.Array(regions)).Scan(ctx)
	return list, err
}

func (s *Store) Contracts(ctx context.Context, partners ...uuid.UUID) (list []Contract, err error) {
	if len(partners) == 0 {
		return nil, nil
	}
	err = s.db.NewSelect().Model(&list).Where("partner IN (?)", bun.List(partners)).Order("nr").Scan(ctx)
	return list, err
}

func (s *Store) Legacy(ctx context.Context, old uuid.UUID) (p Partner, err error) {
	err = s.db.NewSelect().Model(&p).Where("legacy_id = ?", old.String()).Scan(ctx)
	return p, err
}

func (s *Store) Orphans(ctx context.Context) (list []Partner, err error) {
	err = s.db.NewSelect().Model(&list).Where("parent_id IS NULL").Scan(ctx)
	return list, err
}

func (s *Store) Sign(ctx context.Context, partner uuid.UUID, text string) (int64, error) {
	c := Contract{Partner: partner, Text: text}
	if _, err := s.db.NewInsert().Model(&c).Returning("nr").Exec(ctx); err != nil {
		return 0, err
	}
	return c.Nr, nil
}
