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

// postgresGood is a condition that a value is NULL or converts.
func postgresGood(column, typ string, forms migrate.Forms, to string) string {
	const digit = "[0-9a-f]"
	const text = digit + "{8}(-" + digit + "{4}){3}-" + digit + "{12}"
	matches := func(expr, pattern string) string {
		return expr + ` COLLATE "C" ~* '^(` + pattern + ")$'"
	}
	switch {
	case typ == "uuid":
		return "true"
	case typ != "bytea":
		pattern := text + "|" + digit + "{32}|[{]" + text + "[}]"
		if forms[layout.URN] > 0 {
			pattern += "|urn:uuid:" + text
		}
		return "(" + column + " IS NULL OR " + matches(column+"::text", pattern) + ")"
	}
	good := fmt.Sprintf("(%[1]s IS NULL OR octet_length(%[1]s) = 16 AND (encode(%[1]s, 'hex') !~* '%[2]s' OR encode(%[1]s, 'hex') = repeat(left(encode(%[1]s, 'hex'), 1), 32))", column, sqlkit.CutText)
	if forms[layout.BytesText]+forms[layout.BytesHex] > 0 {
		good += " OR octet_length(" + column + ") IN (32, 36) AND " + matches("encode("+column+", 'escape')", text+"|"+digit+"{32}")
	}
	return good + ")"
}

// goodRow is a condition that all migrated values of a row convert, or those of some
// columns. The prefix stands before the columns.
func goodRow(p *migrate.Plan, table, prefix string, columns ...string) string {
	all := []string{"true"}
	for _, c := range p.Columns {
		if c.Table == table && (columns == nil || slices.Contains(columns, sqlkit.QuoteID(c.Name))) {
			typ, _, _ := strings.Cut(c.OldType, "(")
			all = append(all, postgresGood(prefix+sqlkit.QuoteID(c.Name), typ, c.Forms, p.To))
		}
	}
	return strings.Join(all[min(1, len(all)-1):], " AND ")
}

// setAside gives the tables for bad rows the schemas of those that the rows come from.
func (p *planner) setAside(ctx context.Context, table string, read sqlkit.Reading) error {
	p.Plan.SetAside(table, read.Bad, read.Readers)
	if a := p.AsideOf(table); a != nil {
		name := "$2::text"
		if len(p.Tables) > 1 {
			name += " || '_' || relname"
		}
		return p.store.conn.QueryRowContext(ctx, "SELECT format('%s.%I', relnamespace::regnamespace, "+name+") FROM pg_class WHERE oid = $1::regclass", table, p.BadRows).Scan(&a.Into)
	}
	return nil
}

// movable refuses --bad-rows if the table exists, if the condition does not find the rows that
// reading the values has found, if rows that stay refer to them, and if triggers or rules see them go.
func (p *planner) movable(ctx context.Context) error {
	for _, a := range p.Aside {
		var exists, long bool
		var found int64
		err := p.store.conn.QueryRowContext(ctx, "SELECT to_regclass($1) IS NOT NULL, octet_length($1) > 65 + octet_length($2)", a.Into, a.Into[:strings.LastIndexByte(a.Into, '.')+1]).Scan(&exists, &long)
		if err != nil {
			return err
		}
		if err := p.store.read(ctx, "SELECT count(*) FROM ONLY "+a.Table+" WHERE NOT ("+goodRow(p.Plan, a.Table, "")+")", &found); err != nil {
			return err
		}
		if exists || long {
			p.refuse(migrate.KindBadRows, "--bad-rows", "there is a table "+a.Into+" already, or its name is too long", "give it another name, or rename that")
		}
		if found != a.Rows {
			p.refuse(migrate.KindBadRows, "--bad-rows", fmt.Sprintf("%d rows of %s are bad, and SQL finds %d", a.Rows, a.Table, found), "leave --bad-rows out: plan lists these rows then; correct or delete them")
		}
		if err := p.identity(ctx, a.Table); err != nil {
			return err
		}
	}
	list, err := p.store.watchers(ctx, p.Plan)
	if err != nil {
		return err
	}
	p.Refusals = append(p.Refusals, list...)
	return p.left(ctx)
}

// watchers refuses the triggers and rules of tables from which run moves rows away, and to which undo puts them back.
// Undo asks again: for those that are new.
func (s *store) watchers(ctx context.Context, p *migrate.Plan) (list []migrate.Refusal, err error) {
	for _, a := range p.Aside {
		err := sqlkit.Each(ctx, s.conn, func(r *sql.Rows) error {
			var object, disable string
			err := r.Scan(&object, &disable)
			list = append(list, migrate.Refusal{Kind: migrate.KindBadRows, Object: object, Reason: "it may see that --bad-rows moves rows away, or that undo puts them back", Manual: disable + ", and enable it afterwards, or move or correct these rows by hand", Accept: true})
			return err
		}, `SELECT format('%s %s of %s', kind, name, $1::text), format('ALTER TABLE %s DISABLE %s %I', $1, upper(kind), name) FROM (SELECT 'trigger', tgname FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal AND tgname NOT LIKE 'uuidkit%' AND tgenabled <> 'D'
UNION ALL SELECT 'rule', rulename FROM pg_rewrite WHERE ev_class = $1::regclass AND ev_type <> '1' AND ev_enabled <> 'D') w (kind, name) ORDER BY 1`, a.Table)
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// left refuses to move rows away that rows which stay refer to. Run asks again when it has its locks: a key may
// delete those rows, or write NULL into them, also in tables that are not in the plan.
func (p *planner) left(ctx context.Context) error {
	if p.Aside == nil {
		return nil
	}
	keys, err := p.store.foreignKeys(ctx)
	if err != nil {
		return err
	}
	for _, a := range p.Aside {
		for _, k := range keys {
			if k.ToTable != a.Table {
				continue
			}
			err := p.store.in(ctx, p.store.calls, func() error {
				return sqlkit.RefuseLeft(ctx, p.Plan, p.store.conn, k, fmt.Sprintf("SELECT ROW(c.*)::text FROM %s AS c JOIN %s AS p ON %s WHERE %s AND NOT (%s)",
					k.Table, a.Table, k.On(sqlkit.QuoteID), goodRow(p.Plan, k.Table, "c."), goodRow(p.Plan, a.Table, "p.")))
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// identity refuses to move rows of a table whose DELETEs are published without an identity: the
// server refuses them (SQLSTATE 55000).
func (p *planner) identity(ctx context.Context, table string) error {
	return sqlkit.Each(ctx, p.store.conn, func(r *sql.Rows) error {
		var publication, was string
		err := r.Scan(&publication, &was)
		alter := "ALTER TABLE " + table + " REPLICA IDENTITY "
		p.refuse(migrate.KindBadRows, "table "+table, "publication "+publication+" publishes its DELETEs, and it has no replica identity, such as a primary key: the server refuses the DELETE by which --bad-rows moves rows",
			alter+"FULL, migrate, and "+alter+was)
		return err
	}, `SELECT min(quote_ident(pubname)), CASE relreplident WHEN 'n' THEN 'NOTHING' ELSE 'DEFAULT' END FROM pg_publication_tables JOIN pg_publication USING (pubname) JOIN pg_class c ON c.oid = $1::regclass
WHERE pubdelete AND `+isTable+`
	AND NOT (relreplident = 'f' OR EXISTS (SELECT FROM pg_index WHERE indrelid = c.oid AND indisvalid AND indimmediate AND CASE relreplident WHEN 'd' THEN indisprimary WHEN 'i' THEN indisreplident END)) GROUP BY relreplident`, table)
}

// put copies all columns as they are.
func (m *mirror) put(from, into string) string {
	list := strings.Join(m.columns, ", ")
	return "INSERT INTO " + into + " (" + list + ") OVERRIDING SYSTEM VALUE SELECT " + list + " FROM ONLY " + from
}

// private are the statements after CREATE TABLE for the bad rows of a table: they belong to whom they did, and default
// privileges let nobody else read them, or write what undo puts back.
func (s *store) private(ctx context.Context, table, name string) ([]string, error) {
	return s.texts(ctx, `WITH t AS (SELECT * FROM pg_class WHERE oid = $1::regclass)
SELECT sql FROM (
SELECT 1 AS step, format('REVOKE ALL ON TABLE %s FROM %s', $2::text, concat_ws(', ', 'PUBLIC', string_agg(DISTINCT grantee::regrole::text, ', '))) AS sql
	FROM pg_default_acl, aclexplode(defaclacl) WHERE defaclrole = quote_ident(current_user)::regrole AND defaclobjtype = 'r' AND grantee NOT IN (0, defaclrole)
UNION ALL SELECT 2, format('ALTER TABLE %s OWNER TO %s', $2, relowner::regrole) FROM t JOIN pg_roles ON rolname = current_user WHERE relowner <> pg_roles.oid AND (rolsuper OR has_schema_privilege(relowner, relnamespace, 'CREATE'))
UNION ALL SELECT 3, format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', $2) FROM t WHERE relrowsecurity
) s ORDER BY step`, table, name)
}

// returnable returns an error if the tables of the bad rows are gone, which undo puts back, or if others may have
// written to them.
func (s *store) returnable(ctx context.Context, p *migrate.Plan) error {
	for _, a := range p.Aside {
		exists, err := s.trusts(ctx, a.Into, a.Table, "undo puts its rows back: %s")
		if err != nil {
			return err
		}
		if !exists {
			return migrate.Errorf(migrate.CodeRefused, "migrate: undo puts the rows of %s back, and it is gone: if they are not to come back, create it without rows: %s", a.Into, a.Create)
		}
		const names = "SELECT attname FROM pg_attribute WHERE attnum > 0 AND NOT attisdropped AND attrelid = "
		more, err := s.texts(ctx, "SELECT quote_ident(attname) FROM ("+names+"$1::regclass EXCEPT "+names+"$2::regclass) x", a.Into, a.Table)
		if err != nil {
			return err
		}
		if more != nil { // the rows come back without it, and then the table is dropped
			return migrate.Errorf(migrate.CodeRefused, "migrate: undo puts the rows of %s back, and would lose its column %s, which table %s does not have: if that table has lost it since run, undo that first; if not, keep what you need of it, and ALTER TABLE %[1]s DROP %[2]s", a.Into, more[0], a.Table)
		}
	}
	return nil
}
