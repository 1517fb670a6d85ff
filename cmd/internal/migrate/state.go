package migrate

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/uuid"
)

// stateTable has a row for each migration until cleanup. All databases understand these
// statements; times are texts, and plan is JSON.
const stateTable = "uuidkit_migration"

var errClock = errorf(CodeConflict, "migrate: the last migration is of a later time than it is now: correct the clock, and run again")

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

// now16 returns the form that 16-byte values have now. The request names the one that they
// had before: if these columns are native since an earlier run, they are in network order,
// and the same request has nothing to do.
func (p *Plan) now16(list []Status) (layout.Form, error) {
	converted, name, same := 0, "", true
	for _, c := range p.Columns {
		var latest *Plan
		for _, st := range list {
			if st.State == "switched" && slices.ContainsFunc(st.Plan.Columns, func(o Column) bool { return o.Table == c.Table && o.Name == c.Name }) {
				latest = st.Plan
			}
		}
		if latest == nil || latest.To != ToNative {
			continue
		}
		converted, name = converted+1, c.Table+"."+c.Name
		same = same && latest.Bytes == p.Bytes && p.To == ToNative
	}
	p.inOrder = converted == len(p.Columns) && p.To == ToNative
	switch {
	case converted == 0 || p.Bytes == layout.Bytes:
		return p.Bytes, nil
	case converted == len(p.Columns) && same:
		return layout.Bytes, nil
	}
	return 0, errorf(CodeRefused, "migrate: %s is native since an earlier run, and its values are in the form bytes, not %s: leave --bytes out, or name other columns", name, p.Bytes)
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

// Unfinished says what a migration that is not switched needs, and is "" for others.
func (st Status) Unfinished() string {
	mongo := strings.HasPrefix(st.Plan.Store, "MongoDB")
	says := "interrupted, or another process does it now: "
	switch st.State {
	case "switched":
		return ""
	case "copying":
		says += "run goes on, or begins again; undo takes it back"
	case "undoing":
		if says += "undo goes on, or begins again"; !mongo {
			says += "; run takes it back"
		}
	default: // the tables are switched
		return says + "run, undo and cleanup finish it first"
	}
	if st.Plan.Online && !mongo {
		says += ". Until then triggers uuidkit_… write each change to the new tables, too"
	}
	return says
}

// latest is the ID of the latest migration, or "".
func latest(list []Status) string {
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1].Plan.ID
}

// isLatest returns an error if st is not the last one of the list, because another process has
// begun or ended a migration. List and err are what Status returns now.
func (st Status) isLatest(list []Status, err error) error {
	if n := len(list); err == nil && (n == 0 || list[n-1].Plan.ID != st.Plan.ID || list[n-1].State != st.State) {
		return errorf(CodeConflict, "migrate: another process has begun or ended a migration: look at status")
	}
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

// quoteText quotes a text of standard SQL.
func quoteText(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
