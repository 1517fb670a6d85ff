package example

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/google/uuid" // your type
)

// transient are the errors of MySQL and MariaDB after which another try can succeed: see the table of errors in docs/clusters.md.
var transient = []uint16{1040, 1047, 1053, 1158, 1159, 1160, 1161, 1180, 1203, 1205, 1213, 1290, 1429, 1836, 1927, 3101}

// Insert returns nil when the row is there, once. It tries until ctx ends, which needs a deadline. db is opened with uuidkit's connector.
func Insert(ctx context.Context, db *sql.DB, id uuid.UUID, total int) (err error) {
	for ctx.Err() == nil {
		try, cancel := context.WithTimeout(ctx, 5*time.Second) // a node that is cut off does not answer
		_, failed := db.ExecContext(try, `INSERT INTO orders (id, total) VALUES (?, ?) ON DUPLICATE KEY UPDATE id = id`, id, total)
		cancel()
		var e *mysql.MySQLError // any other error: most often the server has not answered
		if failed == nil || errors.As(failed, &e) && !slices.Contains(transient, e.Number) {
			return failed
		}
		if ctx.Err() == nil {
			err = failed // not the end of the time itself
		}
		select {
		case <-ctx.Done():
		case <-time.After(100 * time.Millisecond):
		}
	}
	return errors.Join(ctx.Err(), err)
}
