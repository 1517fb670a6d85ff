// Package clickhouse reads columns that have no NULL, unless their type is Nullable.
package clickhouse

import (
	"database/sql"

	_ "github.com/ClickHouse/clickhouse-go/v2"
	"github.com/google/uuid"
)

const schema = "CREATE TABLE events (id UUID, actor UUID, target Nullable(UUID)) ENGINE = MergeTree ORDER BY id"

func read(db *sql.DB) (actor, target uuid.UUID) {
	db.QueryRow("SELECT actor FROM events").Scan(&actor)
	db.QueryRow("SELECT e.actor FROM users u LEFT JOIN events e ON e.id = u.id").Scan(&actor)
	db.QueryRow("SELECT target FROM events").Scan(&target) // want `this column may be NULL`
	return actor, target
}
