// Package projects is the board of projects and their tasks.
package projects

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
)

var ddl = []string{
	`CREATE TABLE IF NOT EXISTS projects (
		id uuid PRIMARY KEY,
		owner_id uuid NOT NULL,
		parent_id uuid NULL,
		title text NOT NULL
	)`,
	`CREATE TABLE IF NOT EXISTS tasks (
		id uuid PRIMARY KEY,
		project_id uuid NOT NULL,
		assignee_id uuid,
		title text NOT NULL
	)`,
}

type Board struct {
	pool *pgxpool.Pool
	db   *sqlx.DB // the reporting replica
}

func (b *Board) Migrate(ctx context.Context) error {
	for _, q := range ddl {
		if _, err := b.pool.Exec(ctx, q); err != nil {
			return err
		}
	}
	return nil
}

type Task struct {
	ID       uuid.UUID `db:"id"`
	Project  uuid.UUID `db:"project_id"`
	Assignee uuid.UUID `db:"assignee_id"`
	Title    string    `db:"title"`
}

type TaskRight struct {
	ID       uuid.UUID     `db:"id"`
	Project  uuid.UUID     `db:"project_id"`
	Assignee uuid.NullUUID `db:"assignee_id"`
	Title    string        `db:"title"`
}

func (b *Board) Tasks(ctx context.Context, project uuid.UUID) ([]Task, error) {
	rows, err := b.pool.Query(ctx, `SELECT id, project_id, assignee_id, title FROM tasks WHERE project_id = $1`, project)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[Task]) // WRONG(uuidscan): assignee_id may be NULL
}

func (b *Board) TasksRight(ctx context.Context, project uuid.UUID) ([]TaskRight, error) {
	rows, err := b.pool.Query(ctx, `SELECT id, project_id, assignee_id, title FROM tasks WHERE project_id = $1`, project)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[TaskRight])
}

func (b *Board) Assignees(ctx context.Context, project uuid.UUID) ([]uuid.UUID, error) {
	rows, err := b.pool.Query(ctx, `SELECT assignee_id FROM tasks WHERE project_id = $1`, project)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[uuid.UUID]) // WRONG(uuidscan): NULL is a Nil UUID in the list
}

func (b *Board) AssigneesRight(ctx context.Context, project uuid.UUID) ([]*uuid.UUID, error) {
	rows, err := b.pool.Query(ctx, `SELECT assignee_id FROM tasks WHERE project_id = $1`, project)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[*uuid.UUID])
}

func (b *Board) Walk(ctx context.Context, visit func(title string, parent uuid.UUID)) error {
	rows, err := b.pool.Query(ctx, `SELECT title, parent_id FROM projects`)
	if err != nil {
		return err
	}
	var title string
	var parent uuid.UUID
	_, err = pgx.ForEachRow(rows, []any{&title, &parent}, func() error { // WRONG(uuidscan): parent keeps the id of the row before
		visit(title, parent)
		return nil
	})
	return err
}

func (b *Board) WalkRight(ctx context.Context, visit func(title string, parent uuid.UUID)) error {
	rows, err := b.pool.Query(ctx, `SELECT title, parent_id FROM projects`)
	if err != nil {
		return err
	}
	var title string
	var parent uuid.NullUUID
	_, err = pgx.ForEachRow(rows, []any{&title, &parent}, func() error {
		if parent.Valid {
			visit(title, parent.UUID)
		}
		return nil
	})
	return err
}

func (b *Board) Report(ctx context.Context) (list []Task, err error) {
	err = b.db.SelectContext(ctx, &list, `SELECT id, project_id, assignee_id, title FROM tasks`) // WRONG(uuidscan): a task without assignee has Nil
	return list, err
}

func (b *Board) ReportRight(ctx context.Context) (list []TaskRight, err error) {
	err = b.db.SelectContext(ctx, &list, `SELECT id, project_id, assignee_id, title FROM tasks`)
	return list, err
}

func (b *Board) Parent(ctx context.Context, id uuid.UUID) (uuid.UUID, error) {
	var parent uuid.UUID
	err := b.db.GetContext(ctx, &parent, `SELECT parent_id FROM projects WHERE id = $1`, id) // WRONG(uuidscan): parent_id may be NULL
	return parent, err
}

func (b *Board) ParentRight(ctx context.Context, id uuid.UUID) (uuid.NullUUID, error) {
	var parent uuid.NullUUID
	err := b.db.GetContext(ctx, &parent, `SELECT parent_id FROM projects WHERE id = $1`, id)
	return parent, err
}

func (b *Board) Export(ctx context.Context, write func(Task) error) error {
	rows, err := b.db.QueryxContext(ctx, `SELECT * FROM tasks ORDER BY id`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var t Task
	for rows.Next() {
		if err := rows.StructScan(&t); err != nil { // WRONG(uuidscan): t keeps the assignee of the row before
			return err
		}
		if err := write(t); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (b *Board) ExportRight(ctx context.Context, write func(TaskRight) error) error {
	rows, err := b.db.QueryxContext(ctx, `SELECT * FROM tasks ORDER BY id`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var t TaskRight
	for rows.Next() {
		if err := rows.StructScan(&t); err != nil {
			return err
		}
		if err := write(t); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Owners are NOT NULL.
func (b *Board) Owners(ctx context.Context) ([]uuid.UUID, error) {
	rows, err := b.pool.Query(ctx, `SELECT DISTINCT owner_id FROM projects`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
}

func (b *Board) IDs(ctx context.Context, owner uuid.UUID) (ids []uuid.UUID, err error) {
	err = b.db.SelectContext(ctx, &ids, `SELECT id FROM projects WHERE owner_id = $1`, owner)
	return ids, err
}

// Rename returns the owner, who gets a message.
func (b *Board) Rename(ctx context.Context, id uuid.UUID, title string) (owner uuid.UUID, err error) {
	err = b.pool.QueryRow(ctx, `UPDATE projects SET title = $2 WHERE id = $1 RETURNING owner_id`, id, title).Scan(&owner)
	return owner, err
}
