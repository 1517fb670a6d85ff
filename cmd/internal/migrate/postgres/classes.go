package postgres

import (
	"context"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// A verdict says what becomes of an object that depends on a column or on a table.
type verdict string

const (
	carried verdict = "carried over" // PostgreSQL or a step of run does it, and it is compared afterwards
	refused verdict = "refused"
	none    verdict = "cannot depend" // if it does in a later PostgreSQL, it is refused
)

// A class is a kind of object.
type class struct {
	class    string  // the catalog, as pg_depend.classid
	kind     string  // of postgresObjects; "" are all others of the class
	inPlace  verdict // if it depends on a column whose type ALTER TABLE changes
	replaced verdict // if it depends on a table in whose place --online puts another one
	how      string
}

// classes are all kinds of objects that there are. TestPostgresClasses asks PostgreSQL for
// the catalogs. What is not here is refused.
var classes = []class{
	{"pg_class", "own index", carried, carried, "made again: by ALTER TABLE, or as the catalog prints it"},
	{"pg_class", "index for the old type", refused, carried, "an operator class, a collation or an expression may suit the old type alone"},
	{"pg_class", "own sequence", refused, carried, "it is given to the new table; that of an identity is made again with its numbers"},
	{"pg_class", "own toast", none, carried, "each table has its own"},
	{"pg_class", "", refused, refused, "a column of the table's row type"},
	{"pg_type", "own", none, carried, "each table has its own row type"},
	{"pg_type", "", refused, refused, "a domain, range or composite of the table's row type"},
	{"pg_attrdef", "own", carried, carried, "the plan converts those that it knows and refuses others; LIKE copies them"},
	{"pg_attrdef", "own generated", refused, carried, "ALTER TABLE cannot change a column that a generated one uses; LIKE copies it"},
	{"pg_attrdef", "", refused, refused, "a default of another table that uses a sequence or the row type"},
	{"pg_constraint", "own key", carried, carried, "a primary or unique key, or NOT NULL: as an index"},
	{"pg_constraint", "foreign key", carried, carried, "dropped and added again"},
	{"pg_constraint", "own check", carried, carried, "LIKE copies it"},
	{"pg_constraint", "check of the value", refused, carried, "its expression is for the old type"},
	{"pg_constraint", "own", refused, carried, "an exclusion, or a constraint trigger: as an index or a trigger"},
	{"pg_constraint", "", refused, refused, "a check of a domain or of another table that uses the row type"},
	{"pg_trigger", "own", refused, carried, "made again, as the catalog prints it"},
	{"pg_trigger", "", refused, refused, "a constraint trigger of another table that names this one"},
	{"pg_statistic_ext", "own columns", carried, carried, "made again, as the catalog prints it"},
	{"pg_statistic_ext", "own", refused, carried, "it has an expression for the old type"},
	{"pg_statistic_ext", "", refused, refused, "there are none of another table"},
	{"pg_rewrite", "view", refused, carried, "CREATE OR REPLACE VIEW keeps what belongs to the view and depends on it"},
	{"pg_rewrite", "rule of a view", refused, carried, "CREATE OR REPLACE RULE, as the catalog prints it"},
	{"pg_rewrite", "", refused, refused, "a materialized view, a rule of a table, or a view that this role may not replace"},
	{"pg_policy", "own", refused, carried, "made again, as the catalog prints it"},
	{"pg_policy", "", refused, refused, "a policy of another table that refers to this one"},
	{"pg_proc", "", refused, refused, "a BEGIN ATOMIC body, or the row type as an argument"},
	{"pg_cast", "", none, refused, "of the row type"},
	{"pg_transform", "", none, refused, "of the row type"},
	{"pg_operator", "", none, refused, "for the row type"},
	{"pg_opclass", "", none, refused, "for the row type"},
	{"pg_opfamily", "", none, none, "its classes and members depend on a type"},
	{"pg_amop", "", none, refused, "for the row type"},
	{"pg_amproc", "", none, refused, "for the row type"},
	{"pg_publication_rel", "", refused, refused, "the table in a publication, its list of columns or its filter"},
	{"pg_publication", "", none, none, "pg_publication_tables is asked for those of all tables or of a schema"},
	{"pg_publication_namespace", "", none, none, "as pg_publication"},
	{"pg_subscription", "", none, none, "pg_subscription_rel is asked"},
	{"pg_am", "", none, none, "a table depends on it"},
	{"pg_authid", "", none, none, "owners and grants are copied"},
	{"pg_auth_members", "", none, none, "of roles"},
	{"pg_collation", "", none, none, "a column depends on it"},
	{"pg_conversion", "", none, none, "of encodings"},
	{"pg_database", "", none, none, "of the cluster"},
	{"pg_default_acl", "", none, none, "for new tables: what it grants is revoked"},
	{"pg_enum", "", none, none, "its type depends on it"},
	{"pg_event_trigger", "", none, none, "the plan names those that fire"},
	{"pg_extension", "", none, none, "a table, index or trigger that depends on one is refused"},
	{"pg_foreign_data_wrapper", "", none, none, "of servers"},
	{"pg_foreign_server", "", none, none, "of foreign tables"},
	{"pg_language", "", none, none, "of functions"},
	{"pg_largeobject_metadata", "", none, none, "of large objects"},
	{"pg_namespace", "", none, none, "a table depends on it"},
	{"pg_parameter_acl", "", none, none, "of settings"},
	{"pg_tablespace", "", none, none, "a table depends on it"},
	{"pg_ts_config", "", none, none, "of text search"},
	{"pg_ts_dict", "", none, none, "of text search"},
	{"pg_ts_parser", "", none, none, "of text search"},
	{"pg_ts_template", "", none, none, "of text search"},
	{"pg_user_mapping", "", none, none, "of servers"},
}

// A dependent depends on something.
type dependent struct {
	class, kind string
	name        string // as pg_describe_object says it
	def         string
	plain       bool    // an index without an operator class or a collation of its own
	normal      bool    // this dependency does not let DROP of the other drop it, too
	target      address // what is to be dropped for it to go
	relation    int64   // whose rule, trigger or default it is
}

// An address is what pg_depend calls an object.
type address struct {
	class    string
	oid, sub int64
}

// verdict looks the object up.
func (o *dependent) verdict(online bool) verdict {
	for _, c := range classes {
		if c.class == o.class && c.kind == o.kind && online {
			return c.replaced
		} else if c.class == o.class && c.kind == o.kind {
			return c.inPlace
		}
	}
	return refused
}

// refusedAs is the kind of its refusal.
func (o *dependent) refusedAs() migrate.Kind {
	begins, _, _ := strings.Cut(o.def, " ")
	switch o.class {
	case "pg_trigger":
		return migrate.KindTrigger
	case "pg_proc":
		return migrate.KindRoutine
	case "pg_publication_rel":
		return migrate.KindReplication
	case "pg_attrdef":
		if o.kind == "own generated" {
			return migrate.KindGenerated
		}
		return migrate.KindDefault
	case "pg_rewrite":
		if o.target.class == "pg_class" {
			return migrate.KindView
		}
	case "pg_class":
		if o.def != "" {
			return migrate.KindIndex
		} else if o.target.sub > 0 {
			return migrate.KindColumn
		}
	case "pg_constraint":
		if kind, ok := map[string]migrate.Kind{"CHECK": migrate.KindCheck, "EXCLUDE": migrate.KindIndex, "TRIGGER": migrate.KindTrigger, "FOREIGN": migrate.KindForeignKey}[begins]; ok {
			return kind
		}
	}
	return migrate.KindObject
}

// postgresObjects selects what depends on the addresses of a table refs (classid, objid, objsubid),
// of which -1 are all parts of an object. TABLES are those whose own objects are to be told. Views
// come before their rules. What is part of a range, of an operator
// class or of a domain that depends on them, too, is not dropped alone.
const postgresObjects = `
SELECT DISTINCT d.classid::regclass::text, CASE d.classid::regclass::text
	WHEN 'pg_class' THEN CASE WHEN c.relkind = 'S' AND d.deptype IN ('a', 'i') THEN 'own sequence' WHEN c.relkind = 't' THEN 'own toast' WHEN i.indrelid IN (TABLES) THEN 'own index' ELSE '' END
	WHEN 'pg_type' THEN CASE WHEN EXISTS (SELECT FROM pg_type y WHERE typrelid IN (TABLES) AND d.objid IN (y.oid, typarray)) THEN 'own' ELSE '' END
	WHEN 'pg_attrdef' THEN CASE WHEN adrelid NOT IN (TABLES) THEN '' WHEN a.attgenerated <> '' THEN 'own generated' ELSE 'own' END
	WHEN 'pg_constraint' THEN CASE WHEN contype = 'f' THEN 'foreign key' WHEN conrelid NOT IN (TABLES) THEN '' WHEN contype IN ('p', 'u', 'n') THEN 'own key' WHEN contype = 'c' THEN 'own check' ELSE 'own' END
	WHEN 'pg_trigger' THEN CASE WHEN tgrelid IN (TABLES) OR tgisinternal THEN 'own' ELSE '' END
	WHEN 'pg_statistic_ext' THEN CASE WHEN stxrelid NOT IN (TABLES) THEN '' WHEN stxexprs IS NULL THEN 'own columns' ELSE 'own' END
	WHEN 'pg_policy' THEN CASE WHEN polrelid IN (TABLES) THEN 'own' ELSE '' END
	WHEN 'pg_rewrite' THEN CASE WHEN v.relkind <> 'v' OR v.relpersistence = 't' OR NOT pg_has_role(v.relowner, 'USAGE') OR NOT has_schema_privilege(v.relnamespace, 'CREATE') THEN '' WHEN rulename = '_RETURN' THEN 'view' ELSE 'rule of a view' END
	ELSE '' END,
	CASE WHEN rulename = '_RETURN' THEN pg_describe_object('pg_class'::regclass, ev_class, 0) ELSE pg_describe_object(d.classid, d.objid, d.objsubid) END,
	coalesce(pg_get_indexdef(i.indexrelid), pg_get_constraintdef(n.oid), ''),
	coalesce((SELECT bool_and(o.opcdefault AND m.amname IN ('btree', 'hash') AND i.indcollation[u.n - 1] = col.attcollation)
		FROM unnest(i.indkey) WITH ORDINALITY AS u(a, n) JOIN pg_attribute col ON col.attrelid = i.indrelid AND col.attnum = u.a JOIN pg_opclass o ON o.oid = i.indclass[u.n - 1] JOIN pg_am m ON m.oid = o.opcmethod
		WHERE u.a = r.objsubid AND u.n <= i.indnkeyatts), true),
	CASE WHEN rulename = '_RETURN' OR adrelid > 0 THEN 'pg_class' ELSE d.classid::regclass::text END, CASE WHEN rulename = '_RETURN' THEN ev_class ELSE coalesce(adrelid, d.objid) END::bigint, CASE WHEN c.relkind IN ('c', 'f') THEN 0 ELSE coalesce(adnum, d.objsubid) END, d.deptype = 'n', coalesce(ev_class, tgrelid, adrelid, 0)::bigint
FROM refs r JOIN pg_depend d ON d.refclassid = r.classid AND d.refobjid = r.objid AND r.objsubid IN (-1, d.refobjsubid)
LEFT JOIN pg_class c ON d.classid = 'pg_class'::regclass AND c.oid = d.objid
LEFT JOIN pg_index i ON d.classid = 'pg_class'::regclass AND i.indexrelid = d.objid
LEFT JOIN pg_constraint n ON d.classid = 'pg_constraint'::regclass AND n.oid = d.objid
LEFT JOIN pg_trigger g ON d.classid = 'pg_trigger'::regclass AND g.oid = d.objid
LEFT JOIN pg_statistic_ext x ON d.classid = 'pg_statistic_ext'::regclass AND x.oid = d.objid
LEFT JOIN pg_policy p ON d.classid = 'pg_policy'::regclass AND p.oid = d.objid
LEFT JOIN pg_attrdef f ON d.classid = 'pg_attrdef'::regclass AND f.oid = d.objid
LEFT JOIN pg_attribute a ON a.attrelid = adrelid AND a.attnum = adnum
LEFT JOIN pg_rewrite w ON d.classid = 'pg_rewrite'::regclass AND w.oid = d.objid
LEFT JOIN pg_class v ON v.oid = ev_class
WHERE NOT (d.classid IN ('pg_proc'::regclass, 'pg_amop'::regclass, 'pg_amproc'::regclass) AND EXISTS (SELECT FROM pg_depend e WHERE e.classid = d.classid AND e.objid = d.objid AND e.deptype = 'i')
	OR n.contypid > 0 AND EXISTS (SELECT FROM refs t JOIN pg_depend e ON e.refclassid = t.classid AND e.refobjid = t.objid WHERE e.classid = 'pg_type'::regclass AND e.objid = n.contypid))
ORDER BY 6, 3`

// objects returns what depends on the addresses that refs selects. The tables are a list in SQL.
func (s *store) objects(ctx context.Context, tables, refs string, args ...any) (list []dependent, err error) {
	return sqlkit.List(ctx, s.conn, func(o *dependent) []any {
		return []any{&o.class, &o.kind, &o.name, &o.def, &o.plain, &o.target.class, &o.target.oid, &o.target.sub, &o.normal, &o.relation}
	}, "WITH refs (classid, objid, objsubid) AS ("+refs+")"+strings.ReplaceAll(postgresObjects, "TABLES", tables), args...)
}

// postgresParts selects what TABLES are made of and others can depend on. It stays when other
// tables take the names.
const postgresParts = `SELECT 'pg_class'::regclass, oid, -1 FROM pg_class WHERE oid IN (TABLES)
UNION ALL SELECT 'pg_type'::regclass, y.oid, -1 FROM pg_class c JOIN pg_type y ON reltype IN (y.oid, typelem) WHERE c.oid IN (TABLES)
UNION ALL SELECT 'pg_class'::regclass, indexrelid, -1 FROM pg_index WHERE indrelid IN (TABLES)
UNION ALL SELECT 'pg_constraint'::regclass, oid, -1 FROM pg_constraint WHERE conrelid IN (TABLES)
UNION ALL SELECT 'pg_class'::regclass, objid, -1 FROM pg_depend WHERE refclassid = 'pg_class'::regclass AND refobjid IN (TABLES) AND classid = 'pg_class'::regclass AND deptype = 'i' AND EXISTS (SELECT FROM pg_sequence WHERE seqrelid = objid)`
