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
	AND p.pronamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
	AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e') ORDER BY 1`)
}
