package mysql

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	driver "github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// strict is value, but an expression that does not fit into the column if the old value has
// none of the planned forms: the statement ends with an error.
func (p *planner) strict(c *migrate.Column, name string, undo bool) string {
	forms, typ := p.Found(c, p.to()), c.NewType
	if undo {
		forms, typ = migrate.Forms{p.to(): 1}, c.OldType
	}
	value := p.value(c, name, undo)
	if value == name {
		return name
	}
	return fmt.Sprintf("IF(%s, %s, REPEAT('!', %d))", mysqlGood(name, forms), value, width(typ)+1)
}

// keyOf returns the places of the primary key's columns.
func (t *mysqlTable) keyOf(columns []string) (list []int) {
	for _, k := range t.primary {
		list = append(list, slices.Index(columns, backquote(k)))
	}
	return list
}

// onlySame is the assignment of ON DUPLICATE KEY UPDATE that leaves a row alone if it has the
// same primary key. A row that is equal in another unique key only gives an error: 1048 for NULL, or 1264, since the
// server writes 0 for NULL into a column with AUTO_INCREMENT: TestMySQLOnlineSpelling.
func onlySame(t *mysqlTable, columns []string) string {
	fresh, wrong := backquote(newName(t.name))+".", "NULL"
	if t.column(t.primary[0]).auto {
		wrong = "1" + strings.Repeat("0", 30)
	}
	var and []string
	for _, i := range t.keyOf(columns) {
		and = append(and, fmt.Sprintf("%s%s <=> VALUES(%[2]s)", fresh, columns[i]))
	}
	first := fresh + columns[t.keyOf(columns)[0]]
	return fmt.Sprintf("%s = IF(%s, %[1]s, %[3]s)", first, strings.Join(and, " AND "), wrong)
}

// triggerNames are those of a table, in the order in which they are created: a row that
// one of them has copied is followed by those before it.
func triggerNames(table string) []string {
	return []string{"uuidkit_delete_" + table, "uuidkit_update_" + table, "uuidkit_insert_" + table}
}

// triggersOf returns the statements that create the triggers of a table.
func (p *planner) triggersOf(t *mysqlTable, undo bool) []string {
	fresh := backquote(newName(t.name))
	row := func(name string, value func(*migrate.Column, string, bool) string) ([]string, []string) {
		return p.values(t, undo, func(c *mysqlColumn) string { return name + "." + backquote(c.name) }, value)
	}
	columns, after := row("NEW", p.strict)
	_, becomes := row("NEW", p.value)
	_, before := row("OLD", p.value)
	set := []string{onlySame(t, columns)}
	key := t.keyOf(columns)
	var move, was, moved []string
	for i, c := range columns {
		if slices.Contains(key, i) {
			move, was = append(move, c+" = "+becomes[i]), append(was, c+" = "+before[i])
			moved = append(moved, differ("OLD."+c, "NEW."+c))
		} else {
			set = append(set, c+" = VALUES("+c+")")
		}
	}
	write := func(row string) string {
		return fmt.Sprintf("INSERT INTO %s (%s) %s ON DUPLICATE KEY UPDATE %s", fresh, strings.Join(columns, ", "), row, strings.Join(set, ", "))
	}
	values := "VALUES (" + strings.Join(after, ", ") + ")"
	// A new row is in no table yet. One that is equal in the new form is another row in another spelling, which
	// the server must refuse and not replace: TestMySQLOnlineSpelling.
	insert, rewrite := fmt.Sprintf("INSERT INTO %s (%s) %s", fresh, strings.Join(columns, ", "), values), write(values)
	if slices.ContainsFunc(t.columns, func(c mysqlColumn) bool { return c.touched }) {
		// MariaDB does not write a row to which an UPDATE gives the values that it has. But in a column that is touched,
		// NEW has the time of the UPDATE. So the trigger reads the row: TestMySQLOnlineForms.
		var same []string
		for _, k := range t.primary {
			same = append(same, fmt.Sprintf("%s.%s = NEW.%[2]s", backquote(t.name), backquote(k)))
		}
		_, stored := row(backquote(t.name), p.strict)
		rewrite = write(fmt.Sprintf("SELECT %s FROM %s WHERE %s LOCK IN SHARE MODE", strings.Join(stored, ", "), backquote(t.name), strings.Join(same, " AND ")))
	}
	// An UPDATE that finds no row would lock the gap in which all rows are that are not copied yet.
	update := []string{fmt.Sprintf("IF %s THEN UPDATE %s SET %s WHERE %s; END IF", strings.Join(moved, " OR "), fresh, strings.Join(move, ", "), strings.Join(was, " AND ")), rewrite}
	remove := append(ifChecked(p.cascadeDelete(t, undo, nil)), fmt.Sprintf("DELETE FROM %s WHERE %s", fresh, strings.Join(was, " AND ")))
	update = append(update, ifChecked(p.cascadeUpdate(t, undo))...)
	names := triggerNames(t.name)
	trigger := func(name, event string, statements ...string) string {
		return fmt.Sprintf("CREATE TRIGGER %s AFTER %s ON %s FOR EACH ROW BEGIN %s; END", backquote(name), event, backquote(t.name), strings.Join(statements, "; "))
	}
	return []string{trigger(names[0], "DELETE", remove...), trigger(names[1], "UPDATE", update...), trigger(names[2], "INSERT", insert)}
}

// ifChecked executes statements only in a session whose foreign keys the server follows: a program that loads rows with
// foreign_key_checks = 0, such as mysqldump's, keeps the rows that refer to those which it replaces.
func ifChecked(statements []string) []string {
	if statements == nil {
		return nil
	}
	return []string{"IF @@foreign_key_checks THEN " + strings.Join(statements, "; ") + "; END IF"}
}

// differ is a condition that two values differ, also if they are equal in their collation.
func differ(a, b string) string {
	return fmt.Sprintf("NOT (HEX(CONCAT(%s)) <=> HEX(CONCAT(%s)))", a, b)
}

// A mysqlLink is a foreign key by which the server changes rows of table child, without its
// triggers, when one of table parent changes.
type mysqlLink struct {
	child              *mysqlTable
	name               string
	parent             string
	columns, toColumns []string
	onDelete, onUpdate string // CASCADE, SET NULL or nothing
}

// links returns the foreign keys that have actions.
func (p *planner) links() (list []mysqlLink) {
	action := func(rule string) string {
		if rule == "CASCADE" || rule == "SET NULL" {
			return rule
		}
		return ""
	}
	for _, t := range p.tables {
		for _, k := range p.foreignOf(t) {
			l := mysqlLink{child: t, name: k.Name, columns: k.Columns, parent: k.ToTable, toColumns: k.ToColumn, onDelete: action(k.OnDelete), onUpdate: action(k.OnUpdate)}
			if _, is := isQualified(k.ToTable); !is && (l.onDelete != "" || l.onUpdate != "") { // another database is refused
				list = append(list, l)
			}
		}
	}
	return list
}

// valueOf is an expression of the new value of a column.
func (p *planner) valueOf(t *mysqlTable, undo bool, row, column string) string {
	columns, values := p.values(t, undo, func(c *mysqlColumn) string { return row + "." + backquote(c.name) }, p.value)
	if i := slices.Index(columns, backquote(column)); i >= 0 {
		return values[i]
	}
	return row + "." + backquote(column) // a generated one
}

// cascadeDelete returns the statements that change the new tables as the server changes the old ones, by
// foreign keys, when a row of table t is deleted. path leads to t from the table of the
// trigger: new tables that are complete before this one has rows.
func (p *planner) cascadeDelete(t *mysqlTable, undo bool, path []mysqlLink) (list []string) {
	for _, l := range p.links() {
		if l.onDelete == "" || l.parent != t.name || len(path) > len(p.tables) {
			continue
		}
		steps := append(slices.Clone(path), l)
		if l.onDelete == "CASCADE" {
			list = append(list, p.cascadeDelete(l.child, undo, steps)...)
		}
		root := p.tables[slices.IndexFunc(p.tables, func(r *mysqlTable) bool { return r.name == steps[0].parent })]
		from, above := "", ""
		var where []string
		for i, s := range steps {
			fresh := backquote(newName(s.child.name))
			var on []string
			for j, c := range s.columns {
				if i == 0 {
					where = append(where, fresh+"."+backquote(c)+" = "+p.valueOf(root, undo, "OLD", s.toColumns[j]))
				} else {
					on = append(on, fmt.Sprintf("%s.%s = %s.%s", fresh, backquote(c), above, backquote(s.toColumns[j])))
				}
			}
			if i > 0 {
				fresh = " JOIN " + fresh + " ON " + strings.Join(on, " AND ")
			}
			from, above = from+fresh, backquote(newName(s.child.name))
		}
		switch {
		case l.onDelete == "SET NULL":
			list = append(list, fmt.Sprintf("UPDATE %s SET %s WHERE %s", from, l.assign(func(int) string { return "NULL" }), strings.Join(where, " AND ")))
		case len(steps) == 1:
			list = append(list, fmt.Sprintf("DELETE FROM %s WHERE %s", from, strings.Join(where, " AND ")))
		default:
			list = append(list, fmt.Sprintf("DELETE %s FROM %s WHERE %s", above, from, strings.Join(where, " AND ")))
		}
	}
	return list
}

// assign returns the assignments to the columns of a foreign key. A column that is touched keeps its value, as it
// does when the server follows the key.
func (l *mysqlLink) assign(value func(i int) string) string {
	fresh := backquote(newName(l.child.name)) + "."
	var set []string
	for i, c := range l.columns {
		set = append(set, fresh+backquote(c)+" = "+value(i))
	}
	for _, c := range l.child.columns {
		if c.touched {
			set = append(set, fresh+backquote(c.name)+" = "+fresh+backquote(c.name))
		}
	}
	return strings.Join(set, ", ")
}

// cascadeUpdate is cascadeDelete for a row whose key is updated.
func (p *planner) cascadeUpdate(t *mysqlTable, undo bool) (list []string) {
	for _, l := range p.links() {
		if l.onUpdate == "" || l.parent != t.name || l.child == t { // the server refuses it in the table itself
			continue
		}
		var where, changed []string
		for i, c := range l.columns {
			was, becomes := p.valueOf(t, undo, "OLD", l.toColumns[i]), p.valueOf(t, undo, "NEW", l.toColumns[i])
			where = append(where, backquote(c)+" = "+was)
			changed = append(changed, differ(was, becomes))
		}
		set := l.assign(func(i int) string {
			if l.onUpdate == "CASCADE" {
				return p.valueOf(t, undo, "NEW", l.toColumns[i])
			}
			return "NULL"
		})
		list = append(list, fmt.Sprintf("UPDATE %s SET %s WHERE (%s) AND %s", backquote(newName(l.child.name)), set, strings.Join(changed, " OR "), strings.Join(where, " AND ")))
	}
	return list
}

// order returns the tables with those first from which an action of a foreign key comes.
func (p *planner) order() (list []*mysqlTable) {
	links := p.links()
	for len(list) < len(p.tables) {
		before := len(list)
		for _, t := range p.tables {
			waits := slices.ContainsFunc(links, func(l mysqlLink) bool {
				return l.child == t && l.parent != t.name && slices.ContainsFunc(p.tables, func(o *mysqlTable) bool { return o.name == l.parent && !slices.Contains(list, o) })
			})
			if !waits && !slices.Contains(list, t) {
				list = append(list, t)
			}
		}
		if len(list) == before { // a circle: refused
			return p.tables
		}
	}
	return list
}

// refuseOnline refuses what triggers cannot follow.
func (p *planner) refuseOnline(ctx context.Context) error {
	const manual = "leave --online out, or %s"
	if p.Request.BadRows != "" || p.Aside != nil { // undo has no request, and maybe nothing to put back
		p.refuse(migrate.KindOnline, "--bad-rows", "--online cannot move rows that the application may still change", fmt.Sprintf(manual, "correct or delete them"))
	}
	for _, t := range p.tables {
		if len(t.primary) == 0 {
			p.refuse(migrate.KindOnline, "table "+t.name, "it has no primary key, by which --online follows its rows", fmt.Sprintf(manual, "add one"))
		}
		for _, k := range t.primary {
			switch c := t.column(k); {
			case c.generated || !slices.Contains(strings.Fields("tinyint smallint mediumint int bigint char varchar binary varbinary decimal date datetime timestamp uuid"), c.typ):
				p.refuse(migrate.KindOnline, t.name+"."+k, "it is in the primary key, and --online cannot go through keys of its type "+c.typ+" in order", fmt.Sprintf(manual, "choose another primary key"))
			case slices.ContainsFunc(t.indexes, func(x mysqlIndex) bool {
				return x.kind == "PRIMARY KEY" && slices.ContainsFunc(x.parts, func(part mysqlPart) bool { return part.prefix > 0 })
			}):
				p.refuse(migrate.KindOnline, t.name+"."+k, "its primary key has only the beginning of a column", fmt.Sprintf(manual, "choose another primary key"))
			}
		}
	}
	links := p.links()
	in := func(name string) bool {
		return slices.ContainsFunc(p.tables, func(t *mysqlTable) bool { return t.name == name })
	}
	for _, l := range links {
		object := "foreign key " + l.name + " of table " + l.child.name
		way := fmt.Sprintf(manual, "replace its actions by RESTRICT for the time of the migration")
		cascaded := slices.ContainsFunc(links, func(o mysqlLink) bool { return o.child == l.child && o.onDelete == "CASCADE" })
		switch {
		case !in(l.parent):
			p.refuse(migrate.KindOnline, object, "table "+l.parent+" is not migrated, and its changes reach this one without a trigger", way)
		case l.parent == l.child.name && (l.onDelete == "CASCADE" || l.onDelete == "SET NULL" && cascaded):
			p.refuse(migrate.KindOnline, object, "it refers to its own table, and deletes more rows of it without a trigger", way)
		case l.onUpdate != "" && slices.ContainsFunc(l.columns, func(c string) bool { return slices.Contains(l.child.primary, c) }):
			p.refuse(migrate.KindOnline, object, "its action ON UPDATE changes the primary key without a trigger", way)
		case slices.ContainsFunc(links, func(o mysqlLink) bool {
			return o.parent == l.child.name && o.onUpdate != "" && slices.ContainsFunc(l.columns, func(c string) bool { return slices.Contains(o.toColumns, c) })
		}):
			p.refuse(migrate.KindOnline, object, "its action changes a column that another foreign key with ON UPDATE refers to, without a trigger", way)
		}
	}
	seen := p.order()
	for i, t := range seen {
		for _, l := range links {
			if l.child == t && l.parent != t.name && slices.ContainsFunc(seen[i+1:], func(o *mysqlTable) bool { return o.name == l.parent }) {
				p.refuse(migrate.KindOnline, "foreign key "+l.name+" of table "+t.name, "its actions and those of others go round in a circle", fmt.Sprintf(manual, "replace its actions by RESTRICT for the time of the migration"))
			}
		}
	}
	return p.halfActions(ctx, len(links) > 0)
}

// halfActions notes that the server may execute a foreign key's action in part. MySQL executes actions above InnoDB
// since 9.6. In 9.7.4 an action that changes several rows, and meets a deadlock or a lock wait timeout behind the
// first of them, ends without an error: the statement is committed as it is then, and its triggers are not executed.
func (p *planner) halfActions(ctx context.Context, actions bool) error {
	if !actions {
		return nil
	}
	return p.store.eachByName(ctx, func(row map[string]string) {
		if row["Value"] == "OFF" {
			p.Notes = append(p.Notes, "this MySQL can report success for a DELETE or UPDATE whose foreign key action met a deadlock or a lock wait timeout, and do a part of it, with or without this migration: run, which would not carry that over, ends with status 1 then, and this server has lost no row: give it again; a server started with --innodb-native-foreign-keys=ON reports the error")
		}
	}, "SHOW GLOBAL VARIABLES LIKE 'innodb_native_foreign_keys'")
}

// emptyTriggers says which file MariaDB cannot read, for which there is no SQL.
func (s *store) emptyTriggers() string {
	file := s.file("TABLE.TRG")
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
	defer stop()
	rows, err := s.db.QueryContext(ctx, "SHOW TABLES")
	if err != nil {
		return file
	}
	defer rows.Close()
	for rows.Next() {
		var table string
		if err := rows.Scan(&table); err != nil {
			break
		}
		_, err := s.db.ExecContext(ctx, "SELECT 1 FROM "+backquote(table)+" LIMIT 0")
		if e := (*driver.MySQLError)(nil); errors.As(err, &e) && e.Number == 1343 {
			return s.file(table + ".TRG")
		}
	}
	return file
}

// leftFile matches the name in "Error on rename of './db/a' to './db/uuidkit_old_a' (errno: 184"
// and in "Can't create table `db`.`uuidkit_new_a` (errno: 184".
var leftFile = regexp.MustCompile("[/`]([^/`']+)['`] \\(errno: 184")

// file says where the server has a file of the database.
func (s *store) file(name string) string {
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
	defer stop()
	var folder string
	if err := s.db.QueryRowContext(ctx, "SELECT CONCAT(@@datadir, DATABASE(), '/')").Scan(&folder); err != nil {
		return "the file " + name + " in the folder of the database"
	}
	return "the file " + folder + name + " (other characters than letters, digits and _ are written as @ and four digits)"
}
