package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/uuidkit/uuidkit/cmd/internal/store"
)

// countBelow is the size of a table whose rows are counted, and countUpTo how many of those that are
// not in its own pages. Above it the planner's estimate is taken.
const (
	countBelow = 16 << 20
	countUpTo  = 100_000
)

// A relation is what Read needs of a table beside store.Table.
type relation struct {
	oid     string
	name    string // quoted
	kind    byte   // of pg_class: r, p, m or v
	pages   bool   // the rows have a ctid in pages of their own, and the user may ask for it: not if only some columns are granted
	foreign bool   // some partitions are foreign tables, which a SELECT of the table would read, too
	policed bool   // row-level security hides rows of the table itself from the user
	hyper   bool   // TimescaleDB has the rows in tables that inherit from this one
	leaves  []leaf // the table itself, or its partitions
	columns []column
	key     []string // the columns of the primary key
	indexes []string // the oid of each of the table's Indexes
}

type column struct {
	name, quoted string
	oid          uint32
	length       int // of varchar(n), char(n) and numeric(n, 0); -1 is none
}

// A leaf is a part of the database that has pages.
type leaf struct {
	from  string // what stands behind FROM
	pages int64  // of the largest part
	parts int64  // 1, or the partitions of a table that is read only as a whole
	all   int64  // pages of all parts
}

func quote(names ...string) string { return pgx.Identifier(names).Sanitize() }

// Tables reads the catalog.
func (r *reader) Tables(ctx context.Context, f store.Filter) (tables []*store.Table, notSeen []store.NotSeen, err error) {
	// A view is one SELECT of any length, so it comes after the tables.
	rows, err := r.query(ctx, `SELECT c.oid, n.nspname, c.relname, c.relkind, c.relispopulated, row_security_active(c.oid),
			has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT'),
			c.relkind <> 'v' AND has_table_privilege(c.oid, 'SELECT'),
			coalesce((SELECT w.fdwname FROM pg_foreign_table t JOIN pg_foreign_server s ON s.oid = t.ftserver JOIN pg_foreign_data_wrapper w ON w.oid = s.srvfdw
				WHERE t.ftrelid = c.oid), ''),
			EXISTS (SELECT FROM pg_inherits i JOIN pg_class k ON k.oid = i.inhrelid WHERE i.inhparent = c.oid AND c.relkind = 'r'
				AND k.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = '_timescaledb_internal'))
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind IN ('r', 'p', 'm', 'v', 'f') AND NOT c.relispartition
			AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^(pg_(toast|temp_)|_timescaledb_)'
		ORDER BY c.relkind = 'v', n.nspname, c.relname`)
	if err != nil {
		return nil, nil, err
	}
	tables, notSeen = r.readable(rows, f)
	if len(tables) == 0 {
		return nil, notSeen, nil
	}
	byOID, oids := map[string]*store.Table{}, make([]string, len(tables))
	for i, t := range tables {
		oids[i] = r.relations[t].oid
		byOID[oids[i]] = t
	}
	all := "{" + strings.Join(oids, ",") + "}"
	more, err := r.foreignViews(ctx, all, byOID)
	if err != nil {
		return nil, nil, err
	}
	notSeen = append(notSeen, more...)
	for _, part := range []func(context.Context, string, map[string]*store.Table) ([]store.NotSeen, error){
		r.columns, r.indexes, r.foreignKeys,
	} {
		more, err := part(ctx, all, byOID)
		if err != nil {
			return nil, nil, err
		}
		notSeen = append(notSeen, more...)
	}
	for _, t := range tables {
		notSeen = append(notSeen, r.sizes(ctx, t)...)
		if ctx.Err() != nil {
			return nil, nil, r.clean(ctx.Err())
		}
	}
	return tables, notSeen, nil
}

// readable returns the tables in the rows of the catalog that pass the filter and can be read,
// and why the others cannot.
func (r *reader) readable(rows []record, f store.Filter) (tables []*store.Table, notSeen []store.NotSeen) {
	r.relations = map[*store.Table]*relation{}
	for _, row := range rows {
		t := &store.Table{Schema: row.text(1), Name: row.text(2), View: row.text(3) == "v" || row.text(3) == "m", Rows: -1, Selects: map[string]string{}}
		if !f.Table(t.Schema, t.Name) {
			continue
		}
		not := func(why string) { notSeen = append(notSeen, store.NotSeen{Where: t.String(), Why: why}) }
		switch {
		case row.text(3) == "f":
			not("a foreign table (" + row.text(8) + "): its rows are in another database; audit that one")
			continue
		case !row.is(6):
			not("no permission to read it")
			continue
		case !row.is(4):
			not("a materialized view without data: REFRESH MATERIALIZED VIEW was never run")
			continue
		case row.is(5):
			not("row-level security hides rows from this user; the others were read")
		}
		rel := &relation{oid: row.text(0), name: quote(t.Schema, t.Name), kind: row[3][0], pages: row.is(7), policed: row.is(5), hyper: row.is(9)}
		tables, r.relations[t] = append(tables, t), rel
	}
	return tables, notSeen
}

func (r *reader) columns(ctx context.Context, all string, tables map[string]*store.Table) (notSeen []store.NotSeen, err error) {
	// pg_get_expr waits for a table that another session has locked, in newer releases.
	rows, err := r.query(ctx, ownPath+`SELECT a.attrelid, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.atttypid, a.atttypmod,
			a.attnotnull OR t.typnotnull, a.attgenerated <> '', coalesce(CASE WHEN d.adrelid NOT IN (SELECT relation FROM pg_locks
				WHERE mode = 'AccessExclusiveLock' AND locktype = 'relation' AND pid <> pg_catalog.pg_backend_pid()
				AND database = (SELECT oid FROM pg_database WHERE datname = pg_catalog.current_database()))
			THEN pg_catalog.pg_get_expr(d.adbin, d.adrelid) END, t.typdefault, ''),
			pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT'), cn.nspname, co.collname,
			coalesce(co.collisdeterministic, true)
		FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
		LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
		LEFT JOIN pg_collation co ON co.oid = a.attcollation LEFT JOIN pg_namespace cn ON cn.oid = co.collnamespace
		WHERE a.attrelid = ANY ($1::oid[]) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attrelid, a.attnum`, all)
	if err != nil {
		return nil, err
	}
	oids := map[uint32]bool{17: true, 25: true} // bytea and text, to which Read casts
	for _, row := range rows {
		oids[uint32(row.int(3))] = true
	}
	if err := r.load(ctx, oids); err != nil {
		return nil, err
	}
	ignoresCase := map[string]bool{}
	for _, row := range rows {
		t := tables[row.text(0)]
		rel := r.relations[t]
		c := store.Column{Name: row.text(1), Type: row.text(2), Nullable: !row.is(5), Generated: row.is(6)}
		if !c.Generated {
			c.Default = row.text(7)
		}
		oid := uint32(row.int(3))
		if row[9] != nil && r.typ(oid).kind == typeText {
			collation := quote(row.text(9), row.text(10))
			c.Collation, c.CompareCase = row.text(10), !r.typ(oid).citext
			if !row.is(11) { // it may ignore case, accents or nothing
				if _, asked := ignoresCase[collation]; !asked {
					ignoresCase[collation] = r.ignoresCase(ctx, collation)
				}
				c.CompareCase = c.CompareCase && !ignoresCase[collation]
			}
		}
		mine := column{name: c.Name, quoted: quote(c.Name), oid: oid, length: length(row.text(2))}
		c.Read = r.hasRoom(c, mine)
		switch where := t.String() + "." + c.Name; {
		case c.Read && !row.is(8):
			c.Read = false
			notSeen = append(notSeen, store.NotSeen{Where: where, Why: "no permission to read it"})
		case r.skips(oid):
			notSeen = append(notSeen, store.NotSeen{Where: where, Why: "uuid audit does not read the type " + c.Type})
		}
		t.Columns = append(t.Columns, c)
		rel.columns = append(rel.columns, mine)
		if c.Read {
			r.selects(t.Selects, oid, c.Name, mine.quoted)
		}
	}
	return notSeen, nil
}

// hasRoom reports whether a UUID fits into the column, in any form.
func (r *reader) hasRoom(c store.Column, of column) bool {
	switch typ := r.typ(of.oid); {
	case typ.base == "numeric" && (of.length >= 38 || !strings.Contains(c.Type, "(")): // a UUID as a number has 39 digits
		return true
	case typ.kind == typeText:
		return r.holds(of.oid) && (of.length < 0 || of.length >= 16)
	}
	return r.holds(of.oid)
}

func (r *reader) ignoresCase(ctx context.Context, collation string) bool {
	answer, err := r.query(ctx, `SELECT 'a' = 'A' COLLATE `+collation)
	return err == nil && answer[0].is(0)
}

// foreignViews says which views read foreign tables, by way of other views, too.
func (r *reader) foreignViews(ctx context.Context, all string, tables map[string]*store.Table) (notSeen []store.NotSeen, err error) {
	rows, err := r.query(ctx, `WITH RECURSIVE reads (view, relation) AS (
			SELECT w.ev_class, d.refobjid FROM pg_rewrite w JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
				AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> w.ev_class
			WHERE w.ev_class = ANY ($1::oid[])
			UNION
			SELECT s.view, d.refobjid FROM reads s JOIN pg_class v ON v.oid = s.relation AND v.relkind = 'v' JOIN pg_rewrite w ON w.ev_class = v.oid
				JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> w.ev_class
		)
		SELECT s.view, string_agg(DISTINCT s.relation::regclass::text, ', ') FROM reads s
		JOIN pg_class c ON c.oid = s.relation AND c.relkind = 'f' JOIN pg_class v ON v.oid = s.view AND v.relkind = 'v' GROUP BY s.view`, all)
	for _, row := range rows {
		notSeen = append(notSeen, store.NotSeen{Where: tables[row.text(0)].String(),
			Why: "a view of foreign tables (" + row.text(1) + "): its rows were read, and are in another database; audit that one"})
	}
	return notSeen, err
}

// length returns the number in a type such as character(36) and numeric(39,0), or -1.
func length(declared string) int {
	n, scale := -1, 0
	if _, rest, ok := strings.Cut(declared, "("); ok {
		fmt.Sscanf(rest, "%d,%d", &n, &scale)
	}
	if scale != 0 {
		return -1
	}
	return n
}

func (r *reader) indexes(ctx context.Context, all string, tables map[string]*store.Table) ([]store.NotSeen, error) {
	rows, err := r.query(ctx, `SELECT x.indrelid, c.relname, x.indisunique, x.indisprimary, x.indpred IS NOT NULL,
			(SELECT json_agg(coalesce(a.attname, '') ORDER BY k.n) FROM unnest(x.indkey) WITH ORDINALITY k(attnum, n)
				LEFT JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = k.attnum AND k.attnum <> 0
				WHERE k.n <= x.indnkeyatts),
			c.oid
		FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid
		WHERE x.indrelid = ANY ($1::oid[]) AND x.indisvalid ORDER BY x.indrelid, NOT x.indisprimary, c.relname`, all)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		t := tables[row.text(0)]
		x := store.Index{Name: row.text(1), Unique: row.is(2), Primary: row.is(3), Partial: row.is(4)}
		if err := json.Unmarshal(row[5], &x.Columns); err != nil {
			return nil, err
		}
		rel := r.relations[t]
		if x.Primary && rel.pages {
			rel.key = x.Columns
		}
		t.Indexes, rel.indexes = append(t.Indexes, x), append(rel.indexes, row.text(6))
	}
	return nil, nil
}

func (r *reader) foreignKeys(ctx context.Context, all string, tables map[string]*store.Table) ([]store.NotSeen, error) {
	names := func(table, keys string) string {
		return `(SELECT json_agg(a.attname ORDER BY k.n) FROM unnest(o.` + keys + `) WITH ORDINALITY k(attnum, n)
			JOIN pg_attribute a ON a.attrelid = o.` + table + ` AND a.attnum = k.attnum)`
	}
	// A key that a partition has of its table has a parent.
	rows, err := r.query(ctx, `SELECT o.conrelid, o.conname, n.nspname, c.relname, `+names("conrelid", "conkey")+`, `+names("confrelid", "confkey")+`
		FROM pg_constraint o JOIN pg_class c ON c.oid = o.confrelid JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE o.contype = 'f' AND o.conparentid = 0 AND o.conrelid = ANY ($1::oid[]) ORDER BY o.conrelid, o.conname`, all)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		t := tables[row.text(0)]
		k := store.ForeignKey{Name: row.text(1), Schema: row.text(2), Table: row.text(3)}
		if err := json.Unmarshal(row[4], &k.Columns); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(row[5], &k.RefColumns); err != nil {
			return nil, err
		}
		t.ForeignKeys = append(t.ForeignKeys, k)
	}
	return nil, nil
}

// sizes asks for the size and the rows of one table. Where another session has the
// table locked, it does without.
func (r *reader) sizes(ctx context.Context, t *store.Table) []store.NotSeen {
	rel := r.relations[t]
	if rel.kind == 'v' {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	main, notSeen, ok := r.leaves(ctx, t, rel)
	if !ok {
		rel.pages = false // Read asks again, and says why it is not seen
		return nil
	}
	// An index of a partitioned table has its pages in those of the partitions.
	rows, _ := r.query(ctx, `SELECT pg_relation_size(i.oid) + coalesce((SELECT sum(pg_relation_size(p.relid)) FROM pg_partition_tree(i.oid) p
			WHERE p.relid <> i.oid), 0) FROM unnest($1::oid[]) WITH ORDINALITY i(oid, n) ORDER BY i.n`, "{"+strings.Join(rel.indexes, ",")+"}")
	for i := range rows {
		t.Indexes[i].Bytes = rows[i].int(0)
	}
	if main <= countBelow && len(notSeen) == 0 {
		r.count(ctx, t, rel, main)
	}
	if !t.Exact {
		r.estimate(ctx, t, rel)
	}
	// The rows are elsewhere: in TimescaleDB's chunks, on other nodes of Citus; or nobody knows, as of an unlogged table
	// on a standby: Read asks, and says why it is not seen.
	if rel.hyper || main == 0 && t.Rows != 0 && !rel.foreign {
		rel.pages = false
	}
	return notSeen
}

// leaves sets what has the rows of a table, and returns its size. It says whether the server has answered.
func (r *reader) leaves(ctx context.Context, t *store.Table, rel *relation) (main int64, notSeen []store.NotSeen, ok bool) {
	tree := "SELECT " + rel.oid + "::oid AS relid"
	if rel.kind == 'p' {
		tree = "SELECT relid FROM pg_partition_tree(" + rel.oid + ") WHERE isleaf"
	}
	rows, err := r.query(ctx, `SELECT n.nspname, c.relname, c.relkind, coalesce(pg_relation_size(c.oid), 0), coalesce(pg_table_size(c.oid), 0),
			has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT'),
			EXISTS (SELECT FROM pg_am m WHERE m.oid = c.relam AND m.amname <> 'heap'), row_security_active(c.oid)
		FROM (`+tree+`) l JOIN pg_class c ON c.oid = l.relid JOIN pg_namespace n ON n.oid = c.relnamespace ORDER BY c.oid`)
	if err != nil || len(rows) == 0 && rel.kind != 'p' {
		return 0, nil, false
	}
	one := leaf{from: rel.name}  // the table with all its partitions
	var byParent []store.NotSeen // of these, what is read only by way of the table
	for _, row := range rows {
		partition := t.String() + ", partition " + row.text(1)
		if row.text(2) == "f" {
			notSeen = append(notSeen, store.NotSeen{Where: partition, Why: "a foreign table: its rows are in another database"})
			rel.foreign = true
			continue
		}
		main += row.int(3)
		t.DataBytes += row.int(4)
		pages := (row.int(3) + r.block - 1) / r.block
		one.pages, one.parts, one.all = max(one.pages, pages), one.parts+1, one.all+pages
		if row.is(6) { // only its access method knows what a ctid is
			rel.pages = false
		}
		why := ""
		switch {
		case rel.kind != 'p':
		case !row.is(5):
			why = "no permission on the partition itself"
		case rel.policed || row.is(7): // which rows are hidden depends on the name in FROM: the policies of that one decide
			why = "row-level security hides other rows of the partition than of the table"
		}
		if why != "" {
			byParent = append(byParent, store.NotSeen{Where: partition, Why: why + ", and a SELECT of the table reads the foreign partitions, too"})
			continue
		}
		rel.leaves = append(rel.leaves, leaf{from: "ONLY " + quote(row.text(0), row.text(1)), pages: pages, parts: 1, all: pages})
	}
	switch {
	case rel.foreign:
		notSeen = append(notSeen, byParent...)
	case byParent != nil:
		rel.leaves = []leaf{one}
	}
	return main, notSeen, true
}

// count counts the rows of a table that is main bytes large.
func (r *reader) count(ctx context.Context, t *store.Table, rel *relation, main int64) {
	from := rel.only()
	if main == 0 { // there may be any number, elsewhere
		from = fmt.Sprintf("(SELECT FROM %s LIMIT %d) t", from, countUpTo+1)
	}
	if rows, err := r.query(ctx, ownPath+"SELECT pg_catalog.count(*) FROM "+from); err == nil {
		t.Rows = rows[0].int(0)
		t.Exact = main > 0 || t.Rows <= countUpTo
	}
}

// estimate asks the planner for the number of rows.
func (r *reader) estimate(ctx context.Context, t *store.Table, rel *relation) {
	// The planner's estimate is pg_class.reltuples for the pages of today, or for a
	// table that was never analyzed, from the width of its columns.
	var plan []struct {
		Plan struct {
			Rows int64 `json:"Plan Rows"`
		}
	}
	rows, err := r.query(ctx, ownPath+"EXPLAIN (FORMAT JSON) SELECT FROM "+rel.only())
	if err == nil && json.Unmarshal(rows[0][0], &plan) == nil && len(plan) == 1 {
		t.Rows = max(t.Rows, plan[0].Plan.Rows)
	}
}

// only is how the table is named in FROM: without the tables that inherit from it.
func (rel *relation) only() string {
	if rel.kind == 'p' || rel.kind == 'v' || rel.hyper {
		return rel.name
	}
	return "ONLY " + rel.name
}
