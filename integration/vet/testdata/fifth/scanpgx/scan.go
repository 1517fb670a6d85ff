// Package scanpgx reads parcels with pgx, which nobody has told about UUIDs.
package scanpgx

import (
	"context"

	"github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
)

const ddl = `
create table parcels (
	id uuid primary key,
	sender uuid not null,
	locker uuid,
	driver uuid null,
	weight int not null
);`

type Parcel struct {
	ID     google.UUID
	Locker google.UUID
	Weight int
}

type ParcelRight struct {
	ID     google.UUID
	Locker *google.UUID
	Weight int
}

type Repo struct{ pool *pgxpool.Pool }

func (r Repo) Init(ctx context.Context) error {
	_, err := r.pool.Exec(ctx, ddl)
	return err
}

func (r Repo) All(ctx context.Context) ([]Parcel, error) {
	rows, err := r.pool.Query(ctx, `select id, locker, weight from parcels`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[Parcel]) // WRONG(uuidscan): locker may be NULL
}

func (r Repo) AllRight(ctx context.Context) ([]ParcelRight, error) {
	rows, err := r.pool.Query(ctx, `select id, locker, weight from parcels`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[ParcelRight])
}

// AllInLockersRight asks for rows that are not NULL.
func (r Repo) AllInLockersRight(ctx context.Context) ([]Parcel, error) {
	rows, err := r.pool.Query(ctx, `select id, locker, weight from parcels where locker is not null`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[Parcel])
}

func (r Repo) Lockers(ctx context.Context) ([]google.UUID, error) {
	rows, err := r.pool.Query(ctx, `select locker from parcels`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[google.UUID]) // WRONG(uuidscan): NULL is the Nil UUID
}

func (r Repo) LockersRight(ctx context.Context) ([]google.NullUUID, error) {
	rows, err := r.pool.Query(ctx, `select locker from parcels`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[google.NullUUID])
}

// LockersGofrsRight: gofrs's Scan returns an error for NULL.
func (r Repo) LockersGofrsRight(ctx context.Context) ([]uuid.UUID, error) {
	rows, err := r.pool.Query(ctx, `select locker from parcels`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
}

func (r Repo) SendersRight(ctx context.Context) ([]google.UUID, error) {
	rows, err := r.pool.Query(ctx, `select sender from parcels`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[google.UUID])
}

func (r Repo) Drivers(ctx context.Context, each func(id, driver google.UUID)) error {
	rows, err := r.pool.Query(ctx, `select id, driver from parcels`)
	if err != nil {
		return err
	}
	var id, driver google.UUID
	_, err = pgx.ForEachRow(rows, []any{&id, &driver}, func() error { // WRONG(uuidscan): NULL keeps the driver of the row before
		each(id, driver)
		return nil
	})
	return err
}

func (r Repo) DriversRight(ctx context.Context, each func(id google.UUID, driver google.NullUUID)) error {
	rows, err := r.pool.Query(ctx, `select id, driver from parcels`)
	if err != nil {
		return err
	}
	var id google.UUID
	var driver google.NullUUID
	_, err = pgx.ForEachRow(rows, []any{&id, &driver}, func() error {
		each(id, driver)
		return nil
	})
	return err
}

func (r Repo) Driver(ctx context.Context, id google.UUID) (driver google.UUID, err error) {
	err = r.pool.QueryRow(ctx, `select nullif(driver, sender) from parcels where id = $1`, id).Scan(&driver) // WRONG(uuidscan): NULLIF
	return
}

func (r Repo) DriverRight(ctx context.Context, id google.UUID) (driver google.UUID, err error) {
	err = r.pool.QueryRow(ctx, `select coalesce(driver, sender) from parcels where id = $1`, id).Scan(&driver)
	return
}

// DriverTypeRight reads pgx's own type.
func (r Repo) DriverTypeRight(ctx context.Context, id google.UUID) (driver pgtype.UUID, err error) {
	err = r.pool.QueryRow(ctx, `select driver from parcels where id = $1`, id).Scan(&driver)
	return
}
