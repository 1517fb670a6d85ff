package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// byHand returns a text with SQL that users can execute: TestPostgresByHand does.
func byHand(does string, before, after []string) string {
	return does + ":\n-- before\n" + strings.Join(before, ";\n") + ";\n-- afterwards; before undo, execute the first part again\n" + strings.Join(after, ";\n") + ";"
}

// refuseObject refuses an object that depends on something. Before it, it refuses the objects that
// must be dropped first: the refusals are in the order of DROP. If the given refusal names an object,
// all of them name this one: --accept names it.
func (p *planner) refuseObject(ctx context.Context, on string, o *dependent, refusal migrate.Refusal) error {
	if p.dropped[o.target] || p.dropped[address{"pg_class", o.relation, 0}] {
		return nil
	}
	p.dropped[o.target] = true
	list, err := p.store.objects(ctx, "0", `SELECT $1::text::regclass, $2::bigint::oid, CASE WHEN $3 > 0 THEN $3 ELSE -1 END::int
UNION ALL SELECT 'pg_type'::regclass, y.oid, -1 FROM pg_class c JOIN pg_type y ON reltype IN (y.oid, typelem) WHERE $1 = 'pg_class' AND $3 = 0 AND c.oid = $2::bigint::oid AND reltype <> 0
UNION ALL SELECT 'pg_type'::regclass, y.oid, -1 FROM pg_type y LEFT JOIN pg_range ON rngmultitypid = y.oid WHERE $1 = 'pg_type' AND $2::bigint::oid IN (typelem, rngtypid)`, o.target.class, o.target.oid, o.target.sub)
	if err != nil {
		return err
	}
	goes := map[address]bool{o.target: true} // what DROP drops, too
	for _, d := range list {                 // a member of an operator family goes, and does not come back with its operator
		goes[d.target] = goes[d.target] || !d.normal && !strings.HasPrefix(d.class, "pg_am")
	}
	for _, d := range list {
		if !goes[d.target] {
			nested := refusal
			nested.Reason = ""
			if err := p.refuseObject(ctx, o.name, &d, nested); err != nil {
				return err
			}
		}
	}
	if refusal.Kind == "" {
		refusal.Kind = o.refusedAs()
	}
	switch {
	case refusal.Object == "":
		refusal.Object, refusal.Reason = o.name, cmp.Or(refusal.Reason, "it depends on "+on)
	case refusal.Reason == "":
		refusal.Reason = o.name + " depends on " + on
	}
	if refusal.Manual, err = p.store.byHand(ctx, o, refusal.Manual); err != nil {
		return err
	}
	p.Refusals = append(p.Refusals, refusal)
	return nil
}

// byHand says how an object is dropped and made again, or what can be done otherwise.
func (s *store) byHand(ctx context.Context, o *dependent, otherwise string) (string, error) {
	var before, after []string
	err := sqlkit.Each(ctx, s.conn, func(r *sql.Rows) error {
		var first bool
		var q string
		err := r.Scan(&first, &q)
		if q = strings.TrimRight(q, ";\n"); first {
			before = append(before, q)
		} else {
			after = append(after, q)
		}
		return err
	}, postgresAgain, o.target.class, o.target.oid, o.target.sub)
	switch {
	case before == nil && otherwise == "":
		return "drop it, migrate, and make it again", err
	case before == nil:
		return otherwise, err
	case otherwise != "":
		otherwise += ", or "
	}
	return byHand(otherwise+"drop what is in this list in its order, migrate, and create it in the opposite order, changed for the new type", before, after), err
}

// grants is a part of a query that has columns step, line and sql. It selects the
// statements that give the relation name the privileges of t, a row of pg_class, and no other:
// whoever makes it may have default privileges.
func grants(step, name string) string {
	return strings.NewReplacer("STEP", step, "NAME", name).Replace(`SELECT STEP, 0::bigint, format('REVOKE ALL ON TABLE %s FROM PUBLIC, %s', NAME, concat_ws(', ', relowner::regrole, others)) FROM t, others WHERE relacl IS NOT NULL OR others IS NOT NULL
UNION ALL SELECT STEP, 1 + g.attnum * 1000 + min(g.line), format('GRANT %s ON TABLE %s TO %s%s', string_agg(privilege_type || coalesce(' (' || quote_ident(attname) || ')', ''), ', ' ORDER BY g.line), NAME, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END, CASE WHEN is_grantable THEN ' WITH GRANT OPTION' END)
	FROM t, others, LATERAL (SELECT 0 AS attnum, NULL AS attname, a.* FROM aclexplode(CASE WHEN others IS NULL THEN relacl ELSE coalesce(relacl, acldefault('r', relowner)) END) WITH ORDINALITY AS a(grantor, grantee, privilege_type, is_grantable, line)
		UNION ALL SELECT attnum, attname, a.* FROM pg_attribute, aclexplode(attacl) WITH ORDINALITY AS a(grantor, grantee, privilege_type, is_grantable, line) WHERE attrelid = t.oid AND attnum > 0 AND NOT attisdropped) g
	GROUP BY NAME, g.attnum, grantee, is_grantable`)
}

// postgresOthers is a table of a WITH: to whom the default privileges of the user for new tables give some.
var postgresOthers = "others AS (SELECT " + defaultsOf("quote_ident(current_user)::regrole", "r") + " AS others)"

// defaultsOf is a value: to whom the default privileges of a role for new relations of a kind give some.
func defaultsOf(role, kind string) string {
	return "(SELECT string_agg(DISTINCT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END, ', ') FROM pg_default_acl, aclexplode(defaclacl) WHERE defaclrole = " + role + " AND defaclobjtype = '" + kind + "')"
}

// postgresAgain selects the statements that drop the object $2, $3 of catalog $1, and those that make it again. The
// latter come in order.
var postgresAgain = "WITH " + postgresOthers + `,
t AS (SELECT c.*, c.oid::regclass::text AS q, CASE relkind WHEN 'v' THEN 'VIEW' ELSE 'MATERIALIZED VIEW' END AS kind, ' WITH (' || array_to_string(reloptions, ', ') || ')' AS options FROM pg_class c WHERE $1 = 'pg_class' AND oid = $2::bigint::oid AND relkind IN ('v', 'm')),
i AS (SELECT i.indexrelid, i.indrelid, i.indisclustered, c.relname, c.oid::regclass::text AS q, c.reltablespace FROM pg_index i JOIN pg_class c ON c.oid = indexrelid
	WHERE indexrelid = $2::bigint::oid AND $1 = 'pg_class' OR indrelid IN (SELECT oid FROM t) OR $1 = 'pg_class' AND indrelid = $2::bigint::oid AND $3::int = ANY (indkey) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = indrelid)),
w AS (SELECT w.*, ev_class::regclass::text AS q FROM pg_rewrite w WHERE rulename <> '_RETURN' AND ($1 = 'pg_rewrite' AND oid = $2::bigint::oid OR ev_class IN (SELECT oid FROM t))),
g AS (SELECT g.*, tgrelid::regclass::text AS q FROM pg_trigger g WHERE NOT tgisinternal AND ($1 = 'pg_trigger' AND oid = $2::bigint::oid OR tgrelid IN (SELECT oid FROM t))),
p AS (SELECT p.*, polrelid::regclass::text AS q FROM pg_policy p WHERE $1 = 'pg_policy' AND oid = $2::bigint::oid),
f AS (SELECT f.*, oid::regprocedure::text AS q FROM pg_proc f WHERE $1 = 'pg_proc' AND oid = $2::bigint::oid AND prokind <> 'a'),
x AS (SELECT x.*, stxnamespace::regnamespace || '.' || quote_ident(stxname) AS q FROM pg_statistic_ext x WHERE $1 = 'pg_statistic_ext' AND oid = $2::bigint::oid OR stxrelid IN (SELECT oid FROM t)),
d AS (SELECT * FROM pg_constraint WHERE $1 = 'pg_constraint' AND oid = $2::bigint::oid AND contypid > 0),
o AS (SELECT replace(type, 'composite ', '') AS kind, regexp_replace(identity, ' on (language \w+)$', ' \1') AS identity FROM pg_identify_object($1::text::regclass, $2::bigint::oid, 0) WHERE $1 IN ('pg_type', 'pg_cast', 'pg_transform', 'pg_operator', 'pg_opclass') OR type IN ('composite type', 'foreign table', 'aggregate')),
m AS (SELECT *, regexp_replace(identity, '^(\w+) (\d+) (\(.*\)) of (.*)$', 'ALTER OPERATOR FAMILY \4 DROP \1 \2 \3') AS gone FROM pg_identify_object($1::text::regclass, $2::bigint::oid, 0) WHERE $1 IN ('pg_amop', 'pg_amproc')),
k AS (SELECT k.*, conrelid::regclass::text AS q FROM pg_constraint k WHERE conrelid > 0 AND contype <> 't' AND ($1 = 'pg_constraint' AND oid = $2::bigint::oid OR $1 = 'pg_class' AND $3::int > 0 AND conrelid = $2::bigint::oid AND $3::int = ANY (conkey))),
a AS (SELECT a.*, attrelid::regclass::text AS q, quote_ident(attname) AS name, format_type(atttypid, atttypmod) AS typ, CASE WHEN coalesce(b.typtype, y.typtype) = 'c' THEN 'jsonb' WHEN coalesce(b.typtype, y.typtype) IN ('r', 'm') OR e.typtype IN ('c', 'd', 'r', 'm') THEN 'text' END AS via
	FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid JOIN pg_type y ON y.oid = atttypid LEFT JOIN pg_type b ON b.oid = y.typbasetype LEFT JOIN pg_type e ON e.oid = coalesce(b.typelem, y.typelem) WHERE $1 = 'pg_class' AND attrelid = $2::bigint::oid AND $3::int = attnum AND relkind IN ('r', 'p')),
s AS (SELECT c.oid::regclass::text AS q, d.refobjid::regclass::text AS tab, quote_ident(attname) AS name FROM pg_class c JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.refobjsubid > 0 AND d.deptype = 'a' JOIN pg_attribute ON attrelid = d.refobjid AND attnum = d.refobjsubid
	WHERE $1 = 'pg_class' AND c.oid = $2::bigint::oid AND relkind = 'S'),
r AS (SELECT prpubid, prrelid::regclass::text AS q, quote_ident(pubname) AS pub, pg_get_expr(prqual, prrelid) AS filter, (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute WHERE attrelid = prrelid AND attnum = ANY (prattrs)) AS list
	FROM pg_publication_rel r JOIN pg_publication b ON b.oid = prpubid WHERE $1 = 'pg_publication_rel' AND r.oid = $2::bigint::oid)
SELECT step = 0, sql FROM (
SELECT 0 AS step, 0::bigint AS line, format('DROP %s %s', kind, q) AS sql FROM t
UNION ALL SELECT 0, 0, format('DROP INDEX %s', q) FROM i WHERE indexrelid = $2::bigint::oid
UNION ALL SELECT 0, 0, format('DROP RULE %I ON %s', rulename, q) FROM w WHERE oid = $2::bigint::oid
UNION ALL SELECT 0, 0, format('DROP TRIGGER %I ON %s', tgname, q) FROM g WHERE oid = $2::bigint::oid
UNION ALL SELECT 0, 0, format('DROP POLICY %I ON %s', polname, q) FROM p
UNION ALL SELECT 0, 0, format('DROP ROUTINE %s', q) FROM f
UNION ALL SELECT 0, 0, format('DROP STATISTICS %s', q) FROM x WHERE oid = $2::bigint::oid
UNION ALL SELECT 0, 0, format('ALTER TABLE %s DROP CONSTRAINT %I', q, conname) FROM k WHERE oid = $2::bigint::oid
UNION ALL SELECT 0, 0, format('ALTER TABLE %s DROP COLUMN %s', q, name) FROM a WHERE attgenerated <> ''
UNION ALL SELECT 0, 0, format('ALTER TABLE %s ALTER %s TYPE %s USING %s', q, name, via, CASE via WHEN 'jsonb' THEN 'to_jsonb(' || name || ')' ELSE name || '::text' END) FROM a WHERE attgenerated = '' AND via IS NOT NULL
UNION ALL SELECT 0, 0, format('ALTER TABLE %s ALTER %s DROP DEFAULT', q, name) FROM a WHERE attgenerated = '' AND atthasdef
UNION ALL SELECT 0, 0, format('ALTER SEQUENCE %s OWNED BY NONE', q) FROM s
UNION ALL SELECT 0, 0, format('ALTER PUBLICATION %s DROP TABLE %s', pub, q) FROM r
UNION ALL SELECT 0, 0, format('DROP %s %s', upper(kind), identity) FROM o
UNION ALL SELECT 0, 0, gone FROM m
UNION ALL SELECT 0, 0, format('ALTER DOMAIN %s DROP CONSTRAINT %I', contypid::regtype, conname) FROM d

UNION ALL SELECT 1, 0, format('-- make %s %s again, as pg_dump -s has printed it', kind, identity) FROM o
UNION ALL SELECT 1, 0, format('-- make %s again, as pg_dump -s has printed it', identity) FROM m
UNION ALL SELECT 1, 0, format('ALTER DOMAIN %s ADD CONSTRAINT %I %s', contypid::regtype, conname, pg_get_constraintdef(oid)) FROM d
UNION ALL SELECT 1, 0, format('CREATE %s %s%s%s%s AS%s%s', kind, q, CASE relkind WHEN 'm' THEN ' USING ' || (SELECT quote_ident(amname) FROM pg_am WHERE oid = relam) END, options, ' TABLESPACE ' || (SELECT quote_ident(spcname) FROM pg_tablespace WHERE oid = reltablespace),
	E'\n' || rtrim(pg_get_viewdef(oid), ';'), CASE WHEN NOT relispopulated THEN ' WITH NO DATA' END) FROM t
UNION ALL SELECT 1, 0, pg_get_functiondef(oid) FROM f
UNION ALL SELECT 1, 0, ` + postgresPolicy + ` FROM p
UNION ALL SELECT 1, 0, format('ALTER TABLE %s ADD COLUMN %s %s%s GENERATED ALWAYS AS (%s)%s%s', q, name, typ, ' COLLATE ' || (SELECT attcollation::regcollation FROM pg_type y WHERE y.oid = atttypid AND typcollation <> attcollation), pg_get_expr(adbin, adrelid), CASE attgenerated WHEN 's' THEN ' STORED' ELSE ' VIRTUAL' END, CASE WHEN attnotnull THEN coalesce((SELECT ' CONSTRAINT ' || quote_ident(conname) FROM k WHERE contype = 'n'), '') || ' NOT NULL' END)
	FROM a JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE attgenerated <> ''
UNION ALL SELECT 1, 0, format('ALTER TABLE %s ALTER %s TYPE %s USING %s', q, name, typ, CASE via WHEN 'jsonb' THEN format('jsonb_populate_record(NULL::%s, %s)', typ, name) ELSE name || '::' || typ END) FROM a WHERE attgenerated = '' AND via IS NOT NULL
UNION ALL SELECT 4, 0, format('ALTER TABLE %s ALTER %s SET DEFAULT %s', q, name, pg_get_expr(adbin, adrelid)) FROM a JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE attgenerated = ''
UNION ALL SELECT 1, 0, format('ALTER SEQUENCE %s OWNED BY %s.%s', q, tab, name) FROM s
UNION ALL SELECT 1, 0, format('ALTER PUBLICATION %s ADD TABLE %s%s%s', pub, q, ' (' || list || ')', ' WHERE ' || filter) FROM r
UNION ALL SELECT 2, 0, format('ALTER %s %s OWNER TO %s', kind, q, relowner::regrole) FROM t WHERE relowner <> quote_ident(current_user)::regrole
UNION ALL SELECT 2, 0, format('ALTER ROUTINE %s OWNER TO %s', q, proowner::regrole) FROM f WHERE proowner <> quote_ident(current_user)::regrole
UNION ALL ` + grants("3", "q") + `
UNION ALL SELECT 3, 0, format('REVOKE ALL ON ROUTINE %s FROM PUBLIC, %s', q, proowner::regrole) FROM f WHERE proacl IS NOT NULL
UNION ALL SELECT 3, g.line, format('GRANT EXECUTE ON ROUTINE %s TO %s%s', q, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END, CASE WHEN is_grantable THEN ' WITH GRANT OPTION' END) FROM f, aclexplode(proacl) WITH ORDINALITY AS g(grantor, grantee, privilege_type, is_grantable, line)
UNION ALL SELECT 4, attnum, format('ALTER VIEW %s ALTER %I SET DEFAULT %s', q, attname, pg_get_expr(adbin, adrelid)) FROM t JOIN pg_attrdef ON adrelid = t.oid JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
UNION ALL SELECT 4, attnum, format('ALTER MATERIALIZED VIEW %s ALTER %I SET STATISTICS %s', q, attname, attstattarget) FROM t JOIN pg_attribute ON attrelid = t.oid WHERE relkind = 'm' AND attnum > 0 AND attstattarget >= 0 AND NOT attisdropped
UNION ALL SELECT 5, indexrelid::bigint, pg_get_indexdef(indexrelid) FROM i WHERE NOT EXISTS (SELECT FROM k WHERE conindid = indexrelid)
UNION ALL SELECT 5, oid::bigint, format('ALTER TABLE %s ADD CONSTRAINT %I %s', q, conname, pg_get_constraintdef(oid)) FROM k WHERE contype <> 'n'
UNION ALL SELECT 6, indexrelid::bigint, format('ALTER INDEX %s SET TABLESPACE %I', q, spcname) FROM i JOIN pg_tablespace s ON s.oid = reltablespace
UNION ALL SELECT 6, indexrelid::bigint, format('ALTER %s %s CLUSTER ON %I', coalesce((SELECT kind FROM t), 'TABLE'), indrelid::regclass, relname) FROM i WHERE indisclustered
UNION ALL SELECT 6, indexrelid::bigint * 100 + attnum, format('ALTER INDEX %s ALTER COLUMN %s SET STATISTICS %s', q, attnum, attstattarget) FROM i JOIN pg_attribute ON attrelid = indexrelid WHERE attstattarget >= 0
UNION ALL SELECT 7, oid::bigint, regexp_replace(pg_get_ruledef(oid), '^CREATE RULE ', 'CREATE OR REPLACE RULE ') FROM w
UNION ALL SELECT 7, oid::bigint, regexp_replace(pg_get_triggerdef(oid), '^CREATE TRIGGER ', 'CREATE OR REPLACE TRIGGER ') FROM g
UNION ALL SELECT 7, oid::bigint, pg_get_statisticsobjdef(oid) FROM x
UNION ALL SELECT 8, oid::bigint, format('ALTER TABLE %s %s RULE %I', q, CASE ev_enabled WHEN 'A' THEN 'ENABLE ALWAYS' WHEN 'R' THEN 'ENABLE REPLICA' ELSE 'DISABLE' END, rulename) FROM w WHERE ev_enabled <> 'O'
UNION ALL SELECT 8, oid::bigint, format('ALTER TABLE %s %s TRIGGER %I', q, CASE tgenabled WHEN 'A' THEN 'ENABLE ALWAYS' WHEN 'R' THEN 'ENABLE REPLICA' ELSE 'DISABLE' END, tgname) FROM g WHERE tgenabled <> 'O'
UNION ALL SELECT 8, oid::bigint, format('ALTER STATISTICS %s SET STATISTICS %s', q, stxstattarget) FROM x WHERE stxstattarget >= 0
UNION ALL SELECT 8, oid::bigint, format('ALTER STATISTICS %s OWNER TO %s', q, stxowner::regrole) FROM x WHERE stxowner <> quote_ident(current_user)::regrole
UNION ALL SELECT 9, o.line, format('COMMENT ON %s IS %L', o.what, o.says) FROM (
	SELECT 0::bigint, kind || ' ' || q, obj_description(oid, 'pg_class') FROM t
	UNION ALL SELECT attnum, 'COLUMN ' || q || '.' || quote_ident(attname), col_description(t.oid, attnum) FROM t JOIN pg_attribute ON attrelid = t.oid WHERE attnum > 0
	UNION ALL SELECT 0, 'COLUMN ' || q || '.' || name, col_description(attrelid, attnum) FROM a WHERE attgenerated <> ''
	UNION ALL SELECT indexrelid::bigint, 'INDEX ' || q, obj_description(indexrelid, 'pg_class') FROM i
	UNION ALL SELECT oid::bigint, format('CONSTRAINT %I ON %s', conname, q), obj_description(oid, 'pg_constraint') FROM k
	UNION ALL SELECT oid::bigint, format('RULE %I ON %s', rulename, q), obj_description(oid, 'pg_rewrite') FROM w
	UNION ALL SELECT oid::bigint, format('TRIGGER %I ON %s', tgname, q), obj_description(oid, 'pg_trigger') FROM g
	UNION ALL SELECT oid::bigint, format('POLICY %I ON %s', polname, q), obj_description(oid, 'pg_policy') FROM p
	UNION ALL SELECT oid::bigint, format('CONSTRAINT %I ON DOMAIN %s', conname, contypid::regtype), obj_description(oid, 'pg_constraint') FROM d
	UNION ALL SELECT oid::bigint, 'ROUTINE ' || q, obj_description(oid, 'pg_proc') FROM f
	UNION ALL SELECT oid::bigint, 'STATISTICS ' || q, obj_description(oid, 'pg_statistic_ext') FROM x) o(line, what, says) WHERE says IS NOT NULL
) s ORDER BY step, line`
