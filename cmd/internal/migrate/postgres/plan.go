package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// planner is a plan in the making.
type planner struct {
	*migrate.Plan
	store   *store
	columns []postgresColumn    // those of Plan.Columns
	keys    []sqlkit.ForeignKey // those that connect them
	dropped map[address]bool    // what was refused
}

// Plan reads the schema and all values in one read-only transaction.
func (s *store) Plan(ctx context.Context, r migrate.Request) (plan *migrate.Plan, err error) {
	if err := migrate.CheckRequest(&r, migrate.ToUUID); err != nil {
		return nil, err
	}
	if r.To == migrate.ToUUID {
		r.To = migrate.ToNative
	}
	bytes, err := migrate.BytesForm(r.Bytes)
	if err != nil {
		return nil, err
	}
	for _, q := range []string{"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", "SET LOCAL row_security = off"} {
		if _, err := s.conn.ExecContext(ctx, q); err != nil {
			return nil, migrate.Coded(migrate.CodeConnection, err)
		}
	}
	named := s.blockers(ctx)
	defer func() {
		s.conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		if err = named(err); isLockTimeout(err) {
			err = migrate.Errorf(migrate.CodeConflict, "migrate: plan: another transaction holds a lock on the tables; plan waits 10 s for it: %w", err)
		}
	}()

	p := &planner{Plan: &migrate.Plan{Format: migrate.PlanFormat, To: r.To, Bytes: bytes, Online: r.Online, BadRows: r.BadRows, Accepted: r.Accept, Named: r.Columns, Request: r}, store: s, dropped: map[address]bool{}}
	if err := s.conn.QueryRowContext(ctx, "SELECT 'PostgreSQL ' || current_setting('server_version')").Scan(&p.Store); err != nil {
		return nil, migrate.Coded(migrate.CodeConnection, err)
	}
	if err := p.choose(ctx, r.Columns); err != nil {
		return nil, migrate.Coded(migrate.CodeConnection, err)
	}
	if p.columns == nil {
		return p.Plan, nil // all that is named is refused
	}
	for _, do := range []func() error{
		func() error { return p.read(ctx) },
		migrate.Unless(p.Nothing, func() error { return p.dependents(ctx) }),
		migrate.Unless(p.Nothing, func() error { return p.subscriptions(ctx) }),
		migrate.Unless(p.Nothing, func() error { return p.standbys(ctx) }),
		migrate.Unless(p.Nothing, func() error { return p.routines(ctx) }),
		migrate.Unless(p.Nothing, func() error { return p.indexFunctions(ctx) }),
		func() error { return p.movable(ctx) },
	} {
		if err := do(); err != nil {
			return nil, migrate.Coded(migrate.CodeConnection, err)
		}
	}
	before, err := s.snapshot(ctx, p.Plan)
	if err != nil {
		return nil, migrate.Coded(migrate.CodeConnection, err)
	}
	if err := p.describe(ctx, before); err != nil {
		return nil, migrate.Coded(migrate.CodeConnection, err)
	}
	p.Refusals = migrate.DropAccepted(p.Refusals, r.Accept)
	p.Hash = before.Hash(p.Plan)
	return p.Plan, nil
}

// subscriptions refuses tables that other servers fill: detached does so with --online.
func (p *planner) subscriptions(ctx context.Context) error {
	if p.Online {
		return nil
	}
	for _, t := range p.Tables {
		err := sqlkit.Each(ctx, p.store.conn, func(r *sql.Rows) error {
			var name, disable string
			err := r.Scan(&name, &disable)
			p.Refusals = append(p.Refusals, migrate.Refusal{Kind: migrate.KindReplication, Object: "subscription " + name, Accept: true,
				Reason: "it fills " + t.Name + ": if the publisher has one value that is not in the new form, the subscription stops at it, and gets nothing any more",
				Manual: "convert the publisher's column, too, while the subscription stops (" + disable + "), or see that the publisher has and gets no other values"})
			return err
		}, `SELECT quote_ident(subname), format('ALTER SUBSCRIPTION %I DISABLE', subname) FROM pg_subscription s JOIN pg_subscription_rel ON srsubid = s.oid WHERE srrelid = $1::regclass ORDER BY 1`, t.Name)
		if err != nil {
			return err
		}
	}
	return nil
}

// standbys refuses a server that is one, and notes what those see that follow this one. Others than members of
// pg_read_all_stats see that a walsender is there, and no more. One with a logical slot serves a subscription.
func (p *planner) standbys(ctx context.Context) error {
	var is bool
	var n int
	var from string
	err := p.store.conn.QueryRowContext(ctx, `SELECT pg_is_in_recovery(), count(*), coalesce(string_agg(DISTINCT host(client_addr), ', '), 'unknown addresses')
FROM pg_stat_replication WHERE state IS DISTINCT FROM 'backup' AND pid NOT IN (SELECT active_pid FROM pg_replication_slots WHERE slot_type = 'logical' AND active_pid IS NOT NULL)`).Scan(&is, &n, &from)
	switch {
	case err != nil:
		return err
	case is:
		p.refuse(migrate.KindServer, "server", "it is a standby, which takes no writes", "give the command with the URL of the primary")
	case n > 0 && p.Online:
		p.Notes = append(p.Notes, fmt.Sprintf("standbys follow this server (%d, from %s): the copy puts all rows into the WAL once more, and they fall behind meanwhile; at the switch a query there that holds these tables is cancelled after max_standby_streaming_delay", n, from),
			"run and undo do not wait for transactions of a standby: one of REPEATABLE READ that began before the switch, and reads these tables after it, finds rows missing")
	case n > 0:
		p.Notes = append(p.Notes, fmt.Sprintf("standbys follow this server (%d, from %s): queries of these tables wait there, too, until run or undo ends, and one that began before is cancelled after max_standby_streaming_delay; the standbys write all rows anew, and fall behind meanwhile", n, from),
			"a transaction of REPEATABLE READ of a standby that began before run or undo, and reads these tables after it, finds them empty")
	}
	return nil
}

// choose resolves the named columns and adds those that foreign keys connect.
func (p *planner) choose(ctx context.Context, names []string) error {
	named, err := p.named(ctx, names)
	if err != nil {
		return err
	}
	keys, err := p.store.foreignKeys(ctx)
	if err != nil {
		return err
	}
	for _, c := range sqlkit.Connected(named, keys, func(s string) string { return s }) {
		if err := p.addColumn(ctx, c); err != nil {
			return err
		}
	}
	for _, k := range keys {
		if slices.ContainsFunc(k.Columns, func(name string) bool { return p.column(k.Table, name) != nil }) {
			p.keys = append(p.keys, k)
		}
	}
	return nil
}

// named finds the tables of columns in the user's search_path, and returns their names with the schema.
func (p *planner) named(ctx context.Context, names []string) (list []sqlkit.ColumnName, err error) {
	if err := p.store.search(ctx, p.store.path); err != nil {
		return nil, err
	}
	for _, n := range names {
		table, column, ok := sqlkit.CutLast(n)
		schema, name, qualified := strings.Cut(table, ".")
		regclass := sqlkit.QuoteID(schema)
		if qualified {
			regclass += "." + sqlkit.QuoteID(name)
		}
		var oid sql.NullString
		if err := p.store.conn.QueryRowContext(ctx, "SELECT to_regclass($1)::oid::text", regclass).Scan(&oid); err != nil {
			return nil, err
		}
		if !ok || !oid.Valid {
			return nil, migrate.Errorf(migrate.CodeUsage, "migrate: there is no table %q: name TABLE.COLUMN or SCHEMA.TABLE.COLUMN", table)
		}
		list = append(list, sqlkit.ColumnName{Table: oid.String, Column: column})
	}
	if err := p.store.search(ctx, ""); err != nil {
		return nil, err
	}
	for i := range list {
		if err := p.store.conn.QueryRowContext(ctx, "SELECT $1::regclass::text", list[i].Table).Scan(&list[i].Table); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// addColumn adds a column of the plan, or says why it is none.
func (p *planner) addColumn(ctx context.Context, c sqlkit.ColumnName) error {
	col, err := p.store.column(ctx, c.Table, c.Column)
	if err != nil {
		return err
	}
	if col.number == 0 {
		return migrate.Errorf(migrate.CodeUsage, "migrate: table %s has no column %q", c.Table, c.Column)
	}
	// A view has no ctid, by which read would name its rows.
	view, err := p.store.texts(ctx, "SELECT relname::text FROM pg_class WHERE oid = $1::regclass AND relkind = 'v'", c.Table)
	if err != nil {
		return err
	}
	object := c.Table + "." + c.Column
	text := slices.Contains([]string{"text", "character varying", "character"}, col.typ)
	switch {
	case view != nil:
		p.refuse(migrate.KindTable, "view "+c.Table, "it is not an ordinary table", "name the columns of the tables from which it is made")
		return nil
	case col.generated:
		p.refuse(migrate.KindGenerated, object, "it is generated", "migrate the columns that it is computed from")
		return nil
	case !text && col.typ != "bytea" && col.typ != "uuid":
		return p.refuseType(ctx, &col)
	}
	col.NewType = "uuid"
	if p.To == migrate.ToText {
		col.NewType = "text"
		if text {
			col.NewType = col.OldType
			var length int
			if _, brackets, ok := strings.Cut(col.OldType, "("); ok {
				fmt.Sscan(brackets, &length)
			}
			if 0 < length && length < 36 {
				p.refuse(migrate.KindColumn, object, "its type is "+col.OldType+", and a text has 36 characters", "give it a longer type first")
			}
		}
	}
	p.columns = append(p.columns, col)
	if !slices.ContainsFunc(p.Tables, func(t migrate.Table) bool { return t.Name == c.Table }) {
		p.Tables = append(p.Tables, migrate.Table{Name: c.Table})
	}
	return nil
}

// refuseType refuses a column whose type is not converted.
func (p *planner) refuseType(ctx context.Context, c *postgresColumn) error {
	reason, manual := "its type is "+c.OldType, "only text, varchar, char, bytea and uuid are converted: change the column by hand"
	base, err := p.store.texts(ctx, "SELECT format_type(typbasetype, typtypmod) FROM pg_type WHERE oid = $1::regtype AND typtype = 'd'", c.typ)
	if base != nil {
		reason += ", a domain"
		manual = fmt.Sprintf("ALTER TABLE %s ALTER %s TYPE %s, and migrate: the column has then no default and no checks of the domain", c.Table, sqlkit.QuoteID(c.Name), base[0])
	}
	p.refuse(migrate.KindColumn, c.Table+"."+c.Name, reason, manual)
	return err
}

func (p *planner) refuse(kind migrate.Kind, object, reason, manual string) {
	p.Refusals = append(p.Refusals, migrate.Refusal{Kind: kind, Object: object, Reason: reason, Manual: manual})
}

func (p *planner) column(table, name string) *postgresColumn {
	for i := range p.columns {
		if c := &p.columns[i]; c.Table == table && c.Name == name {
			return c
		}
	}
	return nil
}

// of returns the columns of a table.
func (p *planner) of(table string) (list []*postgresColumn) {
	for i := range p.columns {
		if p.columns[i].Table == table {
			list = append(list, &p.columns[i])
		}
	}
	return list
}

// read reads all values.
func (p *planner) read(ctx context.Context) error {
	for _, c := range p.columns {
		p.Columns = append(p.Columns, *c.Column)
	}
	earlier, err := p.store.journal(ctx)
	if err != nil {
		return err
	}
	if p.Bytes, err = p.Now16(earlier); err != nil {
		return err
	}
	start := time.Now()
	for n := range p.Tables {
		if err := p.scan(ctx, &p.Tables[n]); err != nil {
			return err
		}
	}
	for i := range p.columns {
		p.Columns[i] = *p.columns[i].Column
	}
	p.Scan = time.Since(start)
	return nil
}

// scan reads all values of a table's columns.
func (p *planner) scan(ctx context.Context, t *migrate.Table) error {
	if err := p.store.conn.QueryRowContext(ctx, "SELECT pg_total_relation_size($1::regclass)", t.Name).Scan(&t.Bytes); err != nil {
		return err
	}
	key, err := p.store.texts(ctx, "SELECT attname FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey) WHERE indisprimary AND indrelid = $1::regclass ORDER BY attnum", t.Name)
	if err != nil {
		return err
	}
	if key == nil {
		key = []string{"ctid"}
	}
	var list []string
	var columns []*migrate.Column
	for _, c := range p.of(t.Name) {
		expr := sqlkit.QuoteID(c.Name)
		if c.typ != "bytea" {
			expr += "::text"
		}
		list, columns = append(list, expr), append(columns, c.Column)
	}
	for _, k := range key {
		list = append(list, sqlkit.QuoteID(k)+"::text")
	}
	var read sqlkit.Reading
	err = p.store.in(ctx, p.store.calls, func() (err error) {
		read, err = sqlkit.ReadColumns(ctx, p.store.conn, p.Plan, columns, key, sqlkit.AsRead, list, "ONLY "+t.Name)
		return err
	})
	if err != nil {
		return err
	}
	t.Rows = read.Rows
	for _, c := range p.of(t.Name) {
		if c.Spelling > 0 && !read.Stays() {
			if err := p.collisions(ctx, c); err != nil {
				return err
			}
		}
	}
	return p.setAside(ctx, t.Name, read)
}

// collisions looks for two spellings of one UUID in a unique index.
func (p *planner) collisions(ctx context.Context, c *postgresColumn) error {
	type index struct {
		name, columns, where string
		nulls                bool // they are values like others
	}
	indexes, err := sqlkit.List(ctx, p.store.conn, func(i *index) []any { return []any{&i.name, &i.columns, &i.where, &i.nulls} }, `SELECT indexrelid::regclass::text, (SELECT string_agg(attname, E'\x01' ORDER BY n) FROM unnest(indkey) WITH ORDINALITY AS u(c, n) JOIN pg_attribute ON attrelid = indrelid AND attnum = c WHERE n <= indnkeyatts),
	coalesce(pg_get_expr(indpred, indrelid), 'true'), indnullsnotdistinct FROM pg_index WHERE indrelid = $1::regclass AND indisunique AND indexprs IS NULL AND $2 = ANY (indkey)`, c.Table, c.number)
	if err != nil {
		return err
	}
	for _, i := range indexes {
		var group []string
		present := sqlkit.QuoteID(c.Name) + " IS NOT NULL"
		for _, name := range strings.Split(i.columns, "\x01") {
			if !i.nulls && name != c.Name {
				present += " AND " + sqlkit.QuoteID(name) + " IS NOT NULL"
			}
			expr := sqlkit.QuoteID(name)
			if m := p.column(c.Table, name); m != nil {
				expr = postgresHex(expr, m.typ, p.Bytes)
			}
			group = append(group, expr)
		}
		good := "true"
		if p.BadRows != "" {
			good = goodRow(p.Plan, c.Table, "")
		}
		query := fmt.Sprintf("SELECT concat_ws(' ', %s), count(*) FROM %s WHERE %s AND (%s) AND %s GROUP BY %s HAVING count(*) > 1",
			strings.Join(group, ", "), c.Table, present, i.where, good, strings.Join(group, ", "))
		if err := p.store.in(ctx, p.store.calls, func() error {
			return sqlkit.RefuseCollisions(ctx, p.Plan, p.store.conn, c.Table+"."+c.Name, i.name, query)
		}); err != nil {
			return err
		}
	}
	return nil
}

// describe notes what run changes and undo must know, and what a reader sees of both.
func (p *planner) describe(ctx context.Context, before migrate.Snapshot) (err error) {
	for i := range p.Aside {
		a := &p.Aside[i]
		a.Create = "CREATE TABLE " + a.Into + " (LIKE " + a.Table + " INCLUDING ALL EXCLUDING IDENTITY)"
	}
	for i := range p.columns {
		c := &p.columns[i]
		if c.Spelling > 0 {
			p.Notes = append(p.Notes, fmt.Sprintf("%s.%s: %d values are in another form than %s, or in upper case; undo would write them in this form and in lower case", c.Table, c.Name, c.Spelling, migrate.Mostly(c.Forms)))
		}
		if c.NewType == c.OldType {
			continue
		}
		object := c.Table + "." + c.Name
		p.Changes = append(p.Changes, migrate.Change{Object: "type of " + object, Old: c.OldType, New: c.NewType})
		for kind, want := range map[string]string{"default": c.newDefault(p.To), "collation": "", "storage": ""} {
			if had := before[kind+" of "+object]; had != want {
				p.Changes = append(p.Changes, migrate.Change{Object: kind + " of " + object, Old: had, New: want})
			}
		}
	}
	slices.SortFunc(p.Changes, func(a, b migrate.Change) int { return strings.Compare(a.Object, b.Object) })
	if err = p.note(ctx); err != nil {
		return err
	}
	p.notes()
	if p.Nothing() && p.Online {
		return nil
	}
	c, err := p.store.conversion(ctx, p.Plan, false)
	if err != nil {
		return err
	}
	if p.Steps = c.work().Steps(); p.Online {
		sh, err := p.store.shadow(ctx, c)
		if err == nil {
			err = p.detachable(ctx, sh)
		}
		if err != nil {
			return err
		}
		p.Steps = migrate.Work{Actions: c.onlineActions(sh, 0)}.Steps()
	}
	if c, err = p.store.conversion(ctx, p.Plan, true); err != nil {
		return err
	}
	p.Undo = c.work().Steps()
	return nil
}

// notes says what else the user must know.
func (p *planner) notes() {
	p.Notes = append(p.Notes, "make a copy first, and restore it once as a test: pg_dump -Fc")
	if p.Online {
		p.Notes = append(p.Notes,
			"from the first step to the switch each statement that writes to these tables writes to the new tables, too; one that writes a value that is no UUID fails",
			"run can be killed at any time: run it again to continue, or undo to take it back",
			"until the switch the application uses the old form; at the switch start it with the new form. After the switch a query that compares a uuid with a text is an error, and each old prepared statement fails: once if the driver has prepared it, and until its connection is closed if the application has",
			"run waits for transactions that began before the copy ended, since they would not see the rows of the new tables",
			"the old tables stay in the schema "+postgresOld+" until cleanup; undo converts the new rows back, and undo --online does so while the application writes, as run does")
		return
	}
	p.Notes = append(p.Notes,
		"run and undo are one transaction each: killed, or without disk space, they leave the database as it was",
		"stop the application, and start it afterwards: a query that compares a uuid with a text is an error, and so are statements prepared before",
		"run ends with ANALYZE of these tables")
}
