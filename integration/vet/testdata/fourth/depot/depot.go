// Package depot reads the SQL Server of the museum's depot.
package depot

import (
	"context"
	"database/sql"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	uuidsql "github.com/uuidkit/uuidkit/sqlx"
)

const Schema = `
CREATE TABLE piece (
	piece_id uniqueidentifier NOT NULL PRIMARY KEY,
	box uniqueidentifier NOT NULL,
	label char(36) NOT NULL,
	weight int
);`

type Piece struct {
	ID     uuid.UUID `db:"piece_id"` // WRONG-ALSO(uuidswapped)
	Weight int       `db:"weight"`
}

type PieceRight struct {
	ID     uuidsql.GUID `db:"piece_id"`
	Weight int          `db:"weight"`
}

func box(ctx context.Context, db *sql.DB, label string) (id gofrs.UUID, err error) {
	err = db.QueryRowContext(ctx, `SELECT box FROM piece WHERE label = @p1`, label).Scan(&id) // WRONG(uuidswapped): a uniqueidentifier
	return id, err
}

func boxRight(ctx context.Context, db *sql.DB, label string) (id gofrs.UUID, err error) {
	err = db.QueryRowContext(ctx, `SELECT box FROM piece WHERE label = @p1`, label).Scan((*uuidsql.GUID)(&id))
	return id, err
}

func heavy(db *sqlx.DB) (p Piece, err error) {
	err = db.Get(&p, `SELECT TOP 1 piece_id, weight FROM piece ORDER BY weight DESC`) // WRONG(uuidswapped): a field
	return p, err
}

func heavyRight(db *sqlx.DB) (p PieceRight, err error) {
	err = db.Get(&p, `SELECT TOP 1 piece_id, weight FROM piece ORDER BY weight DESC`)
	return p, err
}

func ids(db *sqlx.DB) (out []uuid.UUID, err error) {
	err = db.Select(&out, `SELECT piece_id FROM piece`) // WRONG(uuidswapped): a list
	return out, err
}

func idsRight(db *sqlx.DB) (out []uuidsql.GUID, err error) {
	err = db.Select(&out, `SELECT piece_id FROM piece`)
	return out, err
}

func label(ctx context.Context, db *sql.DB, id uuid.UUID) (label uuid.UUID, err error) {
	err = db.QueryRowContext(ctx, `SELECT label FROM piece WHERE piece_id = @p1`, uuidsql.GUID(id)).Scan(&label)
	return label, err
}

func text(ctx context.Context, db *sql.DB, l string) (s string, err error) {
	err = db.QueryRowContext(ctx, `SELECT CONVERT(char(36), box) FROM piece WHERE label = @p1`, l).Scan(&s)
	return s, err
}

var _ = []any{box, boxRight, heavy, heavyRight, ids, idsRight, label, text}
