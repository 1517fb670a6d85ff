// Package connorders keeps orders in MySQL. The connector sends each google UUID as 16 bytes.
package connorders

import (
	"context"
	"database/sql"
	"encoding/json"

	"github.com/go-sql-driver/mysql"
	"github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/sqlx"
)

const tables = `
CREATE TABLE orders (
	id BINARY(16) NOT NULL PRIMARY KEY,
	customer BINARY(16) NOT NULL,
	coupon BINARY(16),
	reference VARCHAR(64) NOT NULL,
	trace CHAR(36) NOT NULL,
	doc JSON
)`

type Orders struct{ db *sql.DB }

func Open(config *mysql.Config) (*Orders, error) {
	base, err := mysql.NewConnector(config)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[google.UUID]()))
	if _, err := db.Exec(tables); err != nil {
		return nil, err
	}
	return &Orders{db}, nil
}

func (o *Orders) Delete(ctx context.Context, id google.UUID) error {
	_, err := o.db.ExecContext(ctx, `DELETE FROM orders WHERE id = UNHEX(REPLACE(?, '-', ''))`, id) // WRONG(uuidconnector): UNHEX of 16 bytes
	return err
}

func (o *Orders) DeleteRight(ctx context.Context, id google.UUID) error {
	_, err := o.db.ExecContext(ctx, `DELETE FROM orders WHERE id = ?`, id)
	return err
}

func (o *Orders) DeleteTextRight(ctx context.Context, id google.UUID) error {
	_, err := o.db.ExecContext(ctx, `DELETE FROM orders WHERE id = UNHEX(REPLACE(?, '-', ''))`, id.String())
	return err
}

func (o *Orders) Insert(ctx context.Context, id, customer google.UUID) error {
	const q = `INSERT INTO orders (id, customer, reference) VALUES (UUID_TO_BIN(?), ?, '')`
	_, err := o.db.ExecContext(ctx, q, id, customer) // WRONG(uuidconnector): UUID_TO_BIN of 16 bytes
	return err
}

func (o *Orders) InsertRight(ctx context.Context, id, customer google.UUID) error {
	const q = `INSERT INTO orders (id, customer, reference) VALUES (UUID_TO_BIN(?), ?, '')`
	_, err := o.db.ExecContext(ctx, q, sqlx.Text(id), customer)
	return err
}

func (o *Orders) ByReference(ctx context.Context, id google.UUID) (n int, err error) {
	err = o.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM orders WHERE reference = CONCAT('web:', ?)`, id).Scan(&n) // WRONG(uuidconnector): CONCAT expects text
	return
}

func (o *Orders) ByReferenceRight(ctx context.Context, id google.UUID) (n int, err error) {
	err = o.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM orders WHERE reference = CONCAT('web:', ?)`, id.String()).Scan(&n)
	return
}

func (o *Orders) ByReferenceGoRight(ctx context.Context, id google.UUID) (n int, err error) {
	err = o.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM orders WHERE reference = ?`, "web:"+id.String()).Scan(&n)
	return
}

func (o *Orders) Trace(ctx context.Context, trace google.UUID) (n int, err error) {
	err = o.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM orders WHERE trace = ?`, trace).Scan(&n) // WRONG(uuidconnector): a column of text
	return
}

func (o *Orders) TraceRight(ctx context.Context, trace google.UUID) (n int, err error) {
	err = o.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM orders WHERE trace = ?`, trace.String()).Scan(&n)
	return
}

func (o *Orders) Doc(ctx context.Context, customer google.UUID) (n int, err error) {
	q := `SELECT COUNT(*) FROM orders WHERE JSON_UNQUOTE(JSON_EXTRACT(doc, '$.customer')) = ?`
	err = o.db.QueryRowContext(ctx, q, customer).Scan(&n) // WRONG(uuidconnector): JSON has text
	return
}

func (o *Orders) DocRight(ctx context.Context, customer google.UUID) (n int, err error) {
	q := `SELECT COUNT(*) FROM orders WHERE JSON_UNQUOTE(JSON_EXTRACT(doc, '$.customer')) = ?`
	err = o.db.QueryRowContext(ctx, q, sqlx.Text(customer)).Scan(&n)
	return
}

// SaveDocRight writes JSON that Go has made.
func (o *Orders) SaveDocRight(ctx context.Context, id, customer google.UUID) error {
	doc, err := json.Marshal(map[string]any{"customer": customer})
	if err != nil {
		return err
	}
	_, err = o.db.ExecContext(ctx, `UPDATE orders SET doc = ? WHERE id = ?`, string(doc), id)
	return err
}

func (o *Orders) Coupon(ctx context.Context, coupon uuid.UUID) (n int, err error) {
	err = o.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM orders WHERE coupon = ?`, coupon).Scan(&n) // WRONG(uuidconnector): gofrs's type is not listed
	return
}

func (o *Orders) CouponRight(ctx context.Context, coupon uuid.UUID) (n int, err error) {
	err = o.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM orders WHERE coupon = ?`, google.UUID(coupon)).Scan(&n)
	return
}

func (o *Orders) CouponBytesRight(ctx context.Context, coupon uuid.UUID) (n int, err error) {
	err = o.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM orders WHERE coupon = ?`, coupon.Bytes()).Scan(&n)
	return
}

func (o *Orders) Shown(ctx context.Context, id google.UUID) (ref string, err error) {
	row := o.db.QueryRowContext(ctx, "SELECT reference FROM orders WHERE BIN_TO_UUID(id) = ?", id) // WRONG(uuidconnector): text on the left
	err = row.Scan(&ref)
	return
}

func (o *Orders) ShownRight(ctx context.Context, id google.UUID) (ref string, err error) {
	row := o.db.QueryRowContext(ctx, "SELECT reference FROM orders WHERE BIN_TO_UUID(id) = ?", id.String())
	err = row.Scan(&ref)
	return
}

// TextSelectRight only shows text.
func (o *Orders) TextSelectRight(ctx context.Context, id google.UUID) (text string, err error) {
	err = o.db.QueryRowContext(ctx, "SELECT BIN_TO_UUID(customer) FROM orders WHERE id = ?", id).Scan(&text)
	return
}

// NullRight is 16 bytes or NULL.
func (o *Orders) NullRight(ctx context.Context, id google.UUID, coupon google.NullUUID) error {
	_, err := o.db.ExecContext(ctx, `UPDATE orders SET coupon = ? WHERE id = ?`, coupon, id)
	return err
}

// PointerRight is the same of a pointer.
func (o *Orders) PointerRight(ctx context.Context, id google.UUID, coupon *google.UUID) error {
	_, err := o.db.ExecContext(ctx, `UPDATE orders SET coupon = ? WHERE id = ?`, coupon, id)
	return err
}

func (o *Orders) Text(ctx context.Context, id google.UUID) error {
	_, err := o.db.ExecContext(ctx, `DELETE FROM orders WHERE customer = ?`, id.String()) // WRONG(uuidtext): text, for which a connector does nothing
	return err
}

func (o *Orders) TextRight(ctx context.Context, id google.UUID) error {
	_, err := o.db.ExecContext(ctx, `DELETE FROM orders WHERE customer = ?`, id)
	return err
}
