package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// The new tables are made in one schema, with the names that they and their indexes have in the
// end, and the old tables go to another: nothing is renamed.
const postgresNew, postgresOld = "uuidkit_new", "uuidkit_old"

// A shadow is what is done to copy tables while others write them.
type shadow struct {
	mirrors  []*mirror
	create   []string // the new tables and the functions that fill them
	start    []string // the triggers: after a lock that writers wait for
	lock     []string
	swap     []string
	validate []foreignKeyName // after the switch, while others write
}

// A foreignKeyName is that of a constraint of a table.
type foreignKeyName struct {
	Table string `json:"table"`
	Name  string `json:"name"`
	OID   uint32 `json:"oid,omitempty"` // of the one that the switch has made
}

// A mirror fills the new table of one table, and the one for its bad rows.
type mirror struct {
	table        string
	fresh, bad   string   // bad is "" if run moves no rows of the table away
	columns, key []string // quoted; without generated columns
	expr         map[string]func(column string) string
	texts        map[string]string // the types of columns that are texts before they are converted
	good         func(prefix string, columns ...string) string
	path         string // of the function
}

// shadow reads the catalog.
func (s *store) shadow(ctx context.Context, c *conversion) (*shadow, error) {
	p, undo := c.Plan, c.undo
	sh := &shadow{create: []string{"CREATE SCHEMA IF NOT EXISTS " + postgresOld, "CREATE SCHEMA " + postgresNew,
		"CREATE TABLE " + postgresNew + ".uuidkit_progress (name text PRIMARY KEY, bound text)"}}
	var names []string
	for _, t := range p.Tables {
		names = append(names, t.Name)
		m, err := s.mirror(ctx, p, t.Name, undo)
		if err != nil {
			return nil, err
		}
		sh.mirrors = append(sh.mirrors, m)
		list, err := s.texts(ctx, postgresCreate, t.Name)
		if err != nil {
			return nil, err
		}
		sh.create = slices.Concat(sh.create, list, c.alterations(t.Name, m.fresh))
		if m.bad != "" {
			list, err := s.private(ctx, t.Name, m.bad)
			if err != nil {
				return nil, err
			}
			sh.create = append(append(sh.create, "CREATE TABLE "+m.bad+" (LIKE "+t.Name+" INCLUDING ALL EXCLUDING IDENTITY)"), list...)
		}
		sh.create = append(sh.create, m.function())
		sh.start = append(sh.start, m.triggers()...)
	}
	tables := postgresTables(p)
	sh.start = append([]string{"LOCK TABLE " + strings.Join(names, ", ") + " IN SHARE ROW EXCLUSIVE MODE"}, sh.start...)
	var err error
	if sh.lock, err = s.switchLocks(ctx, tables, c.lockNames()); err != nil {
		return nil, err
	}
	for i, m := range sh.mirrors {
		if undo {
			sh.swap = append(sh.swap, "DROP TABLE IF EXISTS "+m.oldName())
		}
		if a := p.AsideOf(p.Tables[i].Name); undo && a != nil { // before there are foreign keys and triggers
			sh.swap = append(sh.swap, m.put(a.Into, m.fresh), "DROP TABLE "+a.Into)
		}
	}
	list, err := s.texts(ctx, strings.ReplaceAll(postgresSwap, "TABLES", tables))
	if err != nil {
		return nil, err
	}
	sh.swap = append(sh.swap, list...)
	for i, m := range sh.mirrors {
		a := p.AsideOf(p.Tables[i].Name)
		if m.bad != "" {
			sh.swap = append(sh.swap, "ALTER TABLE "+m.bad+" SET SCHEMA "+a.Into[:strings.LastIndex(a.Into, inSchema("", a.Into))])
		}
		if undo {
			sh.swap = append(sh.swap, "DROP TABLE "+m.oldName())
		}
	}
	sh.swap = append(sh.swap, "DROP SCHEMA "+postgresNew+" CASCADE")
	sh.validate, err = s.unvalidated(ctx, p)
	return sh, err
}

// switchLocks are the statements that lock the tables, those that foreign keys connect with them, and before them what
// postgresFirst selects.
func (s *store) switchLocks(ctx context.Context, tables string, names []string) ([]string, error) {
	first, err := s.texts(ctx, strings.ReplaceAll(postgresFirst, "TABLES", tables))
	if err != nil {
		return nil, err
	}
	others, err := s.texts(ctx, "SELECT DISTINCT r::regclass::text FROM (SELECT conrelid AS r, confrelid AS other FROM pg_constraint WHERE contype = 'f' UNION SELECT confrelid, conrelid FROM pg_constraint WHERE contype = 'f') k WHERE other IN ("+tables+") AND r NOT IN ("+tables+") ORDER BY 1")
	return append(first, "LOCK TABLE "+strings.Join(append(names, others...), ", ")+" IN ACCESS EXCLUSIVE MODE"), err
}

// unvalidated are the foreign keys that the switch makes NOT VALID, and that are valid now: as CHECK takes
// them, the table and the name of each.
func (s *store) unvalidated(ctx context.Context, p *migrate.Plan) (list []foreignKeyName, err error) {
	tables := postgresTables(p)
	return sqlkit.List(ctx, s.conn, func(k *foreignKeyName) []any { return []any{&k.Table, &k.Name} }, `SELECT conrelid::regclass::text, conname FROM pg_constraint
WHERE contype = 'f' AND convalidated AND conparentid = 0 AND (conrelid IN (`+tables+`) OR confrelid IN (`+tables+`)) ORDER BY 1, 2`)
}

// texts returns the rows of a query that have one text.
func (s *store) texts(ctx context.Context, query string, args ...any) (list []string, err error) {
	return sqlkit.List(ctx, s.conn, sqlkit.Text, query, args...)
}

// mirror reads the columns of a table and its key.
func (s *store) mirror(ctx context.Context, p *migrate.Plan, table string, undo bool) (*mirror, error) {
	m := &mirror{table: table, path: s.fixed(), expr: map[string]func(string) string{}, texts: map[string]string{}}
	err := s.conn.QueryRowContext(ctx, "SELECT quote_ident(relname) FROM pg_class WHERE oid = $1::regclass", table).Scan(&m.fresh)
	if err != nil {
		return nil, err
	}
	m.fresh = postgresNew + "." + m.fresh
	m.good = func(prefix string, columns ...string) string { return goodRow(p, table, prefix, columns...) }
	if a := p.AsideOf(table); a != nil && !undo {
		m.bad = inSchema(postgresNew, a.Into)
	}
	err = sqlkit.Each(ctx, s.conn, func(r *sql.Rows) error {
		var name, typ string
		if err := r.Scan(&name, &typ); err != nil {
			return err
		}
		m.columns = append(m.columns, sqlkit.QuoteID(name))
		for i := range p.Columns {
			c := &p.Columns[i]
			if c.Table != table || c.Name != name {
				continue
			}
			if t, is := map[string]string{"text": "text", "character varying": "varchar", "character": "bpchar"}[typ]; is && !undo {
				m.texts[sqlkit.QuoteID(name)] = t
			}
			m.expr[sqlkit.QuoteID(name)] = func(column string) string {
				if undo {
					return "(" + postgresBack(column, c.OldType, p.Back(c, layout.Text), p.To) + ")::" + c.OldType
				}
				return "(" + postgresConvert(column, typ, c.Forms, p.Bytes, p.To) + ")::" + c.NewType
			}
		}
		return nil
	}, "SELECT attname, atttypid::regtype::text FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum", table)
	if err != nil {
		return nil, err
	}
	m.key, err = s.texts(ctx, `WITH i AS (SELECT * FROM pg_index i WHERE indrelid = $1::regclass AND indisunique AND NOT indisexclusion AND indimmediate AND indisvalid AND indpred IS NULL AND indexprs IS NULL
	AND NOT EXISTS (SELECT FROM unnest(indkey) WITH ORDINALITY AS u(c, n) JOIN pg_attribute ON attrelid = indrelid AND attnum = c JOIN pg_type y ON y.oid = atttypid
		WHERE n <= indnkeyatts AND (NOT attnotnull OR attgenerated <> '' OR typnamespace <> 'pg_catalog'::regnamespace))
	ORDER BY indisprimary DESC, indexrelid LIMIT 1)
SELECT quote_ident(attname) FROM i, unnest(indkey) WITH ORDINALITY AS u(c, n) JOIN pg_attribute ON attnum = c WHERE attrelid = indrelid AND n <= indnkeyatts ORDER BY n`, table)
	for i, k := range m.key {
		m.key[i] = sqlkit.QuoteID(strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(k, `"`), `"`), `""`, `"`))
	}
	return m, err
}

// oldName is the name of the table after the switch.
func (m *mirror) oldName() string { return inSchema(postgresOld, m.fresh) }

// inSchema replaces the schema of a name, as the catalog writes it.
func inSchema(schema, table string) string {
	dot, quoted := 0, false
	for i, r := range table {
		if r == '"' {
			quoted = !quoted
		} else if r == '.' && !quoted {
			dot = i
		}
	}
	return schema + table[dot:]
}

// of lists columns with an alias, as they are or in the new form.
func (m *mirror) of(alias string, columns []string, converted bool) string {
	var list []string
	for _, c := range columns {
		name := alias + "." + c
		if f := m.expr[c]; converted && f != nil {
			name = f(name)
		}
		list = append(list, name)
	}
	return strings.Join(list, ", ")
}

// A side is a table that has the rows with a condition: the good ones or the bad ones.
type side struct {
	table     string
	converted bool
	where     func(prefix string) string
}

// sides are one table, or two if there are bad rows.
func (m *mirror) sides() []side {
	if m.bad == "" {
		return []side{{m.fresh, true, func(string) string { return "true" }}}
	}
	return []side{{m.fresh, true, func(prefix string) string { return m.good(prefix) }},
		{m.bad, false, func(prefix string) string { return "NOT (" + m.good(prefix) + ")" }}}
}

// insert copies rows to a side.
func (m *mirror) insert(s side, alias string) string {
	return fmt.Sprintf("INSERT INTO %s (%s)\n  SELECT %s", s.table, strings.Join(m.columns, ", "), m.of(alias, m.columns, s.converted))
}

// between is a condition for a batch. A bound is a row, or "" if there is none.
func (m *mirror) between(low, high string) string {
	key := "(" + m.of("o", m.key, false) + ")"
	var list []string
	if low != "" {
		list = append(list, key+" > "+low)
	}
	if high != "" {
		list = append(list, key+" <= "+high)
	}
	if list == nil {
		return "true"
	}
	return strings.Join(list, " AND ")
}

// copy copies a batch. A row that another transaction is changing is left out: its trigger
// writes it. The locks are needed so that no row is copied which a trigger has just deleted.
func (m *mirror) copy(low, high string) (list []string) {
	for _, s := range m.sides() {
		list = append(list, m.insert(s, "o")+" FROM ONLY "+m.table+" o WHERE "+m.between(low, high)+" AND "+s.where("o.")+" FOR SHARE SKIP LOCKED\n  ON CONFLICT ("+strings.Join(m.key, ", ")+") DO NOTHING")
	}
	return list
}

// missing counts the rows of a batch that are in no new table.
func (m *mirror) missing(low, high string) string {
	var counts []string
	for _, s := range m.sides() {
		counts = append(counts, fmt.Sprintf("(SELECT count(*) FROM ONLY %s o WHERE %s AND %s AND NOT EXISTS (SELECT FROM %s n WHERE (%s) = (%s)))",
			m.table, m.between(low, high), s.where("o."), s.table, m.of("n", m.key, false), m.of("o", m.key, s.converted)))
	}
	return "SELECT " + strings.Join(counts, " + ")
}

// function is that of the triggers. It reads the row again, since triggers of nested statements
// come in another order than their changes. In an isolation level whose snapshot is older than a
// copied row, DELETE does not see this row, but INSERT is a serialization error.
func (m *mirror) function() string {
	var set []string
	for _, c := range m.columns {
		set = append(set, c+" = EXCLUDED."+c)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `CREATE FUNCTION %s() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = %s SET enable_seqscan = off AS $uuidkit$
#variable_conflict use_column
DECLARE
  gone boolean := TG_OP = 'DELETE';
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    TRUNCATE ONLY %s;
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    gone := (%s) <> (%s);
  END IF;`, m.fresh, m.path, strings.TrimSuffix(m.fresh+", "+m.bad, ", "), m.of("OLD", m.key, false), m.of("NEW", m.key, false))
	for _, s := range m.sides() {
		convert := func(string) string { return "true" } // the key converts
		if m.bad != "" && s.converted {
			convert = func(prefix string) string { return m.good(prefix, m.key...) }
		}
		// The row of the key is in the old table no more, or on the other side.
		leave := func(record, where string) string {
			return fmt.Sprintf("DELETE FROM %s n WHERE (%s) = (%s) AND NOT EXISTS (SELECT FROM ONLY %s o WHERE (%s) = (%s)%s);",
				s.table, m.of("n", m.key, false), m.of(record, m.key, s.converted), m.table, m.of("o", m.key, false), m.of(record, m.key, false), where)
		}
		key := strings.Join(m.key, ", ")
		fmt.Fprintf(&b, `
  IF gone AND %s THEN
    %s
    IF NOT FOUND AND current_setting('transaction_isolation') IN ('repeatable read', 'serializable') AND %s THEN
      %s ON CONFLICT (%s) DO NOTHING;
      %s
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    %s FROM ONLY %s o WHERE (%s) = (%s) AND %s
    ON CONFLICT (%s) DO UPDATE SET %s;`, convert("OLD."), leave("OLD", ""), s.where("OLD."), m.insert(s, "OLD"), key, leave("OLD", ""),
			m.insert(s, "o"), m.table, m.of("o", m.key, false), m.of("NEW", m.key, false), s.where("o."), key, strings.Join(set, ", "))
		if m.bad != "" {
			fmt.Fprintf(&b, `
    IF NOT FOUND AND %s THEN
      %s
    END IF;`, convert("NEW."), leave("NEW", " AND "+s.where("o.")))
		}
		b.WriteString(m.other(s) + "\n  END IF;")
	}
	b.WriteString("\n  RETURN NULL;\nEND $uuidkit$")
	return b.String()
}

// triggers are the statements that create them.
func (m *mirror) triggers() []string {
	return []string{
		"CREATE TRIGGER uuidkit_row AFTER INSERT OR UPDATE OR DELETE ON " + m.table + " FOR EACH ROW EXECUTE FUNCTION " + m.fresh + "()",
		"CREATE TRIGGER uuidkit_truncate AFTER TRUNCATE ON " + m.table + " FOR EACH STATEMENT EXECUTE FUNCTION " + m.fresh + "()",
		"ALTER TABLE " + m.table + " ENABLE ALWAYS TRIGGER uuidkit_row, ENABLE ALWAYS TRIGGER uuidkit_truncate",
	}
}

// other makes an error of a row with the id of another one in another spelling, whose copy it has
// replaced. It looks for the usual spellings of a text, for which the old table has an index, and
// comes after the write, which waits for another writer of this id.
func (m *mirror) other(s side) string {
	is, spelled := []string{fmt.Sprintf("(%s) <> (%s)", m.of("o", m.key, false), m.of("NEW", m.key, false))}, false
	for _, k := range m.key {
		typ := m.texts[k]
		if typ == "" {
			is = append(is, "o."+k+" = NEW."+k)
			continue
		}
		spelled = true
		text := m.of("NEW", []string{k}, true) + "::text"
		list := []string{text, "replace(" + text + ", '-', '')", "'{' || " + text + " || '}'", "'urn:uuid:' || " + text}
		for _, l := range list {
			list = append(list, "upper("+l+")")
		}
		is = append(is, fmt.Sprintf("o.%s = ANY (ARRAY[%s]::%s[])", k, strings.Join(list, ", "), typ))
	}
	if !spelled || !s.converted {
		return ""
	}
	return fmt.Sprintf(`
    IF (TG_OP = 'INSERT' OR gone) AND %s AND EXISTS (SELECT FROM ONLY %s o WHERE %s AND %s) THEN
      RAISE unique_violation USING MESSAGE = 'uuid migrate: another row has this id in another spelling';
    END IF;`, s.where("NEW."), m.table, strings.Join(is, " AND "), s.where("o."))
}

// postgresCreate selects the statements that make a table like another one, without rows, foreign
// keys, identities, triggers and extended statistics.
var postgresCreate = "WITH " + postgresOthers + `,
t AS (SELECT c.*, c.oid::regclass::text AS q, '` + postgresNew + `.' || quote_ident(relname) AS n FROM pg_class c WHERE oid = $1::regclass),
options AS (SELECT string_agg(format('%s=%L', split_part(o, '=', 1), substr(o, strpos(o, '=') + 1)), ', ') AS list
	FROM (SELECT unnest(reloptions) AS o FROM t UNION ALL SELECT 'toast.' || unnest(s.reloptions) FROM t JOIN pg_class s ON s.oid = t.reltoastrelid) o),
i AS (SELECT i.*, '` + postgresNew + `.' || quote_ident(c.relname) AS name, quote_ident(c.relname) AS short, c.reltablespace AS space, t.q, t.n FROM t JOIN pg_index i ON i.indrelid = t.oid JOIN pg_class c ON c.oid = i.indexrelid)
SELECT sql FROM (
SELECT 1 AS step, 0::bigint AS line, format('CREATE %sTABLE %s (LIKE %s INCLUDING ALL EXCLUDING IDENTITY EXCLUDING INDEXES EXCLUDING STATISTICS)%s%s%s',
	CASE relpersistence WHEN 'u' THEN 'UNLOGGED ' END, n, q, ' USING ' || (SELECT quote_ident(amname) FROM pg_am WHERE oid = relam), ' WITH (' || options.list || ')', ' TABLESPACE ' || (SELECT quote_ident(spcname) FROM pg_tablespace WHERE oid = reltablespace)) AS sql FROM t, options
UNION ALL SELECT 2, 1, format('GRANT CREATE, USAGE ON SCHEMA ` + postgresNew + `, ` + postgresOld + ` TO %s', relowner::regrole) FROM t WHERE relowner <> quote_ident(current_user)::regrole
UNION ALL SELECT 2, 2, format('ALTER TABLE %s OWNER TO %s', n, relowner::regrole) FROM t WHERE relowner <> quote_ident(current_user)::regrole
UNION ALL SELECT 3, indexrelid::bigint, replace(pg_get_indexdef(indexrelid), ' ON ' || q || ' USING ', ' ON ' || n || ' USING ') FROM i WHERE NOT indisexclusion
UNION ALL SELECT 4, conindid::bigint, format('ALTER TABLE %s ADD CONSTRAINT %I %s', i.n, conname, CASE WHEN indisexclusion THEN pg_get_constraintdef(c.oid) WHEN contype = 'p' THEN 'PRIMARY KEY USING INDEX ' || short ELSE 'UNIQUE USING INDEX ' || short END)
	FROM i JOIN pg_constraint c ON conindid = indexrelid AND conrelid = indrelid AND contype IN ('p', 'u', 'x')
UNION ALL SELECT 5, indexrelid::bigint, format('ALTER INDEX %s SET TABLESPACE %I', name, spcname) FROM i JOIN pg_tablespace s ON s.oid = space
UNION ALL SELECT 6, 0, format('ALTER TABLE %s CLUSTER ON %s', n, short) FROM i WHERE indisclustered
UNION ALL SELECT 6, 1, format('ALTER TABLE %s REPLICA IDENTITY %s', n, CASE relreplident WHEN 'f' THEN 'FULL' WHEN 'n' THEN 'NOTHING' ELSE 'USING INDEX ' || (SELECT short FROM i WHERE indisreplident) END) FROM t WHERE relreplident <> 'd'
UNION ALL SELECT 7, attnum, format('ALTER TABLE %s ALTER %I SET STATISTICS %s', n, attname, attstattarget) FROM t JOIN pg_attribute ON attrelid = t.oid WHERE attnum > 0 AND attstattarget >= 0 AND NOT attisdropped
UNION ALL SELECT 7, attnum, format('ALTER TABLE %s ALTER %I SET (%s)', n, attname, array_to_string(attoptions, ', ')) FROM t JOIN pg_attribute ON attrelid = t.oid WHERE attnum > 0 AND attoptions IS NOT NULL AND NOT attisdropped
UNION ALL ` + grants("9", "n") + `
UNION ALL SELECT 11, 0, format('COMMENT ON TABLE %s IS %L', n, obj_description(oid, 'pg_class')) FROM t WHERE obj_description(oid, 'pg_class') IS NOT NULL
UNION ALL SELECT 12, indexrelid::bigint, format('COMMENT ON INDEX %s IS %L', name, obj_description(indexrelid, 'pg_class')) FROM i WHERE obj_description(indexrelid, 'pg_class') IS NOT NULL
UNION ALL SELECT 13, c.oid::bigint, format('COMMENT ON CONSTRAINT %I ON %s IS %L', conname, i.n, obj_description(c.oid, 'pg_constraint')) FROM i JOIN pg_constraint c ON conindid = indexrelid AND conrelid = indrelid AND contype IN ('p', 'u', 'x') WHERE obj_description(c.oid, 'pg_constraint') IS NOT NULL
) s ORDER BY step, line`

// fromViews are the views v that use what refs has, with their rules w.
const fromViews = `FROM refs r JOIN pg_depend d ON d.refclassid = r.classid AND d.refobjid = r.objid JOIN pg_rewrite w ON d.classid = 'pg_rewrite'::regclass AND w.oid = d.objid JOIN pg_class v ON v.oid = w.ev_class AND v.relkind = 'v'`

// postgresFirst selects the statements that lock what others lock before the tables, and that swap changes, too: views,
// the outer ones first, and sequences, which LOCK TABLE does not take alone. They change nothing. The sequence of an
// identity gets another one in its place: who waits for it would go on with the old one.
const postgresFirst = "WITH refs (classid, objid, objsubid) AS (" + postgresParts + `)
SELECT sql FROM (
SELECT DISTINCT v.oid, format('ALTER VIEW IF EXISTS %s SET SCHEMA %s', v.oid::regclass, v.relnamespace::regnamespace) AS sql, 1 AS step ` + fromViews + `
UNION ALL SELECT c.oid, format('ALTER SEQUENCE IF EXISTS %s OWNER TO %s', c.oid::regclass, c.relowner::regrole), 2 FROM pg_depend d JOIN pg_class c ON c.oid = d.objid AND c.relkind = 'S' WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid IN (TABLES) AND d.deptype = 'a'
) s ORDER BY step, oid DESC`

// postgresSwap selects the statements that put the new tables in the place of the old ones, with
// all that the new ones do not have yet. Views are told to use them.
var postgresSwap = "WITH refs (classid, objid, objsubid) AS (" + postgresParts + `),
t AS (SELECT c.*, c.oid::regclass::text AS q, quote_ident(relname) AS short, relnamespace::regnamespace::text AS schema FROM pg_class c WHERE oid IN (TABLES)),
f AS (SELECT c.*, conrelid::regclass::text AS child FROM pg_constraint c WHERE contype = 'f' AND conparentid = 0 AND (conrelid IN (TABLES) OR confrelid IN (TABLES))),
s AS (SELECT t.q, attname, attidentity, deptype, c.oid, c.relacl, c.relowner, c.oid::regclass::text AS name, quote_ident(c.relname) AS short, ` + defaultsOf("c.relowner", "S") + ` AS others, p.* FROM t JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = t.oid AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
	JOIN pg_class c ON c.oid = d.objid AND c.relkind = 'S' JOIN pg_sequence p ON p.seqrelid = c.oid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid),
g AS (SELECT g.*, t.q FROM t JOIN pg_trigger g ON tgrelid = t.oid WHERE NOT tgisinternal AND (SELECT pronamespace::regnamespace::text FROM pg_proc p WHERE p.oid = tgfoid) <> '` + postgresNew + `'),
x AS (SELECT x.*, stxnamespace::regnamespace || '.' || quote_ident(stxname) AS name FROM pg_statistic_ext x WHERE stxrelid IN (TABLES)),
p AS (SELECT p.*, t.q FROM t JOIN pg_policy p ON polrelid = t.oid),
v AS (SELECT DISTINCT v.oid, w.oid AS rule, rulename, v.oid::regclass::text AS name, v.reloptions ` + fromViews + `)
SELECT sql FROM (
SELECT 1 AS step, conname::text AS line, format('ALTER TABLE %s DROP CONSTRAINT %I', child, conname) AS sql FROM f
UNION ALL SELECT 2, name, format('ALTER SEQUENCE %s OWNED BY NONE', name) FROM s WHERE deptype = 'a'
UNION ALL SELECT 3, name, format('DROP STATISTICS %s', name) FROM x
UNION ALL SELECT 3, q || ' ' || polname, format('DROP POLICY %I ON %s', polname, q) FROM p
UNION ALL SELECT 4, q, format('ALTER TABLE %s SET SCHEMA ` + postgresOld + `', q) FROM t
UNION ALL SELECT 5, q, format('ALTER TABLE ` + postgresNew + `.%s SET SCHEMA %s', short, schema) FROM t
UNION ALL SELECT 6, name, format('ALTER SEQUENCE %s OWNED BY %s.%I', name, q, attname) FROM s WHERE deptype = 'a'
UNION ALL SELECT 6, name, format('ALTER TABLE %s ALTER %I ADD GENERATED %s AS IDENTITY (SEQUENCE NAME %s START %s INCREMENT %s MINVALUE %s MAXVALUE %s CACHE %s %s)', q, attname, CASE attidentity WHEN 'a' THEN 'ALWAYS' ELSE 'BY DEFAULT' END,
	name, seqstart, seqincrement, seqmin, seqmax, seqcache, CASE WHEN seqcycle THEN 'CYCLE' ELSE 'NO CYCLE' END) FROM s WHERE deptype = 'i'
UNION ALL SELECT 7, name, format('SELECT setval(%L, last_value, is_called) FROM ` + postgresOld + `.%s', name, short) FROM s WHERE deptype = 'i'
UNION ALL SELECT 8, name, format('REVOKE ALL ON SEQUENCE %s FROM PUBLIC, %s', name, concat_ws(', ', relowner::regrole, others)) FROM s WHERE deptype = 'i' AND (relacl IS NOT NULL OR others IS NOT NULL)
UNION ALL SELECT 9, name || to_char(g.line, '0000'), format('GRANT %s ON SEQUENCE %s TO %s%s', privilege_type, name, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END, CASE WHEN is_grantable THEN ' WITH GRANT OPTION' END)
	FROM s, aclexplode(CASE WHEN others IS NULL THEN relacl ELSE coalesce(relacl, acldefault('s', relowner)) END) WITH ORDINALITY AS g(grantor, grantee, privilege_type, is_grantable, line) WHERE deptype = 'i'
UNION ALL SELECT 10, name, format('COMMENT ON SEQUENCE %s IS %L', name, obj_description(oid, 'pg_class')) FROM s WHERE deptype = 'i' AND obj_description(oid, 'pg_class') IS NOT NULL
UNION ALL SELECT 11, tgname, pg_get_triggerdef(oid) FROM g
UNION ALL SELECT 12, tgname, format('ALTER TABLE %s %s TRIGGER %I', q, CASE tgenabled WHEN 'A' THEN 'ENABLE ALWAYS' WHEN 'R' THEN 'ENABLE REPLICA' ELSE 'DISABLE' END, tgname) FROM g WHERE tgenabled <> 'O'
UNION ALL SELECT 13, tgname, format('COMMENT ON TRIGGER %I ON %s IS %L', tgname, q, obj_description(oid, 'pg_trigger')) FROM g WHERE obj_description(oid, 'pg_trigger') IS NOT NULL
UNION ALL SELECT 14, conname, format('ALTER TABLE %s ADD CONSTRAINT %I %s%s', child, conname, pg_get_constraintdef(oid), CASE WHEN convalidated THEN ' NOT VALID' END) FROM f
UNION ALL SELECT 15, conname, format('COMMENT ON CONSTRAINT %I ON %s IS %L', conname, child, obj_description(oid, 'pg_constraint')) FROM f WHERE obj_description(oid, 'pg_constraint') IS NOT NULL
UNION ALL SELECT 16, name, pg_get_statisticsobjdef(oid) FROM x
UNION ALL SELECT 17, indexrelid::regclass || to_char(attnum, '0000'), format('ALTER INDEX %s ALTER COLUMN %s SET STATISTICS %s', indexrelid::regclass, attnum, attstattarget) FROM pg_index JOIN pg_attribute ON attrelid = indexrelid WHERE indrelid IN (TABLES) AND attstattarget >= 0
UNION ALL SELECT 17, name, format('ALTER STATISTICS %s SET STATISTICS %s', name, stxstattarget) FROM x WHERE stxstattarget >= 0
UNION ALL SELECT 17, name, format('ALTER STATISTICS %s OWNER TO %s', name, stxowner::regrole) FROM x WHERE stxowner <> quote_ident(current_user)::regrole
UNION ALL SELECT 17, name, format('COMMENT ON STATISTICS %s IS %L', name, obj_description(oid, 'pg_statistic_ext')) FROM x WHERE obj_description(oid, 'pg_statistic_ext') IS NOT NULL
UNION ALL SELECT 18, name, format('CREATE OR REPLACE VIEW %s%s AS %s', name, ' WITH (' || array_to_string(reloptions, ', ') || ')', rtrim(pg_get_viewdef(oid), ';')) FROM v WHERE rulename = '_RETURN'
UNION ALL SELECT 19, name || ' ' || rulename, rtrim(regexp_replace(pg_get_ruledef(rule), '^CREATE RULE ', 'CREATE OR REPLACE RULE '), ';') FROM v WHERE rulename <> '_RETURN'
UNION ALL SELECT 20, q || ' ' || polname, ` + postgresPolicy + ` FROM p
UNION ALL SELECT 21, q || ' ' || polname, format('COMMENT ON POLICY %I ON %s IS %L', polname, q, obj_description(oid, 'pg_policy')) FROM p WHERE obj_description(oid, 'pg_policy') IS NOT NULL
UNION ALL SELECT 22, q, format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', q) FROM t WHERE relrowsecurity
UNION ALL SELECT 22, q, format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', q) FROM t WHERE relforcerowsecurity
) s ORDER BY step, line`

// postgresPolicy is the statement that makes a policy: a row of pg_policy, with q, the name of its table.
const postgresPolicy = `format('CREATE POLICY %I ON %s AS %s FOR %s TO %s%s%s', polname, q, CASE WHEN polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END, CASE polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END,
	(SELECT string_agg(CASE o WHEN 0 THEN 'PUBLIC' ELSE o::regrole::text END, ', ') FROM unnest(polroles) o), ' USING (' || pg_get_expr(polqual, polrelid) || ')', ' WITH CHECK (' || pg_get_expr(polwithcheck, polrelid) || ')')`
