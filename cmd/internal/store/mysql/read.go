package mysql

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/uuidkit/uuidkit/uuid"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
)

const (
	maxText  = 64 << 10 // a longer text is cut: it is neither a UUID nor a document
	maxBytes = 128      // and longer bytes
	spread   = 64       // a sample has rows of so many places in a table
	chunk    = 10_000   // rows that one SELECT reads
)

// Read visits rows. See the package's comment for what it holds while it does.
func (r *reader) Read(ctx context.Context, t *store.Table, limit int, visit func(store.Row) error) error {
	rel := r.relations[t]
	if rel == nil {
		return errors.New("the table is not of this database")
	}
	ctx, cancel := r.options.Limit(ctx)
	defer cancel()
	visit = store.Until(ctx, visit)
	s := r.selection(t, rel, t.Columns)
	if len(s.columns) == 0 {
		return nil
	}
	switch {
	case t.View && limit > 0:
		return r.rows(ctx, s, fmt.Sprintf("%s FROM %s LIMIT %d", s.list, rel.name, limit), visit)
	case t.View:
		return r.rows(ctx, s, s.list+" FROM "+rel.name, visit)
	case limit > 0 && !(t.Exact && t.Rows <= int64(limit)):
		return r.sample(ctx, t, rel, s, limit, visit)
	}
	return r.whole(ctx, t, rel, s, visit)
}

// whole reads all rows, in the order of a key if there is one.
func (r *reader) whole(ctx context.Context, t *store.Table, rel *relation, s *selection, visit func(store.Row) error) error {
	index, key := rel.pager(t)
	if key == nil {
		if _, err := r.db.ExecContext(ctx, "SET SESSION TRANSACTION ISOLATION LEVEL READ UNCOMMITTED"); err != nil {
			return r.clean(err)
		}
		defer r.db.ExecContext(context.WithoutCancel(ctx), "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED")
		return r.rows(ctx, s, s.list+" FROM "+rel.name, visit)
	}
	s = s.ordered(key)
	where := ""
	for {
		n := 0
		var last [][]byte
		err := r.rows(ctx, s, fmt.Sprintf("%s FROM %s FORCE INDEX (%s)%s ORDER BY %s LIMIT %d", s.list, rel.name, quote(index), where, names(key), chunk),
			func(row store.Row) error {
				if n++; n == chunk {
					last = s.place()
				}
				return visit(row)
			})
		if err != nil || n < chunk {
			return err
		}
		where = " WHERE " + after(key, last)
	}
}

// pager returns an index that is unique, whose columns are not NULL and can be compared.
func (rel *relation) pager(t *store.Table) (name string, key []column) {
indexes:
	for i, x := range t.Indexes {
		if !x.Unique || rel.unfit[i] {
			continue
		}
		key = nil
		for _, name := range x.Columns {
			c := rel.column(name)
			if c.order() == unordered || t.Column(name).Nullable {
				continue indexes
			}
			key = append(key, c)
		}
		return x.Name, key
	}
	return "", nil
}

func (rel *relation) column(name string) column {
	return rel.columns[slices.IndexFunc(rel.columns, func(c column) bool { return c.name == name })]
}

func names(columns []column) string {
	var list []string
	for _, c := range columns {
		list = append(list, quote(c.name))
	}
	return strings.Join(list, ", ")
}

// sample reads about limit rows from places all over an index. Of a column that is NULL
// in nearly all of them it then looks for other values.
func (r *reader) sample(ctx context.Context, t *store.Table, rel *relation, s *selection, limit int, visit func(store.Row) error) error {
	var sampled store.Sampled
	count := sampled.Counting(visit)
	if err := r.probe(ctx, t, rel, s, limit, count); err != nil {
		return err
	}
	if sampled.Rows < limit/2 { // no index, or few different values in it
		if err := r.rows(ctx, s, fmt.Sprintf("%s FROM %s LIMIT %d", s.list, rel.name, limit-sampled.Rows), count); err != nil {
			return err
		}
	}
	for _, c := range s.columns {
		if !sampled.Rare(c.name, limit) {
			continue
		}
		var stop error // of visit
		// Without an index this may read the table until it finds a value.
		short, cancel := context.WithTimeout(ctx, 3*time.Second)
		one := r.selection(t, rel, []store.Column{*t.Column(c.name)})
		r.rows(short, one, fmt.Sprintf("%s FROM %s WHERE %s IS NOT NULL LIMIT %d", one.list, rel.name, quote(c.name), max(1, limit/4)), func(row store.Row) error {
			row.Rare = true
			stop = visit(row)
			return stop
		})
		cancel()
		if stop != nil {
			return stop
		}
		if err := ctx.Err(); err != nil { // and not short's: there may be no other value
			return r.clean(err)
		}
	}
	return nil
}

// probe divides the range of an index's first column in halves, and those again, and
// reads some rows from the middle of each.
func (r *reader) probe(ctx context.Context, t *store.Table, rel *relation, s *selection, limit int, visit func(store.Row) error) error {
	index, ok := rel.spreader(t)
	if !ok {
		return nil
	}
	key := []column{rel.column(t.Indexes[index].Columns[0])}
	c := quote(key[0].name)
	s = s.ordered(key)
	seen := map[string]bool{}
	each := (limit + spread - 1) / spread
	// part reads rows and returns the first and the last one's value.
	part := func(where, direction string) (first, last []byte, err error) {
		err = r.rows(ctx, s, fmt.Sprintf("%s FROM %s FORCE INDEX (%s) WHERE %s ORDER BY %s%s LIMIT %d", s.list, rel.name, quote(t.Indexes[index].Name), where, c, direction, each),
			func(row store.Row) error {
				value := s.place()[0]
				if first == nil {
					first = value
				}
				last = value
				// In an order that is not known well, a row may be in two parts. Without a primary key nobody can tell.
				k := fmt.Sprintf("%q", s.row[:len(s.key)]) // of row.Key two may look alike
				if len(s.key) == 0 {
					k = strconv.Itoa(len(seen))
				}
				if !seen[k] {
					seen[k] = true
					return visit(row)
				}
				return nil
			})
		return first, last, err
	}
	_, lo, err := part(c+" IS NOT NULL", "")
	if err != nil || lo == nil {
		return err
	}
	_, hi, err := part(c+" IS NOT NULL", " DESC")
	if err != nil || hi == nil {
		return err
	}
	ranges := [][2][]byte{{lo, hi}}
	for probes := 0; len(ranges) > 0 && len(seen) < limit && probes < 4*spread; probes++ {
		lo, hi := ranges[0][0], ranges[0][1]
		ranges = ranges[1:]
		middle := key[0].middle(lo, hi)
		if middle == nil {
			continue
		}
		_, last, err := part(fmt.Sprintf("%s >= %s AND %s < %s", c, key[0].literal(middle), c, key[0].literal(hi)), "")
		if err != nil {
			return err
		}
		ranges = append(ranges, [2][]byte{lo, middle})
		if last != nil && !bytes.Equal(last, hi) {
			ranges = append(ranges, [2][]byte{last, hi})
		}
	}
	return nil
}

// spreader returns the index whose first column has the most values, and of a primary
// key with very many the primary key.
func (rel *relation) spreader(t *store.Table) (index int, ok bool) {
	for i, x := range t.Indexes {
		first := rel.columns[0]
		if x.Columns[0] == "" || rel.unfit[i] {
			continue
		}
		first = rel.column(x.Columns[0])
		if o := first.order(); o == unordered || o == listed {
			continue
		}
		if !ok || rel.cardinality[i] > rel.cardinality[index] && rel.cardinality[index] < 1000 {
			index, ok = i, true
		}
	}
	return index, ok
}

// A selection is what follows SELECT: the key, the columns that are read, and those
// that rows are ordered by.
type selection struct {
	list    string
	key     []column // whose values come first
	columns []column
	order   []column // and last

	row record // of now
}

func (r *reader) selection(t *store.Table, rel *relation, columns []store.Column) *selection {
	s := &selection{}
	var list []string
	for _, name := range rel.primary {
		c := rel.column(name)
		s.key = append(s.key, c)
		list = append(list, c.expression())
	}
	for _, c := range columns {
		if !c.Read {
			continue
		}
		mine := rel.column(c.Name)
		q := quote(c.Name)
		switch mine.charset {
		case "ucs2", "utf16", "utf16le", "utf32":
			q = "CONVERT(" + q + " USING utf8mb4)"
		}
		switch {
		case mine.dataType == "json" || mine.dataType == "uuid" || mine.dataType == "decimal":
		case mine.charset == "":
			q = fmt.Sprintf("SUBSTRING(%s, 1, %d)", q, maxBytes)
		case !mine.json && strings.HasSuffix(mine.dataType, "text"):
			q = fmt.Sprintf("IF(OCTET_LENGTH(%s) > %d, LEFT(%s, 256), %[3]s)", quote(c.Name), maxText, q)
		}
		list = append(list, q)
		s.columns = append(s.columns, mine)
	}
	s.list = strings.Join(list, ", ")
	return s
}

// ordered is the selection with the columns by which its rows are ordered.
func (s *selection) ordered(by []column) *selection {
	o := *s
	o.order = by
	for _, c := range by {
		o.list += ", " + c.expression()
	}
	return &o
}

// place returns the values of the order of the row of now.
func (s *selection) place() (values [][]byte) {
	for _, v := range s.row[len(s.row)-len(s.order):] {
		values = append(values, bytes.Clone(v))
	}
	return values
}

// rows runs a statement that begins with the selection.
func (r *reader) rows(ctx context.Context, s *selection, sql string, visit func(store.Row) error) error {
	n := 0
	keys := make([]string, len(s.key))
	for i, c := range s.key {
		keys[i] = c.name
	}
	row := store.Row{Key: func() string {
		if len(keys) == 0 {
			return fmt.Sprintf("row %d", n)
		}
		values := make([]any, len(keys))
		for i, c := range s.key {
			if values[i] = string(s.row[i]); c.order() == binary {
				values[i] = []byte(s.row[i])
			}
		}
		return store.Key(keys, values)
	}}
	var name string
	emit := func(path string, v layout.Value) {
		row.Cells = append(row.Cells, store.Cell{Column: name, Path: path, Value: v})
	}
	return r.scan(ctx, sql, func(rec record) error {
		n++
		s.row, row.Cells, row.Nulls = rec, row.Cells[:0], row.Nulls[:0]
		for i, c := range s.columns {
			v := []byte(rec[len(s.key)+i])
			name = c.name
			switch {
			case v == nil:
				row.Nulls = append(row.Nulls, name)
			case c.json:
				store.JSON("", v, emit)
			case c.dataType == "uuid":
				u, err := uuid.Parse(string(v))
				if err != nil {
					return fmt.Errorf("column %s: %w", name, err)
				}
				emit("", layout.Value{Kind: layout.KindUUID, Data: u[:]})
			case c.charset == "" && c.dataType != "decimal", c.raw && !utf8.Valid(v):
				emit("", layout.Value{Kind: layout.KindBytes, Data: v})
			default:
				store.Text("", v, emit)
			}
		}
		return visit(row)
	})
}

// Count asks the column's index for each value.
func (r *reader) Count(ctx context.Context, t *store.Table, name string, values []layout.Value) (int, error) {
	rel := r.relations[t]
	if rel == nil || t.Column(name) == nil {
		return 0, errors.New("the column is not of this database")
	}
	ctx, cancel := r.options.Limit(ctx)
	defer cancel()
	c := rel.column(name)
	var list []string
	for _, v := range values {
		switch data := v.Data; {
		case c.number() && (v.Kind != layout.KindText || !isNumber.Match(data)): // it is not in the column
		case v.Kind == layout.KindUUID && len(data) == 16:
			list = append(list, c.literal([]byte(uuid.UUID(data).String())))
		case c.raw && v.Kind == layout.KindBytes:
			list = append(list, fmt.Sprintf("_%s x'%x'", c.charset, data))
		case c.charset == "" && c.order() == unordered: // a BLOB
			list = append(list, fmt.Sprintf("x'%x'", data))
		default:
			list = append(list, c.literal(data))
		}
	}
	if len(list) == 0 {
		return 0, nil
	}
	rows, err := r.query(ctx, fmt.Sprintf("COUNT(DISTINCT %[1]s) FROM %[2]s WHERE %[1]s IN (%[3]s)", quote(name), rel.name, strings.Join(list, ", ")))
	if err != nil {
		return 0, err
	}
	return int(rows[0].int(0)), nil
}
