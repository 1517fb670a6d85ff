// Package berths2 lists the berths of the marina.
package berths2

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
)

const tables = `
create table berth (
  berth_no integer not null,
  boat_ref uuid,
  lease_ref uuid not null,
  primary key (berth_no)
);
create table boat (boat_ref uuid not null, skipper_ref uuid)`

type Marina struct{ *sqlx.DB }

func (m Marina) Init() error {
	_, err := m.Exec(tables)
	return err
}

type berth struct {
	No   int       `db:"berth_no"`
	Boat uuid.UUID `db:"boat_ref"` // WRONG-ALSO(uuidscan)
}

type berthRight struct {
	No   int           `db:"berth_no"`
	Boat uuid.NullUUID `db:"boat_ref"`
}

func (m Marina) berth(ctx context.Context, no int) (*berth, error) {
	var b berth
	if err := m.QueryRowxContext(ctx, `select berth_no, boat_ref from berth where berth_no = $1`, no).StructScan(&b); err != nil { // WRONG(uuidscan): boat_ref may be NULL
		return nil, err
	}
	return &b, nil
}

func (m Marina) berthRight(ctx context.Context, no int) (*berthRight, error) {
	var b berthRight
	if err := m.QueryRowxContext(ctx, `select berth_no, boat_ref from berth where berth_no = $1`, no).StructScan(&b); err != nil {
		return nil, err
	}
	return &b, nil
}

func (m Marina) lowest(ctx context.Context) (id uuid.UUID, err error) {
	err = m.QueryRowContext(ctx, `select min(lease_ref) from berth`).Scan(&id) // WRONG(uuidscan): MIN of no rows
	return id, err
}

func (m Marina) lowestRight(ctx context.Context) (id *uuid.UUID, err error) {
	err = m.QueryRowContext(ctx, `select min(lease_ref) from berth`).Scan(&id)
	return id, err
}

func (m Marina) skippers(ctx context.Context, each func(no int, skipper uuid.UUID)) error {
	rows, err := m.QueryContext(ctx, `select b.berth_no, t.skipper_ref from berth b join boat t on t.boat_ref = b.boat_ref`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var (
		no      int
		skipper uuid.UUID
	)
	for rows.Next() {
		if err := rows.Scan(&no, &skipper); err != nil { // WRONG(uuidscan): NULL reads as the row before
			return err
		}
		each(no, skipper)
	}
	return rows.Err()
}

func (m Marina) skippersRight(ctx context.Context, each func(no int, skipper uuid.UUID)) error {
	rows, err := m.QueryContext(ctx, `select b.berth_no, t.skipper_ref from berth b join boat t on t.boat_ref = b.boat_ref`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var (
		no      int
		skipper sql.Null[uuid.UUID]
	)
	for rows.Next() {
		if err := rows.Scan(&no, &skipper); err != nil {
			return err
		}
		if skipper.Valid {
			each(no, skipper.V)
		}
	}
	return rows.Err()
}

func (m Marina) lease(no int) (id uuid.UUID, err error) {
	err = m.Get(&id, `select lease_ref from berth where berth_no = $1`, no)
	return id, err
}

func (m Marina) leases() (ids []uuid.UUID, err error) {
	err = m.Select(&ids, `select lease_ref from berth order by berth_no`)
	return ids, err
}

func (m Marina) inner(boat uuid.UUID) (no int, err error) {
	err = m.QueryRow(`select b.berth_no from berth b left join boat t on t.boat_ref = b.boat_ref where t.boat_ref = $1`, boat).Scan(&no)
	return no, err
}

var _ = []any{Marina.berth, Marina.berthRight, Marina.lowest, Marina.lowestRight, Marina.skippers, Marina.skippersRight, Marina.lease, Marina.leases, Marina.inner}
