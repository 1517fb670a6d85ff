// Package fleet opens SQLite by the name of a registered driver.
package fleet

import (
	"context"
	"database/sql"
	"log"

	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/sqlx"
	_ "modernc.org/sqlite"
)

func open(path string) (*sql.DB, error) {
	if err := sqlx.RegisterDriver[sqlx.Binary]("fleet", "sqlite", sqlx.Native[uuid.UUID]()); err != nil {
		return nil, err
	}
	return sql.Open("fleet", path)
}

func openLoose(path string) (*sql.DB, error) {
	sqlx.RegisterDriver[sqlx.Binary]("loose", "sqlite", sqlx.Native[uuid.UUID]()) // WRONG(uuidregister): the error is dropped
	return sql.Open("loose", path)
}

func init() {
	if err := sqlx.RegisterDriver[sqlx.Binary]("quiet", "sqlite", sqlx.Native[uuid.UUID]()); err != nil {
		log.Fatal(err)
	}
}

func migrate(db *sql.DB) error {
	_, err := db.Exec(`
		CREATE TABLE trucks (id BLOB PRIMARY KEY, plate TEXT NOT NULL, depot BLOB);
		CREATE TABLE audit (who TEXT NOT NULL, what TEXT NOT NULL)`)
	return err
}

type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

type Trucks struct{ q querier }

func (t Trucks) log(ctx context.Context, who uuid.UUID, what string) error {
	_, err := t.q.ExecContext(ctx, `INSERT INTO audit (who, what) VALUES (?, ?)`, who, what) // WRONG(uuidconnector): bytes in a column of text
	return err
}

func (t Trucks) logRight(ctx context.Context, who uuid.UUID, what string) error {
	_, err := t.q.ExecContext(ctx, `INSERT INTO audit (who, what) VALUES (?, ?)`, who.String(), what)
	return err
}

func (t Trucks) plate(ctx context.Context, id uuid.UUID) (plate string, err error) {
	row := t.q.QueryRowContext(ctx, `SELECT plate FROM trucks WHERE lower(hex(id)) = replace(@id, '-', '')`, sql.Named("id", id)) // WRONG(uuidconnector): replace expects text
	return plate, row.Scan(&plate)
}

func (t Trucks) plateRight(ctx context.Context, id uuid.UUID) (plate string, err error) {
	row := t.q.QueryRowContext(ctx, `SELECT plate FROM trucks WHERE id = @id`, sql.Named("id", id))
	return plate, row.Scan(&plate)
}

func (t Trucks) park(ctx context.Context, id, depot uuid.UUID) error {
	args := map[bool]any{true: depot.String(), false: nil}
	_, err := t.q.ExecContext(ctx, `UPDATE trucks SET depot = ? WHERE id = ?`, args[depot != uuid.Nil], id) // WRONG(uuidtext): text for BLOB
	return err
}

func (t Trucks) parkRight(ctx context.Context, id, depot uuid.UUID) error {
	_, err := t.q.ExecContext(ctx, `UPDATE trucks SET depot = ? WHERE id = ?`, uuid.NullUUID{UUID: depot, Valid: depot != uuid.Nil}, id)
	return err
}

func (t Trucks) search(ctx context.Context, word string, id uuid.UUID) *sql.Row {
	return t.q.QueryRowContext(ctx, `SELECT plate FROM trucks WHERE id = ? OR plate LIKE '%' || ? || '%'`, id, word)
}

func (t Trucks) find(ctx context.Context, id uuid.UUID) *sql.Row {
	return t.q.QueryRowContext(ctx, `SELECT what FROM audit WHERE what LIKE 'truck ' || ?`, id) // WRONG(uuidconnector): text concatenated with bytes
}

func (t Trucks) findRight(ctx context.Context, id uuid.UUID) *sql.Row {
	return t.q.QueryRowContext(ctx, `SELECT what FROM audit WHERE what LIKE 'truck ' || ?`, id.String())
}
