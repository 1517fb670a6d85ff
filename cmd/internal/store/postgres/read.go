package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
)

const (
	maxText   = 64 << 10 // a longer text is cut: it is neither a UUID nor a document
	maxBytes  = 128      // and longer bytes
	spread    = 128      // a sample has rows of so many places in a table
	maxLeaves = 64       // and of so many partitions
	chunk     = 32 << 20 // bytes of a table that one transaction reads
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
	s := r.selection(rel, t.Columns)
	if len(s.columns) == 0 {
		return nil
	}
	switch {
	case !rel.pages && rel.foreign:
		return errors.New("it can be read only together with its foreign partitions, whose rows are in another database")
	case !rel.pages && limit > 0:
		return r.rows(ctx, s, s.list+" FROM "+rel.only()+fmt.Sprintf(" LIMIT %d", limit), visit)
	case !rel.pages:
		return r.rows(ctx, s, s.list+" FROM "+rel.only(), visit)
	case limit > 0:
		return r.sample(ctx, t, rel, s, limit, visit)
	}
	for _, l := range rel.leaves {
		if err := r.whole(ctx, s, l, visit); err != nil {
			return err
		}
	}
	return nil
}

// whole reads all rows that the leaf had when its size was asked, and those that came
// into the same pages since. A row that an UPDATE moves meanwhile may be missed, or
// come twice.
func (r *reader) whole(ctx context.Context, s *selection, l leaf, visit func(store.Row) error) error {
	pages := max(1, chunk/r.block/l.parts)
	if r.release < 140000 { // each condition on ctid would read the table from its start
		pages = l.pages
	}
	for from := int64(0); from < l.pages; from += pages {
		where := fmt.Sprintf(" WHERE ctid >= '(%d,0)' AND ctid < '(%d,0)'", from, from+pages)
		if err := r.rows(ctx, s, s.list+" FROM "+l.from+where, visit); err != nil {
			return err
		}
	}
	return nil
}

// sample reads about limit rows of the table, from places all over its pages. Of a
// column that is NULL in nearly all of them it then looks for other values.
func (r *reader) sample(ctx context.Context, t *store.Table, rel *relation, s *selection, limit int, visit func(store.Row) error) error {
	leaves := slices.DeleteFunc(slices.Clone(rel.leaves), func(l leaf) bool { return l.pages == 0 })
	if len(leaves) > maxLeaves {
		for i := range maxLeaves {
			leaves[i] = leaves[i*len(leaves)/maxLeaves]
		}
		leaves = leaves[:maxLeaves]
	}
	var pages int64
	for _, l := range leaves {
		pages += l.all
	}
	var sampled store.Sampled
	count := sampled.Counting(visit)
	whole := t.Exact && t.Rows <= int64(limit)
	for _, l := range leaves {
		var err error
		if whole {
			err = r.whole(ctx, s, l, count)
		} else {
			err = r.sampleLeaf(ctx, s, l, max(10, int(int64(limit)*l.all/pages)), count)
		}
		if err != nil {
			return err
		}
	}
	if whole {
		return nil
	}
	for _, c := range s.columns {
		if !sampled.Rare(c.name, limit) {
			continue
		}
		if err := r.sampleColumn(ctx, r.selection(rel, []store.Column{*t.Column(c.name)}), leaves, c, limit/4, visit); err != nil {
			return err
		}
	}
	return nil
}

// sampleColumn reads up to limit rows in which the column, the one of s, is not NULL. Without an
// index this may read the table until it finds a value, so it ends after three seconds.
func (r *reader) sampleColumn(ctx context.Context, s *selection, leaves []leaf, c column, limit int, visit func(store.Row) error) error {
	found := 0
	var stop error // of visit
	short, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	for _, l := range leaves {
		// A composite is NOT NULL only if all its fields are.
		err := r.rows(short, s, fmt.Sprintf("%s FROM %s WHERE %s IS DISTINCT FROM NULL LIMIT %d", s.list, l.from, c.quoted, max(1, limit-found)),
			func(row store.Row) error {
				found++
				row.Rare = true
				stop = visit(row)
				return stop
			})
		if found >= limit || err != nil { // out of time: there may be no other value
			break
		}
	}
	if stop != nil {
		return stop
	}
	if err := ctx.Err(); err != nil {
		return r.clean(err)
	}
	return nil
}

// sampleLeaf reads about limit rows, a few from each of many places.
func (r *reader) sampleLeaf(ctx context.Context, s *selection, l leaf, limit int, visit func(store.Row) error) error {
	places := min(int64(spread), l.all, int64(limit))
	if r.release < 140000 || l.parts > 1 {
		same := " REPEATABLE (1)"
		if l.parts > 1 { // with one seed it would be the same pages of each partition: of small ones perhaps none
			same = ""
		}
		return r.rows(ctx, s, fmt.Sprintf("%s FROM %s TABLESAMPLE SYSTEM (%g)%s LIMIT %d",
			s.list, l.from, min(100, 100*float64(places)/float64(l.all)), same, 100*limit), visit)
	}
	// A place is a page, and those after it until there are enough rows.
	var starts strings.Builder
	for i := range places {
		fmt.Fprintf(&starts, "%d,", i*l.pages/places)
	}
	width := max(1, min(l.pages/places, 64))
	n := 0
	count := func(row store.Row) error { n++; return visit(row) }
	// Where most places are empty, the others give more rows.
	for skip, each := 0, (limit+int(places)-1)/int(places); n < limit/2; {
		before := n
		err := r.rows(ctx, s, fmt.Sprintf(`SELECT s.* FROM pg_catalog.unnest('{%s}'::bigint[]) "place of uuidkit", LATERAL
				(%s FROM %s WHERE ctid >= pg_catalog.format('(%%s,0)', "place of uuidkit")::tid
				AND ctid < pg_catalog.format('(%%s,0)', "place of uuidkit" + %d)::tid LIMIT %d OFFSET %d) s`,
			strings.TrimSuffix(starts.String(), ","), s.list, l.from, width, each, skip), count)
		if err != nil {
			return err
		}
		if n == before && (n >= limit/10 || places*width >= l.pages) {
			return nil
		}
		if n == before { // nearly every place is empty
			return r.rows(ctx, s, fmt.Sprintf("%s FROM %s LIMIT %d", s.list, l.from, limit-n), visit)
		}
		skip, each = skip+each, 1+each*(limit-n)/n
	}
	return nil
}

// A selection is SELECT with the key and the columns that are read.
type selection struct {
	list    string
	key     []string // names, whose values come first
	columns []column
}

func (r *reader) selection(rel *relation, columns []store.Column) *selection {
	s := &selection{key: rel.key}
	var list []string
	for i, k := range rel.key {
		list = append(list, fmt.Sprintf("%s::text AS k%d", quote(k), i))
	}
	if len(rel.key) == 0 && rel.pages {
		s.key = []string{"ctid"}
		list = append(list, "ctid::text AS k0")
	}
	for _, c := range columns {
		if !c.Read {
			continue
		}
		mine := rel.columns[slices.IndexFunc(rel.columns, func(m column) bool { return m.name == c.Name })]
		q := mine.quoted
		switch r.typ(mine.oid).kind {
		case typeText:
			// The first part is evaluated without the text's being read, if it is long.
			q = fmt.Sprintf("CASE WHEN pg_catalog.octet_length(%s) > %d THEN pg_catalog.left(%[1]s::text, 256) ELSE %[1]s::text END", q, maxText)
		case typeBytes:
			q = fmt.Sprintf("pg_catalog.substr(%s::bytea, 1, %d)", q, maxBytes)
		case typeOther: // numeric
			q += "::text"
		}
		list = append(list, fmt.Sprintf("%s AS c%d", q, len(s.columns)))
		s.columns = append(s.columns, mine)
	}
	s.list = "SELECT " + strings.Join(list, ", ")
	return s
}

// rows runs a statement that begins with the selection.
func (r *reader) rows(ctx context.Context, s *selection, sql string, visit func(store.Row) error) error {
	var values record
	n := 0
	row := store.Row{Key: func() string {
		if len(s.key) == 0 {
			return fmt.Sprintf("row %d", n)
		}
		parts := make([]any, len(s.key))
		for i := range parts {
			parts[i] = values.text(i)
		}
		return store.Key(s.key, parts)
	}}
	var name string
	emit := func(path string, v layout.Value) {
		row.Cells = append(row.Cells, store.Cell{Column: name, Path: path, Value: v})
	}
	r.null = func(path string) { row.Nulls = append(row.Nulls, name+path) }
	return r.scan(ctx, sql, func(types []*typ, rec record) error {
		n++
		values, row.Cells, row.Nulls = rec, row.Cells[:0], row.Nulls[:0]
		for i, c := range s.columns {
			v := rec[len(s.key)+i]
			name = c.name
			if v == nil {
				row.Nulls = append(row.Nulls, name)
				continue
			}
			t := types[len(s.key)+i]
			if t == nil {
				return fmt.Errorf("column %s has another type than a moment ago", name)
			}
			if err := r.walk(t, "", v, emit); err != nil {
				return fmt.Errorf("column %s: %w", name, err)
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
	c := rel.columns[slices.IndexFunc(rel.columns, func(m column) bool { return m.name == name })]
	of := r.typ(c.oid)
	var list strings.Builder
	for i, v := range values {
		if i > 0 {
			list.WriteByte(',')
		}
		switch {
		case of.kind == typeBytes || v.Kind == layout.KindUUID:
			fmt.Fprintf(&list, `"%s%x"`, map[kind]string{typeBytes: `\\x`}[of.kind], v.Data)
		default:
			fmt.Fprintf(&list, `"%s"`, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(string(v.Data)))
		}
	}
	if of.base == "" {
		return 0, errors.New("the column has an unknown type")
	}
	rows, err := r.query(ctx, fmt.Sprintf(ownPath+`SELECT pg_catalog.count(*) FROM pg_catalog.unnest($1::%s[]) "value of uuidkit"
			WHERE EXISTS (SELECT FROM %s WHERE %s OPERATOR(%s.=) "value of uuidkit")`,
		of.base, rel.only(), c.quoted, of.operators()), "{"+list.String()+"}")
	if err != nil {
		return 0, err
	}
	return int(rows[0].int(0)), nil
}
