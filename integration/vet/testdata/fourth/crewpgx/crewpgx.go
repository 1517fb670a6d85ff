// Package crewpgx is the tour plan of the museum with pgx.
package crewpgx

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const ddl = `create table if not exists tour (
	id uuid primary key,
	title text not null,
	guide uuid,
	room uuid not null
)`

type Plan struct {
	pool *pgxpool.Pool
}

func (p *Plan) Migrate(ctx context.Context) error {
	_, err := p.pool.Exec(ctx, ddl)
	return err
}

type Tour struct {
	ID    uuid.UUID `db:"id"`
	Title string    `db:"title"`
	Guide uuid.UUID `db:"guide"` // WRONG-ALSO(uuidscan)
}

type TourRight struct {
	ID    uuid.UUID  `db:"id"`
	Title string     `db:"title"`
	Guide *uuid.UUID `db:"guide"`
}

func (p *Plan) tours(ctx context.Context) ([]Tour, error) {
	rows, err := p.pool.Query(ctx, `select id, title, guide from tour order by title`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[Tour]) // WRONG(uuidscan): guide may be NULL
}

func (p *Plan) toursRight(ctx context.Context) ([]TourRight, error) {
	rows, err := p.pool.Query(ctx, `select id, title, guide from tour order by title`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[TourRight])
}

func (p *Plan) guides(ctx context.Context) ([]uuid.UUID, error) {
	rows, err := p.pool.Query(ctx, `select guide from tour`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[uuid.UUID]) // WRONG(uuidscan): guide may be NULL
}

func (p *Plan) guidesRight(ctx context.Context) ([]uuid.NullUUID, error) {
	rows, err := p.pool.Query(ctx, `select guide from tour`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[uuid.NullUUID])
}

func (p *Plan) guideOf(ctx context.Context, tour uuid.UUID) (guide uuid.UUID, err error) {
	err = p.pool.QueryRow(ctx, `select guide from tour where id = $1`, tour).Scan(&guide) // WRONG(uuidscan): guide may be NULL
	return guide, err
}

func (p *Plan) guideOfRight(ctx context.Context, tour uuid.UUID) (guide uuid.NullUUID, err error) {
	err = p.pool.QueryRow(ctx, `select guide from tour where id = $1`, tour).Scan(&guide)
	return guide, err
}

func (p *Plan) byGuideLoop(ctx context.Context) (m map[uuid.UUID]int, err error) {
	rows, err := p.pool.Query(ctx, `select guide, room from tour`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	m = map[uuid.UUID]int{}
	var guide, room uuid.UUID
	for rows.Next() {
		if err := rows.Scan(&guide, &room); err != nil { // WRONG(uuidscan): NULL reads as the row before
			return nil, err
		}
		m[guide]++
	}
	return m, rows.Err()
}

func (p *Plan) byGuideLoopRight(ctx context.Context) (m map[uuid.UUID]int, err error) {
	rows, err := p.pool.Query(ctx, `select coalesce(guide, room), room from tour`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	m = map[uuid.UUID]int{}
	for rows.Next() {
		var guide, room uuid.UUID
		if err := rows.Scan(&guide, &room); err != nil {
			return nil, err
		}
		m[guide]++
	}
	return m, rows.Err()
}

func (p *Plan) rooms(ctx context.Context) ([]uuid.UUID, error) {
	rows, err := p.pool.Query(ctx, `select room from tour`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
}

func (p *Plan) room(ctx context.Context, tour uuid.UUID) (room uuid.UUID, err error) {
	err = p.pool.QueryRow(ctx, `select room from tour where id = $1`, tour).Scan(&room)
	return room, err
}
