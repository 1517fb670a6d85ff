// Package archive has the files of the old archive. Its MySQL tables were filled with
// UUID_TO_BIN(x, 1).
package archive

import (
	"context"
	"database/sql"

	"github.com/go-sql-driver/mysql"
	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"

	uuidsql "github.com/uuidkit/uuidkit/sqlx"
)

type File struct {
	ID     uuid.UUID     `db:"id"`
	Folder uuid.NullUUID `db:"folder_id"`
	Name   string        `db:"name"`
}

type FileRight struct {
	ID     uuidsql.Swapped  `db:"id"`
	Folder *uuidsql.Swapped `db:"folder_id"`
	Name   string           `db:"name"`
}

type Archive struct{ db *sqlx.DB }

func Open(dsn string) (*Archive, error) {
	cfg, err := mysql.ParseDSN(dsn)
	if err != nil {
		return nil, err
	}
	base, err := mysql.NewConnector(cfg)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(uuidsql.NewConnector[uuidsql.Swapped](base, uuidsql.Native[uuid.UUID]()))
	return &Archive{db: sqlx.NewDb(db, "mysql")}, nil
}

func (a *Archive) Lookup(ctx context.Context, name string) (id uuid.UUID, err error) {
	err = a.db.QueryRowContext(ctx, `SELECT id FROM files WHERE name = ?`, name).Scan(&id) // WRONG(uuidswapped): the bytes are in another order
	return id, err
}

func (a *Archive) LookupRight(ctx context.Context, name string) (id uuid.UUID, err error) {
	err = a.db.QueryRowContext(ctx, `SELECT id FROM files WHERE name = ?`, name).Scan((*uuidsql.Swapped)(&id))
	return id, err
}

func (a *Archive) List(ctx context.Context, folder uuid.UUID) (list []File, err error) {
	rows, err := a.db.QueryContext(ctx, `SELECT id, name FROM files WHERE folder_id = ?`, folder)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		f := File{Folder: uuid.NullUUID{UUID: folder, Valid: true}}
		if err := rows.Scan(&f.ID, &f.Name); err != nil { // WRONG(uuidswapped): f.ID is a plain UUID
			return nil, err
		}
		list = append(list, f)
	}
	return list, rows.Err()
}

func (a *Archive) ListRight(ctx context.Context, folder uuid.UUID) (list []File, err error) {
	rows, err := a.db.QueryContext(ctx, `SELECT id, name FROM files WHERE folder_id = ?`, folder)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		f := File{Folder: uuid.NullUUID{UUID: folder, Valid: true}}
		if err := rows.Scan((*uuidsql.Swapped)(&f.ID), &f.Name); err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, rows.Err()
}

func (a *Archive) Parent(ctx context.Context, id uuid.UUID) (parent uuid.NullUUID, err error) {
	row := a.db.QueryRowContext(ctx, `SELECT folder_id FROM files WHERE id = ?`, id)
	err = row.Scan(&parent) // WRONG(uuidswapped): a NullUUID reads network order
	return parent, err
}

func (a *Archive) ParentRight(ctx context.Context, id uuid.UUID) (parent uuid.NullUUID, err error) {
	row := a.db.QueryRowContext(ctx, `SELECT folder_id FROM files WHERE id = ?`, id)
	var p *uuidsql.Swapped
	if err = row.Scan(&p); err == nil && p != nil {
		parent = uuid.NullUUID{UUID: uuid.UUID(*p), Valid: true}
	}
	return parent, err
}

func (a *Archive) Get(ctx context.Context, id uuid.UUID) (f File, err error) {
	err = a.db.GetContext(ctx, &f, `SELECT id, folder_id, name FROM files WHERE id = ?`, id) // WRONG(uuidswapped): fills plain UUIDs
	return f, err
}

func (a *Archive) GetRight(ctx context.Context, id uuid.UUID) (f FileRight, err error) {
	err = a.db.GetContext(ctx, &f, `SELECT id, folder_id, name FROM files WHERE id = ?`, id)
	return f, err
}

func (a *Archive) IDs(ctx context.Context, prefix string) ([]uuid.UUID, error) {
	var ids []uuid.UUID
	err := a.db.SelectContext(ctx, &ids, `SELECT id FROM files WHERE name LIKE ?`, prefix+"%") // WRONG(uuidswapped): a list of plain UUIDs
	return ids, err
}

func (a *Archive) IDsRight(ctx context.Context, prefix string) ([]uuid.UUID, error) {
	var swapped []uuidsql.Swapped
	err := a.db.SelectContext(ctx, &swapped, `SELECT id FROM files WHERE name LIKE ?`, prefix+"%")
	ids := make([]uuid.UUID, len(swapped))
	for i, s := range swapped {
		ids[i] = uuid.UUID(s)
	}
	return ids, err
}

// Text reads what BIN_TO_UUID has put into order.
func (a *Archive) Text(ctx context.Context, name string) (id uuid.UUID, err error) {
	err = a.db.QueryRowContext(ctx, `SELECT BIN_TO_UUID(id, 1) FROM files WHERE name = ?`, name).Scan(&id)
	return id, err
}

// Arguments are converted by the connector.
func (a *Archive) Move(ctx context.Context, id, folder uuid.UUID) (moved bool, err error) {
	res, err := a.db.ExecContext(ctx, `UPDATE files SET folder_id = ? WHERE id = ?`, folder, id)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

func (a *Archive) Add(ctx context.Context, f File) error {
	_, err := a.db.NamedExecContext(ctx, `INSERT INTO files (id, folder_id, name) VALUES (:id, :folder_id, :name)`, f)
	return err
}
