package sqlkit

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// A Reading is what ReadColumns has found.
type Reading struct {
	Rows, Bad int64             // Bad are those with a value that does not convert
	Readers   []*migrate.Reader // of the columns
}

// Stays reports whether rows with such values would stay in the table.
func (r Reading) Stays() bool {
	return slices.ContainsFunc(r.Readers, func(r *migrate.Reader) bool { return r.Bad > 0 && !r.Moves })
}

// ReadColumns reads the migrated columns of a table: it notes their forms, and refuses what is none. The list has
// an expression of each column, and behind them those of the key of the row; value i is what a Reader takes for
// that of the driver. The keys are read only if there are bad rows: then all is read again with them.
func ReadColumns(ctx context.Context, conn *sql.Conn, p *migrate.Plan, columns []*migrate.Column, key []string, value func(i int, v any) any, list []string, from string) (r Reading, err error) {
	r, err = readColumns(ctx, conn, p, len(columns), nil, value, "SELECT "+strings.Join(list[:len(columns)], ", ")+" FROM "+from)
	if err == nil && r.Bad > 0 {
		r, err = readColumns(ctx, conn, p, len(columns), key, value, "SELECT "+strings.Join(list, ", ")+" FROM "+from)
	}
	if err != nil {
		return r, err
	}
	for i, c := range columns {
		reader := r.Readers[i]
		reader.Was = p.Was[c.Table+"."+c.Name]
		c.Nulls, c.Forms, c.Spelling = reader.Nulls, reader.Forms, reader.Spelling()
		p.Refusals = append(p.Refusals, migrate.DropAccepted(reader.Refusals(c.Table+"."+c.Name, p.Request.Bytes != ""), p.Request.Accept)...)
	}
	return r, nil
}

// readColumns reads so many columns, and a key behind them.
func readColumns(ctx context.Context, conn *sql.Conn, p *migrate.Plan, columns int, key []string, value func(i int, v any) any, query string) (r Reading, err error) {
	for range columns {
		reader := migrate.NewReader(p.Bytes)
		reader.Moves, reader.Known = p.BadRows != "", p.InOrder
		r.Readers = append(r.Readers, reader)
	}
	values := make([]any, columns+len(key))
	into := make([]any, len(values))
	for i := range values {
		into[i] = &values[i]
	}
	shown := func() string {
		var parts []string
		for i, k := range key {
			parts = append(parts, k+"="+migrate.QuoteValue(value(columns+i, values[columns+i])))
		}
		return strings.Join(parts, ", ")
	}
	err = Each(ctx, conn, func(rows *sql.Rows) error {
		r.Rows++
		if err := rows.Scan(into...); err != nil {
			return err
		}
		bad := false
		for i, reader := range r.Readers {
			before := reader.Bad
			reader.Read(value(i, values[i]), shown)
			bad = bad || reader.Bad > before
		}
		if bad {
			r.Bad++
		}
		return nil
	}, query)
	return r, err
}

// AsRead is the value of a driver that reads values as a Reader takes them.
func AsRead(_ int, v any) any { return v }

// RefuseRows adds the refusal if the query selects rows: the texts of their keys.
func RefuseRows(ctx context.Context, p *migrate.Plan, conn *sql.Conn, refusal migrate.Refusal, query string) error {
	keys, err := List(ctx, conn, Text, query+fmt.Sprintf(" LIMIT %d", migrate.MaxKeys))
	if err == nil && keys != nil {
		refusal.Keys = keys
		refusal.Manual += "; all of them: " + query
		p.Refusals = append(p.Refusals, refusal)
	}
	return err
}

// RefuseLeft refuses to move a row away to which one that stays refers by the foreign key. The query
// selects the texts of the keys of such rows that stay.
func RefuseLeft(ctx context.Context, p *migrate.Plan, conn *sql.Conn, k ForeignKey, query string) error {
	return RefuseRows(ctx, p, conn, migrate.Refusal{Kind: migrate.KindBadRows, Object: k.Table + "." + strings.Join(k.Columns, ", "),
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

// List returns the rows of a query. The function returns what a row is scanned into.
func List[T any](ctx context.Context, conn *sql.Conn, into func(*T) []any, query string, args ...any) (list []T, err error) {
	err = Each(ctx, conn, func(r *sql.Rows) error {
		var v T
		err := r.Scan(into(&v)...)
		list = append(list, v)
		return err
	}, query, args...)
	return list, err
}

// Text is for rows of one text.
func Text(v *string) []any { return []any{v} }

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
		p.Refusals = append(p.Refusals, migrate.Refusal{Kind: migrate.KindCollision, Object: column, Keys: keys,
			Reason: "rows that are different to the unique index " + index + " have the same UUID in different spellings",
			Manual: "merge or delete these rows; all of them: " + query})
	}
	return err
}
