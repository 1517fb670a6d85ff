// Package orders stores orders in MySQL, with no connector: its columns are declared below.
package orders

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	_ "github.com/go-sql-driver/mysql"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/sqlx"
)

const schema = `
CREATE TABLE IF NOT EXISTS orders (
	id          BINARY(16)  NOT NULL PRIMARY KEY,
	customer_id BINARY(16)  NOT NULL,
	parent_id   BINARY(16)  NULL,
	reference   CHAR(36)    NOT NULL,
	note        TEXT
) ENGINE=InnoDB`

type Order struct {
	ID         uuid.UUID
	CustomerID uuid.UUID
	Reference  uuid.UUID
	Note       string
}

type Repository struct {
	db   *sql.DB
	stmt struct{ byID, byRef *sql.Stmt }
}

func Open(dsn string) (*Repository, error) {
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		return nil, err
	}
	if _, err := db.Exec(schema); err != nil {
		return nil, err
	}
	r := &Repository{db: db}
	r.stmt.byID, err = db.Prepare("SELECT note FROM orders WHERE id = ?")
	if err != nil {
		return nil, err
	}
	r.stmt.byRef, err = db.Prepare("SELECT note FROM orders WHERE reference = ?")
	return r, err
}

func (r *Repository) Insert(ctx context.Context, o *Order) error {
	args := []any{o.ID.String(), o.CustomerID[:], o.Reference.String(), o.Note}
	_, err := r.db.ExecContext(ctx, "INSERT INTO orders (id, customer_id, reference, note) VALUES (?, ?, ?, ?)", args...) // WRONG(uuidtext): 36 characters for BINARY(16)
	return err
}

func (r *Repository) InsertRight(ctx context.Context, o *Order) error {
	args := []any{o.ID[:], o.CustomerID[:], o.Reference.String(), o.Note}
	_, err := r.db.ExecContext(ctx, "INSERT INTO orders (id, customer_id, reference, note) VALUES (?, ?, ?, ?)", args...)
	return err
}

func (r *Repository) Note(ctx context.Context, id uuid.UUID) (note string, err error) {
	key := id.String()
	err = r.db.QueryRowContext(ctx, "SELECT note FROM orders WHERE id = ?", key).Scan(&note) // WRONG(uuidtext): text by a variable
	return note, err
}

func (r *Repository) NoteRight(ctx context.Context, id uuid.UUID) (note string, err error) {
	key := id[:]
	err = r.db.QueryRowContext(ctx, "SELECT note FROM orders WHERE id = ?", key).Scan(&note)
	return note, err
}

func (r *Repository) ByCustomer(ctx context.Context, customer uuid.UUID) (*sql.Rows, error) {
	return r.db.QueryContext(ctx, "SELECT id, note FROM orders WHERE customer_id = ?", customer) // WRONG(uuidtext): google's Value is text
}

func (r *Repository) ByCustomerRight(ctx context.Context, customer uuid.UUID) (*sql.Rows, error) {
	return r.db.QueryContext(ctx, "SELECT id, note FROM orders WHERE customer_id = ?", sqlx.Binary(customer))
}

func (r *Repository) Prepared(id uuid.UUID) (note string, err error) {
	err = r.stmt.byID.QueryRow(id.String()).Scan(&note) // WRONG(uuidtext): a prepared statement gets text
	return
}

func (r *Repository) PreparedRight(id uuid.UUID) (note string, err error) {
	err = r.stmt.byID.QueryRow(id[:]).Scan(&note)
	return
}

func (r *Repository) PreparedRefRight(ref uuid.UUID) (note string, err error) {
	err = r.stmt.byRef.QueryRow(ref.String()).Scan(&note)
	return
}

func (r *Repository) DeleteAll(ctx context.Context, ids []uuid.UUID) error {
	marks := strings.TrimSuffix(strings.Repeat("?,", len(ids)), ",")
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = id.String()
	}
	_, err := r.db.ExecContext(ctx, "DELETE FROM orders WHERE id IN ("+marks+")", args...) // WRONG(uuidtext): a list of texts
	return err
}

func (r *Repository) DeleteAllRight(ctx context.Context, ids []uuid.UUID) error {
	marks := strings.TrimSuffix(strings.Repeat("?,", len(ids)), ",")
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = sqlx.Binary(id)
	}
	_, err := r.db.ExecContext(ctx, "DELETE FROM orders WHERE id IN ("+marks+")", args...)
	return err
}

func (r *Repository) ByReference(ref uuid.UUID) *sql.Row {
	return r.db.QueryRow("SELECT note FROM orders WHERE reference = ?", ref[:]) // WRONG(uuidtext): 16 bytes for CHAR(36)
}

func (r *Repository) ByReferenceRight(ref uuid.UUID) *sql.Row {
	return r.db.QueryRow("SELECT note FROM orders WHERE reference = ?", ref)
}

func (r *Repository) IDs(customer uuid.UUID) (ids []string, err error) {
	rows, err := r.db.Query("SELECT id FROM orders WHERE customer_id = ?", customer[:])
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil { // WRONG(uuidtext): a string of 16 bytes
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

func (r *Repository) IDsRight(customer uuid.UUID) (ids []uuid.UUID, err error) {
	rows, err := r.db.Query("SELECT id FROM orders WHERE customer_id = ?", customer[:])
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id uuid.UUID
		if err := rows.Scan((*sqlx.Binary)(&id)); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

func one[T any](db *sql.DB, query string, args ...any) (v T, err error) {
	err = db.QueryRow(query, args...).Scan(&v)
	return v, err
}

func (r *Repository) Count(customer uuid.UUID) (int, error) {
	return one[int](r.db, "SELECT COUNT(*) FROM orders WHERE customer_id = ?", customer.String()) // WRONG(uuidtext): text through a generic function
}

func (r *Repository) CountRight(customer uuid.UUID) (int, error) {
	return one[int](r.db, "SELECT COUNT(*) FROM orders WHERE customer_id = ?", customer[:])
}

func (r *Repository) Attach(ctx context.Context, child, parent uuid.UUID) error {
	tx, err := r.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	const q = "UPDATE orders SET parent_id = ? WHERE id = ?"
	if _, err := tx.ExecContext(ctx, q, fmt.Sprint(parent), child[:]); err != nil { // WRONG(uuidtext): Sprint of a UUID is its text
		return err
	}
	return tx.Commit()
}

func (r *Repository) AttachRight(ctx context.Context, child, parent uuid.UUID) error {
	tx, err := r.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	const q = "UPDATE orders SET parent_id = ? WHERE id = ?"
	if _, err := tx.ExecContext(ctx, q, parent[:], child[:]); err != nil {
		return err
	}
	return tx.Commit()
}

var purge = []struct {
	name, query string
	args        func(uuid.UUID) []any
}{
	{"children", "DELETE FROM orders WHERE parent_id = ?", func(id uuid.UUID) []any { return []any{id[:]} }},
	{"order", "DELETE FROM orders WHERE id = UUID_TO_BIN(?)", func(id uuid.UUID) []any { return []any{id.String()} }},
}

func (r *Repository) Purge(id uuid.UUID) error {
	for _, step := range purge {
		if _, err := r.db.Exec(step.query, step.args(id)...); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
	}
	return nil
}

type filter struct {
	where []string
	args  []any
}

func (f *filter) eq(column string, v any) {
	f.where = append(f.where, column+" = ?")
	f.args = append(f.args, v)
}

func (r *Repository) Search(customer uuid.UUID, note string) (*sql.Rows, error) {
	var f filter
	f.eq("customer_id", customer.String()) // WRONG(uuidtext): text in a builder of the package's own
	f.eq("note", note)
	return r.db.Query("SELECT id FROM orders WHERE "+strings.Join(f.where, " AND "), f.args...)
}

func (r *Repository) SearchRight(customer uuid.UUID, note string) (*sql.Rows, error) {
	var f filter
	f.eq("customer_id", customer[:])
	f.eq("note", note)
	return r.db.Query("SELECT id FROM orders WHERE "+strings.Join(f.where, " AND "), f.args...)
}
