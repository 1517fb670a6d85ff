package migrate

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
)

// A stateDialect is how a database writes its rows. Placeholders differ.
type stateDialect struct {
	text  string              // the type of a long text
	quote func(string) string // a literal
}

var standard = stateDialect{"TEXT", quoteText}

// remember writes the row of a migration.
func (d stateDialect) remember(ctx context.Context, conn *sql.Conn, p *Plan, state string) error {
	_, err := conn.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS "+stateTable+" (id CHAR(36) PRIMARY KEY, state VARCHAR(20) NOT NULL, plan "+d.text+" NOT NULL, switched VARCHAR(40) NOT NULL)")
	if err != nil {
		return err
	}
	p.ID = uuid.NewV7().String()
	var later int // the rows are in the order of their ids
	if err := conn.QueryRowContext(ctx, "SELECT count(*) FROM "+stateTable+" WHERE id >= "+quoteText(p.ID)).Scan(&later); err != nil {
		return err
	}
	if later > 0 {
		return errClock
	}
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, fmt.Sprintf("INSERT INTO %s (id, state, plan, switched) VALUES ('%s', '%s', %s, '%s')",
		stateTable, p.ID, state, d.quote(string(text)), time.Now().UTC().Format(time.RFC3339)))
	return err
}

// again writes the plan of the row.
func (d stateDialect) again(ctx context.Context, conn *sql.Conn, p *Plan) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "UPDATE "+stateTable+" SET plan = "+d.quote(string(text))+" WHERE id = "+quoteText(p.ID))
	return err
}

// setState changes the row.
func setState(ctx context.Context, conn *sql.Conn, id, state string) error {
	_, err := conn.ExecContext(ctx, "UPDATE "+stateTable+" SET state = '"+state+"' WHERE id = "+quoteText(id))
	return err
}

// forget deletes the row of a migration that is undone, and the empty table.
func forget(ctx context.Context, conn *sql.Conn, id string) error {
	result, err := conn.ExecContext(ctx, "DELETE FROM "+stateTable+" WHERE id = "+quoteText(id))
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return cmp.Or(err, errorf(CodeConflict, "migrate: another process has ended this migration: look at status"))
	}
	var n int
	if err := conn.QueryRowContext(ctx, "SELECT count(*) FROM "+stateTable).Scan(&n); err != nil || n > 0 {
		return err
	}
	_, err = conn.ExecContext(ctx, "DROP TABLE "+stateTable)
	return err
}

// recall reads the rows, latest last: their ids are UUIDs of version 7.
func recall(ctx context.Context, conn *sql.Conn) (list []Status, err error) {
	rows, err := conn.QueryContext(ctx, "SELECT state, plan, switched FROM "+stateTable+" ORDER BY id")
	if err != nil {
		return nil, coded(CodeConnection, err)
	}
	defer rows.Close()
	for rows.Next() {
		var st Status
		var plan, switched string
		if err := rows.Scan(&st.State, &plan, &switched); err != nil {
			return nil, coded(CodeConnection, err)
		}
		if err := json.Unmarshal([]byte(plan), &st.Plan); err != nil {
			return nil, errorf(CodeConflict, "migrate: %s: %w", stateTable, err)
		}
		if st.Switched, err = time.Parse(time.RFC3339, switched); err != nil {
			return nil, errorf(CodeConflict, "migrate: %s: %w", stateTable, err)
		}
		list = append(list, st)
	}
	return list, coded(CodeConnection, rows.Err())
}
