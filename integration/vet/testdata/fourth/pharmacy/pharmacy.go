// Package pharmacy keeps prescriptions in MySQL.
package pharmacy

import (
	"context"
	"database/sql"

	"github.com/go-sql-driver/mysql"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/sqlx"
)

type DB struct {
	*sql.DB
}

func Open(dsn string) (*DB, error) {
	cfg, err := mysql.ParseDSN(dsn)
	if err != nil {
		return nil, err
	}
	conn, err := mysql.NewConnector(cfg)
	if err != nil {
		return nil, err
	}
	return &DB{sql.OpenDB(sqlx.NewConnector[sqlx.Binary](conn, sqlx.Native[uuid.UUID]()))}, nil
}

func (d *DB) cancel(ctx context.Context, id uuid.UUID) error {
	_, err := d.ExecContext(ctx, "UPDATE prescription SET cancelled = 1 WHERE id = UNHEX(REPLACE(?, '-', ''))", id) // WRONG(uuidconnector): UNHEX of 16 bytes
	return err
}

func (d *DB) cancelRight(ctx context.Context, id uuid.UUID) error {
	_, err := d.ExecContext(ctx, "UPDATE prescription SET cancelled = 1 WHERE id = ?", id)
	return err
}

func (d *DB) add(ctx context.Context, id uuid.UUID, drug string) error {
	const q = `INSERT INTO prescription (id, drug) VALUES (UUID_TO_BIN(?), ?)`
	_, err := d.ExecContext(ctx, q, id, drug) // WRONG(uuidconnector): UUID_TO_BIN of 16 bytes
	return err
}

func (d *DB) addRight(ctx context.Context, id uuid.UUID, drug string) error {
	const q = `INSERT INTO prescription (id, drug) VALUES (?, ?)`
	_, err := d.ExecContext(ctx, q, id, drug)
	return err
}

func (d *DB) drug(ctx context.Context, id uuid.UUID) (name string, err error) {
	row := d.QueryRowContext(ctx, "SELECT drug FROM prescription WHERE BIN_TO_UUID(id) = ?", id) // WRONG(uuidconnector): text against bytes
	err = row.Scan(&name)
	return name, err
}

func (d *DB) drugRight(ctx context.Context, id uuid.UUID) (name string, err error) {
	row := d.QueryRowContext(ctx, "SELECT drug FROM prescription WHERE BIN_TO_UUID(id) = ?", id.String())
	err = row.Scan(&name)
	return name, err
}

func (d *DB) events(ctx context.Context, id uuid.UUID) (n int, err error) {
	err = d.QueryRowContext(ctx, `SELECT COUNT(*) FROM event WHERE topic = CONCAT('rx:', ?)`, id).Scan(&n) // WRONG(uuidconnector): CONCAT of bytes
	return n, err
}

func (d *DB) eventsRight(ctx context.Context, id uuid.UUID) (n int, err error) {
	err = d.QueryRowContext(ctx, `SELECT COUNT(*) FROM event WHERE topic = CONCAT('rx:', ?)`, id.String()).Scan(&n)
	return n, err
}

func (d *DB) doc(ctx context.Context, patient *uuid.UUID) (n int, err error) {
	stmt, err := d.PrepareContext(ctx, `SELECT COUNT(*) FROM sheet WHERE JSON_UNQUOTE(JSON_EXTRACT(body, '$.patient')) = ?`)
	if err != nil {
		return 0, err
	}
	defer stmt.Close()
	err = stmt.QueryRowContext(ctx, patient).Scan(&n) // WRONG(uuidconnector): JSON against bytes
	return n, err
}

func (d *DB) docRight(ctx context.Context, patient *uuid.UUID) (n int, err error) {
	stmt, err := d.PrepareContext(ctx, `SELECT COUNT(*) FROM sheet WHERE JSON_UNQUOTE(JSON_EXTRACT(body, '$.patient')) = ?`)
	if err != nil {
		return 0, err
	}
	defer stmt.Close()
	err = stmt.QueryRowContext(ctx, patient.String()).Scan(&n)
	return n, err
}

const schema = `
CREATE TABLE prescription (id BINARY(16) PRIMARY KEY, drug VARCHAR(80) NOT NULL, cancelled BOOL);
CREATE TABLE audit (entry BIGINT, subject CHAR(36) NOT NULL, what TEXT);
CREATE TABLE lab (id BINARY(16) PRIMARY KEY, sample BINARY(16) NOT NULL)`

func (d *DB) Migrate(ctx context.Context) error {
	_, err := d.ExecContext(ctx, schema)
	return err
}

func (d *DB) audit(ctx context.Context, subject uuid.UUID, what string) error {
	_, err := d.ExecContext(ctx, `INSERT INTO audit (entry, subject, what) VALUES (?, ?, ?)`, 1, subject, what) // WRONG(uuidconnector): bytes in a column of text
	return err
}

func (d *DB) auditRight(ctx context.Context, subject uuid.UUID, what string) error {
	_, err := d.ExecContext(ctx, `INSERT INTO audit (entry, subject, what) VALUES (?, ?, ?)`, 1, subject.String(), what)
	return err
}

func (d *DB) lab(ctx context.Context, sample gofrs.UUID) (n int, err error) {
	err = d.QueryRowContext(ctx, `SELECT COUNT(*) FROM lab WHERE sample = ?`, sample).Scan(&n) // WRONG(uuidconnector): a type that is not listed is text
	return n, err
}

func (d *DB) labRight(ctx context.Context, sample gofrs.UUID) (n int, err error) {
	err = d.QueryRowContext(ctx, `SELECT COUNT(*) FROM lab WHERE sample = ?`, sqlx.Binary(sample)).Scan(&n)
	return n, err
}

func (d *DB) inTx(ctx context.Context, ids []uuid.UUID) error {
	tx, err := d.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, id := range ids {
		if _, err := tx.ExecContext(ctx, `DELETE FROM prescription WHERE LOWER(HEX(id)) = REPLACE(?, '-', '')`, id); err != nil { // WRONG(uuidconnector): HEX against bytes
			return err
		}
	}
	return tx.Commit()
}

func (d *DB) inTxRight(ctx context.Context, ids []uuid.UUID) error {
	tx, err := d.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, id := range ids {
		if _, err := tx.ExecContext(ctx, `DELETE FROM prescription WHERE LOWER(HEX(id)) = REPLACE(?, '-', '')`, id.String()); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func (d *DB) show(ctx context.Context, id uuid.UUID) (text string, err error) {
	err = d.QueryRowContext(ctx, `SELECT BIN_TO_UUID(id) FROM prescription WHERE id = ?`, id).Scan(&text)
	return text, err
}

func (d *DB) text(ctx context.Context, subject uuid.UUID) (n int, err error) {
	err = d.QueryRowContext(ctx, `SELECT COUNT(*) FROM audit WHERE subject = ?`, sqlx.Text(subject)).Scan(&n)
	return n, err
}

func (d *DB) list(ctx context.Context, ids []uuid.UUID) (*sql.Rows, error) {
	list, args := sqlx.In[sqlx.Binary](ids)
	return d.QueryContext(ctx, `SELECT drug FROM prescription WHERE id IN `+list, args...)
}

var _ = []any{(*DB).cancel, (*DB).cancelRight, (*DB).add, (*DB).addRight, (*DB).drug, (*DB).drugRight, (*DB).events, (*DB).eventsRight, (*DB).doc, (*DB).docRight, (*DB).audit, (*DB).auditRight, (*DB).lab, (*DB).labRight, (*DB).inTx, (*DB).inTxRight, (*DB).show, (*DB).text, (*DB).list}
