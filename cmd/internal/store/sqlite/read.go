package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
)

const (
	chunkRows  = 2000    // of one statement
	chunkBytes = 4 << 20 // about so many, and a row: a document can be large
	maxChunks  = 63      // of a sample: 1 in the middle, 2 in the middles of its halves, and so on to 32
	blobPrefix = 65      // of a blob that is no UUID
	maxJSON    = 64 << 10
)

// A reader reads a table in chunks, each a statement of its own.
type reader struct {
	*db
	table *store.Table
	key   []string // the columns that order the chunks, or the rowid; none: a view
	by    []string // the same in SQL, with their collations
	folds []bool   // which of them are compared without case: not always as their columns
	shown []int    // the columns of the primary key, for messages
	query string   // without WHERE
	visit func(store.Row) error
	rows  [][]any
	cells []store.Cell
	nulls []string
}

// Read visits rows in the order of the rowid, or of the primary key without one.
func (d *db) Read(ctx context.Context, t *store.Table, limit int, visit func(store.Row) error) error {
	ctx, cancel := d.options.Limit(ctx)
	defer cancel()
	visit = store.Until(ctx, visit)
	r := d.reader(t, visit)
	err := r.read(ctx, limit)
	if cause := context.Cause(ctx); cause != nil && err != nil {
		return cause
	}
	return err
}

func (r *reader) read(ctx context.Context, limit int) error {
	if len(r.key) == 0 {
		return r.all(ctx, limit)
	}
	if limit <= 0 || r.table.Exact && r.table.Rows <= int64(limit) {
		return r.whole(ctx)
	}
	return r.spread(ctx, limit)
}

func (d *db) reader(t *store.Table, visit func(store.Row) error) *reader {
	r := &reader{db: d, table: t, visit: visit}
	var primary, collations []string
	for _, x := range t.Indexes {
		if x.Primary {
			primary, collations = x.Columns, x.Collations
		}
	}
	for _, c := range primary {
		r.shown = append(r.shown, slices.IndexFunc(t.Columns, func(x store.Column) bool { return x.Name == c }))
	}
	switch id := rowid(t); {
	case t.View || id == "" && !t.Clustered:
	case t.Clustered:
		r.key = primary
	default:
		r.key = []string{id}
	}
	// An expression has no declared type, by which the driver would convert values.
	var values []string
	for i, k := range r.key {
		values = append(values, "+"+name(k))
		if by := name(k); t.Clustered {
			r.by = append(r.by, by+" COLLATE "+name(collations[i]))
		} else {
			r.by = append(r.by, by)
		}
		r.folds = append(r.folds, t.Clustered && collations[i] == "NOCASE")
	}
	for _, c := range t.Columns {
		// A blob of { or [ can be JSON: Go's []byte is a blob.
		values = append(values, fmt.Sprintf("iif(typeof(%[1]s) = 'blob' AND (length(%[1]s) > %[3]d OR substr(%[1]s, 1, 1) NOT IN (x'7b', x'5b')), substr(%[1]s, 1, %[2]d), +%[1]s)",
			name(c.Name), blobPrefix, maxJSON))
	}
	r.query = "SELECT " + strings.Join(values, ", ") + " FROM " + qualified(t)
	return r
}

// rowid returns a name of the rowid that no column has, or "".
func rowid(t *store.Table) string {
	for _, id := range []string{"rowid", "_rowid_", "oid"} {
		if !slices.ContainsFunc(t.Columns, func(c store.Column) bool { return strings.EqualFold(c.Name, id) }) {
			return id
		}
	}
	return ""
}

// all reads a view, which has no key, or its first rows.
func (r *reader) all(ctx context.Context, limit int) error {
	query := r.query
	if limit > 0 {
		query += fmt.Sprint(" LIMIT ", limit)
	}
	rows, err := r.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		values, err := r.scan(rows)
		if err == nil {
			err = r.row(values)
		}
		if err != nil {
			return err
		}
	}
	return rows.Err()
}

// whole reads all rows.
func (r *reader) whole(ctx context.Context) error {
	where, after := "", []any(nil)
	for {
		got, err := r.chunk(ctx, where, after, chunkRows)
		if err != nil || got == 0 {
			return err
		}
		where, after = " WHERE "+compare("", r.by, ">"), r.rows[got-1][:len(r.key)]
	}
}

// compare is the condition that a key, or the beginning of it, is greater or less than another. The sign is one
// before each column.
func compare(sign string, by []string, operator string) string {
	return fmt.Sprintf("(%s) %s (?%s)", list(sign, by, ""), operator, strings.Repeat(", ?", len(by)-1))
}

// list is that of the columns, with something before and behind each.
func list(before string, by []string, behind string) string {
	var all []string
	for _, b := range by {
		all = append(all, before+b+behind)
	}
	return strings.Join(all, ", ")
}

// chunk reads rows in one statement, and then visits them.
func (r *reader) chunk(ctx context.Context, where string, args []any, size int) (int, error) {
	rows, err := r.QueryContext(ctx, fmt.Sprintf("%s%s ORDER BY %s LIMIT %d", r.query, where, list("", r.by, ""), size), args...)
	if err != nil {
		return 0, err
	}
	clear(r.rows)
	r.rows = r.rows[:0]
	for bytes := 0; bytes < chunkBytes && rows.Next(); {
		values, err := r.scan(rows)
		if err != nil {
			rows.Close()
			return 0, err
		}
		r.rows = append(r.rows, values)
		for _, v := range values {
			switch v := v.(type) {
			case string:
				bytes += len(v)
			case []byte:
				bytes += len(v)
			}
		}
	}
	rows.Close()
	if err := rows.Err(); err != nil {
		return 0, err
	}
	for _, values := range r.rows {
		if err := r.row(values); err != nil {
			return 0, err
		}
	}
	return len(r.rows), nil
}

func (r *reader) scan(rows *sql.Rows) ([]any, error) {
	return scan(rows, len(r.key)+len(r.table.Columns))
}

// scan returns the n values of a row. The driver returns an empty blob as nil, and would bind nil as NULL.
func scan(row interface{ Scan(...any) error }, n int) ([]any, error) {
	values := make([]any, n)
	dest := make([]any, n)
	for i := range values {
		dest[i] = &values[i]
	}
	err := row.Scan(dest...)
	for i, v := range values {
		if b, ok := v.([]byte); ok && len(b) == 0 {
			values[i] = []byte{}
		}
	}
	return values, err
}

// ofUUIDs are declared types that are meant for UUIDs, and whose affinity is that of
// numbers.
var ofUUIDs = regexp.MustCompile(`(?i)uuid|guid|uniqueidentifier|binary`)

// row visits one row.
func (r *reader) row(values []any) error {
	r.cells, r.nulls = r.cells[:0], r.nulls[:0]
	columns := values[len(r.key):]
	var column string
	emit := func(path string, v layout.Value) {
		r.cells = append(r.cells, store.Cell{Column: column, Path: path, Value: v})
	}
	for i, c := range r.table.Columns {
		switch v := columns[i].(type) {
		case nil:
			r.nulls = append(r.nulls, c.Name)
		case string:
			column = c.Name
			store.Text("", []byte(v), emit)
		case []byte:
			column = c.Name
			if len(v) > 16 && (v[0] == '{' || v[0] == '[') && json.Valid(v) {
				store.JSON("", v, emit)
			} else {
				emit("", layout.Value{Kind: layout.KindBytes, Data: v[:min(len(v), blobPrefix)]})
			}
		case int64, float64:
			// SQLite made a number of 32 digits that look like one.
			if ofUUIDs.MatchString(c.Type) {
				column = c.Name
				emit("", layout.Value{Kind: layout.KindText, Data: fmt.Appendf(nil, "number %v", v)})
			}
		}
	}
	return r.visit(store.Row{Cells: r.cells, Nulls: r.nulls, Key: func() string {
		if len(r.shown) == 0 {
			if len(r.key) == 0 {
				return ""
			}
			return store.Key(r.key[:1], values[:1])
		}
		var names []string
		var key []any
		for _, i := range r.shown {
			names = append(names, r.table.Columns[i].Name)
			key = append(key, columns[i])
		}
		return store.Key(names, key)
	}})
}

// Count returns how many of the values are in the column.
func (d *db) Count(ctx context.Context, t *store.Table, column string, values []layout.Value) (int, error) {
	ctx, cancel := d.options.Limit(ctx)
	defer cancel()
	total := 0
	for chunk := range slices.Chunk(values, 500) {
		args := make([]any, len(chunk))
		for i, v := range chunk {
			if args[i] = any(v.Data); v.Kind == layout.KindText {
				args[i] = string(v.Data)
			}
		}
		var n int
		query := fmt.Sprintf("SELECT count(*) FROM (SELECT DISTINCT %[1]s FROM %[2]s WHERE %[1]s IN (?%[3]s))",
			name(column), qualified(t), strings.Repeat(", ?", len(chunk)-1))
		if err := d.QueryRowContext(ctx, query, args...).Scan(&n); err != nil {
			return total, err
		}
		total += n
	}
	return total, nil
}
