// Package dbparts keeps the parts of machines, in a database of package dbopen.
package dbparts

import (
	"context"
	"database/sql"
	"fmt"

	sq "github.com/Masterminds/squirrel"
	"github.com/google/uuid"

	"example.com/market/dbopen"
	"github.com/uuidkit/uuidkit/sqlx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

const (
	ddl = `CREATE TABLE parts (
	id BINARY(16) NOT NULL PRIMARY KEY,
	machine BINARY(16) NOT NULL,
	supplier BINARY(16),
	serial VARCHAR(40) NOT NULL,
	note TEXT
)`
	byMachine = `SELECT COUNT(*) FROM parts WHERE machine = ?`
)

type Part struct {
	ID, Machine uuid.UUID
	Supplier    uuid.NullUUID
	Serial      string
}

type Parts struct{ db *sql.DB }

func OpenRight(dsn string) (p Parts, err error) {
	p.db, err = dbopen.MySQLRight(dsn)
	if err == nil {
		_, err = p.db.Exec(ddl)
	}
	return
}

func (p Parts) AddRight(ctx context.Context, part Part) error {
	_, err := p.db.ExecContext(ctx, `INSERT INTO parts (id, machine, supplier, serial) VALUES (?, ?, ?, ?)`,
		part.ID, part.Machine, part.Supplier, part.Serial)
	return err
}

func (p Parts) CountRight(ctx context.Context, machine uuid.UUID) (n int, err error) {
	err = p.db.QueryRowContext(ctx, byMachine, machine).Scan(&n)
	return
}

// CountKitRight: uuidkit's own type is always listed.
func (p Parts) CountKitRight(ctx context.Context, machine kit.UUID) (n int, err error) {
	err = p.db.QueryRowContext(ctx, byMachine, machine).Scan(&n)
	return
}

func (p Parts) CountBytesRight(ctx context.Context, machine uuid.UUID) (n int, err error) {
	err = p.db.QueryRowContext(ctx, byMachine, machine[:]).Scan(&n)
	return
}

func (p Parts) Count(ctx context.Context, machine uuid.UUID) (n int, err error) {
	err = p.db.QueryRowContext(ctx, byMachine, machine.String()).Scan(&n) // WRONG(uuidtext): text for BINARY(16)
	return
}

func (p Parts) Replace(ctx context.Context, machine uuid.UUID) error {
	_, err := p.db.ExecContext(ctx, `DELETE FROM parts WHERE machine = UUID_TO_BIN(?)`, machine) // WRONG(uuidconnector): the connector of another package
	return err
}

func (p Parts) ReplaceRight(ctx context.Context, machine uuid.UUID) error {
	_, err := p.db.ExecContext(ctx, `DELETE FROM parts WHERE machine = UUID_TO_BIN(?)`, machine.String())
	return err
}

func (p Parts) Serial(ctx context.Context, machine uuid.UUID, n int) (part Part, err error) {
	err = p.db.QueryRowContext(ctx, `SELECT id, machine FROM parts WHERE serial = CONCAT(?, '/', ?)`, machine, n). // WRONG(uuidconnector): a serial is text
															Scan(&part.ID, &part.Machine)
	return
}

func (p Parts) SerialRight(ctx context.Context, machine uuid.UUID, n int) (part Part, err error) {
	err = p.db.QueryRowContext(ctx, `SELECT id, machine FROM parts WHERE serial = ?`, fmt.Sprintf("%s/%d", machine, n)).
		Scan(&part.ID, &part.Machine)
	return
}

func (p Parts) Builder(machine uuid.UUID) (string, []any, error) {
	return sq.Select("id").From("parts").Where(sq.NotEq{"machine": machine}).ToSql() // WRONG(uuidconnector): NotEq sends text
}

func (p Parts) BuilderRight(machine uuid.UUID) (string, []any, error) {
	return sq.Select("id").From("parts").Where(sq.NotEq{"machine": sqlx.Binary(machine)}).ToSql()
}

func (p Parts) BuilderExprRight(machine uuid.UUID, ids []uuid.UUID) (string, []any, error) {
	return sq.Update("parts").Set("machine", machine).Where(sq.Eq{"id": ids}).Where("machine <> ?", machine).ToSql()
}

func (p Parts) BuilderSerialRight(serial uuid.UUID) (string, []any, error) {
	return sq.Select("id").From("parts").Where(sq.Eq{"serial": serial.String()}).ToSql()
}

// NoteRight appends text.
func (p Parts) NoteRight(ctx context.Context, id, by uuid.UUID) error {
	_, err := p.db.ExecContext(ctx, `UPDATE parts SET note = CONCAT(COALESCE(note, ''), ?) WHERE id = ?`, "checked by "+by.String(), id)
	return err
}

func (p Parts) SuppliersRight(ctx context.Context) (ids []uuid.UUID, err error) {
	rows, err := p.db.QueryContext(ctx, `SELECT supplier FROM parts`)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var id uuid.NullUUID
	for rows.Next() {
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		if id.Valid {
			ids = append(ids, id.UUID)
		}
	}
	return ids, rows.Err()
}
