// Package filled has structs that functions of pgx and jmoiron/sqlx fill.
package filled

import (
	"context"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jmoiron/sqlx"
)

const schema = `
CREATE TABLE teams (id uuid PRIMARY KEY);
CREATE TABLE staff (id uuid PRIMARY KEY, boss_id uuid, team_id uuid NOT NULL)`

type Person struct {
	ID     uuid.UUID
	BossID uuid.UUID `db:"boss_id"`
}

type Row struct {
	Person
	Note string    `db:"-"`
	Team uuid.UUID `db:"team_id"`
}

type Right struct {
	ID     uuid.UUID
	BossID uuid.NullUUID `db:"boss_id"`
}

type Loud struct {
	ID     uuid.UUID
	BossID gofrs.UUID `db:"boss_id"` // its Scan of NULL is an error
}

func sqlxWrong(ctx context.Context, db *sqlx.DB, id uuid.UUID) {
	var p Person
	var list []Row
	var bosses []uuid.UUID
	db.Get(&p, "SELECT id, boss_id FROM staff WHERE id = ?", id)                                  // want `this column may be NULL, which leaves google's uuid.UUID as it is, without an error: make BossID a uuid.NullUUID \(measured`
	db.SelectContext(ctx, &list, "SELECT * FROM staff")                                           // want `make BossID a uuid.NullUUID`
	db.SelectContext(ctx, &bosses, "SELECT boss_id FROM staff")                                   // want `scan bosses into a uuid.NullUUID`
	db.Get(&p, "SELECT s.id, t.id AS boss_id FROM staff s LEFT JOIN teams t ON t.id = s.team_id") // want `make BossID a uuid.NullUUID`
	rows, _ := db.Queryx("SELECT id, boss_id FROM staff")
	rows.StructScan(&p) // want `make BossID a uuid.NullUUID`
}

func sqlxRight(ctx context.Context, db *sqlx.DB, id uuid.UUID) {
	var p Person
	var r Right
	var l Loud
	var list []Row
	var bosses []uuid.NullUUID
	var teams []uuid.UUID
	db.Get(&r, "SELECT id, boss_id FROM staff WHERE id = ?", id)
	db.Get(&l, "SELECT id, boss_id FROM staff WHERE id = ?", id)
	db.Get(&p, "SELECT id FROM staff WHERE id = ?", id)
	db.Get(&p, "SELECT id, COALESCE(boss_id, id) AS boss_id FROM staff")
	db.Get(&p, "SELECT s.id, t.id AS boss_id FROM staff s JOIN teams t ON t.id = s.team_id")
	db.SelectContext(ctx, &list, "SELECT * FROM staff WHERE boss_id IS NOT NULL")
	db.SelectContext(ctx, &bosses, "SELECT boss_id FROM staff")
	db.SelectContext(ctx, &teams, "SELECT team_id FROM staff")
	var boss *uuid.UUID
	var chiefs []*uuid.UUID
	var null uuid.NullUUID
	db.Get(&null, "SELECT boss_id AS uuid FROM staff WHERE id = ?", id)
	db.Get(&boss, "SELECT boss_id FROM staff WHERE id = ?", id)
	db.SelectContext(ctx, &chiefs, "SELECT boss_id FROM staff")
	rows, _ := db.Queryx("SELECT * FROM teams")
	rows.StructScan(&p)
}

func pgxWrong(ctx context.Context, conn *pgx.Conn) {
	rows, _ := conn.Query(ctx, "SELECT id, boss_id FROM staff")
	pgx.CollectRows(rows, pgx.RowToStructByName[Person]) // want `make BossID a uuid.NullUUID`
	rows, _ = conn.Query(ctx, "SELECT * FROM staff")
	pgx.CollectOneRow(rows, pgx.RowToAddrOfStructByPos[Row]) // want `make BossID a uuid.NullUUID`
	rows, _ = conn.Query(ctx, "SELECT boss_id FROM staff")
	pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])               // want `scan the rows into a uuid.NullUUID`
	pgx.AppendRows([]uuid.UUID{}, rows, pgx.RowTo[uuid.UUID]) // want `into a uuid.NullUUID`
}

func pgxRight(ctx context.Context, conn *pgx.Conn) {
	rows, _ := conn.Query(ctx, "SELECT id, boss_id FROM staff")
	pgx.CollectRows(rows, pgx.RowToStructByName[Right])
	pgx.CollectRows(rows, func(row pgx.CollectableRow) (p Person, err error) { return p, row.Scan(&p.ID) })
	rows, _ = conn.Query(ctx, "SELECT id, team_id FROM staff")
	pgx.CollectRows(rows, pgx.RowToAddrOfStructByPos[Person])
	rows, _ = conn.Query(ctx, "SELECT boss_id FROM staff")
	pgx.CollectRows(rows, pgx.RowTo[*uuid.UUID])
	pgx.CollectRows(rows, pgx.RowTo[uuid.NullUUID])
	rows, _ = conn.Query(ctx, "SELECT team_id FROM staff")
	pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
}
