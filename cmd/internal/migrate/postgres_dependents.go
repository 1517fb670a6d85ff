package migrate

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
)

// dependents refuses what depends on a column, unless ALTER TABLE is known to carry it over.
func (p *postgresPlan) dependents(ctx context.Context) error {
	var creates bool
	err := p.store.conn.QueryRowContext(ctx, "SELECT to_regclass(nullif($1, '') || '."+stateTable+"') IS NOT NULL OR coalesce(has_schema_privilege(to_regnamespace(nullif($1, '')), 'CREATE'), false)", p.store.schema).Scan(&creates)
	if err != nil {
		return err
	}
	if !creates {
		p.refuse("table "+stateTable, "you may not create it in the first schema of your search_path", "name another schema in it, for all commands")
	}
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
	for _, t := range p.Tables { // a row as a whole is no dependency on a column
		err := each(ctx, p.store.conn, func(r *sql.Rows) error {
			var object, def string
			err := r.Scan(&object, &def)
			p.Refusals = append(p.Refusals, Refusal{Object: object, Accept: true,
				Reason: "it uses whole rows, maybe of " + t.Name,
				Manual: "drop it, migrate, and create it again for the new type; it is: " + def})
			return err
		}, `SELECT DISTINCT pg_describe_object(d.classid, d.objid, 0), pg_get_ruledef(w.oid) FROM pg_depend d JOIN pg_rewrite w ON w.oid = d.objid
WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid = $1::regclass AND w.ev_action::text LIKE '%:varattno 0 %' ORDER BY 1`, t.Name)
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
	for _, k := range p.keys {
		if strings.Contains(k.def, " NOT VALID") || strings.Contains(k.def, " NOT ENFORCED") {
			continue
		}
		var present, equal []string
		for i := range k.columns {
			child, parent := "c."+quoteID(k.columns[i]), "p."+quoteID(k.toColumn[i])
			present, equal = append(present, child+" IS NOT NULL"), append(equal, parent+" = "+child)
		}
		query := fmt.Sprintf("SELECT count(*) FROM ONLY %s c WHERE %s AND NOT EXISTS (SELECT FROM %s p WHERE %s)", k.table, strings.Join(present, " AND "), k.toTable, strings.Join(equal, " AND "))
		var n int
		if err := p.store.conn.QueryRowContext(ctx, query).Scan(&n); err != nil {
			return err
		}
		if n > 0 {
			p.refuse("constraint "+k.name+" of "+k.table, fmt.Sprintf("%d rows refer to rows that are missing, and the key cannot be added again", n), "correct or delete these rows: "+query)
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

// routines refuses functions whose text names a column: PostgreSQL cannot say what they do.
func (p *postgresPlan) routines(ctx context.Context) error {
	return each(ctx, p.store.conn, func(r *sql.Rows) error {
		var name, text, trigger string
		if err := r.Scan(&name, &text, &trigger); err != nil {
			return err
		}
		words := map[string]bool{}
		var read func(string)
		read = func(text string) {
			for _, w := range tokens(text) {
				words[strings.ToLower(w.text)] = true
				if !w.quoted && strings.HasPrefix(w.text, "'") { // of EXECUTE
					read(strings.ReplaceAll(strings.Trim(w.text, "'"), "''", "'"))
				} else if strings.Contains(w.text, "$") { // $$SELECT
					for _, part := range strings.Split(w.text, "$") {
						words[strings.ToLower(part)] = true
					}
				}
			}
		}
		read(text)
		for _, c := range p.columns {
			parts := strings.Split(strings.ReplaceAll(c.Table, `"`, ""), ".")
			table := strings.ToLower(parts[len(parts)-1])
			if words[strings.ToLower(c.Name)] && (words[table] || slices.Contains(strings.Split(trigger, "\x01"), c.Table)) {
				p.checked = append(p.checked, name+" "+text)
				p.Refusals = append(p.Refusals, Refusal{Object: "function " + name, Accept: true,
					Reason: "its text names " + c.Table + " and " + c.Name + ", and may depend on the old type",
					Manual: "see that it works with both types, such as by a cast of the column to text"})
				break
			}
		}
		return nil
	}, `SELECT p.oid::regprocedure::text, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc), coalesce((SELECT string_agg(tgrelid::regclass::text, E'\x01') FROM pg_trigger WHERE tgfoid = p.oid), '')
FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang WHERE l.lanname NOT IN ('internal', 'c')
	AND p.pronamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema', '`+postgresNew+`')
	AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e') ORDER BY 1`)
}

// detached refuses what would stay with the old tables, since new ones take their names.
func (s *postgresStore) detached(ctx context.Context, p *Plan) (list []Refusal, err error) {
	const offline = "migrate without --online, or drop it and create it again afterwards"
	for _, t := range p.Tables {
		err := each(ctx, s.conn, func(r *sql.Rows) error {
			var reason string
			err := r.Scan(&reason)
			list = append(list, Refusal{Object: "table " + t.Name, Reason: "--online makes a new table: " + reason, Manual: offline})
			return err
		}, `WITH t AS (SELECT *, (SELECT typarray FROM pg_type y WHERE y.oid = c.reltype) AS arr FROM pg_class c WHERE oid = $1::regclass)
SELECT format('%s is checked at the end of a transaction', conname) FROM pg_constraint WHERE conrelid = $1::regclass AND contype IN ('p', 'u', 'x') AND condeferrable
UNION ALL SELECT format('%s is not valid', conname) FROM pg_constraint WHERE conrelid = $1::regclass AND contype IN ('c', 'n') AND NOT convalidated
UNION ALL SELECT format('%s is not valid', indexrelid::regclass) FROM pg_index WHERE indrelid = $1::regclass AND NOT indisvalid
UNION ALL SELECT 'it has row level security' FROM t WHERE relrowsecurity OR EXISTS (SELECT FROM pg_policy WHERE polrelid = t.oid)
UNION ALL SELECT 'it has a security label' FROM pg_seclabel WHERE objoid = $1::regclass
UNION ALL SELECT 'rule ' || rulename FROM pg_rewrite WHERE ev_class = $1::regclass
UNION ALL SELECT 'publication ' || pubname FROM pg_publication_tables WHERE (quote_ident(schemaname) || '.' || quote_ident(tablename))::regclass = $1::regclass
UNION ALL SELECT 'a subscription fills it' WHERE EXISTS (SELECT FROM pg_subscription_rel WHERE srrelid = $1::regclass)
UNION ALL SELECT 'its owner has not granted all its privileges' FROM t WHERE EXISTS (SELECT FROM aclexplode(relacl) WHERE grantor <> relowner)
UNION ALL SELECT 'a partitioned table refers to it: ' || conrelid::regclass FROM pg_constraint JOIN pg_class c ON c.oid = conrelid WHERE contype = 'f' AND confrelid = $1::regclass AND (relkind = 'p' OR conparentid <> 0)
UNION ALL SELECT 'you do not own ' || c.oid::regclass || ', which a foreign key connects with it' FROM pg_constraint k JOIN pg_class c ON c.oid IN (conrelid, confrelid) WHERE contype = 'f' AND $1::regclass IN (conrelid, confrelid) AND NOT pg_has_role(c.relowner, 'USAGE')
UNION ALL SELECT 'you may not create tables in its schema' FROM t WHERE NOT has_schema_privilege(relnamespace, 'CREATE')
UNION ALL SELECT pg_describe_object(d.classid, d.objid, d.objsubid) || ' depends on it' FROM t JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = t.oid OR d.refclassid = 'pg_type'::regclass AND d.refobjid IN (reltype, arr)
WHERE d.deptype IN ('n', 'a', 'i') AND CASE d.classid::regclass::text
	WHEN 'pg_type' THEN d.objid NOT IN (reltype, arr)
	WHEN 'pg_class' THEN d.objid NOT IN (t.oid, reltoastrelid) AND NOT EXISTS (SELECT FROM pg_index WHERE indexrelid = d.objid AND indrelid = t.oid) AND NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = d.objid AND c.relkind = 'S')
	WHEN 'pg_constraint' THEN NOT EXISTS (SELECT FROM pg_constraint c WHERE c.oid = d.objid AND t.oid IN (conrelid, confrelid))
	WHEN 'pg_attrdef' THEN NOT EXISTS (SELECT FROM pg_attrdef c WHERE c.oid = d.objid AND t.oid = adrelid)
	WHEN 'pg_trigger' THEN NOT EXISTS (SELECT FROM pg_trigger c WHERE c.oid = d.objid AND t.oid = tgrelid)
	WHEN 'pg_statistic_ext' THEN NOT EXISTS (SELECT FROM pg_statistic_ext c WHERE c.oid = d.objid AND t.oid = stxrelid)
	WHEN 'pg_rewrite' THEN NOT EXISTS (SELECT FROM pg_rewrite c JOIN pg_class v ON v.oid = ev_class WHERE c.oid = d.objid AND v.relkind = 'v' AND pg_has_role(v.relowner, 'USAGE'))
	ELSE true END
ORDER BY 1`, t.Name)
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// detachable refuses what a run would not find in its way again.
func (p *postgresPlan) detachable(ctx context.Context, s *shadow) error {
	list, err := p.store.detached(ctx, p.Plan)
	if err != nil {
		return err
	}
	p.Refusals = append(p.Refusals, list...)
	names := map[string]bool{}
	for _, m := range s.mirrors {
		if m.key == nil {
			p.refuse("table "+m.table, "--online copies in the order of a key, and it has no primary key, nor a unique one without NULLs", "add one, or migrate without --online")
		}
		if names[m.fresh] {
			p.refuse("table "+m.table, "another one has this name in another schema", "migrate without --online")
		}
		names[m.fresh] = true
		var exists bool
		if err := p.store.conn.QueryRowContext(ctx, "SELECT to_regclass($1) IS NOT NULL", m.old()).Scan(&exists); err != nil {
			return err
		}
		if exists {
			p.refuse("table "+m.old(), "an earlier migration has left it", "uuid migrate cleanup")
		}
	}
	var creates, taken bool
	err = p.store.conn.QueryRowContext(ctx, "SELECT has_database_privilege(current_database(), 'CREATE'), to_regnamespace('"+postgresNew+"') IS NOT NULL").Scan(&creates, &taken)
	if err != nil {
		return err
	}
	st, err := p.store.unfinished(ctx)
	if err != nil {
		return err
	}
	if !creates {
		p.refuse("schema "+postgresNew, "--online makes its tables in it, and you may not create it", "GRANT CREATE ON DATABASE, or migrate without --online")
	}
	if taken && st.Plan == nil {
		p.refuse("schema "+postgresNew, "it exists", "rename or drop it")
	}
	return nil
}
