// Package movers plans removals, on SQL Server.
package movers

import (
	"database/sql"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/jmoiron/sqlx"
	uuidsql "github.com/uuidkit/uuidkit/sqlx"
)

var steps = [...]string{
	"CREATE TABLE van (van_no int NOT NULL, driver UNIQUEIDENTIFIER NOT NULL, plate varchar(12))",
	"CREATE TABLE run (van_no int, customer uniqueidentifier NULL, run_key char(36))",
}

func Setup(db *sql.DB) error {
	for _, s := range steps {
		if _, err := db.Exec(s); err != nil {
			return err
		}
	}
	return nil
}

type van struct {
	No     int        `db:"van_no"`
	Driver gofrs.UUID `db:"driver"` // WRONG-ALSO(uuidswapped)
}

type vanRight struct {
	No     int          `db:"van_no"`
	Driver uuidsql.GUID `db:"driver"`
}

func vans(db *sqlx.DB) (out []van, err error) {
	rows, err := db.Queryx("SELECT van_no, driver FROM van")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var v van
		if err := rows.StructScan(&v); err != nil { // WRONG(uuidswapped): a field
			return nil, err
		}
		out = append(out, v)
	}
	return out, rows.Err()
}

func vansRight(db *sqlx.DB) (out []vanRight, err error) {
	rows, err := db.Queryx("SELECT van_no, driver FROM van")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var v vanRight
		if err := rows.StructScan(&v); err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, rows.Err()
}

func customers(db *sql.DB, no int) (out []gofrs.NullUUID, err error) {
	rows, err := db.Query("SELECT r.customer FROM run r WHERE r.van_no = @p1", no)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var c gofrs.NullUUID
		if err := rows.Scan(&c); err != nil { // WRONG(uuidswapped): a NullUUID
			return nil, err
		}
		out = append(out, c)
	}
	return out, rows.Err()
}

func customersRight(db *sql.DB, no int) (out []*uuidsql.GUID, err error) {
	rows, err := db.Query("SELECT r.customer FROM run r WHERE r.van_no = @p1", no)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var c *uuidsql.GUID
		if err := rows.Scan(&c); err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, rows.Err()
}

func key(db *sql.DB, no int) (id gofrs.UUID, err error) {
	err = db.QueryRow("SELECT run_key FROM run WHERE van_no = @p1", no).Scan(&id)
	return id, err
}

var _ = []any{vans, vansRight, customers, customersRight, key}
