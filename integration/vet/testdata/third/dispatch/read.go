package dispatch

import (
	"context"
	"fmt"
	"io"

	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Print prints who drives what.
func (db *DB) Print(ctx context.Context, w io.Writer) error {
	rows, err := db.pool.Query(ctx, `select title, driver_id from rides order by title`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var title string
	var driver google.UUID
	for rows.Next() {
		if err := rows.Scan(&title, &driver); err != nil { // WRONG(uuidscan): NULL keeps the driver of the row before
			return err
		}
		fmt.Fprintln(w, title, driver)
	}
	return rows.Err()
}

// PrintRight prints who drives what.
func (db *DB) PrintRight(ctx context.Context, w io.Writer) error {
	rows, err := db.pool.Query(ctx, `select title, driver_id from rides order by title`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var title string
	var driver google.NullUUID
	for rows.Next() {
		if err := rows.Scan(&title, &driver); err != nil {
			return err
		}
		if driver.Valid {
			fmt.Fprintln(w, title, driver.UUID)
		} else {
			fmt.Fprintln(w, title, "nobody")
		}
	}
	return rows.Err()
}

// Tree calls f with each ride and its parent.
func (db *DB) Tree(ctx context.Context, f func(id, parent google.UUID) error) error {
	rows, err := db.pool.Query(ctx, `select id, parent from rides`)
	if err != nil {
		return err
	}
	var id, parent google.UUID
	_, err = pgx.ForEachRow(rows, []any{&id, &parent}, func() error { return f(id, parent) }) // WRONG(uuidscan): NULL keeps the parent of the row before
	return err
}

// TreeRight calls f with each ride and its parent.
func (db *DB) TreeRight(ctx context.Context, f func(id google.UUID, parent *google.UUID) error) error {
	rows, err := db.pool.Query(ctx, `select id, parent from rides`)
	if err != nil {
		return err
	}
	var id google.UUID
	var parent *google.UUID
	_, err = pgx.ForEachRow(rows, []any{&id, &parent}, func() error { return f(id, parent) })
	return err
}

// Ride is a row.
type Ride struct {
	ID       google.UUID
	DriverID google.UUID // WRONG-ALSO(uuidscan)
	ZoneID   google.UUID
}

// RideRight is a row.
type RideRight struct {
	ID       google.UUID
	DriverID google.NullUUID
	ZoneID   google.UUID
}

// Rides returns the rides of a zone.
func (db *DB) Rides(ctx context.Context, zone google.UUID) ([]Ride, error) {
	rows, err := db.pool.Query(ctx, `select id, driver_id, zone_id from rides where zone_id = $1`, zone)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[Ride]) // WRONG(uuidscan): a ride without a driver has the Nil UUID
}

// RidesRight returns the rides of a zone.
func (db *DB) RidesRight(ctx context.Context, zone google.UUID) ([]RideRight, error) {
	rows, err := db.pool.Query(ctx, `select id, driver_id, zone_id from rides where zone_id = $1`, zone)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[RideRight])
}

// Zones returns the zones, which are NOT NULL.
func (db *DB) Zones(ctx context.Context) ([]google.UUID, error) {
	rows, err := db.pool.Query(ctx, `select distinct zone_id from rides`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[google.UUID])
}
