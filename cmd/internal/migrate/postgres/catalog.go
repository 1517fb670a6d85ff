package postgres

import (
	"context"
	"database/sql"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// A postgresColumn is what the catalog says about a column that is migrated.
type postgresColumn struct {
	*migrate.Column
	columnDetail
	typ       string // without a length: text, character varying, character, bytea, uuid
	number    int    // attnum
	generated bool
}

// postgresTables are the tables of a plan as an SQL list of their names.
func postgresTables(p *migrate.Plan) string {
	var names []string
	for _, t := range p.Tables {
		names = append(names, sqlkit.QuoteText(t.Name)+"::regclass")
	}
	return strings.Join(names, ", ")
}

// snapshot reads all that there is about the tables of a plan. What a change of type
// changes has objects of its own.
func (s *store) snapshot(ctx context.Context, p *migrate.Plan) (migrate.Snapshot, error) {
	all := migrate.Snapshot{}
	const query = `
WITH t AS (SELECT c.*, c.oid::regclass::text AS name FROM pg_class c WHERE c.oid IN (TABLES)),
a AS (SELECT a.*, t.name || '.' || a.attname AS name, y.typstorage, y.typcollation
	FROM t JOIN pg_attribute a ON a.attrelid = t.oid JOIN pg_type y ON y.oid = a.atttypid WHERE a.attnum > 0 AND NOT a.attisdropped)
SELECT 'table ' || name, concat_ws(' ', relkind, relpersistence, relowner::regrole, coalesce(relacl, acldefault('r', relowner)), reloptions, reltablespace, relam, relreplident, relrowsecurity,
	relforcerowsecurity, relispartition, reloftype, obj_description(oid, 'pg_class'),
	(SELECT string_agg(inhparent::regclass::text || ' ' || inhrelid::regclass, ',') FROM pg_inherits WHERE oid IN (inhparent, inhrelid))) FROM t
UNION ALL SELECT 'column ' || name, concat_ws(' ', row_number() OVER (PARTITION BY attrelid ORDER BY attnum), attnotnull, attidentity, attgenerated, attstattarget, attoptions, attfdwoptions, attacl, attislocal, attinhcount, col_description(attrelid, attnum)) FROM a
UNION ALL SELECT 'type of ' || name, format_type(atttypid, atttypmod) FROM a
UNION ALL SELECT 'collation of ' || name, CASE WHEN attcollation <> typcollation THEN attcollation::regcollation::text ELSE '' END FROM a
UNION ALL SELECT 'storage of ' || name, CASE WHEN attstorage <> typstorage THEN attstorage::text ELSE '' END || attcompression::text FROM a
UNION ALL SELECT 'default of ' || name, coalesce((SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = attrelid AND adnum = attnum), '') FROM a
UNION ALL SELECT 'index ' || i.indexrelid::regclass, concat_ws(' ', pg_get_indexdef(i.indexrelid), indisprimary, indisunique, indisclustered, indisvalid, indisready, indisreplident,
	indimmediate, c.reltablespace, c.reloptions, c.relowner::regrole, obj_description(i.indexrelid, 'pg_class'),
	(SELECT string_agg(attnum::text || ':' || attstattarget, ',' ORDER BY attnum) FROM pg_attribute WHERE attrelid = i.indexrelid AND attstattarget >= 0)) FROM t JOIN pg_index i ON i.indrelid = t.oid JOIN pg_class c ON c.oid = i.indexrelid
UNION ALL SELECT 'constraint ' || conrelid::regclass || '.' || quote_ident(conname), concat_ws(' ', contype, regexp_replace(pg_get_constraintdef(oid), ' NOT VALID$', ''), condeferrable, condeferred, conislocal, coninhcount, connoinherit,
	CASE WHEN conindid > 0 THEN conindid::regclass END, obj_description(oid, 'pg_constraint')) FROM pg_constraint WHERE conrelid IN (TABLES) OR confrelid IN (TABLES)
UNION ALL SELECT 'validity of constraint ' || conrelid::regclass || '.' || quote_ident(conname), convalidated::text FROM pg_constraint WHERE contype = 'f' AND (conrelid IN (TABLES) OR confrelid IN (TABLES))
UNION ALL SELECT 'sequence of ' || a.name, concat_ws(' ', d.deptype, s.oid::regclass, s.relowner::regrole, coalesce(s.relacl, acldefault('s', s.relowner)), obj_description(s.oid, 'pg_class'), p.*)
	FROM a JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = a.attrelid AND d.refobjsubid = a.attnum AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i') JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S'
	JOIN LATERAL (SELECT seqtypid, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle FROM pg_sequence WHERE seqrelid = s.oid) p ON true
UNION ALL SELECT 'trigger ' || tgrelid::regclass || '.' || quote_ident(tgname), concat_ws(' ', pg_get_triggerdef(oid), tgenabled, obj_description(oid, 'pg_trigger')) FROM pg_trigger WHERE tgrelid IN (TABLES) AND NOT tgisinternal AND tgname NOT IN ('uuidkit_row', 'uuidkit_truncate')
UNION ALL SELECT 'triggers of foreign keys of ' || tgrelid::regclass, string_agg(tgenabled::text || ' ' || tgfoid::regproc, ',' ORDER BY tgenabled::text || ' ' || tgfoid::regproc) FROM pg_trigger WHERE tgrelid IN (TABLES) AND tgisinternal GROUP BY tgrelid
UNION ALL SELECT 'policy ' || polrelid::regclass || '.' || quote_ident(polname), concat_ws(' ', polcmd, polpermissive, polroles, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) FROM pg_policy WHERE polrelid IN (TABLES)
UNION ALL SELECT 'rule ' || ev_class::regclass || '.' || quote_ident(rulename), concat_ws(' ', pg_get_ruledef(oid), ev_enabled) FROM pg_rewrite WHERE ev_class IN (TABLES)
UNION ALL SELECT 'statistics ' || stxnamespace::regnamespace || '.' || quote_ident(stxname), concat_ws(' ', pg_get_statisticsobjdef(oid), stxstattarget, stxowner::regrole, obj_description(oid, 'pg_statistic_ext')) FROM pg_statistic_ext WHERE stxrelid IN (TABLES)
UNION ALL SELECT DISTINCT 'view ' || CASE rulename WHEN '_RETURN' THEN '' ELSE quote_ident(rulename) || ' of ' END || v.oid::regclass, concat_ws(' ', pg_get_ruledef(w.oid), ev_enabled, reloptions, relowner::regrole, relacl, obj_description(v.oid, 'pg_class'), obj_description(w.oid, 'pg_rewrite'))
	FROM pg_depend d JOIN pg_rewrite w ON d.classid = 'pg_rewrite'::regclass AND w.oid = d.objid JOIN pg_class v ON v.oid = ev_class WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid IN (TABLES) AND ev_class NOT IN (TABLES)
UNION ALL SELECT 'publication ' || p.pubname || ' of ' || r.prrelid::regclass, concat_ws(' ', prattrs, pg_get_expr(prqual, prrelid)) FROM pg_publication_rel r JOIN pg_publication p ON p.oid = r.prpubid WHERE prrelid IN (TABLES)`
	err := sqlkit.Each(ctx, s.conn, func(r *sql.Rows) error {
		var object, def string
		err := r.Scan(&object, &def)
		if def != "" {
			all[object] = def
		}
		return err
	}, strings.ReplaceAll(query, "TABLES", postgresTables(p)))
	return all, err
}

// foreignKeys reads those of all tables.
func (s *store) foreignKeys(ctx context.Context) (list []sqlkit.ForeignKey, err error) {
	err = sqlkit.Each(ctx, s.conn, func(r *sql.Rows) error {
		var k sqlkit.ForeignKey
		var columns, to string
		if err := r.Scan(&k.Name, &k.Table, &columns, &k.ToTable, &to, &k.Def, &k.Comment, &k.Period); err != nil {
			return err
		}
		k.Columns, k.ToColumn = strings.Split(columns, "\x01"), strings.Split(to, "\x01")
		list = append(list, k)
		return nil
	}, `SELECT conname, conrelid::regclass::text,
	(SELECT string_agg(attname, E'\x01' ORDER BY n) FROM unnest(conkey) WITH ORDINALITY AS u(c, n) JOIN pg_attribute ON attrelid = conrelid AND attnum = c),
	confrelid::regclass::text,
	(SELECT string_agg(attname, E'\x01' ORDER BY n) FROM unnest(confkey) WITH ORDINALITY AS u(c, n) JOIN pg_attribute ON attrelid = confrelid AND attnum = c),
	pg_get_constraintdef(oid), coalesce(obj_description(oid, 'pg_constraint'), ''), coalesce((to_jsonb(k) ->> 'conperiod')::bool, false)
FROM pg_constraint k WHERE contype = 'f' ORDER BY conrelid::regclass::text, conname`)
	return list, err
}

// column reads the catalog. The number is 0 if there is none of that name.
func (s *store) column(ctx context.Context, table, name string) (c postgresColumn, err error) {
	c.Column = &migrate.Column{Table: table, Name: name}
	err = sqlkit.Each(ctx, s.conn, func(r *sql.Rows) error {
		return r.Scan(&c.number, &c.OldType, &c.typ, &c.Default, &c.Collation, &c.Storage, &c.Compression, &c.generated)
	}, `SELECT attnum, format_type(atttypid, atttypmod), atttypid::regtype::text, coalesce(pg_get_expr(adbin, adrelid), ''),
	CASE WHEN attcollation <> typcollation THEN ' COLLATE ' || attcollation::regcollation ELSE '' END,
	CASE attstorage WHEN typstorage THEN '' WHEN 'p' THEN 'PLAIN' WHEN 'm' THEN 'MAIN' WHEN 'e' THEN 'EXTERNAL' ELSE 'EXTENDED' END,
	CASE attcompression WHEN 'p' THEN 'pglz' WHEN 'l' THEN 'lz4' ELSE '' END, attgenerated <> '' OR attidentity <> ''
FROM pg_attribute JOIN pg_type y ON y.oid = atttypid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE attrelid = $1::regclass AND attname = $2 AND attnum > 0 AND NOT attisdropped`, table, name)
	return c, err
}
