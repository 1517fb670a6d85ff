package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
	"github.com/uuidkit/uuidkit/cmd/internal/sqltext"
)

// dependents refuses what depends on a column, unless ALTER TABLE is known to carry it over.
func (p *planner) dependents(ctx context.Context) error {
	var creates bool
	err := p.store.conn.QueryRowContext(ctx, "SELECT to_regclass(nullif($1, '') || '."+migrate.StateTable+"') IS NOT NULL OR coalesce(has_schema_privilege(to_regnamespace(nullif($1, '')), 'CREATE'), false)", p.store.schema).Scan(&creates)
	if err != nil {
		return err
	}
	if !creates {
		p.refuse(migrate.KindPrivilege, "table "+migrate.StateTable, "you may not create it in the first schema of your search_path", "name another schema in it, for all commands")
	}
	for _, t := range p.Tables {
		if err := p.ownTable(ctx, t.Name); err != nil {
			return err
		}
	}
	triggers, err := p.store.texts(ctx, "SELECT evtname || ' calls ' || evtfoid::regprocedure FROM pg_event_trigger WHERE evtenabled IN ('O', 'A') ORDER BY 1")
	if err != nil {
		return err
	}
	if triggers != nil {
		p.Notes = append(p.Notes, "event triggers see the statements of run and undo: "+strings.Join(triggers, ", "))
	}
	for _, k := range p.keys {
		if strings.Contains(k.Def, " NOT VALID") || strings.Contains(k.Def, " NOT ENFORCED") {
			continue
		}
		query := missingParents(&k)
		var n int
		if err := p.store.read(ctx, query, &n); err != nil {
			return err
		}
		if n > 0 {
			p.refuse(migrate.KindForeignKey, "constraint "+k.Name+" of "+k.Table, fmt.Sprintf("%d rows refer to rows that are missing, and the key cannot be added again", n), "correct or delete these rows: "+query)
		}
	}
	for i := range p.columns {
		if err := p.dependentsOf(ctx, &p.columns[i]); err != nil {
			return err
		}
	}
	for _, t := range p.Tables {
		if err := p.wholeRows(ctx, t.Name); err != nil {
			return err
		}
	}
	if p.Online { // detached does it
		return nil
	}
	list, err := p.store.remade(ctx, p.Plan)
	statistics, err2 := p.store.statistics(ctx, p.Plan)
	held, err3 := p.store.held(ctx, p.Plan)
	p.Refusals = slices.Concat(p.Refusals, list, statistics, held)
	return cmp.Or(err, err2, err3)
}

// ownTable refuses what a table is, and the publications of it.
func (p *planner) ownTable(ctx context.Context, table string) error {
	var names []string
	for _, c := range p.of(table) {
		names = append(names, c.Name)
	}
	err := sqlkit.Each(ctx, p.store.conn, func(r *sql.Rows) error {
		var what migrate.Kind
		var kind, reason, manual, root string
		err := r.Scan(&what, &kind, &reason, &manual, &root)
		if root != "" {
			alter := (&conversion{Plan: p.Plan, columns: p.columns}).alterations(table, root)
			manual = fmt.Sprintf("%s, and migrate the other tables: this changes all parts of %s; drop the foreign keys of the column before, and if it is a partition key, make the table again instead", strings.Join(alter, "; "), root)
		}
		p.refuse(what, kind+" "+table, reason, manual)
		return err
	}, postgresTable, table, names, p.To == migrate.ToText)
	if err != nil {
		return err
	}
	if err := p.rowType(ctx, table); err != nil {
		return err
	}
	return sqlkit.Each(ctx, p.store.conn, func(r *sql.Rows) error {
		var name, how string
		err := r.Scan(&name, &how)
		p.Checked = append(p.Checked, how)
		p.Refusals = append(p.Refusals, migrate.Refusal{Kind: migrate.KindReplication, Object: "publication " + name, Accept: true,
			Reason: "it publishes " + table + ", whose columns would have another type than at the subscribers",
			Manual: "stop the subscriptions (ALTER SUBSCRIPTION … DISABLE), migrate the subscribers' columns, too, and start them again (ALTER SUBSCRIPTION … ENABLE)"})
		return err
	}, "SELECT DISTINCT pubname, concat_ws(' ', pubname, schemaname, tablename, attnames, rowfilter) FROM pg_publication_tables WHERE "+isTable, table)
}

// isTable is true for the row of table $1 in pg_publication_tables. As regclass it would be an error of tables whose schema the role may not use.
const isTable = "(schemaname, tablename) = (SELECT nspname, relname FROM pg_class t JOIN pg_namespace n ON n.oid = relnamespace WHERE t.oid = $1::regclass)"

// postgresTable selects what is not ordinary about table $1: the kind of refusal, what it is, why, what to do, or which table's ALTER changes it, too. The
// columns are $2, and get the type text if $3.
const postgresTable = `WITH RECURSIVE c AS (SELECT *, oid::regclass::text AS q FROM pg_class WHERE oid = $1::text::regclass),
up AS (SELECT oid FROM c UNION SELECT inhparent FROM up JOIN pg_inherits ON inhrelid = oid JOIN pg_attribute ON attrelid = inhparent AND attname = ANY ($2::text[])),
root AS (SELECT min(oid::regclass::text) AS name FROM up WHERE NOT EXISTS (SELECT FROM pg_inherits JOIN up u ON u.oid = inhparent WHERE inhrelid = up.oid))
SELECT 'table', CASE relkind WHEN 'm' THEN 'materialized view' ELSE 'view' END, 'it is not an ordinary table', 'name the columns of the tables from which it is made', '' FROM c WHERE relkind IN ('m', 'v')
UNION ALL SELECT 'table', 'foreign table', 'it is not an ordinary table', format('migrate the table that it reads, in its database, and then: ALTER FOREIGN TABLE %s %s', q, (SELECT string_agg(format('ALTER %I TYPE %s', n, CASE WHEN $3 THEN 'text' ELSE 'uuid' END), ', ') FROM unnest($2::text[]) n)), '' FROM c WHERE relkind = 'f'
UNION ALL SELECT 'table', CASE relkind WHEN 'p' THEN 'partitioned table' ELSE 'table' END, 'it is not an ordinary table', '', name FROM c, root WHERE relkind = 'p' OR relispartition AND relkind = 'r'
UNION ALL SELECT 'table', 'table', 'it is part of an inheritance', '', name FROM c, root WHERE relkind = 'r' AND NOT relispartition AND EXISTS (SELECT FROM pg_inherits WHERE oid IN (inhparent, inhrelid))
UNION ALL SELECT 'table', 'table', 'it is not an ordinary table, but one of type ' || reloftype::regtype, format('ALTER TABLE %s NOT OF, and migrate; afterwards ALTER TYPE %s ALTER ATTRIBUTE ... TYPE %s, and ALTER TABLE %1$s OF %2$s', q, reloftype::regtype, CASE WHEN $3 THEN 'text' ELSE 'uuid' END), '' FROM c WHERE reloftype <> 0
UNION ALL SELECT 'privilege', 'table', 'you do not own it', format('GRANT %s TO %s, or give the command the URL of the owner', relowner::regrole, quote_ident(current_user)), '' FROM c WHERE NOT pg_has_role(relowner, 'USAGE')
UNION ALL SELECT 'trigger', 'table', 'triggers of a foreign key are disabled: ' || string_agg(tgname, ', '), string_agg(format('ALTER TABLE %s ENABLE TRIGGER %I', q, tgname), '; ') || ', and migrate', '' FROM c JOIN pg_trigger ON tgrelid = c.oid WHERE tgisinternal AND tgenabled <> 'O' HAVING count(*) > 0`

// missingParents counts the rows of a foreign key that refer to no row.
func missingParents(k *sqlkit.ForeignKey) string {
	var present []string
	for _, c := range k.Columns {
		present = append(present, "c."+sqlkit.QuoteID(c)+" IS NOT NULL")
	}
	covered := ""
	if last := len(k.Columns) - 1; k.Period { // several rows together may have all of it
		covered = fmt.Sprintf(" HAVING range_agg(p.%s) @> c.%s", sqlkit.QuoteID(k.ToColumn[last]), sqlkit.QuoteID(k.Columns[last]))
	}
	return fmt.Sprintf("SELECT count(*) FROM ONLY %s c WHERE %s AND NOT EXISTS (SELECT FROM %s p WHERE %s%s)", k.Table, strings.Join(present, " AND "), k.ToTable, k.On(sqlkit.QuoteID), covered)
}

// rowType refuses columns of a table's row type, or of one that has it in it.
func (p *planner) rowType(ctx context.Context, table string) error {
	var list []dependent
	err := sqlkit.Each(ctx, p.store.conn, func(r *sql.Rows) error {
		o := dependent{class: "pg_class", target: address{class: "pg_class"}}
		err := r.Scan(&o.name, &o.def, &o.target.oid, &o.target.sub)
		list = append(list, o)
		return err
	}, `WITH RECURSIVE y AS (SELECT reltype AS oid FROM pg_class WHERE oid = $1::regclass
UNION SELECT n FROM y, LATERAL (SELECT oid FROM pg_type WHERE y.oid IN (typelem, typbasetype)
	UNION ALL SELECT unnest(ARRAY[rngtypid, rngmultitypid]) FROM pg_range WHERE rngsubtype = y.oid
	UNION ALL SELECT reltype FROM pg_attribute JOIN pg_class c ON c.oid = attrelid WHERE atttypid = y.oid AND NOT attisdropped AND reltype <> 0) o (n))
SELECT DISTINCT attrelid::regclass || '.' || quote_ident(attname), CASE relkind WHEN 'i' THEN pg_get_indexdef(attrelid) ELSE '' END, attrelid::bigint, attnum FROM y JOIN pg_attribute ON atttypid = y.oid AND NOT attisdropped JOIN pg_class c ON c.oid = attrelid WHERE relkind IN ('r', 'm', 'p', 'i') ORDER BY 1`, table)
	for i := 0; err == nil && i < len(list); i++ {
		err = p.refuseObject(ctx, "", &list[i], migrate.Refusal{Reason: "it has the row type of table " + table})
	}
	return err
}

// wholeRows refuses views and rules with whole rows: these are no dependency on a column. It comes
// after dependentsOf, whose refusals cannot be accepted.
func (p *planner) wholeRows(ctx context.Context, table string) error {
	list, err := sqlkit.List(ctx, p.store.conn, func(o *dependent) []any { return []any{&o.name, &o.target.class, &o.target.oid, &o.def} }, `SELECT DISTINCT CASE rulename WHEN '_RETURN' THEN pg_describe_object('pg_class'::regclass, ev_class, 0) ELSE pg_describe_object(d.classid, d.objid, 0) END, CASE rulename WHEN '_RETURN' THEN 'pg_class' ELSE 'pg_rewrite' END, CASE rulename WHEN '_RETURN' THEN ev_class ELSE w.oid END::bigint, pg_get_ruledef(w.oid)
FROM pg_depend d JOIN pg_rewrite w ON w.oid = d.objid
WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid = $1::regclass AND concat(w.ev_action, w.ev_qual) LIKE '%:varattno 0 %' ORDER BY 1`, table)
	if err != nil {
		return err
	}
	for _, o := range list {
		o.class = "pg_rewrite"
		p.Checked = append(p.Checked, o.name+" "+o.def)
		if err := p.refuseObject(ctx, "", &o, migrate.Refusal{Object: o.name, Accept: true, Reason: "it uses whole rows, maybe of " + table}); err != nil {
			return err
		}
	}
	return nil
}

// typed changes the kind of an index or a check that may suit one type of the column alone, which SQL cannot tell.
func (o *dependent) typed(column string) {
	switch {
	case o.kind == "own index" && (!o.plain || sqltext.Mentions(sqltext.Expressions(sqltext.Tokens(sqltext.PostgreSQL, o.def)), column)):
		o.kind = "index for the old type"
	case o.kind == "own check" && sqltext.Mentions(sqltext.Tokens(sqltext.PostgreSQL, o.def), column):
		o.kind = "check of the value"
	}
}

func (p *planner) dependentsOf(ctx context.Context, c *postgresColumn) error {
	list, err := p.store.objects(ctx, sqlkit.QuoteText(c.Table)+"::regclass", "SELECT 'pg_class'::regclass, $1::regclass, $2::int", c.Table, c.number)
	if err != nil {
		return err
	}
	for _, o := range list {
		if o.typed(c.Name); o.verdict(false) == carried {
			continue
		}
		if err := p.refuseObject(ctx, c.Table+"."+c.Name, &o, migrate.Refusal{}); err != nil {
			return err
		}
	}
	if !c.knowsDefault(p.To) {
		p.refuse(migrate.KindDefault, c.Table+"."+c.Name, "its default is "+c.Default+", which has the old form", byHand("drop the default, migrate, and set one of the new type", []string{fmt.Sprintf("ALTER TABLE %s ALTER %s DROP DEFAULT", c.Table, sqlkit.QuoteID(c.Name))}, []string{fmt.Sprintf("ALTER TABLE %s ALTER %s SET DEFAULT %s", c.Table, sqlkit.QuoteID(c.Name), c.Default)}))
	}
	return nil
}

// remade refuses indexes that would be others when they are made again: by a change of type, or in another table.
func (s *store) remade(ctx context.Context, p *migrate.Plan) ([]migrate.Refusal, error) {
	return sqlkit.List(ctx, s.conn, func(r *migrate.Refusal) []any { return []any{&r.Kind, &r.Object, &r.Reason, &r.Manual} }, `WITH i AS (SELECT *, indexrelid::regclass AS name FROM pg_index WHERE indrelid IN (`+postgresTables(p)+`))
SELECT 'index', 'index ' || name, 'it is not valid, as after CREATE INDEX CONCURRENTLY that failed: one that is made again is', format('DROP INDEX %s, or REINDEX INDEX %1$s', name) FROM i WHERE NOT indisvalid
UNION ALL SELECT 'index', 'index ' || name, format('it depends on extension %I: one that is made again does not', extname), format('ALTER INDEX %s NO DEPENDS ON EXTENSION %I, migrate, and ALTER INDEX %1$s DEPENDS ON EXTENSION %2$I', name, extname)
	FROM i JOIN pg_depend d ON classid = 'pg_class'::regclass AND objid = indexrelid AND refclassid = 'pg_extension'::regclass AND deptype = 'x' JOIN pg_extension e ON e.oid = refobjid ORDER BY 2, 3`)
}

// statistics refuses extended statistics that a change of type makes again, and whose owner the user cannot give them back to.
func (s *store) statistics(ctx context.Context, p *migrate.Plan) ([]migrate.Refusal, error) {
	var tables, columns []string
	for _, c := range p.Columns {
		tables, columns = append(tables, c.Table), append(columns, c.Name)
	}
	return sqlkit.List(ctx, s.conn, func(r *migrate.Refusal) []any { return []any{&r.Kind, &r.Object, &r.Reason, &r.Manual} }, `WITH x AS (SELECT *, format('%s.%I', stxnamespace::regnamespace, stxname) AS name FROM pg_statistic_ext)
SELECT 'privilege', 'statistics ' || name, format('the change of type makes them again, and you may not give them to their owner %s', stxowner::regrole), format('ALTER STATISTICS %s OWNER TO %I, as a superuser', name, current_user)
FROM x WHERE NOT `+givesStatistics+` AND EXISTS (SELECT FROM pg_depend JOIN unnest($1::text[], $2::text[]) u (t, c) ON refobjid = t::regclass JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid AND attname = c
	WHERE classid = 'pg_statistic_ext'::regclass AND objid = x.oid AND refclassid = 'pg_class'::regclass) ORDER BY 2`, tables, columns)
}

// held refuses foreign keys to other columns of an index that a change of type makes again, since it has a column of the
// plan, too: PostgreSQL does not drop an index to which a key refers.
func (s *store) held(ctx context.Context, p *migrate.Plan) ([]migrate.Refusal, error) {
	var tables, columns []string
	for _, c := range p.Columns {
		tables, columns = append(tables, c.Table), append(columns, c.Name)
	}
	return sqlkit.List(ctx, s.conn, func(r *migrate.Refusal) []any { return []any{&r.Kind, &r.Object, &r.Reason, &r.Manual} }, `WITH c AS (SELECT attrelid, attnum FROM unnest($1::text[], $2::text[]) u (t, c) JOIN pg_attribute ON attrelid = t::regclass AND attname = c)
SELECT 'foreign-key', format('constraint %I of %s', conname, conrelid::regclass), format('it refers to %s, which has a column of the plan, too: the change of type cannot make this index again', conindid::regclass),
	format('ALTER TABLE %s DROP CONSTRAINT %I, migrate, and ALTER TABLE %1$s ADD CONSTRAINT %2$I %s; or migrate with --online', conrelid::regclass, conname, pg_get_constraintdef(k.oid))
FROM pg_constraint k JOIN pg_index ON indexrelid = conindid WHERE contype = 'f' AND conparentid = 0 AND EXISTS (SELECT FROM c WHERE attrelid = indrelid AND attnum = ANY (indkey))
	AND NOT EXISTS (SELECT FROM c WHERE attrelid = conrelid AND attnum = ANY (conkey)) ORDER BY 2`, tables, columns)
}

// givesStatistics is a condition that the user may give new ones to the owner of a row of pg_statistic_ext. PostgreSQL 15 does not know SET.
const givesStatistics = `(stxowner = quote_ident(current_user)::regrole OR pg_has_role(stxowner, CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END)
	AND (has_schema_privilege(stxowner, stxnamespace, 'CREATE') OR (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)))`

// indexFunctions refuses indexes with functions that need the user's search_path: PostgreSQL 17 and
// later make an index again without it, whoever asks.
func (p *planner) indexFunctions(ctx context.Context) error {
	type index struct{ name, query, manual string }
	list, err := sqlkit.List(ctx, p.store.conn, func(i *index) []any { return []any{&i.name, &i.query, &i.manual} }, `SELECT indexrelid::regclass::text, format('SELECT count(ROW(%s)) FROM (SELECT * FROM ONLY %s LIMIT 1000) x WHERE %s', (SELECT string_agg(pg_get_indexdef(indexrelid, n, false), ', ') FROM generate_series(1, indnatts) n), indrelid::regclass, coalesce(pg_get_expr(indpred, indrelid), 'true')),
	coalesce((SELECT string_agg(format(E'\nALTER FUNCTION %s SET search_path = %s;', f.oid::regprocedure, $1::text), '' ORDER BY f.oid) FROM pg_proc f WHERE pronamespace <> 'pg_catalog'::regnamespace AND prokind = 'f'
		AND EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = indexrelid AND refclassid = 'pg_proc'::regclass AND refobjid = f.oid)), '')
FROM pg_index WHERE current_setting('server_version_num')::int >= 170000 AND indrelid IN (`+postgresTables(p.Plan)+`) AND (indexprs IS NOT NULL OR indpred IS NOT NULL) ORDER BY 1`, p.store.fixed())
	if err != nil {
		return err
	}
	for _, i := range list {
		err := p.store.exec(ctx, "SAVEPOINT uuidkit_index", i.query)
		var e *pgconn.PgError
		if errors.As(err, &e) && slices.Contains([]string{"42883", "42P01", "42704", "3F000"}, e.Code) {
			p.refuse(migrate.KindIndex, "index "+i.name, "PostgreSQL makes it again without your search_path, and a function in it needs that: "+e.Message, "say in the function which schemas it means, as REINDEX needs, too:"+i.manual)
		}
		if err := p.store.exec(ctx, "ROLLBACK TO uuidkit_index"); err != nil {
			return err
		}
	}
	return nil
}

// routines refuses functions whose text names a column: PostgreSQL cannot say what they do.
func (p *planner) routines(ctx context.Context) error {
	return sqlkit.Each(ctx, p.store.conn, func(r *sql.Rows) error {
		var name, text, of string // the tables that it is a trigger of, or whose rows it takes
		if err := r.Scan(&name, &text, &of); err != nil {
			return err
		}
		words := map[string]bool{}
		for _, w := range sqltext.Nested(sqltext.PostgreSQL, text) {
			words[strings.ToLower(w.Text)] = true
			for _, part := range strings.Split(w.Text, "$") { // Perl's $id
				words[strings.ToLower(part)] = true
			}
		}
		for _, c := range p.columns {
			parts := strings.Split(strings.ReplaceAll(c.Table, `"`, ""), ".")
			table := strings.ToLower(parts[len(parts)-1])
			if words[strings.ToLower(c.Name)] && (words[table] || slices.Contains(strings.Split(of, "\x01"), c.Table)) {
				p.Checked = append(p.Checked, name+" "+text)
				p.Refusals = append(p.Refusals, migrate.Refusal{Kind: migrate.KindRoutine, Object: "function " + name, Accept: true,
					Reason: "its text names " + c.Table + " and " + c.Name + ", and may depend on the old type",
					Manual: "see that it works with both types, such as by a cast of the column to text"})
				break
			}
		}
		return nil
	}, `SELECT p.oid::regprocedure::text, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc), coalesce((SELECT string_agg(r::regclass::text, E'\x01') FROM (SELECT tgrelid FROM pg_trigger WHERE tgfoid = p.oid UNION ALL SELECT typrelid FROM pg_depend JOIN pg_type y ON y.oid = refobjid OR y.typarray = refobjid WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND refclassid = 'pg_type'::regclass AND typrelid > 0) o (r)), '')
FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang WHERE l.lanname NOT IN ('internal', 'c')
	AND p.pronamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema', '`+postgresNew+`')
	AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e') ORDER BY 1`)
}

// made names what may have been made or changed for the new type since run: functions, which undo leaves, and objects,
// which PostgreSQL does not always name when it refuses the old type for them.
func (c *conversion) made(ctx context.Context, progress io.Writer) error {
	p := &planner{Plan: &migrate.Plan{}, store: c.s, columns: c.columns}
	err := p.routines(ctx)
	for _, r := range p.Refusals {
		fmt.Fprintf(progress, "undo does not change %s: %s\n", r.Object, r.Manual)
	}
	for i := 0; i < len(c.Columns) && err == nil; i++ {
		m := &c.Columns[i]
		var list []dependent
		list, err = c.s.objects(ctx, sqlkit.QuoteText(m.Table)+"::regclass", "SELECT 'pg_class'::regclass, attrelid, attnum::int FROM pg_attribute WHERE attrelid = $1::regclass AND attname = $2", m.Table, m.Name)
		for _, o := range slices.CompactFunc(list, func(a, b dependent) bool { return a.name == b.name }) {
			if o.typed(m.Name); o.verdict(false) != carried {
				fmt.Fprintf(progress, "%s uses %s.%s: if undo fails, drop it before, and create it again afterwards\n", o.name, m.Table, m.Name)
			}
		}
	}
	return err
}

// detached refuses what would stay with the old tables, since new ones take their names.
func (s *store) detached(ctx context.Context, plan *migrate.Plan, dropped map[address]bool) ([]migrate.Refusal, error) {
	const offline = "migrate without --online"
	p := &planner{Plan: &migrate.Plan{Tables: plan.Tables}, store: s, dropped: dropped}
	var err error
	if p.Refusals, err = s.remade(ctx, plan); err != nil {
		return nil, err
	}
	for _, t := range p.Tables {
		err := sqlkit.Each(ctx, s.conn, func(r *sql.Rows) error {
			var reason string
			err := r.Scan(&reason)
			p.refuse(migrate.KindOnline, "table "+t.Name, "--online makes a new table: "+reason, offline)
			return err
		}, "WITH parts (classid, objid, objsubid) AS ("+strings.ReplaceAll(postgresParts, "TABLES", "$1::regclass")+")"+postgresDetached, t.Name)
		if err != nil {
			return nil, err
		}
		list, err := s.objects(ctx, postgresTables(plan), strings.ReplaceAll(postgresParts, "TABLES", "$1::regclass"), t.Name)
		if err != nil {
			return nil, err
		}
		for _, o := range list {
			if o.verdict(true) == carried {
				continue
			}
			err := p.refuseObject(ctx, "", &o, migrate.Refusal{Kind: migrate.KindOnline, Reason: "--online makes a new table in the place of " + t.Name + ", and it depends on the old one", Manual: offline})
			if err != nil {
				return nil, err
			}
		}
	}
	return p.Refusals, nil
}

// mutable is a condition that a check is not immutable. It calls current_user by a node of its own, and other functions
// by their number, also as those of operators: those of pg_catalog are not in pg_depend. A cast by text has the types.
const mutable = `(conbin::text LIKE '%{SQLVALUEFUNCTION %' OR EXISTS (SELECT FROM regexp_matches(conbin::text, ':(?:op)?funcid (\d+)', 'g') f JOIN pg_proc p ON p.oid = f[1]::oid WHERE provolatile <> 'i')
	OR EXISTS (SELECT FROM regexp_matches(conbin::text, '\{COERCEVIAIO :arg (?:\{\w+ :arg )*\{[^{}]*type ([1-9]\d*)|:resulttype (\d+) :resultcollid', 'g') f JOIN pg_type y ON y.oid::text IN (f[1], f[2]) JOIN pg_proc p ON p.oid = CASE WHEN f[1] IS NULL THEN typinput ELSE typoutput END WHERE provolatile <> 'i'))`

// postgresDetached selects what pg_depend does not know, and what cannot be made again. The table is $1,
// and parts has what it is made of.
const postgresDetached = `, t AS (SELECT * FROM pg_class c WHERE oid = $1::regclass)
SELECT format('%s is checked at the end of a transaction', conname) FROM pg_constraint WHERE conrelid = $1::regclass AND contype IN ('p', 'u', 'x') AND condeferrable
UNION ALL SELECT format('%s is not valid', conname) FROM pg_constraint WHERE conrelid = $1::regclass AND contype IN ('c', 'n') AND NOT convalidated
UNION ALL SELECT format('check %s is not immutable, %s: the triggers that fill the new table would evaluate it as you and not as who writes, and the copy later', conname, pg_get_expr(conbin, conrelid)) FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c' AND ` + mutable + `
UNION ALL SELECT DISTINCT format('foreign key %s is made again, and its triggers in %s are disabled', conname, tgrelid::regclass) FROM pg_constraint k JOIN pg_trigger ON tgconstraint = k.oid WHERE contype = 'f' AND $1::regclass IN (conrelid, confrelid) AND tgrelid <> $1::regclass AND tgenabled <> 'O'
UNION ALL SELECT DISTINCT 'it has a security label' FROM parts p JOIN pg_seclabel l ON l.classoid = p.classid AND objoid = objid
UNION ALL SELECT 'its row type has a comment or privileges' FROM t JOIN pg_type y ON y.oid = reltype WHERE typacl IS NOT NULL OR obj_description(y.oid, 'pg_type') IS NOT NULL
UNION ALL SELECT DISTINCT pg_describe_object(d.classid, d.objid, 0) || ' depends on ' || pg_describe_object(d.refclassid, d.refobjid, 0) FROM pg_depend d WHERE d.refclassid = 'pg_extension'::regclass AND d.deptype IN ('e', 'x') AND d.objid NOT IN (SELECT indexrelid FROM pg_index) AND (EXISTS (SELECT FROM parts p WHERE p.classid = d.classid AND p.objid = d.objid) OR EXISTS (SELECT FROM pg_trigger g WHERE d.classid = 'pg_trigger'::regclass AND d.objid = g.oid AND tgrelid = $1::regclass))
UNION ALL SELECT 'publication ' || pubname FROM pg_publication_tables WHERE ` + isTable + ` AND NOT EXISTS (SELECT FROM pg_publication_rel r JOIN pg_publication b ON b.oid = prpubid WHERE prrelid = $1::regclass AND b.pubname = pg_publication_tables.pubname)
UNION ALL SELECT 'a subscription fills it' WHERE EXISTS (SELECT FROM pg_subscription_rel WHERE srrelid = $1::regclass)
UNION ALL SELECT 'its owner has not granted all its privileges' FROM t WHERE EXISTS (SELECT FROM aclexplode(relacl) WHERE grantor <> relowner UNION ALL SELECT FROM pg_attribute, aclexplode(attacl) WHERE attrelid = t.oid AND NOT attisdropped AND grantor <> relowner)
UNION ALL SELECT 'you do not have the privilege ' || privilege FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) privilege WHERE NOT has_table_privilege($1::regclass, privilege)
UNION ALL SELECT 'a partitioned table refers to it: ' || conrelid::regclass FROM pg_constraint JOIN pg_class c ON c.oid = conrelid WHERE contype = 'f' AND confrelid = $1::regclass AND (relkind = 'p' OR conparentid <> 0)
UNION ALL SELECT 'you do not own ' || c.oid::regclass || ', which a foreign key connects with it' FROM pg_constraint k JOIN pg_class c ON c.oid IN (conrelid, confrelid) WHERE contype = 'f' AND $1::regclass IN (conrelid, confrelid) AND NOT pg_has_role(c.relowner, 'USAGE')
UNION ALL SELECT 'you may not create tables in its schema' FROM t WHERE NOT has_schema_privilege(relnamespace, 'CREATE')
UNION ALL SELECT format('you may not make statistics %s again', stxname) FROM pg_statistic_ext WHERE stxrelid = $1::regclass AND NOT (pg_has_role(stxowner, 'USAGE') AND has_schema_privilege(stxnamespace, 'CREATE') AND ` + givesStatistics + `)
UNION ALL SELECT format('you may not execute %s of trigger %s', tgfoid::regprocedure, tgname) FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal AND NOT has_function_privilege(tgfoid, 'EXECUTE')
ORDER BY 1`

// A part of a table is what moves to another schema with it, and the table itself, the first one.
type part struct {
	kind, name string
	taken      bool // the schema of the old tables has one of this name
	own        bool // which is of a table that a run of this plan has moved there
}

func (s *store) parts(ctx context.Context, p *migrate.Plan, table string) ([]part, error) {
	var tables []string
	for _, t := range p.Tables {
		tables = append(tables, t.Name)
	}
	return sqlkit.List(ctx, s.conn, func(o *part) []any { return []any{&o.kind, &o.name, &o.taken, &o.own} }, `WITH parts AS (SELECT r AS of, oid, relkind, relname
FROM (SELECT $1::regclass UNION ALL SELECT to_regclass('`+postgresOld+`.' || quote_ident(relname)) FROM pg_class WHERE oid = ANY ($2::text[]::regclass[])) x (r), pg_class c WHERE oid = r OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = r)
	OR relkind = 'S' AND EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND refclassid = 'pg_class'::regclass AND refobjid = r AND deptype = 'i'))
SELECT CASE WHEN oid = of THEN 'table' WHEN relkind = 'S' THEN 'sequence' ELSE 'index' END, quote_ident(relname), taken IS NOT NULL, taken IN (SELECT oid FROM parts) AND taken IS NOT NULL
FROM (SELECT *, to_regclass('`+postgresOld+`.' || quote_ident(relname)) AS taken FROM parts WHERE of = $1::regclass) p
ORDER BY oid <> of, relname`, table, tables)
}

// detachable refuses what keeps --online from copying these tables and exchanging them.
func (p *planner) detachable(ctx context.Context, s *shadow) error {
	list, err := p.store.detached(ctx, p.Plan, p.dropped)
	if err != nil {
		return err
	}
	p.Refusals = append(p.Refusals, list...)
	names := map[string]bool{}
	for _, m := range s.mirrors {
		if m.key == nil {
			reason := "it has no primary key, nor a unique one without NULLs"
			temporal, err := p.store.texts(ctx, "SELECT conname FROM pg_constraint JOIN pg_index ON indexrelid = conindid WHERE conrelid = $1::regclass AND contype IN ('p', 'u') AND indisexclusion ORDER BY contype, conname", m.table)
			if err != nil {
				return err
			}
			if temporal != nil {
				reason = "its key " + temporal[0] + " is WITHOUT OVERLAPS, a GiST index, which has no order; it has no other primary key, nor a unique one without NULLs"
			}
			p.refuse(migrate.KindOnline, "table "+m.table, "--online copies in the order of a key, and "+reason, "add one, such as a column bigint GENERATED ALWAYS AS IDENTITY UNIQUE, or migrate without --online")
		}
		parts, err := p.store.parts(ctx, p.Plan, m.table)
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(parts, func(o part) bool { return names[o.name] }); i >= 0 {
			p.refuse(migrate.KindOnline, "table "+m.table, "another one has the name of its "+parts[i].kind+" "+parts[i].name+" in another schema", "migrate without --online")
		}
		if i := slices.IndexFunc(parts, func(o part) bool { return o.taken }); i >= 0 {
			p.refuse(migrate.KindName, parts[i].kind+" "+postgresOld+"."+parts[i].name, "an earlier migration has left it", "uuid migrate cleanup")
		}
		for _, o := range parts {
			names[o.name] = true
		}
	}
	var creates, taken bool
	var other, user string // who could drop the old tables
	err = p.store.conn.QueryRowContext(ctx, "SELECT has_database_privilege(current_database(), 'CREATE'), to_regnamespace('"+postgresNew+"') IS NOT NULL, coalesce((SELECT quote_ident(rolname) FROM pg_namespace JOIN pg_roles r ON r.oid = nspowner WHERE nspname = '"+postgresOld+"' AND NOT "+trustedRole+"), ''), quote_ident(current_user)").Scan(&creates, &taken, &other, &user)
	if err != nil {
		return err
	}
	earlier, err := p.store.journal(ctx)
	if err != nil {
		return err
	}
	if !creates {
		p.refuse(migrate.KindPrivilege, "schema "+postgresNew, "--online makes its tables in it, and you may not create it", "GRANT CREATE ON DATABASE, or migrate without --online")
	}
	if other != "" {
		p.refuse(migrate.KindPrivilege, "schema "+postgresOld, "it belongs to "+other+", who could drop the tables that undo needs", "ALTER SCHEMA "+postgresOld+" OWNER TO "+user)
	}
	if n := len(earlier); taken && (n == 0 || !earlier[n-1].State.Unfinished()) { // else it is of a run that goes on
		p.refuse(migrate.KindName, "schema "+postgresNew, "it exists", "rename or drop it")
	}
	return nil
}
