package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/sqltext"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
)

// Tables lists tables and views. A column of any type may hold text and bytes, so all
// are read.
func (d *db) Tables(ctx context.Context, f store.Filter) ([]*store.Table, []store.NotSeen, error) {
	if !f.Schema("main") {
		return nil, nil, nil
	}
	rows, err := d.QueryContext(ctx, `SELECT l.schema, l.name, l.type, l.wr, coalesce(s.sql, '')
		FROM pragma_table_list l LEFT JOIN sqlite_schema s ON s.name = l.name AND s.type = 'table'
		WHERE l.schema = 'main' AND l.type IN ('table', 'view', 'virtual') AND l.name NOT LIKE 'sqlite\_%' ESCAPE '\'
		ORDER BY l.name`)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	type entry struct {
		store.Table
		kind, sql    string
		withoutRowID bool
	}
	var entries []entry
	for rows.Next() {
		var e entry
		var schema string
		if err := rows.Scan(&schema, &e.Name, &e.kind, &e.withoutRowID, &e.sql); err != nil {
			return nil, nil, err
		}
		if f.Table("", e.Name) {
			entries = append(entries, e)
		}
	}
	if err := rows.Err(); err != nil {
		return nil, nil, err
	}
	rows.Close()

	var tables []*store.Table
	var notSeen []store.NotSeen
	for _, e := range entries {
		t := e.Table
		t.View, t.Virtual, t.Clustered, t.Rows = e.kind == "view", e.kind == "virtual", e.withoutRowID, -1
		limited, cancel := d.options.Limit(ctx)
		if err := d.describe(limited, &t, e.sql); err != nil {
			notSeen = append(notSeen, store.NotSeen{Where: t.String(), Why: store.Reason(limited, err)})
		} else {
			tables = append(tables, &t)
		}
		cancel()
	}
	return tables, notSeen, nil
}

func (d *db) describe(ctx context.Context, t *store.Table, create string) error {
	var key []string
	declared := collations(create)
	err := d.each(ctx, `SELECT name, type, "notnull", coalesce(dflt_value, ''), pk, hidden FROM pragma_table_xinfo(?) ORDER BY cid`,
		t.Name, func(row *sql.Rows) error {
			var c store.Column
			var notNull bool
			var pk, hidden int
			if err := row.Scan(&c.Name, &c.Type, &notNull, &c.Default, &pk, &hidden); err != nil {
				return err
			}
			if hidden == 1 {
				return nil // of a virtual table
			}
			c.Type = strings.ToLower(c.Type)
			c.Nullable, c.Generated, c.Read = !notNull, hidden > 1, true
			c.Collation = cmp.Or(declared[sqltext.Fold(c.Name)], "BINARY")
			c.CompareCase = c.Collation != "NOCASE"
			t.Columns = append(t.Columns, c)
			for len(key) < pk {
				key = append(key, "")
			}
			if pk > 0 {
				key[pk-1] = c.Name
			}
			return nil
		})
	if err != nil || t.View {
		return err
	}
	if len(t.Columns) == 0 {
		return fmt.Errorf("no columns can be read")
	}
	if err := d.indexes(ctx, t); err != nil {
		return err
	}
	if len(key) > 0 && !slices.ContainsFunc(t.Indexes, func(i store.Index) bool { return i.Primary }) {
		t.Indexes = append(t.Indexes, store.Index{Name: "primary key", Columns: key, Unique: true, Primary: true})
	}
	if err := d.foreignKeys(ctx, t); err != nil {
		return err
	}
	return d.count(ctx, t)
}

// collations returns those that CREATE TABLE declares, by the columns' names as [sqltext.Fold] writes them.
// A pragma says it of columns with an index only.
func collations(create string) map[string]string {
	all := map[string]string{}
	column, depth := "", 0
	var before sqltext.Token
	for _, t := range sqltext.Tokens(sqltext.SQLite, create) {
		switch {
		case t.Is("("):
			depth++
		case t.Is(")"):
			depth--
		case depth != 1: // the name of the table, or what is in a type, a CHECK or a constraint of the table
		case before.Is("(", ","):
			column = sqltext.Fold(identifier(t))
		case before.Is("COLLATE"):
			all[column] = strings.ToUpper(identifier(t))
		}
		before = t
	}
	return all
}

// identifier returns the name that a token is. SQLite takes 'id' for one, too.
func identifier(t sqltext.Token) string {
	if !t.Quoted && strings.HasPrefix(t.Text, "'") {
		return strings.ReplaceAll(strings.TrimSuffix(t.Text[1:], "'"), "''", "'")
	}
	return t.Text
}

func (d *db) indexes(ctx context.Context, t *store.Table) error {
	err := d.each(ctx, `SELECT name, "unique", origin = 'pk', partial FROM pragma_index_list(?) ORDER BY name`, t.Name,
		func(row *sql.Rows) error {
			var i store.Index
			if err := row.Scan(&i.Name, &i.Unique, &i.Primary, &i.Partial); err != nil {
				return err
			}
			t.Indexes = append(t.Indexes, i)
			return nil
		})
	if err != nil {
		return err
	}
	for i := range t.Indexes {
		x := &t.Indexes[i]
		err := d.each(ctx, `SELECT coalesce(name, ''), upper(coll) FROM pragma_index_xinfo(?) WHERE key ORDER BY seqno`, x.Name,
			func(row *sql.Rows) error {
				var column, collation string
				err := row.Scan(&column, &collation)
				x.Columns, x.Collations = append(x.Columns, column), append(x.Collations, collation)
				return err
			})
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *db) foreignKeys(ctx context.Context, t *store.Table) error {
	last := -1
	return d.each(ctx, `SELECT id, "table", "from", coalesce("to", '') FROM pragma_foreign_key_list(?) ORDER BY id, seq`, t.Name,
		func(row *sql.Rows) error {
			var id int
			var table, from, to string
			if err := row.Scan(&id, &table, &from, &to); err != nil {
				return err
			}
			if id != last {
				t.ForeignKeys = append(t.ForeignKeys, store.ForeignKey{Table: table})
				last = id
			}
			k := &t.ForeignKeys[len(t.ForeignKeys)-1]
			k.Columns = append(k.Columns, from)
			if to != "" { // else the primary key of the other table
				k.RefColumns = append(k.RefColumns, to)
			}
			return nil
		})
}

// countFor is how long a table's rows are counted.
var countFor = 3 * time.Second

// count counts the rows, or estimates them if that takes too long.
func (d *db) count(ctx context.Context, t *store.Table) error {
	short, cancel := context.WithTimeout(ctx, countFor)
	defer cancel()
	err := d.QueryRowContext(short, `SELECT count(*) FROM `+qualified(t)).Scan(&t.Rows)
	if err == nil {
		t.Exact = true
		return nil
	}
	if short.Err() == nil || ctx.Err() != nil {
		return err
	}
	t.Rows = -1
	id := rowid(t)
	if id == "" || t.Clustered {
		return nil
	}
	// The range of the rowid, unless the file has no room for so many rows: then the rowid is a Snowflake, or random.
	var first, last, size int64
	err = d.QueryRowContext(ctx, fmt.Sprintf(`SELECT coalesce((SELECT min(%[1]s) FROM %[2]s), 0), coalesce((SELECT max(%[1]s) FROM %[2]s), 0),
		(SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size)`, id, qualified(t))).Scan(&first, &last, &size)
	const smallest = 8 // bytes of a row, its rowid included
	if rows := float64(last) - float64(first) + 1; rows <= float64(size/smallest) {
		t.Rows = int64(rows)
	}
	return err
}

// each calls f for each row of a query.
func (d *db) each(ctx context.Context, query, arg string, f func(*sql.Rows) error) error {
	rows, err := d.QueryContext(ctx, query, arg)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
