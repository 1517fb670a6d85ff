// Package mysqlconn has a store in MySQL whose connector sends google's UUIDs as 16 bytes.
package mysqlconn

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/google/uuid"

	"github.com/uuidkit/uuidkit/sqlx"
)

const createOrders = `CREATE TABLE orders (
	id       BINARY(16) PRIMARY KEY,
	customer BINARY(16) NOT NULL,
	voucher  CHAR(36),
	tag      VARCHAR(80),
	doc      JSON,
	made     DATETIME NOT NULL
)`

const createParcels = `CREATE TABLE parcels (
	id   BINARY(16) PRIMARY KEY,
	uid  UUID NOT NULL, -- MariaDB's
	note TEXT
)`

type orders struct {
	db *sql.DB
}

func open(cfg *mysql.Config) (*orders, error) {
	base, err := mysql.NewConnector(cfg)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[uuid.UUID]()))
	db.SetConnMaxLifetime(5 * time.Minute)
	return &orders{db: db}, nil
}

func (o *orders) setup(ctx context.Context) error {
	for _, ddl := range []string{createOrders, createParcels} {
		if _, err := o.db.ExecContext(ctx, ddl); err != nil {
			return err
		}
	}
	return nil
}

func (o *orders) byVoucher(ctx context.Context, voucher uuid.UUID) (id uuid.UUID, err error) {
	err = o.db.QueryRowContext(ctx, `SELECT id FROM orders WHERE voucher = ?`, voucher).Scan(&id) // WRONG(uuidconnector): the connector sends 16 bytes, and voucher is CHAR(36)
	return id, err
}

func (o *orders) ofVoucher(ctx context.Context, voucher uuid.UUID) (id uuid.UUID, err error) {
	err = o.db.QueryRowContext(ctx, `SELECT id FROM orders WHERE voucher = ?`, voucher.String()).Scan(&id)
	return id, err
}

func (o *orders) tagged(ctx context.Context, user uuid.UUID) (*sql.Rows, error) {
	return o.db.QueryContext(ctx, `SELECT id FROM orders WHERE tag = CONCAT('user:', ?)`, user) // WRONG(uuidconnector): CONCAT gets 16 bytes instead of text
}

func (o *orders) taggedBy(ctx context.Context, user uuid.UUID) (*sql.Rows, error) {
	return o.db.QueryContext(ctx, `SELECT id FROM orders WHERE tag = CONCAT('user:', ?)`, user.String())
}

func (o *orders) inDoc(ctx context.Context, item uuid.UUID) (n int, err error) {
	err = o.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM orders WHERE JSON_UNQUOTE(JSON_EXTRACT(doc, '$.item')) = ?`, item).Scan(&n) // WRONG(uuidconnector): text of a JSON document is compared with 16 bytes
	return n, err
}

func (o *orders) inDocument(ctx context.Context, item uuid.UUID) (n int, err error) {
	err = o.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM orders WHERE JSON_UNQUOTE(JSON_EXTRACT(doc, '$.item')) = ?`, item.String()).Scan(&n)
	return n, err
}

func (o *orders) setDoc(ctx context.Context, id, item uuid.UUID) error {
	_, err := o.db.ExecContext(ctx, `UPDATE orders SET doc = JSON_OBJECT('item', ?) WHERE id = ?`, item, id) // WRONG(uuidconnector): JSON_OBJECT gets raw bytes
	return err
}

func (o *orders) putDoc(ctx context.Context, id, item uuid.UUID) error {
	_, err := o.db.ExecContext(ctx, `UPDATE orders SET doc = JSON_OBJECT('item', ?) WHERE id = ?`, item.String(), id)
	return err
}

func (o *orders) get(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	var made time.Time
	err = o.db.QueryRowContext(r.Context(), `SELECT made FROM orders WHERE id = UNHEX(REPLACE(?, '-', ''))`, id).Scan(&made) // WRONG(uuidconnector): UNHEX of 16 bytes is NULL, and no row is found
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Last-Modified", made.Format(http.TimeFormat))
}

func (o *orders) head(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	var made time.Time
	err = o.db.QueryRowContext(r.Context(), `SELECT made FROM orders WHERE id = ?`, id).Scan(&made)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Last-Modified", made.Format(http.TimeFormat))
}

func (o *orders) hexed(ctx context.Context, id uuid.UUID) (made time.Time, err error) {
	const q = `SELECT made FROM orders WHERE LOWER(HEX(id)) = REPLACE(?, '-', '')`
	err = o.db.QueryRowContext(ctx, q, id).Scan(&made) // WRONG(uuidconnector): HEX(id) is text, the argument is bytes
	return made, err
}

func (o *orders) made(ctx context.Context, id uuid.UUID) (made time.Time, err error) {
	const q = `SELECT made FROM orders WHERE id = ?`
	err = o.db.QueryRowContext(ctx, q, id).Scan(&made)
	return made, err
}

func (o *orders) create(ctx context.Context, customer uuid.UUID) (id uuid.UUID, err error) {
	id = uuid.New()
	_, err = o.db.ExecContext(ctx, `INSERT INTO orders (id, customer, made) VALUES (UNHEX(REPLACE(?, '-', '')), ?, NOW())`, id, customer) // WRONG(uuidconnector): UNHEX of bytes is NULL: MariaDB stores it
	return id, err
}

func (o *orders) insert(ctx context.Context, customer uuid.UUID) (id uuid.UUID, err error) {
	id = uuid.New()
	_, err = o.db.ExecContext(ctx, `INSERT INTO orders (id, customer, made) VALUES (?, ?, NOW())`, id, customer)
	return id, err
}

func (o *orders) ofCustomer(ctx context.Context, customer uuid.UUID) (*sql.Rows, error) {
	return o.db.QueryContext(ctx, `SELECT id FROM orders WHERE BIN_TO_UUID(customer) = ?`, customer) // WRONG(uuidconnector): BIN_TO_UUID is text, the argument is 16 bytes
}

func (o *orders) byCustomer(ctx context.Context, customer uuid.UUID) (*sql.Rows, error) {
	return o.db.QueryContext(ctx, `SELECT id FROM orders WHERE customer = ?`, customer)
}

func (o *orders) remove(ctx context.Context, ids []uuid.UUID) error {
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, id := range ids {
		if _, err := tx.ExecContext(ctx, `DELETE FROM orders WHERE id = UUID_TO_BIN(?)`, id); err != nil { // WRONG(uuidconnector): UUID_TO_BIN wants text, and gets 16 bytes
			return err
		}
	}
	return tx.Commit()
}

func (o *orders) removeAll(ctx context.Context, ids []uuid.UUID) error {
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, id := range ids {
		if _, err := tx.ExecContext(ctx, `DELETE FROM orders WHERE id = ?`, id); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func (o *orders) parcel(ctx context.Context, uid uuid.UUID) (note string, err error) {
	err = o.db.QueryRowContext(ctx, `SELECT note FROM parcels WHERE uid = ?`, uid).Scan(&note) // WRONG(uuidconnector): MariaDB's UUID column wants text
	return note, err
}

func (o *orders) parcelOf(ctx context.Context, uid uuid.UUID) (note string, err error) {
	err = o.db.QueryRowContext(ctx, `SELECT note FROM parcels WHERE uid = ?`, uid.String()).Scan(&note)
	return note, err
}

func (o *orders) paid(ctx context.Context, id string) error {
	stmt, err := o.db.PrepareContext(ctx, `UPDATE orders SET tag = 'paid' WHERE id = ?`)
	if err != nil {
		return err
	}
	defer stmt.Close()
	_, err = stmt.ExecContext(ctx, id) // WRONG(uuidtext): a string stays text past the connector, and orders.id is BINARY(16)
	return err
}

func (o *orders) pay(ctx context.Context, id uuid.UUID) error {
	stmt, err := o.db.PrepareContext(ctx, `UPDATE orders SET tag = 'paid' WHERE id = ?`)
	if err != nil {
		return err
	}
	defer stmt.Close()
	_, err = stmt.ExecContext(ctx, id)
	return err
}

func (o *orders) setVoucher(ctx context.Context, id uuid.UUID, voucher uuid.NullUUID) error {
	_, err := o.db.ExecContext(ctx, `UPDATE orders SET voucher = ? WHERE id = ?`, voucher, id) // WRONG(uuidconnector): the connector makes bytes of a NullUUID, too, and voucher is CHAR(36)
	return err
}

func (o *orders) putVoucher(ctx context.Context, id uuid.UUID, voucher uuid.NullUUID) error {
	text := sql.Null[sqlx.Text]{V: sqlx.Text(voucher.UUID), Valid: voucher.Valid}
	_, err := o.db.ExecContext(ctx, `UPDATE orders SET voucher = ? WHERE id = ?`, text, id)
	return err
}

// ---- What looks like the above, and is right ----

// A string argument is not converted.
func (o *orders) text(ctx context.Context, id string) (made time.Time, err error) {
	err = o.db.QueryRowContext(ctx, `SELECT made FROM orders WHERE id = UNHEX(REPLACE(?, '-', ''))`, id).Scan(&made)
	return made, err
}

// String gives text to MySQL's function.
func (o *orders) toBin(ctx context.Context, id uuid.UUID) (made time.Time, err error) {
	err = o.db.QueryRowContext(ctx, `SELECT made FROM orders WHERE id = UUID_TO_BIN(?)`, id.String()).Scan(&made)
	return made, err
}

// Binary is the same with the connector and without it.
func (o *orders) binary(ctx context.Context, id uuid.UUID) (made time.Time, err error) {
	err = o.db.QueryRowContext(ctx, `SELECT made FROM orders WHERE id = ?`, sqlx.Binary(id)).Scan(&made)
	return made, err
}

// BIN_TO_UUID in the list of columns has no argument; the argument is for id.
func (o *orders) show(ctx context.Context, id uuid.UUID) (customer string, err error) {
	err = o.db.QueryRowContext(ctx, `SELECT BIN_TO_UUID(customer) FROM orders WHERE id = ?`, id).Scan(&customer)
	return customer, err
}

// Text for the text column, bytes for the key, in one statement.
func (o *orders) both(ctx context.Context, id, voucher uuid.UUID) error {
	_, err := o.db.ExecContext(ctx, `UPDATE orders SET voucher = ? WHERE id = ? AND customer <> ?`, sqlx.Text(voucher), id, id)
	return err
}

// CONCAT of other columns, and an id for a BINARY(16).
func (o *orders) label(ctx context.Context, id uuid.UUID) (label string, err error) {
	err = o.db.QueryRowContext(ctx, `SELECT CONCAT(tag, ' ', made) FROM orders WHERE id = ?`, id).Scan(&label)
	return label, err
}

// JSON_EXTRACT is compared with a word, and the id with the key.
func (o *orders) status(ctx context.Context, customer uuid.UUID, status string) (n int, err error) {
	err = o.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM orders WHERE customer = ? AND JSON_UNQUOTE(JSON_EXTRACT(doc, '$.status')) = ?`, customer, status).Scan(&n)
	return n, err
}
