package sqlkit

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/uuid"
)

// A StateDialect is how a database writes its rows. Placeholders differ.
type StateDialect struct {
	Type    string              // the type of a long text
	Quote   func(string) string // a literal
	Options string              // of the table
}

// Standard is that of SQLite and PostgreSQL.
var Standard = StateDialect{Type: "TEXT", Quote: QuoteText}

// Create is the statement that makes the table.
func (d StateDialect) Create() string {
	return "CREATE TABLE IF NOT EXISTS " + migrate.StateTable + " (id CHAR(36) PRIMARY KEY, state VARCHAR(20) NOT NULL, plan " + d.Type + " NOT NULL, switched VARCHAR(40) NOT NULL)" + d.Options
}

// Remember writes the row of a migration.
func (d StateDialect) Remember(ctx context.Context, conn *sql.Conn, p *migrate.Plan, state migrate.State) error {
	if _, err := conn.ExecContext(ctx, d.Create()); err != nil {
		return err
	}
	p.ID = uuid.NewV7().String()
	var later int // the rows are in the order of their ids
	if err := conn.QueryRowContext(ctx, "SELECT count(*) FROM "+migrate.StateTable+" WHERE id >= "+QuoteText(p.ID)).Scan(&later); err != nil {
		return err
	}
	if later > 0 {
		return migrate.ErrClock
	}
	text, err := p.Encode()
	if err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, fmt.Sprintf("INSERT INTO %s (id, state, plan, switched) VALUES ('%s', '%s', %s, '%s')",
		migrate.StateTable, p.ID, state, d.Quote(text), time.Now().UTC().Format(time.RFC3339)))
	return err
}

// UpdatePlan replaces the plan in the migration's row.
func (d StateDialect) UpdatePlan(ctx context.Context, conn *sql.Conn, p *migrate.Plan) error {
	text, err := p.Encode()
	if err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "UPDATE "+migrate.StateTable+" SET plan = "+d.Quote(text)+" WHERE id = "+QuoteText(p.ID))
	return err
}

// SetState changes the row.
func SetState(ctx context.Context, conn *sql.Conn, id string, state migrate.State) error {
	_, err := conn.ExecContext(ctx, "UPDATE "+migrate.StateTable+" SET state = '"+string(state)+"' WHERE id = "+QuoteText(id))
	return err
}

// Forget deletes the row of a migration that is undone, and the empty table.
func Forget(ctx context.Context, conn *sql.Conn, id string) error {
	result, err := conn.ExecContext(ctx, "DELETE FROM "+migrate.StateTable+" WHERE id = "+QuoteText(id))
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return cmp.Or(err, migrate.Errorf(migrate.CodeConflict, "migrate: another process has ended this migration: look at status"))
	}
	var n int
	if err := conn.QueryRowContext(ctx, "SELECT count(*) FROM "+migrate.StateTable).Scan(&n); err != nil || n > 0 {
		return err
	}
	_, err = conn.ExecContext(ctx, "DROP TABLE "+migrate.StateTable)
	return err
}

// Recall reads the rows, latest last: their ids are UUIDs of version 7.
func Recall(ctx context.Context, conn *sql.Conn) (list []migrate.Status, err error) {
	rows, err := conn.QueryContext(ctx, "SELECT state, plan, switched FROM "+migrate.StateTable+" ORDER BY id")
	if err != nil {
		return nil, migrate.Coded(migrate.CodeConnection, err)
	}
	defer rows.Close()
	for rows.Next() {
		var st migrate.Status
		var plan, switched string
		if err := rows.Scan(&st.State, &plan, &switched); err != nil {
			return nil, migrate.Coded(migrate.CodeConnection, err)
		}
		if st.State == "naming" { // MySQL's word, in plans without a format
			st.State = migrate.Checking
		}
		if st.Plan, err = migrate.DecodePlan(plan); err != nil {
			return nil, err
		}
		if st.Switched, err = time.Parse(time.RFC3339, switched); err != nil {
			return nil, migrate.Errorf(migrate.CodeConflict, "migrate: %s: %w", migrate.StateTable, err)
		}
		list = append(list, st)
	}
	return list, migrate.Coded(migrate.CodeConnection, rows.Err())
}
