// Package shipments opens MySQL with a connector that sends google's UUIDs as 16 bytes.
package shipments

import (
	"context"
	"database/sql"
	"fmt"

	sq "github.com/Masterminds/squirrel"
	"github.com/doug-martin/goqu/v9"
	"github.com/go-sql-driver/mysql"
	"github.com/google/uuid"
	jsqlx "github.com/jmoiron/sqlx"
	"github.com/uuidkit/uuidkit/sqlx"
)

// The tables:
const tables = `
CREATE TABLE shipments (id BINARY(16) PRIMARY KEY, carrier BINARY(16) NOT NULL, label VARCHAR(80), data JSON);
CREATE TABLE tracking (shipment CHAR(36) NOT NULL, at DATETIME NOT NULL, PRIMARY KEY (shipment, at));
`

type Shipments struct {
	db *sql.DB
}

func Open(cfg *mysql.Config) (*Shipments, error) {
	base, err := mysql.NewConnector(cfg)
	if err != nil {
		return nil, err
	}
	s := &Shipments{sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[uuid.UUID]()))}
	_, err = s.db.Exec(tables)
	return s, err
}

func (s *Shipments) label(ctx context.Context, id uuid.UUID) (label string, err error) {
	const q = `SELECT label FROM shipments WHERE id = UNHEX(REPLACE(?, '-', ''))`
	err = s.db.QueryRowContext(ctx, q, id).Scan(&label) // WRONG(uuidconnector): UNHEX of 16 bytes is NULL
	return
}

func (s *Shipments) labelRight(ctx context.Context, id uuid.UUID) (label string, err error) {
	const q = `SELECT label FROM shipments WHERE id = ?`
	err = s.db.QueryRowContext(ctx, q, id).Scan(&label)
	return
}

func (s *Shipments) add(ctx context.Context, id, carrier uuid.UUID) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	_, err = tx.ExecContext(ctx, `insert into shipments (id, carrier) values (uuid_to_bin(?), ?)`, id, carrier) // WRONG(uuidconnector): uuid_to_bin of bytes
	if err != nil {
		return err
	}
	return tx.Commit()
}

func (s *Shipments) addRight(ctx context.Context, id, carrier uuid.UUID) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	_, err = tx.ExecContext(ctx, `insert into shipments (id, carrier) values (?, ?)`, id, carrier)
	if err != nil {
		return err
	}
	return tx.Commit()
}

func (s *Shipments) exists(id uuid.UUID) (ok bool, err error) {
	err = s.db.QueryRow("SELECT EXISTS (SELECT 1 FROM shipments WHERE BIN_TO_UUID(id) = ?)", id).Scan(&ok) // WRONG(uuidconnector): text compared with bytes
	return
}

func (s *Shipments) existsRight(id uuid.UUID) (ok bool, err error) {
	err = s.db.QueryRow("SELECT EXISTS (SELECT 1 FROM shipments WHERE BIN_TO_UUID(id) = ?)", id.String()).Scan(&ok)
	return
}

func (s *Shipments) relabel(id uuid.UUID) error {
	_, err := s.db.Exec("UPDATE shipments SET label = CONCAT('parcel-', ?) WHERE id = ?", id, id) // WRONG(uuidconnector): CONCAT of 16 bytes
	return err
}

func (s *Shipments) relabelRight(id uuid.UUID) error {
	_, err := s.db.Exec("UPDATE shipments SET label = CONCAT('parcel-', ?) WHERE id = ?", id.String(), id)
	return err
}

func (s *Shipments) track(id uuid.UUID) (*sql.Rows, error) {
	return s.db.Query("SELECT at FROM tracking WHERE shipment = ? ORDER BY at", id) // WRONG(uuidconnector): a column of text
}

func (s *Shipments) trackRight(id uuid.UUID) (*sql.Rows, error) {
	return s.db.Query("SELECT at FROM tracking WHERE shipment = ? ORDER BY at", sqlx.Text(id))
}

func (s *Shipments) byParcel(parcel uuid.UUID) *sql.Row {
	return s.db.QueryRow(`SELECT label FROM shipments WHERE data->>'$.parcel' = ?`, parcel) // WRONG(uuidconnector): JSON has text
}

func (s *Shipments) byParcelRight(parcel uuid.UUID) *sql.Row {
	return s.db.QueryRow(`SELECT label FROM shipments WHERE data->>'$.parcel' = ?`, parcel.String())
}

func (s *Shipments) setParcel(id, parcel uuid.UUID) error {
	_, err := s.db.Exec(`UPDATE shipments SET data = JSON_SET(data, '$.parcel', ?) WHERE id = ?`, parcel, id) // WRONG(uuidconnector): JSON_SET of bytes
	return err
}

func (s *Shipments) setParcelRight(id, parcel uuid.UUID) error {
	_, err := s.db.Exec(`UPDATE shipments SET data = JSON_SET(data, '$.parcel', ?) WHERE id = ?`, parcel.String(), id)
	return err
}

func (s *Shipments) byText(id uuid.UUID) (label string, err error) {
	text := id.String()
	err = s.db.QueryRow(`SELECT label FROM shipments WHERE id = ?`, text).Scan(&label) // WRONG(uuidtext): text for BINARY(16)
	return
}

func (s *Shipments) byTextRight(text string) (label string, err error) {
	id, err := uuid.Parse(text)
	if err != nil {
		return "", err
	}
	err = s.db.QueryRow(`SELECT label FROM shipments WHERE id = ?`, id).Scan(&label)
	return
}

func (s *Shipments) ofCarrier(ctx context.Context, carrier uuid.UUID) (*sql.Rows, error) {
	return sq.Select("id", "label").
		From("shipments").
		Where(sq.Eq{"carrier": carrier}). // WRONG(uuidconnector): squirrel's Eq calls Value, which is text
		RunWith(s.db).
		QueryContext(ctx)
}

func (s *Shipments) ofCarrierRight(ctx context.Context, carrier uuid.UUID) (*sql.Rows, error) {
	return sq.Select("id", "label").
		From("shipments").
		Where(sq.Eq{"carrier": sqlx.Binary(carrier)}).
		RunWith(s.db).
		QueryContext(ctx)
}

func (s *Shipments) ofCarrierExprRight(ctx context.Context, carrier uuid.UUID) (*sql.Rows, error) {
	return sq.Select("id").From("shipments").Where("carrier = ?", carrier).RunWith(s.db).QueryContext(ctx)
}

func (s *Shipments) reassign(from, to uuid.UUID) error {
	update := goqu.Dialect("mysql").Update("shipments").
		Set(goqu.Record{"carrier": to}). // WRONG(uuidconnector): goqu makes text of it
		Where(goqu.C("carrier").Eq(sqlx.Binary(from)))
	query, args, err := update.ToSQL()
	if err != nil {
		return err
	}
	_, err = s.db.Exec(query, args...)
	return err
}

func (s *Shipments) reassignRight(from, to uuid.UUID) error {
	update := goqu.Dialect("mysql").Update("shipments").Prepared(true).
		Set(goqu.Record{"carrier": sqlx.Binary(to)}).
		Where(goqu.C("carrier").Eq(sqlx.Binary(from)))
	query, args, err := update.ToSQL()
	if err != nil {
		return err
	}
	_, err = s.db.Exec(query, args...)
	return err
}

func (s *Shipments) many(ids []uuid.UUID) (labels []string, err error) {
	query, args, err := jsqlx.In(`SELECT label FROM shipments WHERE id IN (?)`, ids) // In gives each of a list to the driver as it is
	if err != nil {
		return nil, err
	}
	db := jsqlx.NewDb(s.db, "mysql")
	return labels, db.Select(&labels, db.Rebind(query), args...)
}

func (s *Shipments) manyRight(ids []uuid.UUID) (labels []string, err error) {
	bin := make([]sqlx.Binary, len(ids))
	for i, id := range ids {
		bin[i] = sqlx.Binary(id)
	}
	query, args, err := jsqlx.In(`SELECT label FROM shipments WHERE id IN (?)`, bin)
	if err != nil {
		return nil, err
	}
	db := jsqlx.NewDb(s.db, "mysql")
	return labels, db.Select(&labels, db.Rebind(query), args...)
}

var reports = map[string]string{
	"carriers": "SELECT COUNT(DISTINCT carrier) FROM shipments",
	"hex":      "SELECT COUNT(*) FROM shipments WHERE LOWER(HEX(carrier)) = REPLACE(?, '-', '')",
}

func (s *Shipments) report(carrier uuid.UUID) (n int, err error) {
	err = s.db.QueryRow(`SELECT COUNT(*) FROM shipments WHERE LOWER(HEX(carrier)) = REPLACE(?, '-', '')`, carrier).Scan(&n) // WRONG(uuidconnector): REPLACE expects text
	return n, err
}

func (s *Shipments) reportRight(name string, carrier uuid.UUID) (n int, err error) {
	q, ok := reports[name]
	if !ok {
		return 0, fmt.Errorf("no report %q", name)
	}
	err = s.db.QueryRow(q, carrier.String()).Scan(&n)
	return n, err
}
