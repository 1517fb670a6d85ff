package sqlkit

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// ReadRow reads the migrated values of a row. It reports whether one of them is bad.
func ReadRow(readers []*migrate.Reader, value func(i int) any, key func() string) (bad bool) {
	for i, r := range readers {
		before := r.Bad
		r.Read(value(i), key)
		bad = bad || r.Bad > before
	}
	return bad
}

// RefuseRows adds the refusal if the query selects rows: the texts of their keys.
func RefuseRows(ctx context.Context, p *migrate.Plan, conn *sql.Conn, refusal migrate.Refusal, query string) error {
	err := Each(ctx, conn, func(r *sql.Rows) error {
		var key string
		err := r.Scan(&key)
		refusal.Keys = append(refusal.Keys, key)
		return err
	}, query+fmt.Sprintf(" LIMIT %d", migrate.MaxKeys))
	if err == nil && refusal.Keys != nil {
		refusal.Manual += "; all of them: " + query
		p.Refusals = append(p.Refusals, refusal)
	}
	return err
}

// RefuseLeft refuses to move a row away to which one that stays refers by the foreign key. The query
// selects the texts of the keys of such rows that stay.
func RefuseLeft(ctx context.Context, p *migrate.Plan, conn *sql.Conn, k ForeignKey, query string) error {
	return RefuseRows(ctx, p, conn, migrate.Refusal{Object: k.Table + "." + strings.Join(k.Columns, ", "),
		Reason: fmt.Sprintf("these rows refer to rows of %s that --bad-rows would move away", k.ToTable),
		Manual: "correct the rows of " + k.ToTable + ", or move these away, too"}, query)
}

// Each calls scan for each row.
func Each(ctx context.Context, conn *sql.Conn, scan func(*sql.Rows) error, query string, args ...any) error {
	rows, err := conn.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// RefuseCollisions refuses the column if there are rows that a unique index would take for the same
// after the conversion. The query selects the text of their keys, and how many they are.
func RefuseCollisions(ctx context.Context, p *migrate.Plan, conn *sql.Conn, column, index, query string) error {
	var keys []string
	err := Each(ctx, conn, func(r *sql.Rows) error {
		var id sql.NullString
		var n int64
		err := r.Scan(&id, &n)
		keys = append(keys, fmt.Sprintf("%s: %d rows", id.String, n))
		return err
	}, query+fmt.Sprintf(" LIMIT %d", migrate.MaxKeys))
	if err == nil && keys != nil {
		p.Refusals = append(p.Refusals, migrate.Refusal{Object: column, Keys: keys,
			Reason: "rows that are different to the unique index " + index + " have the same UUID in different spellings",
			Manual: "merge or delete these rows; all of them: " + query})
	}
	return err
}
