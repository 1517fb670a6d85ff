// Package lists has arguments in lists, in the maps of a query builder, and in maps of SQL.
package lists

import (
	"context"
	"database/sql"

	"github.com/Masterminds/squirrel"
	"github.com/google/uuid"
	jmoiron "github.com/jmoiron/sqlx"
	"github.com/uuidkit/uuidkit/sqlx"
)

const schema = `CREATE TABLE parcels (id BLOB PRIMARY KEY, route BINARY(16) NOT NULL, note BLOB, number TEXT, state TEXT);
	CREATE TABLE routes (id CHAR(36) PRIMARY KEY)`

func open(ctx context.Context, dsn string) (*jmoiron.DB, error) {
	return jmoiron.ConnectContext(ctx, "sqlite", dsn)
}

func wrong(db *sql.DB, id uuid.UUID, ids []uuid.UUID, marks string) {
	args := []any{"sorted"}
	for _, id := range ids {
		args = append(args, id)
	}
	db.Exec("UPDATE parcels SET state = ? WHERE id IN ("+marks+")", args...) // want `uuid.UUID is sent as text`

	one := []any{"x"}
	one = append(one, id.String())
	db.Exec("UPDATE parcels SET state = ? WHERE route = ?", one...) // want `this is the text of a UUID`
	db.Exec(statements["get"], id)                                  // want `uuid.UUID is sent as text`
}

func right(db *sql.DB, id uuid.UUID, ids []uuid.UUID, marks string, late bool) {
	args := []any{"sorted"}
	for _, id := range ids {
		args = append(args, sqlx.Binary(id))
	}
	db.Exec("UPDATE parcels SET state = ? WHERE id IN ("+marks+")", args...)

	number := []any{id} // text
	number = append(number, id[:])
	db.Exec("UPDATE parcels SET number = ? WHERE id = ?", number...)

	some := []any{}
	if late {
		some = append(some, "x") // so the next may be the second
	}
	some = append(some, id)
	db.Exec("UPDATE parcels SET route = ?, number = ?", some...)

	var reset []any
	reset = append(reset, id)
	reset = nil
	reset = append(reset, id[:])
	db.Exec("DELETE FROM parcels WHERE route = ?", reset...)
	db.Exec(statements["track"], id)
}

var statements = map[string]string{
	"get":   "SELECT state FROM parcels WHERE route = ?",
	"track": "SELECT state FROM parcels WHERE number = ?",
}

func build(id uuid.UUID, ids []uuid.UUID, name string) {
	squirrel.Select("state").From("parcels").Where(squirrel.Eq{"route": id})    // want `uuid.UUID is sent as text`
	squirrel.Select("state").From("parcels").Where(squirrel.Eq{"p.route": ids}) // want `the elements of this list are sent as text`
	eq := squirrel.Eq{}
	eq["route"] = id.String() // want `this is the text of a UUID`
	squirrel.Select("state").From("parcels").Where(squirrel.Eq{"route": sqlx.Binary(id)})
	squirrel.Select("state").From("parcels").Where(squirrel.Eq{"number": id})
	eq["state"] = name
}

func strings(ctx context.Context, db *jmoiron.DB, rows *sql.Rows, id uuid.UUID) {
	var routes []string
	db.SelectContext(ctx, &routes, "SELECT route FROM parcels") // want `the string gets its 16 bytes, not a text`
	db.SelectContext(ctx, &routes, "SELECT id FROM parcels")    // want `the column id is blob: the string gets its 16 bytes`
	db.SelectContext(ctx, &routes, "SELECT number FROM parcels")
	db.SelectContext(ctx, &routes, "SELECT BIN_TO_UUID(route) FROM parcels")
	db.SelectContext(ctx, &routes, "SELECT note FROM parcels") // nothing says that these are UUIDs
	var ids []uuid.UUID
	db.SelectContext(ctx, &ids, "SELECT route FROM parcels")
}

// The table of a column in a join is that of its alias.
func joined(db *sql.DB, id uuid.UUID) {
	db.Query("SELECT 1 FROM parcels p JOIN routes r ON r.id = p.number WHERE r.id = ? AND p.id = ?", id, id[:])
	db.Query("SELECT 1 FROM parcels p JOIN routes r ON r.id = p.number WHERE r.id = ?", id[:]) // want `the column id is char\(36\)`
	db.Query("SELECT 1 FROM parcels WHERE number IN (SELECT id FROM routes WHERE id = ?)", id)
}
