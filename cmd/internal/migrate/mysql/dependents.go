package mysql

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
	"github.com/uuidkit/uuidkit/cmd/internal/sqltext"
)

// dependents refuses what CREATE TABLE … LIKE and RENAME do not carry over.
func (p *planner) dependents(ctx context.Context) error {
	keyed := false
	err := p.store.eachByName(ctx, func(row map[string]string) { keyed = row["Value"] == "ON" },
		"SHOW GLOBAL VARIABLES WHERE Variable_name IN ('sql_require_primary_key', 'innodb_force_primary_key')")
	if err != nil {
		return err
	}
	for _, t := range p.tables {
		p.ownDefinition(t)
		for _, name := range []string{newName(t.name), oldName(t.name), undoneName(t.name)} {
			if exists, err := p.store.exists(ctx, name); err != nil {
				return err
			} else if exists {
				p.refuse(migrate.KindName, "table "+t.name, "there is a table "+name, "run uuid migrate cleanup, if it is of an earlier migration")
			}
		}
		for _, k := range p.foreignOf(t) {
			if _, is := isQualified(k.ToTable); is {
				continue // it has its refusal
			}
			if exists, err := p.store.exists(ctx, k.ToTable); err != nil {
				return err
			} else if !exists {
				p.refuse(migrate.KindForeignKey, "table "+t.name, "its foreign key "+backquote(k.Name)+" refers to table "+backquote(k.ToTable)+", which is gone", "drop the key, migrate, and add it again when the table is there")
			}
		}
		if len(t.primary) == 0 && keyed {
			p.refuse(migrate.KindTable, "table "+t.name, "it has no primary key, and the server makes no such tables now", "add one, or SET GLOBAL sql_require_primary_key (in MariaDB innodb_force_primary_key) = OFF until the end")
		}
		if tooLong(undoneName(t.name)) {
			p.refuse(migrate.KindName, "table "+t.name, "its name is too long for the copies of it", "rename it")
		}
	}
	return p.programs(ctx)
}

// programs refuses routines, events and the triggers of the tables, and views and triggers of other
// tables that may use a column; also those of other databases. The server says only what their text is.
func (p *planner) programs(ctx context.Context) error {
	var here string
	if err := p.store.conn.QueryRowContext(ctx, "SELECT DATABASE()").Scan(&here); err != nil {
		return err
	}
	return p.store.each(ctx, func(r *sql.Rows) error {
		var kind, schema, name, on, mode string
		var body sql.NullString
		if err := r.Scan(&kind, &schema, &name, &on, &mode, &body); err != nil {
			return err
		}
		text := body.String
		if strings.Contains(mode, "NO_BACKSLASH_ESCAPES") { // 'C:\' ends there
			text = strings.ReplaceAll(text, `\`, `\\`)
		}
		words := sqltext.Nested(sqltext.MySQL, text)
		has := func(name string) bool {
			return slices.ContainsFunc(words, func(w sqltext.Token) bool { return w.Names(name) })
		}
		hidden := body.String == ""
		object := kind + " " + name
		if schema != here {
			if object = kind + " " + schema + "." + name; !hidden && !has(here) {
				return nil
			}
		}
		// A view or trigger goes on with the new table, by its name. A trigger of the table does not, and the new one
		// cannot get it without a moment in which writers do without it: TestMySQLTriggersStay.
		goesOn := kind == "view" || kind == "trigger" && (schema != here || !slices.ContainsFunc(p.tables, func(t *mysqlTable) bool { return t.name == on }))
		for _, t := range p.tables {
			reason := "it uses table " + t.name
			column := func(c *migrate.Column) bool {
				return sqltext.MayUse(sqltext.Tokens(sqltext.MySQL, text), c.Name)
			}
			switch {
			case hidden:
				reason = "the user cannot read its text: it may use table " + t.name
			case !has(t.name) && (schema != here || on != t.name), goesOn && !slices.ContainsFunc(p.ColumnsOf(t.name), column):
				continue
			}
			p.Checked = append(p.Checked, object+" "+body.String)
			p.Refusals = append(p.Refusals, migrate.Refusal{Kind: kindOf[kind], Object: object, Accept: kindOf[kind] == migrate.KindRoutine || hidden && kind != "trigger",
				Reason: reason + ", and may depend on the form of its ids",
				Manual: byHand(kind, backquote(schema)+"."+backquote(name))})
			break
		}
		return nil
	}, strings.ReplaceAll(`SELECT 'view', table_schema, table_name, '', '', view_definition FROM information_schema.views WHERE table_schema NOT IN SYSTEM
UNION ALL SELECT 'trigger', trigger_schema, trigger_name, event_object_table, sql_mode, action_statement FROM information_schema.triggers WHERE trigger_schema NOT IN SYSTEM
UNION ALL SELECT LOWER(routine_type), routine_schema, routine_name, '', sql_mode, routine_definition FROM information_schema.routines WHERE routine_schema NOT IN SYSTEM
UNION ALL SELECT 'event', event_schema, event_name, '', sql_mode, event_definition FROM information_schema.events WHERE event_schema NOT IN SYSTEM`,
		"SYSTEM", "('mysql', 'sys', 'information_schema', 'performance_schema')"))
}

// kindOf are the kinds of what programs looks at.
var kindOf = map[string]migrate.Kind{"view": migrate.KindView, "trigger": migrate.KindTrigger,
	"procedure": migrate.KindRoutine, "function": migrate.KindRoutine, "event": migrate.KindRoutine,
	"package": migrate.KindRoutine, "package body": migrate.KindRoutine} // MariaDB's, of sql_mode ORACLE

// byHand says how an object is dropped and created again, and what is not in its text: TestMySQLByHand does it.
func byHand(kind, name string) string {
	object := strings.ToUpper(kind) + " " + name
	with, after := " and the sql_mode", "set that and "
	end := ""
	switch kind {
	case "view":
		with, after, end = "", "", "; its grants stay"
	case "trigger":
		end = ", triggers of one event in the order that action_order in information_schema.triggers had"
	case "event":
		with, after = ", the sql_mode and the time_zone", "set these and "
	default:
		end = "; DROP takes its grants: grant again what SHOW GRANTS had"
	}
	return "keep the text" + with + " of SHOW CREATE " + object + "; DROP " + object + ", migrate, " + after + "execute the text, changed for the new form where it must be" + end
}

// givenNames refuses checks to which MySQL's CREATE TABLE … LIKE would give other names: it numbers them in the order in
// which SHOW CREATE TABLE has them, which is that of their names. It also refuses names that RENAME would make too long:
// the server renames with the table what it has named. MariaDB does so with foreign keys alone, and cannot drop one of
// these then.
func (p *planner) givenNames(t *mysqlTable) {
	next := 1
	for _, m := range constraintLine.FindAllStringSubmatch(t.create, -1) {
		name, check := unquote(m[1]), m[2] == "CHECK"
		if check && p.store.maria {
			continue
		}
		if check && name != fmt.Sprintf("%s_chk_%d", t.name, next) {
			p.refuse(migrate.KindCheck, "table "+t.name, "MySQL would rename its check "+name, without(t, "CHECK "+m[1], t.line("  CONSTRAINT "+m[1]+" CHECK ")))
			continue
		}
		if check {
			next++
		}
		if tooLong(undoneName(name)) && (check || strings.HasPrefix(name, t.name+"_ibfk_")) {
			p.refuse(migrate.KindName, "table "+t.name, "it has "+name+", whose name is too long for the copies of it", "rename it")
		}
	}
}

// constraintLine is a check or a foreign key in SHOW CREATE TABLE.
var constraintLine = regexp.MustCompile("(?m)^  CONSTRAINT (`(?:[^`]|``)+`) (CHECK|FOREIGN KEY) ")

// ownDefinition refuses what a table has.
func (p *planner) ownDefinition(t *mysqlTable) {
	object := "table " + t.name
	p.givenNames(t)
	for _, k := range p.foreignOf(t) {
		if _, is := isQualified(k.ToTable); is {
			p.refuse(migrate.KindForeignKey, object, "it has a foreign key to another database", without(t, "FOREIGN KEY "+backquote(k.Name), t.line(constraint(k))))
		}
	}
	p.ownParts(t)
	p.zoned(t)
	p.oddIndexes(t)
	options := t.line(") ")
	alter := "ALTER TABLE " + backquote(t.name)
	switch {
	case t.versioned:
		p.refuse(migrate.KindTable, object, "it is system-versioned, and a copy of it would have the rows of now without their history", p.withHistory(t))
	case strings.Contains(strings.Replace(options, " COMMENT="+quoted([]byte(t.comment)), "", 1), " DATA DIRECTORY="):
		p.refuse(migrate.KindTable, object, "it lies in a directory of its own, and a copy of it would not: "+options, p.inPlace(t))
	case slices.Contains(remote, strings.ToUpper(t.engine)):
		p.refuse(migrate.KindTable, object, "its rows are in other tables: "+options, "migrate those, drop this one, and create it again with the new type")
	case t.engine != "InnoDB":
		p.refuse(migrate.KindTable, object, "it is not an ordinary table of InnoDB: "+options, alter+" ENGINE=InnoDB, migrate, and "+alter+" ENGINE="+t.engine)
	}
	if t.partitioned {
		p.refuse(migrate.KindTable, object, "it is partitioned", "keep the text of SHOW CREATE TABLE from PARTITION BY on; "+alter+" REMOVE PARTITIONING, migrate, and "+alter+" with that text, changed for the new form where it must be")
	}
}

// remote are engines whose tables have no rows of their own.
var remote = strings.Fields("MRG_MYISAM FEDERATED SPIDER CONNECT")

// without says how to migrate without a part of a table. TestMySQLByHandTables does that, and what inPlace and
// withHistory say.
func without(t *mysqlTable, part, line string) string {
	alter := "ALTER TABLE " + backquote(t.name)
	return alter + " DROP " + part + ", migrate, and " + alter + " ADD " + strings.TrimSpace(line)
}

// keysFirst is a way by SQL that changes a table, which its foreign keys would keep it from.
func (p *planner) keysFirst(t *mysqlTable, way string) string {
	connected := slices.ContainsFunc(p.keys, func(k sqlkit.ForeignKey) bool { return k.Table == t.name || k.ToTable == t.name })
	switch none := p.ColumnsOf(t.name) == nil; {
	case none && connected:
		return "drop its foreign keys to the other tables, migrate, and add them again"
	case none:
		return "do first what is said of its column"
	case connected:
		return "drop the foreign keys from and to the table, and add them again last; " + way
	}
	return way
}

// inPlace are statements that convert the columns of a table, and leave it where it is.
func (p *planner) inPlace(t *mysqlTable) string {
	var wide, set, fresh []string
	for _, c := range p.ColumnsOf(t.name) {
		col, name, null := t.column(c.Name), backquote(c.Name), ""
		if !col.nullable {
			null = " NOT NULL"
		}
		line, _, _ := p.newLine(col, c)
		wide, fresh = append(wide, fmt.Sprintf("MODIFY %s varbinary(%d)%s", name, max(36, longest(c.Forms)), null)), append(fresh, "MODIFY "+line)
		set = append(set, name+" = "+p.value(c, name, false))
	}
	for _, c := range t.columns {
		if c.touched {
			set = append(set, fmt.Sprintf("%s = %[1]s", backquote(c.name)))
		}
	}
	alter := "ALTER TABLE " + backquote(t.name) + " "
	return p.keysFirst(t, alter+strings.Join(wide, ", ")+"; UPDATE "+backquote(t.name)+" SET "+strings.Join(set, ", ")+"; "+alter+strings.Join(fresh, ", "))
}

// withHistory are statements that make a system-versioned table again with all of its history.
func (p *planner) withHistory(t *mysqlTable) string {
	columns, values := p.values(t, false, func(c *mysqlColumn) string { return backquote(c.name) }, p.value)
	period := []string{"row_start", "row_end"}
	if m := systemTime.FindStringSubmatch(t.create); m != nil {
		period = m[1:]
	}
	create, _ := p.newTable(t, false, true)
	insert := fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM %s FOR SYSTEM_TIME ALL", backquote(newName(t.name)),
		strings.Join(slices.Concat(columns, period), ", "), strings.Join(slices.Concat(values, period), ", "), backquote(t.name))
	copied := append(create, insert)
	if m := autoIncrement.FindStringSubmatch(t.create); m != nil {
		copied = append(copied, numbered(t.name, m[2]))
	}
	rename := renameTables([]renaming{{t.name, t.name + "_before"}, {newName(t.name), t.name}})
	way := "SET SESSION " + copyMode + ", system_versioning_alter_history = KEEP, system_versioning_insert_history = ON; " + strings.Join(append(copied, rename), "; ")
	if alter := "ALTER TABLE " + backquote(t.name); !strings.Contains(t.create, "\n  PERIOD FOR SYSTEM_TIME ") && !strings.Contains(t.create, " WITHOUT SYSTEM VERSIONING") {
		way += "\nor, if you can do without the history: " + alter + " DROP SYSTEM VERSIONING, migrate, and " + alter + " ADD SYSTEM VERSIONING"
	}
	return p.keysFirst(t, way)
}

// systemTime are the columns of a history's period.
var systemTime = regexp.MustCompile("\n  PERIOD FOR SYSTEM_TIME \\((`(?:[^`]|``)+`), (`(?:[^`]|``)+`)\\)")

// constraint is the beginning of a foreign key in SHOW CREATE TABLE.
func constraint(k sqlkit.ForeignKey) string {
	return "  CONSTRAINT " + backquote(k.Name) + " FOREIGN KEY ("
}

// ownParts refuses the parts of a table that may depend on the form of a column: all that name it in SHOW CREATE
// TABLE, but for what the catalog knows as its definition, a plain index or a foreign key. So nothing is overlooked
// that a later server has.
func (p *planner) ownParts(t *mysqlTable) {
	for _, l := range t.lines()[1:] {
		if strings.HasPrefix(l, ") ") {
			break
		}
		part := strings.Trim(l, " ,")
		if name, _, _ := strings.Cut(part, " ("); strings.HasPrefix(part, "PERIOD FOR ") && (!t.versioned || name != "PERIOD FOR SYSTEM_TIME") {
			p.refuse(migrate.KindTable, "table "+t.name, "it has a period: "+part, without(t, name, part))
		}
		bare, own := part, ""
		if i := slices.IndexFunc(t.columns, func(c mysqlColumn) bool { return c.line == part }); i >= 0 {
			bare, own = strings.Replace(part, t.columns[i].comment, "", 1), t.columns[i].name
		}
		known := slices.ContainsFunc(p.foreignOf(t), func(k sqlkit.ForeignKey) bool { return strings.HasPrefix(l, constraint(k)) })
		if i := slices.IndexFunc(t.indexes, func(x mysqlIndex) bool { return x.line == part }); i >= 0 {
			bare, known = strings.Replace(part, t.indexes[i].comment, "", 1), t.indexes[i].plain()
			p.shortKey(t, &t.indexes[i])
		}
		for _, c := range p.ColumnsOf(t.name) {
			if !known && c.Name != own && strings.Contains(bare, backquote(c.Name)) {
				p.refuse(partKind(bare), t.name+"."+c.Name, "this part of the table may depend on its form: "+part, "take it away, migrate, and put it back for the new form")
			}
		}
	}
}

// zoned refuses what the server computes in the session's time zone and keeps: run would compute it in UTC.
// A virtual column is kept in its indexes. TestMySQLZone has both.
func (p *planner) zoned(t *mysqlTable) {
	look := func(kind migrate.Kind, object, drop, line string) {
		if zoneFunction.MatchString(line) || slices.ContainsFunc(t.columns, func(c mysqlColumn) bool {
			return c.typ == "timestamp" && strings.Contains(line, backquote(c.name))
		}) {
			p.Refusals = append(p.Refusals, migrate.Refusal{Kind: kind, Object: object, Accept: true,
				Reason: "the session's time zone may change it, and run computes it again in UTC: " + line,
				Manual: without(t, drop, line) + ", or see that all sessions which write have the time zone UTC"})
		}
	}
	for _, c := range t.columns {
		if c.generated && strings.Contains(c.line, " AS (") { // and not AS ROW START
			look(migrate.KindGenerated, t.name+"."+c.name, "COLUMN "+backquote(c.name), c.line)
		}
	}
	for _, x := range t.indexes {
		if x.part("") != nil {
			look(migrate.KindIndex, "index "+x.name+" of table "+t.name, "KEY "+backquote(x.name), x.line)
		}
	}
}

// zoneFunction matches a call that depends on the time zone, whatever its arguments are.
var zoneFunction = regexp.MustCompile(`(?i)\b(from_unixtime|unix_timestamp)\(`)

// oddIndexes refuses indexes that a copy could not have.
func (p *planner) oddIndexes(t *mysqlTable) {
	for _, x := range t.indexes {
		object, drop := "index "+x.name+" of table "+t.name, "KEY "+backquote(x.name)
		switch {
		case x.line == "":
			p.refuse(migrate.KindIndex, object, "it is of a kind that is not known", without(t, drop, "its line of SHOW CREATE TABLE"))
		case x.kind == "FULLTEXT KEY" && t.column("FTS_DOC_ID") != nil: // it takes growing ones, in an order that no key and no trigger knows
			p.refuse(migrate.KindIndex, object, "InnoDB would refuse rows of the copy (error 182), since the table has a column FTS_DOC_ID", without(t, drop, x.line))
		}
	}
}

// partKind is the kind of a part that names another column than its own.
func partKind(part string) migrate.Kind {
	switch column := strings.HasPrefix(part, "`"); {
	case strings.Contains(part, " CHECK ("): // also that of a column
		return migrate.KindCheck
	case column && strings.Contains(part, " DEFAULT "):
		return migrate.KindDefault
	case column:
		return migrate.KindGenerated
	}
	return migrate.KindIndex
}

// shortKey refuses a plain index that has only the beginning of a column's values.
func (p *planner) shortKey(t *mysqlTable, x *mysqlIndex) {
	for _, c := range p.ColumnsOf(t.name) {
		n := longest(c.Forms)
		if c.OldType == c.NewType { // the prefix stays, see newKey
			n = max(n, longest(migrate.Forms{p.to(): 1}))
		}
		if part := x.part(c.Name); part != nil && part.prefix > 0 && part.prefix < n && (part.prefix < 36 || c.OldType != c.NewType) && x.plain() {
			p.refuse(migrate.KindIndex, t.name+"."+c.Name, fmt.Sprintf("an index has only %d of the %d characters: %s", part.prefix, n, x.line), "drop the index, migrate, and create it again")
		}
	}
}

// hanging returns what undo would drop with the present tables, since it is not in the plan:
// triggers, and foreign keys of other tables.
func (s *store) hanging(ctx context.Context, p *migrate.Plan) (list []string, err error) {
	tables := slices.Clone(p.Tables)
	for _, a := range p.Aside {
		tables = append(tables, migrate.Table{Name: a.Into})
	}
	for _, t := range tables {
		triggers, err := s.triggers(ctx, t.Name)
		if err != nil {
			return nil, err
		}
		list = append(list, triggers...)
	}
	if sees, err := s.seesTriggers(ctx); err != nil {
		return nil, err
	} else if !sees {
		list = append(list, "triggers, which the user may not see without the privilege TRIGGER")
	}
	keys, err := s.foreignKeys(ctx)
	for _, k := range keys {
		if slices.ContainsFunc(tables, func(t migrate.Table) bool { return t.Name == k.ToTable }) && !hasTable(p, k.Table) {
			table, _ := isQualified(k.Table)
			list = append(list, "foreign key "+k.Name+" of table "+table)
		}
	}
	if err != nil || list != nil {
		return list, err
	}
	elsewhere, err := s.referring(ctx, p, func(name string) string { return name })
	if isDenied(err) {
		if !slices.Contains(p.Accepted, hiddenKeys) {
			list = append(list, hiddenKeys+", which the user may not see without the privilege PROCESS")
		}
		return list, nil
	}
	for _, k := range elsewhere {
		list = append(list, "foreign key of table "+k.from+" to "+k.to)
	}
	return list, err
}

// triggers returns those on a table.
func (s *store) triggers(ctx context.Context, table string) (list []string, err error) {
	err = s.each(ctx, func(r *sql.Rows) error {
		var name string
		err := r.Scan(&name)
		list = append(list, "trigger "+name+" on "+table)
		return err
	}, "SELECT trigger_name FROM information_schema.triggers WHERE event_object_schema = DATABASE() AND event_object_table = ? ORDER BY trigger_name", table)
	return list, err
}
