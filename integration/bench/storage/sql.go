package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/uuid"
)

// tables are the two tables in database/sql, for MariaDB and SQLite.
type tables struct {
	db       *sql.DB
	form     form
	prepared map[string]*sql.Stmt
}

// createAll makes both tables with types as this database calls them.
func (t *tables) createAll(ctx context.Context, f form, number string) error {
	if err := t.forget(); err != nil {
		return err
	}
	t.form = f
	for _, query := range []string{
		"DROP TABLE IF EXISTS item", "DROP TABLE IF EXISTS owner",
		fmt.Sprintf("CREATE TABLE owner (id %s NOT NULL PRIMARY KEY, n %s NOT NULL)", f.name, number),
		fmt.Sprintf("CREATE TABLE item (id %[1]s NOT NULL PRIMARY KEY, owner %[1]s NOT NULL, n %[2]s NOT NULL)", f.name, number),
		"CREATE INDEX item_owner ON item (owner)",
	} {
		if _, err := t.db.ExecContext(ctx, query); err != nil {
			return err
		}
	}
	return nil
}

// forget closes what was prepared.
func (t *tables) forget() (err error) {
	for _, s := range t.prepared {
		err = errors.Join(err, s.Close())
	}
	t.prepared = map[string]*sql.Stmt{}
	return err
}

func (t *tables) prepare(ctx context.Context, query string) (s *sql.Stmt, err error) {
	if s = t.prepared[query]; s == nil {
		if s, err = t.db.PrepareContext(ctx, query); err == nil {
			t.prepared[query] = s
		}
	}
	return s, err
}

func (t *tables) insertOwners(ctx context.Context, owners []item) error {
	return t.inserts(ctx, "owner", owners, func(o item) []any { return []any{t.form.of(o.id), o.n} })
}

func (t *tables) insert(ctx context.Context, items []item) error {
	return t.inserts(ctx, "item", items, func(i item) []any { return []any{t.form.of(i.id), t.form.of(i.owner), i.n} })
}

// inserts inserts rows, a thousand with a statement. The database has one connection, so
// that BEGIN and COMMIT are in the same one.
func (t *tables) inserts(ctx context.Context, table string, rows []item, values func(item) []any) error {
	if _, err := t.db.ExecContext(ctx, "BEGIN"); err != nil {
		return err
	}
	for some := range slices.Chunk(rows, 1000) {
		var all []any
		for _, row := range some {
			all = append(all, values(row)...)
		}
		row := "(?" + strings.Repeat(", ?", len(all)/len(some)-1) + ")"
		s, err := t.prepare(ctx, "INSERT INTO "+table+" VALUES "+row+strings.Repeat(", "+row, len(some)-1))
		if err == nil {
			_, err = s.ExecContext(ctx, all...)
		}
		if err != nil {
			return err
		}
	}
	_, err := t.db.ExecContext(ctx, "COMMIT")
	return err
}

func (t *tables) one(ctx context.Context, id uuid.UUID) (int, error) {
	return t.rows(ctx, "SELECT n FROM item WHERE id = ?", id)
}

func (t *tables) ofOwner(ctx context.Context, owner uuid.UUID) (int, error) {
	return t.rows(ctx, "SELECT n FROM item WHERE owner = ?", owner)
}

func (t *tables) ordered(ctx context.Context, from uuid.UUID) (int, error) {
	return t.rows(ctx, "SELECT n FROM item WHERE id >= ? ORDER BY id LIMIT 1000", from)
}

func (t *tables) joined(ctx context.Context, from uuid.UUID) (int, error) {
	return t.rows(ctx, "SELECT i.n + o.n FROM (SELECT * FROM item WHERE id >= ? ORDER BY id LIMIT 1000) i JOIN owner o ON o.id = i.owner", from)
}

func (t *tables) rows(ctx context.Context, query string, id uuid.UUID) (n int, err error) {
	s, err := t.prepare(ctx, query)
	if err != nil {
		return 0, err
	}
	rows, err := s.QueryContext(ctx, t.form.of(id))
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var number int64
		if err := rows.Scan(&number); err != nil {
			return 0, err
		}
		n++
	}
	return n, rows.Err()
}

// sizes runs a query for the names of a table's parts and their bytes, and returns those
// of the parts in this order.
func (t *tables) sizes(ctx context.Context, query string, parts ...string) (sizes []int64, err error) {
	rows, err := t.db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := map[string]int64{}
	for rows.Next() {
		var name string
		var bytes int64
		if err := rows.Scan(&name, &bytes); err != nil {
			return nil, err
		}
		found[name] = bytes
	}
	for _, part := range parts {
		if found[part] == 0 {
			return nil, fmt.Errorf("no size of %s, only of %v", part, slices.Sorted(maps.Keys(found)))
		}
		sizes = append(sizes, found[part])
	}
	return sizes, rows.Err()
}

// settings returns what each query answers, under its name.
func (t *tables) settings(ctx context.Context, queries ...[2]string) (all [][2]string, err error) {
	for _, q := range queries {
		var value string
		if err := t.db.QueryRowContext(ctx, q[1]).Scan(&value); err != nil {
			return nil, err
		}
		all = append(all, [2]string{q[0], value})
	}
	return all, nil
}
