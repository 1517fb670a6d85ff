package migrate

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
)

// postgresPlan is a plan in the making.
type postgresPlan struct {
	*Plan
	store   *postgresStore
	columns []postgresColumn    // those of Plan.Columns
	keys    []foreignKey        // those that connect them
	again   map[string][]string // statements by table: what a change of type resets in other objects
}

// Plan reads the schema and all values in one read-only transaction.
func (s *postgresStore) Plan(ctx context.Context, r Request) (plan *Plan, err error) {
	if err := checkRequest(&r); err != nil {
		return nil, err
	}
	bytes, err := bytesForm(r.Bytes)
	if err != nil {
		return nil, err
	}
	for _, q := range []string{"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", "SET LOCAL statement_timeout = 0", "SET LOCAL row_security = off"} {
		if _, err := s.conn.ExecContext(ctx, q); err != nil {
			return nil, coded(CodeConnection, err)
		}
	}
	defer s.conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")

	p := &postgresPlan{Plan: &Plan{To: r.To, Bytes: bytes}, store: s, again: map[string][]string{}}
	if err := s.conn.QueryRowContext(ctx, "SELECT 'PostgreSQL ' || current_setting('server_version')").Scan(&p.Store); err != nil {
		return nil, coded(CodeConnection, err)
	}
	for _, do := range []func() error{
		func() error { return p.choose(ctx, r.Columns) },
		func() error { return p.scan(ctx, r.Bytes != "") },
		unless(p.Nothing, func() error { return p.dependents(ctx) }),
		unless(p.Nothing, func() error { return p.routines(ctx) }),
	} {
		if err := do(); err != nil {
			return nil, coded(CodeConnection, err)
		}
	}
	before, err := s.snapshot(ctx, p.Plan)
	if err != nil {
		return nil, coded(CodeConnection, err)
	}
	p.steps(before)
	p.Refusals = accepted(p.Refusals, r.Accept)
	p.Hash = before.hash(p.Plan)
	return p.Plan, nil
}

// choose resolves the named columns and adds those that foreign keys connect.
func (p *postgresPlan) choose(ctx context.Context, names []string) error {
	keys, err := p.store.foreignKeys(ctx)
	if err != nil {
		return err
	}
	var chosen []columnName
	for _, n := range names {
		table, column, ok := cutLast(n)
		schema, name, qualified := strings.Cut(table, ".")
		regclass := quoteID(schema)
		if qualified {
			regclass += "." + quoteID(name)
		}
		var canonical sql.NullString
		if err := p.store.conn.QueryRowContext(ctx, "SELECT to_regclass($1)::text", regclass).Scan(&canonical); err != nil {
			return err
		}
		if !ok || !canonical.Valid {
			return errorf(CodeUsage, "migrate: there is no table %q: name TABLE.COLUMN or SCHEMA.TABLE.COLUMN", table)
		}
		chosen = append(chosen, columnName{canonical.String, column})
	}
	for _, c := range connected(chosen, keys, func(s string) string { return s }) {
		col, err := p.store.column(ctx, c.table, c.column)
		if err != nil {
			return err
		}
		if col.number == 0 {
			return errorf(CodeUsage, "migrate: table %s has no column %q", c.table, c.column)
		}
		object := c.table + "." + c.column
		text := slices.Contains([]string{"text", "character varying", "character"}, col.typ)
		switch {
		case col.generated:
			p.refuse(object, "it is generated", "migrate the columns that it is computed from")
			continue
		case !text && col.typ != "bytea" && col.typ != "uuid":
			p.refuse(object, "its type is "+col.OldType, "only text, varchar, char, bytea and uuid are converted: change the column by hand")
			continue
		}
		col.NewType = "uuid"
		if p.To == ToText {
			col.NewType = "text"
			if text {
				col.NewType = col.OldType
			}
		}
		p.columns = append(p.columns, col)
		if !slices.ContainsFunc(p.Tables, func(t Table) bool { return t.Name == c.table }) {
			p.Tables = append(p.Tables, Table{Name: c.table})
		}
	}
	for _, k := range keys {
		if slices.ContainsFunc(k.columns, func(name string) bool { return p.column(k.table, name) != nil }) {
			p.keys = append(p.keys, k)
		}
	}
	if p.columns == nil {
		return &Error{CodeRefused, fmt.Errorf("migrate: %s: %s", p.Refusals[0].Object, p.Refusals[0].Reason)}
	}
	return nil
}

func (p *postgresPlan) refuse(object, reason, manual string) {
	p.Refusals = append(p.Refusals, Refusal{Object: object, Reason: reason, Manual: manual})
}

func (p *postgresPlan) column(table, name string) *postgresColumn {
	for i := range p.columns {
		if c := &p.columns[i]; c.Table == table && c.Name == name {
			return c
		}
	}
	return nil
}

// of returns the columns of a table.
func (p *postgresPlan) of(table string) (list []*postgresColumn) {
	for i := range p.columns {
		if p.columns[i].Table == table {
			list = append(list, &p.columns[i])
		}
	}
	return list
}

// to is the form of the new values.
func (p *postgresPlan) to() layout.Form { return layout.Text } // as the client reads a uuid, too

// scan reads all values.
func (p *postgresPlan) scan(ctx context.Context, named bool) error {
	start := time.Now()
	for n := range p.Tables {
		t := &p.Tables[n]
		if err := p.store.conn.QueryRowContext(ctx, "SELECT pg_total_relation_size($1::regclass)", t.Name).Scan(&t.Bytes); err != nil {
			return err
		}
		var keys []string
		err := each(ctx, p.store.conn, func(r *sql.Rows) error {
			var k string
			err := r.Scan(&k)
			keys = append(keys, k)
			return err
		}, "SELECT attname FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey) WHERE indisprimary AND indrelid = $1::regclass ORDER BY attnum", t.Name)
		if err != nil {
			return err
		}
		if keys == nil {
			keys = []string{"ctid"}
		}
		columns := p.of(t.Name)
		var list []string
		readers := make([]*reader, len(columns))
		for i, c := range columns {
			expr := quoteID(c.Name)
			if c.typ != "bytea" {
				expr += "::text"
			}
			list = append(list, expr)
			readers[i] = newReader(p.Bytes)
		}
		for _, k := range keys {
			list = append(list, quoteID(k)+"::text")
		}
		values := make([]any, len(list))
		into := make([]any, len(list))
		for i := range values {
			into[i] = &values[i]
		}
		key := func() string {
			var parts []string
			for i, k := range keys {
				parts = append(parts, k+"="+quote(values[len(columns)+i]))
			}
			return strings.Join(parts, ", ")
		}
		err = each(ctx, p.store.conn, func(r *sql.Rows) error {
			t.Rows++
			if err := r.Scan(into...); err != nil {
				return err
			}
			for i := range columns {
				readers[i].read(values[i], key)
			}
			return nil
		}, "SELECT "+strings.Join(list, ", ")+" FROM ONLY "+t.Name)
		if err != nil {
			return err
		}
		for i, c := range columns {
			r := readers[i]
			c.Nulls, c.Forms, c.Spelling = r.nulls, r.forms, r.spelling(p.to())
			p.Refusals = append(p.Refusals, r.refusals(t.Name+"."+c.Name, named)...)
		}
		for _, c := range columns {
			if c.Spelling > 0 && !slices.ContainsFunc(readers, func(r *reader) bool { return r.bad > 0 }) {
				if err := p.collisions(ctx, c); err != nil {
					return err
				}
			}
		}
	}
	for _, c := range p.columns {
		p.Columns = append(p.Columns, *c.Column)
	}
	p.Scan = time.Since(start)
	return nil
}

// collisions looks for two spellings of one UUID in a unique index.
func (p *postgresPlan) collisions(ctx context.Context, c *postgresColumn) error {
	type index struct{ name, columns, where string }
	var indexes []index
	err := each(ctx, p.store.conn, func(r *sql.Rows) error {
		var i index
		err := r.Scan(&i.name, &i.columns, &i.where)
		indexes = append(indexes, i)
		return err
	}, `SELECT indexrelid::regclass::text, (SELECT string_agg(attname, E'\x01' ORDER BY n) FROM unnest(indkey) WITH ORDINALITY AS u(c, n) JOIN pg_attribute ON attrelid = indrelid AND attnum = c WHERE n <= indnkeyatts),
	coalesce(pg_get_expr(indpred, indrelid), 'true') FROM pg_index WHERE indrelid = $1::regclass AND indisunique AND indexprs IS NULL AND $2 = ANY (indkey)`, c.Table, c.number)
	if err != nil {
		return err
	}
	for _, i := range indexes {
		var group []string
		for _, name := range strings.Split(i.columns, "\x01") {
			expr := quoteID(name)
			if m := p.column(c.Table, name); m != nil {
				expr = postgresHex(expr, m.typ, p.Bytes)
			}
			group = append(group, expr)
		}
		query := fmt.Sprintf("SELECT %s, count(*) FROM %s WHERE %s IS NOT NULL AND (%s) GROUP BY %s HAVING count(*) > 1",
			strings.Join(group, " || ' ' || "), c.Table, quoteID(c.Name), i.where, strings.Join(group, ", "))
		var keys []string
		err := each(ctx, p.store.conn, func(r *sql.Rows) error {
			var id sql.NullString
			var n int64
			err := r.Scan(&id, &n)
			keys = append(keys, fmt.Sprintf("%s: %d rows", id.String, n))
			return err
		}, query+fmt.Sprintf(" LIMIT %d", maxKeys))
		if err != nil {
			return err
		}
		if keys != nil {
			p.Refusals = append(p.Refusals, Refusal{Object: c.Table + "." + c.Name, Keys: keys,
				Reason: "rows that are different to the unique index " + i.name + " have the same UUID in different spellings",
				Manual: "merge or delete these rows; all of them: " + query})
		}
	}
	return nil
}

// dependents refuses what depends on a column, unless ALTER TABLE is known to carry it over.
func (p *postgresPlan) dependents(ctx context.Context) error {
	for _, t := range p.Tables {
		err := each(ctx, p.store.conn, func(r *sql.Rows) error {
			var reason string
			err := r.Scan(&reason)
			p.refuse("table "+t.Name, reason, "change it by hand, as PostgreSQL's manual says for such tables")
			return err
		}, `SELECT 'it is not an ordinary table' FROM pg_class WHERE oid = $1::regclass AND (relkind <> 'r' OR relispartition OR reloftype <> 0)
UNION ALL SELECT 'it is part of an inheritance' FROM pg_inherits WHERE $1::regclass IN (inhparent, inhrelid)
UNION ALL SELECT 'you do not own it' FROM pg_class WHERE oid = $1::regclass AND NOT pg_has_role(relowner, 'USAGE')
UNION ALL SELECT 'a trigger of a foreign key is disabled: ' || tgname FROM pg_trigger WHERE tgrelid = $1::regclass AND tgisinternal AND tgenabled <> 'O'
UNION ALL SELECT 'a column uses its row type: ' || attrelid::regclass || '.' || attname FROM pg_class c JOIN pg_type y ON y.oid = c.reltype JOIN pg_attribute ON atttypid IN (y.oid, y.typarray) AND NOT attisdropped WHERE c.oid = $1::regclass`, t.Name)
		if err != nil {
			return err
		}
		err = each(ctx, p.store.conn, func(r *sql.Rows) error {
			var name string
			err := r.Scan(&name)
			p.Refusals = append(p.Refusals, Refusal{Object: "publication " + name, Accept: true,
				Reason: "it publishes " + t.Name + ", whose columns would have another type than at the subscribers",
				Manual: "stop the subscriptions, change the subscribers' columns at the same time, and start them again"})
			return err
		}, "SELECT DISTINCT pubname FROM pg_publication_tables WHERE (quote_ident(schemaname) || '.' || quote_ident(tablename))::regclass = $1::regclass", t.Name)
		if err != nil {
			return err
		}
	}
	for _, t := range p.Tables { // PostgreSQL makes statistics again with the usual target
		err := each(ctx, p.store.conn, func(r *sql.Rows) error {
			var q string
			err := r.Scan(&q)
			p.again[t.Name] = append(p.again[t.Name], q)
			return err
		}, "SELECT format('ALTER STATISTICS %s.%I SET STATISTICS %s', stxnamespace::regnamespace, stxname, stxstattarget) FROM pg_statistic_ext WHERE stxrelid = $1::regclass AND stxstattarget >= 0 ORDER BY 1", t.Name)
		if err != nil {
			return err
		}
	}
	for i := range p.columns {
		if err := p.dependentsOf(ctx, &p.columns[i]); err != nil {
			return err
		}
	}
	return nil
}

func (p *postgresPlan) dependentsOf(ctx context.Context, c *postgresColumn) error {
	err := each(ctx, p.store.conn, func(r *sql.Rows) error {
		var class, object, kind, def string
		var own, plain bool
		if err := r.Scan(&class, &object, &kind, &def, &own, &plain); err != nil {
			return err
		}
		switch {
		case class == "pg_attrdef" && own:
			return nil
		case class == "pg_constraint" && kind != "" && strings.Contains("pufn", kind):
			return nil
		case class == "pg_class" && kind == "i":
			// The index is made again, if the new type has the same kind of order, and its
			// expressions do not use the column.
			if plain && !mentions(expressions(tokens(def)), c.Name) {
				return nil
			}
			object += ", which has an operator class, a collation or an expression for the old type"
		case class == "pg_constraint" && kind == "c":
			if !mentions(tokens(def), c.Name) {
				return nil
			}
		case class == "pg_statistic_ext" && plain:
			return nil
		case class == "pg_class" && kind == "S":
			object += ", which it owns"
		}
		p.refuse(c.Table+"."+c.Name, object+" depends on it", "drop it, migrate, and create it again for the new type; it is: "+def)
		return nil
	}, `SELECT DISTINCT ON (d.classid, d.objid) d.classid::regclass::text, pg_describe_object(d.classid, d.objid, 0), coalesce(c.relkind::text, n.contype::text, ''),
	coalesce(pg_get_indexdef(i.indexrelid), pg_get_constraintdef(n.oid), pg_get_ruledef(w.oid), pg_get_triggerdef(g.oid), pg_get_statisticsobjdef(x.oid), pg_get_expr(f.adbin, f.adrelid), ''),
	coalesce(f.adrelid = d.refobjid AND f.adnum = d.refobjsubid, false),
	CASE WHEN i.indexrelid IS NOT NULL THEN NOT EXISTS (
		SELECT 1 FROM unnest(i.indkey) WITH ORDINALITY AS u(a, n) JOIN pg_attribute col ON col.attrelid = i.indrelid AND col.attnum = u.a JOIN pg_opclass o ON o.oid = i.indclass[u.n - 1] JOIN pg_am m ON m.oid = o.opcmethod
		WHERE u.a = d.refobjsubid AND u.n <= i.indnkeyatts AND (NOT o.opcdefault OR m.amname NOT IN ('btree', 'hash') OR i.indcollation[u.n - 1] <> col.attcollation))
		ELSE coalesce(x.stxexprs IS NULL AND x.oid IS NOT NULL, false) END
FROM pg_depend d
LEFT JOIN pg_class c ON d.classid = 'pg_class'::regclass AND c.oid = d.objid
LEFT JOIN pg_index i ON d.classid = 'pg_class'::regclass AND i.indexrelid = d.objid
LEFT JOIN pg_constraint n ON d.classid = 'pg_constraint'::regclass AND n.oid = d.objid
LEFT JOIN pg_rewrite w ON d.classid = 'pg_rewrite'::regclass AND w.oid = d.objid
LEFT JOIN pg_trigger g ON d.classid = 'pg_trigger'::regclass AND g.oid = d.objid
LEFT JOIN pg_statistic_ext x ON d.classid = 'pg_statistic_ext'::regclass AND x.oid = d.objid
LEFT JOIN pg_attrdef f ON d.classid = 'pg_attrdef'::regclass AND f.oid = d.objid
WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = $1::regclass AND d.refobjsubid = $2 ORDER BY d.classid, d.objid`, c.Table, c.number)
	if err != nil {
		return err
	}
	if _, ok := p.newDefault(c); !ok {
		p.refuse(c.Table+"."+c.Name, "its default is "+c.def+", which has the old form", "drop the default, migrate, and set one of the new type")
	}
	return nil
}

// textOf matches the defaults that have the same meaning without the cast to text.
var textOf = regexp.MustCompile(`^\(?((?:[a-z_]+\.)?(?:gen_random_uuid|uuidv4|uuidv7|uuid_generate_v1|uuid_generate_v1mc|uuid_generate_v4)\(\))\)?::(?:text|bpchar|character(?: varying)?(?:\(\d+\))?)$`)

// newDefault returns the default for the new type. It reports whether it is known.
func (p *postgresPlan) newDefault(c *postgresColumn) (string, bool) {
	if c.def == "" || c.OldType == c.NewType || strings.HasPrefix(c.def, "NULL::") {
		return "", true
	}
	if m := textOf.FindStringSubmatch(c.def); m != nil && p.To == ToNative {
		return m[1], true
	}
	return "", false
}

// routines refuses functions whose text names a column: PostgreSQL cannot say what they do.
func (p *postgresPlan) routines(ctx context.Context) error {
	return each(ctx, p.store.conn, func(r *sql.Rows) error {
		var name, text, trigger string
		if err := r.Scan(&name, &text, &trigger); err != nil {
			return err
		}
		words := map[string]bool{}
		for _, w := range tokens(text) {
			words[strings.ToLower(w.text)] = true
		}
		for _, c := range p.columns {
			parts := strings.Split(strings.ReplaceAll(c.Table, `"`, ""), ".")
			table := strings.ToLower(parts[len(parts)-1])
			if words[strings.ToLower(c.Name)] && (words[table] || slices.Contains(strings.Split(trigger, "\x01"), c.Table)) {
				p.Refusals = append(p.Refusals, Refusal{Object: "function " + name, Accept: true,
					Reason: "its text names " + c.Table + " and " + c.Name + ", and may depend on the old type",
					Manual: "see that it works with both types, such as by a cast of the column to text"})
				break
			}
		}
		return nil
	}, `SELECT p.oid::regprocedure::text, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc), coalesce((SELECT string_agg(tgrelid::regclass::text, E'\x01') FROM pg_trigger WHERE tgfoid = p.oid), '')
FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang WHERE l.lanname NOT IN ('internal', 'c')
	AND p.pronamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
	AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e') ORDER BY 1`)
}

// steps writes the statements of run and undo.
func (p *postgresPlan) steps(before snapshot) {
	const lock = "ACCESS EXCLUSIVE on all of these tables until the end: no other transaction reads or writes them; run waits 10 s for these locks"
	var tables []string
	perRow := 0.0
	var rows int64
	for _, t := range p.Tables {
		tables = append(tables, t.Name)
		rows += t.Rows
	}
	if rows > 0 {
		perRow = float64(p.Scan) / float64(rows)
	}
	locks := Step{Does: "lock", SQL: []string{"LOCK TABLE " + strings.Join(tables, ", ") + " IN ACCESS EXCLUSIVE MODE"}, Locks: lock}
	drop, add := Step{Does: "drop foreign keys", Locks: lock}, Step{Does: "add foreign keys", Locks: lock}
	for _, k := range p.keys {
		drop.SQL = append(drop.SQL, fmt.Sprintf("ALTER TABLE %s DROP CONSTRAINT %s", k.table, quoteID(k.name)))
		add.SQL = append(add.SQL, fmt.Sprintf("ALTER TABLE %s ADD CONSTRAINT %s %s", k.table, quoteID(k.name), k.def))
		if k.comment != "" {
			add.SQL = append(add.SQL, fmt.Sprintf("COMMENT ON CONSTRAINT %s ON %s IS %s", quoteID(k.name), k.table, quoteText(k.comment)))
		}
	}
	p.Steps, p.Undo = []Step{locks}, []Step{locks}
	if p.keys != nil {
		p.Steps, p.Undo = append(p.Steps, drop), append(p.Undo, drop)
	}
	for _, t := range p.Tables {
		forward := Step{Does: "convert " + t.Name, Rows: 0, Locks: lock, Takes: time.Duration(4 * perRow * float64(t.Rows))}
		back := Step{Does: "convert " + t.Name + " back", Locks: lock}
		var to, from, toMore, fromMore []string
		for _, c := range p.of(t.Name) {
			name := quoteID(c.Name)
			object := t.Name + "." + c.Name
			def, _ := p.newDefault(c)
			alter := func(typ, using, def string, oldDef bool) []string {
				var list []string
				if oldDef {
					list = append(list, "ALTER "+name+" DROP DEFAULT")
				}
				list = append(list, "ALTER "+name+" TYPE "+typ+" USING "+using)
				if def != "" {
					list = append(list, "ALTER "+name+" SET DEFAULT "+def)
				}
				return list
			}
			kept := func() (list []string) { // what a change of type resets
				if c.storage != c.usual {
					list = append(list, fmt.Sprintf("ALTER TABLE %s ALTER %s SET STORAGE %s", t.Name, name, c.storage))
				}
				if c.compression != "" {
					list = append(list, fmt.Sprintf("ALTER TABLE %s ALTER %s SET COMPRESSION %s", t.Name, name, c.compression))
				}
				return list
			}
			typ := c.NewType
			if c.NewType == c.OldType {
				typ += c.collation
				toMore = append(toMore, kept()...)
				def = c.def
			} else {
				p.Changes = append(p.Changes, Change{"type of " + object, c.OldType, c.NewType})
				for kind, want := range map[string]string{"default": def, "collation": "", "storage": ""} {
					if had := before[kind+" of "+object]; had != want {
						p.Changes = append(p.Changes, Change{kind + " of " + object, had, want})
					}
				}
			}
			to = append(to, alter(typ, postgresConvert(name, c.typ, c.Forms, p.Bytes, p.To), def, c.def != "")...)
			from = append(from, alter(c.OldType+c.collation, postgresBack(name, c.typ, mostly(c.Forms, p.to())), c.def, def != "")...)
			fromMore = append(fromMore, kept()...)
			if c.Spelling > 0 {
				p.Notes = append(p.Notes, fmt.Sprintf("%s.%s: %d values are not in lower case in the form %s; undo would write them so", t.Name, c.Name, c.Spelling, mostly(c.Forms, p.to())))
			}
		}
		forward.SQL = append([]string{"ALTER TABLE " + t.Name + "\n  " + strings.Join(to, ",\n  ")}, append(toMore, p.again[t.Name]...)...)
		back.SQL = append([]string{"ALTER TABLE " + t.Name + "\n  " + strings.Join(from, ",\n  ")}, append(fromMore, p.again[t.Name]...)...)
		p.Steps, p.Undo = append(p.Steps, forward), append(p.Undo, back)
	}
	if p.keys != nil {
		p.Steps, p.Undo = append(p.Steps, add), append(p.Undo, add)
	}
	slices.SortFunc(p.Changes, func(a, b Change) int { return strings.Compare(a.Object, b.Object) })
	p.Notes = append(p.Notes,
		"run and undo are one transaction each: killed, or without disk space, they leave the database as it was",
		"stop the application, and start it afterwards: a query that compares a uuid with a text is an error, and prepared statements fail once",
		"run ends with ANALYZE of these tables",
		"make a copy first, and restore it once as a test: pg_dump -Fc")
}
