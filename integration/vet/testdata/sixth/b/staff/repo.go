// Package staff has the employees, in PostgreSQL.
package staff

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
	_ "github.com/lib/pq"
)

const migration = `
CREATE TABLE departments (
	id uuid PRIMARY KEY,
	lead_id uuid NOT NULL,
	name text NOT NULL
);
CREATE TABLE employees (
	id uuid PRIMARY KEY,
	department_id uuid NOT NULL REFERENCES departments (id),
	manager_id uuid REFERENCES employees (id),
	mentor_id uuid,
	name text NOT NULL
);`

type Employee struct {
	ID, Department uuid.UUID
	Manager        uuid.UUID
	Name           string
}

type EmployeeRight struct {
	ID, Department uuid.UUID
	Manager        uuid.NullUUID
	Name           string
}

type Repo struct{ db *sql.DB }

func Open(ctx context.Context, dsn string) (*Repo, error) {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return nil, err
	}
	_, err = db.ExecContext(ctx, migration)
	return &Repo{db: db}, err
}

// Chart returns who reports to whom.
func (r *Repo) Chart(ctx context.Context) (map[string]uuid.UUID, error) {
	rows, err := r.db.QueryContext(ctx, `SELECT name, manager_id FROM employees ORDER BY name`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	chart := map[string]uuid.UUID{}
	var (
		name    string
		manager uuid.UUID
	)
	for rows.Next() {
		if err := rows.Scan(&name, &manager); err != nil { // WRONG(uuidscan): NULL reads as the manager of the row before
			return nil, err
		}
		chart[name] = manager
	}
	return chart, rows.Err()
}

func (r *Repo) ChartRight(ctx context.Context) (map[string]uuid.UUID, error) {
	rows, err := r.db.QueryContext(ctx, `SELECT name, manager_id FROM employees ORDER BY name`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	chart := map[string]uuid.UUID{}
	var (
		name    string
		manager uuid.NullUUID
	)
	for rows.Next() {
		if err := rows.Scan(&name, &manager); err != nil {
			return nil, err
		}
		if manager.Valid {
			chart[name] = manager.UUID
		}
	}
	return chart, rows.Err()
}

func (r *Repo) All(ctx context.Context) (list []Employee, err error) {
	rows, err := r.db.QueryContext(ctx, `SELECT id, department_id, manager_id, name FROM employees`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var e Employee
	for rows.Next() {
		if err := rows.Scan(&e.ID, &e.Department, &e.Manager, &e.Name); err != nil { // WRONG(uuidscan): e.Manager keeps its value
			return nil, err
		}
		list = append(list, e)
	}
	return list, rows.Err()
}

func (r *Repo) AllRight(ctx context.Context) (list []EmployeeRight, err error) {
	rows, err := r.db.QueryContext(ctx, `SELECT id, department_id, manager_id, name FROM employees`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var e EmployeeRight
	for rows.Next() {
		if err := rows.Scan(&e.ID, &e.Department, &e.Manager, &e.Name); err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, rows.Err()
}

func (r *Repo) Mentor(ctx context.Context, id uuid.UUID) (mentor uuid.UUID, err error) {
	err = r.db.QueryRowContext(ctx, `SELECT mentor_id FROM employees WHERE id = $1`, id).Scan(&mentor) // WRONG(uuidscan): mentor_id may be NULL
	return mentor, err
}

func (r *Repo) MentorRight(ctx context.Context, id uuid.UUID) (mentor uuid.NullUUID, err error) {
	err = r.db.QueryRowContext(ctx, `SELECT mentor_id FROM employees WHERE id = $1`, id).Scan(&mentor)
	return mentor, err
}

// Lead is that of the department with this name, if there is one.
func (r *Repo) Lead(ctx context.Context, id uuid.UUID, dep string) (name string, lead uuid.UUID, err error) {
	row := r.db.QueryRowContext(ctx, `SELECT e.name, d.lead_id FROM employees e
		LEFT JOIN departments d ON d.id = e.department_id AND d.name = $2 WHERE e.id = $1`, id, dep)
	err = row.Scan(&name, &lead) // WRONG(uuidscan): NULL if the join finds no department
	return
}

func (r *Repo) LeadRight(ctx context.Context, id uuid.UUID, dep string) (name string, lead *uuid.UUID, err error) {
	row := r.db.QueryRowContext(ctx, `SELECT e.name, d.lead_id FROM employees e
		LEFT JOIN departments d ON d.id = e.department_id AND d.name = $2 WHERE e.id = $1`, id, dep)
	err = row.Scan(&name, &lead)
	return
}

func (r *Repo) Superior(ctx context.Context, id uuid.UUID) (boss uuid.UUID, err error) {
	const q = `SELECT NULLIF(department_id, $2) FROM employees WHERE id = $1`
	err = r.db.QueryRowContext(ctx, q, id, uuid.Nil).Scan(&boss) // WRONG(uuidscan): NULLIF makes NULL
	return boss, err
}

func (r *Repo) SuperiorRight(ctx context.Context, id uuid.UUID) (boss uuid.NullUUID, err error) {
	const q = `SELECT NULLIF(department_id, $2) FROM employees WHERE id = $1`
	err = r.db.QueryRowContext(ctx, q, id, uuid.Nil).Scan(&boss)
	return boss, err
}

// Departments scans columns that are NOT NULL.
func (r *Repo) Departments(ctx context.Context) (leads []uuid.UUID, err error) {
	rows, err := r.db.QueryContext(ctx, `SELECT id, lead_id FROM departments`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var id, lead uuid.UUID
	for rows.Next() {
		if err := rows.Scan(&id, &lead); err != nil {
			return nil, err
		}
		leads = append(leads, lead)
	}
	return leads, rows.Err()
}

// ManagerOrSelf never reads NULL.
func (r *Repo) ManagerOrSelf(ctx context.Context, id uuid.UUID) (m uuid.UUID, err error) {
	err = r.db.QueryRowContext(ctx, `SELECT COALESCE(manager_id, id) AS manager FROM employees WHERE id = $1`, id).Scan(&m)
	return m, err
}

func (r *Repo) Add(ctx context.Context, name string, department uuid.UUID, manager uuid.NullUUID) (id uuid.UUID, err error) {
	err = r.db.QueryRowContext(ctx, `INSERT INTO employees (id, department_id, manager_id, name)
		VALUES (gen_random_uuid(), $1, $2, $3) RETURNING id`, department, manager, name).Scan(&id)
	return id, err
}
