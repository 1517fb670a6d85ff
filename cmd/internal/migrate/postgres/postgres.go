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
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// store is a connection to a PostgreSQL database.
type store struct {
	db   *sql.DB
	conn *sql.Conn
	// The search_path is "" after open, so that all names have their schema: another role's
	// path must not lead undo to another table.
	path   string // the user's
	calls  string // the schemas of path that there are, behind pg_catalog in any case; see asUser
	schema string // of table uuidkit_migration, quoted
	locked bool   // see runner
	pid    int    // of the server's process for conn
	host   string // of the server
}

// Open connects to a PostgreSQL database.
func Open(ctx context.Context, url string) (migrate.Opened, error) {
	s, err := connectPostgres(ctx, url)
	if err != nil {
		return nil, err
	}
	var n int
	err = s.conn.QueryRowContext(ctx, "SELECT current_setting('search_path'), coalesce((SELECT string_agg(quote_ident(s), ', ' ORDER BY n) FROM unnest(current_schemas(false)) WITH ORDINALITY AS u (s, n) WHERE s NOT LIKE 'pg\\_%'), ''), coalesce(min(relnamespace::regnamespace::text), quote_ident(current_schema()), ''), count(*) FROM pg_class WHERE relkind = 'r' AND relname = '"+migrate.StateTable+"'").Scan(&s.path, &s.calls, &s.schema, &n)
	if err == nil && n > 1 {
		err = migrate.Errorf(migrate.CodeRefused, "migrate: %d schemas have a table %s: leave the one whose migrations are to be undone", n, migrate.StateTable)
	}
	if err == nil {
		err = s.search(ctx, "")
	}
	if err == nil { // as texts of the catalog and of keys are written
		err = s.exec(ctx, "SET DateStyle = ISO; SET IntervalStyle = postgres; SET extra_float_digits = 1")
	}
	if err != nil {
		s.Close()
		return nil, migrate.Coded(migrate.CodeConnection, err)
	}
	return s, nil
}

// search sets the search_path.
func (s *store) search(ctx context.Context, path string) error {
	_, err := s.conn.ExecContext(ctx, "SELECT set_config('search_path', $1, false)", path)
	return err
}

// state calls do, which uses table uuidkit_migration.
func (s *store) state(ctx context.Context, do func() error) error {
	return s.in(ctx, strings.Trim(s.schema+", "+s.calls, ", "), do)
}

// asUser executes statements with the schemas of the user's search_path: functions of event triggers,
// generated columns and indexes may call others without one. The statements themselves name all
// schemas but pg_catalog.
func (s *store) asUser(ctx context.Context, statements ...string) error {
	return s.in(ctx, s.calls, func() error { return s.exec(ctx, statements...) })
}

// fixed is the search_path of a function that others call: nobody can put a table or a type before
// those that it means.
func (s *store) fixed() string {
	return strings.ReplaceAll("pg_catalog, "+s.calls+", pg_temp", ", ,", ",")
}

// read is asUser for a query of one row: to plan it, PostgreSQL reads what the functions of the
// table's indexes are.
func (s *store) read(ctx context.Context, query string, into ...any) error {
	return s.in(ctx, s.calls, func() error { return s.conn.QueryRowContext(ctx, query).Scan(into...) })
}

// in calls do with a search_path. In a transaction ROLLBACK sets the former one, too.
func (s *store) in(ctx context.Context, path string, do func() error) error {
	if err := s.search(ctx, path); err != nil {
		return err
	}
	err := do()
	return cmp.Or(err, s.search(ctx, ""))
}

// lasting says why the same again has the same error, and what to do. It returns "" if it may
// succeed: after a lost connection, or for want of a lock or of resources.
func (s *store) lasting(ctx context.Context, err error) string {
	var e *pgconn.PgError
	if !errors.As(err, &e) || slices.Contains([]string{"08", "25", "40", "53", "55", "57", "58", "XX"}, e.Code[:2]) {
		return ""
	}
	says := "; the same again has the same error: change what it names first"
	if slices.Contains([]string{"42883", "42P01", "42704", "3F000"}, e.Code) && e.Where != "" {
		says += "; if a function does not say which schema it means: ALTER FUNCTION … SET search_path = …"
	}
	// In another connection: this one's transaction has ended.
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	var triggers string
	row := s.db.QueryRowContext(ctx, "SELECT coalesce(string_agg(format('ALTER EVENT TRIGGER %I DISABLE', evtname), '; ' ORDER BY evtname), '') FROM pg_event_trigger WHERE evtenabled IN ('O', 'A')")
	if row.Scan(&triggers) == nil && triggers != "" {
		says += "; if an event trigger does not let it be: " + triggers
	}
	return says
}

func (s *store) Close() error {
	return errors.Join(s.conn.Close(), s.db.Close())
}

// postgresHex is an expression of the 32 digits of a UUID in lower case and network order.
func postgresHex(column, typ string, bytes layout.Form) string {
	if typ != "bytea" {
		return fmt.Sprintf("regexp_replace(lower(%s::text), '^urn:uuid:|[-{}]', '', 'g')", column)
	}
	return fmt.Sprintf("CASE octet_length(%[1]s) WHEN 16 THEN %[2]s ELSE regexp_replace(lower(encode(%[1]s, 'escape')), '-', '', 'g') END",
		column, sqlkit.Concat("encode("+column+", 'hex')", bytes, "substr", " || "))
}

// postgresConvert is an expression of the new value of a column that has some forms.
func postgresConvert(column, typ string, forms migrate.Forms, bytes layout.Form, to string) string {
	expr := column + "::text"
	switch {
	case typ == "bytea":
		expr = sqlkit.Concat("encode("+column+", 'hex')", bytes, "substr", " || ")
		if forms[layout.BytesText]+forms[layout.BytesHex] > 0 {
			expr = fmt.Sprintf("CASE octet_length(%[1]s) WHEN 16 THEN %[2]s ELSE encode(%[1]s, 'escape') END", column, expr)
		}
		if strings.Contains(expr, " ") {
			expr = "(" + expr + ")"
		}
	case forms[layout.URN] > 0:
		expr = "replace(lower(" + column + "::text), 'urn:uuid:', '')"
	}
	expr += "::uuid"
	if to == migrate.ToText {
		expr += "::text"
	}
	return expr
}

// postgresBack is an expression of an old form, from a column of type uuid or text.
func postgresBack(column, typ string, f layout.Form) string {
	text := column + "::text"
	switch {
	case f.IsOrder():
		hex := "replace(" + text + ", '-', '')"
		return "decode(" + sqlkit.ConcatEncode(hex, f, "substr", " || ") + ", 'hex')"
	case f == layout.BytesText:
		return "convert_to(" + text + ", 'UTF8')"
	case f == layout.BytesHex:
		return "convert_to(replace(" + text + ", '-', ''), 'UTF8')"
	case f == layout.Hex:
		return "replace(" + text + ", '-', '')"
	case f == layout.Braces:
		return "'{' || " + text + " || '}'"
	case f == layout.URN:
		return "'urn:uuid:' || " + text
	case typ == "uuid":
		return column + "::uuid"
	}
	return text // which ALTER TABLE casts
}

// failed gives an error of PostgreSQL its code.
func (s *store) failed(what string, err error) error {
	var e *pgconn.PgError
	switch {
	case err == nil || errors.As(err, new(*migrate.Error)):
		return err
	case errors.As(err, &e) && (e.Code == lockTimeout || e.Code == "40P01"):
		return migrate.Errorf(migrate.CodeConflict, "migrate: %s: another transaction holds a lock on the tables: end it and run again; nothing changed: %w", what, err)
	case errors.As(err, &e) && e.Code == "42501":
		return migrate.Errorf(migrate.CodeConnection, "migrate: %s: nothing changed: %w", what, err)
	}
	if e == nil { // maybe the connection is lost, and the server does not know it yet
		return migrate.Coded(migrate.CodeInterrupted, fmt.Errorf("migrate: %s: nothing changed, since it was not committed: %w", what, err))
	}
	code, why := migrate.CodeInterrupted, s.lasting(context.Background(), err)
	if why != "" {
		code = migrate.CodeRefused
	}
	return migrate.Coded(code, fmt.Errorf("migrate: %s: rolled back, nothing changed: %w%s", what, err, why))
}

// Run converts in one transaction, or while others write.
func (s *store) Run(ctx context.Context, p *migrate.Plan, progress io.Writer) error {
	if err := s.runner(ctx); err != nil {
		return err
	}
	if p.Online {
		return s.online(ctx, p, false, p.Request.Pause, progress)
	}
	st, err := s.unfinished(ctx)
	if err == nil && st.Plan != nil {
		err = s.takeBack(ctx, st)
	}
	return cmp.Or(err, s.execute(ctx, p, false, progress))
}

// Undo converts back in one transaction, or while others write.
func (s *store) Undo(ctx context.Context, st migrate.Status, how migrate.How, progress io.Writer) error {
	if err := s.runner(ctx); err != nil {
		return err
	}
	if err := st.IsLatest(s.Status(ctx)); err != nil {
		return err
	}
	if !how.Online {
		if st.State == migrate.Undoing {
			if err := s.takeBack(ctx, st); err != nil {
				return err
			}
		}
		return s.execute(ctx, st.Plan, true, progress)
	}
	if err := s.returnable(ctx, st.Plan); err != nil {
		return migrate.Coded(migrate.CodeConnection, err)
	}
	for _, t := range st.Plan.Tables {
		var exists bool
		if err := s.conn.QueryRowContext(ctx, "SELECT to_regclass($1) IS NOT NULL", inSchema(postgresOld, t.Name)).Scan(&exists); err != nil {
			return migrate.Coded(migrate.CodeConnection, err)
		}
		if exists && !st.Plan.Online { // it is of an earlier migration, and in the way
			return migrate.Errorf(migrate.CodeRefused, "migrate: undo: the table %s is there from an earlier migration: undo without --online", inSchema(postgresOld, t.Name))
		}
	}
	list, err := s.detached(ctx, st.Plan, map[address]bool{})
	if err != nil {
		return migrate.Coded(migrate.CodeConnection, err)
	}
	if list != nil {
		return migrate.Errorf(migrate.CodeRefused, "migrate: undo: %s: %s: %s", list[0].Object, list[0].Reason, list[0].Manual)
	}
	return s.online(ctx, st.Plan, true, how.Pause, progress)
}

func (s *store) execute(ctx context.Context, p *migrate.Plan, undo bool, progress io.Writer) (err error) {
	exec := func(q string) error { return s.exec(ctx, q) }
	const begin = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
	if err := exec(begin); err != nil {
		return s.failed(begin, err)
	}
	named := s.blockers(ctx)
	defer func() {
		err = named(err)
		if err != nil {
			s.conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		}
	}()
	steps := p.Steps
	if undo {
		steps = p.Undo
	}
	step := func(step migrate.Step) error {
		meter := migrate.NewMeter(progress, step.Does, step.Rows)
		if err := s.asUser(ctx, step.SQL...); err != nil {
			return s.failed(step.Does, err)
		}
		meter.Done()
		return nil
	}
	if err := again(exec, func() error { return step(steps[0]) }); err != nil { // the locks
		return err
	}
	before, err := s.snapshot(ctx, p)
	if err != nil {
		return s.failed("reading the schema", err)
	}
	if !undo {
		if got := before.Hash(p); got != p.Hash {
			return migrate.Errorf(migrate.CodeConflict, "migrate: the schema is not the one of the plan %s: plan again", p.Hash)
		}
		if err := s.planned(ctx, p); err != nil {
			return s.failed("reading the values", err)
		}
	}
	if undo {
		if err := s.returnable(ctx, p); err != nil {
			return s.failed("reading the schema", err)
		}
	}
	old, err := s.sums(ctx, p, sources(p, !undo), progress)
	if err != nil {
		return s.failed("reading the old rows", err)
	}
	for _, st := range steps[1:] {
		if err := step(st); err != nil {
			return err
		}
	}
	if undo && p.Online {
		for _, t := range p.Tables {
			if err := s.asUser(ctx, "DROP TABLE IF EXISTS "+inSchema(postgresOld, t.Name)); err != nil {
				return s.failed("drop the old tables", err)
			}
		}
		if err := s.asUser(ctx, dropEmptyOld); err != nil {
			return s.failed("drop the old tables", err)
		}
	}
	fresh, err := s.sums(ctx, p, sources(p, undo), progress)
	if err != nil {
		return s.failed("reading the new rows", err)
	}
	for i, t := range p.Tables {
		if old[i] != fresh[i] {
			return migrate.Errorf(migrate.CodeDiffers, "migrate: %s would not have the same rows: count and checksum %s before, %s after: rolled back", t.Name, old[i], fresh[i])
		}
	}
	after, err := s.snapshot(ctx, p)
	if err != nil {
		return s.failed("reading the schema", err)
	}
	if err := before.Compare(after, p.Changes, undo); err != nil {
		return err
	}
	err = s.state(ctx, func() error {
		if undo {
			return sqlkit.Forget(ctx, s.conn, p.ID)
		}
		return sqlkit.Standard.Remember(ctx, s.conn, p, migrate.Switched)
	})
	if err != nil {
		return s.failed("writing the state", err)
	}
	if err := s.commit(ctx); err != nil {
		return s.failed("COMMIT", err)
	}
	for _, t := range p.Tables { // the new type has no statistics
		s.analyze(ctx, t.Name, progress)
	}
	return nil
}

// analyze can fail since PostgreSQL 17, whose ANALYZE takes the user's search_path away from the
// functions of indexes. That does no harm.
func (s *store) analyze(ctx context.Context, table string, progress io.Writer) {
	if err := s.asUser(ctx, "ANALYZE "+table); err != nil {
		fmt.Fprintf(progress, "ANALYZE %s: %v: run it by hand\n", table, err)
	}
}

// planned reads the values again. It returns an error if there are some that the plan did
// not see.
func (s *store) planned(ctx context.Context, p *migrate.Plan) error {
	again := &planner{Plan: &migrate.Plan{To: p.To, Bytes: p.Bytes, BadRows: p.BadRows}, store: s}
	for _, t := range p.Tables {
		again.Tables = append(again.Tables, migrate.Table{Name: t.Name})
	}
	for _, c := range p.Columns {
		column, err := s.column(ctx, c.Table, c.Name)
		if err != nil {
			return err
		}
		again.columns = append(again.columns, column)
	}
	if err := again.scan(ctx, true); err != nil {
		return err
	}
	for _, r := range again.Refusals {
		if !r.Accept { // else it was accepted
			return migrate.Errorf(migrate.CodeConflict, "migrate: since the plan: %s: %s: plan again", r.Object, r.Reason)
		}
	}
	for _, t := range p.Tables {
		var was, now int64
		if a := p.AsideOf(t.Name); a != nil {
			was = a.Rows
		}
		if a := again.AsideOf(t.Name); a != nil {
			now = a.Rows
		}
		if was != now {
			return migrate.Errorf(migrate.CodeConflict, "migrate: %d rows of %s are bad, and %d in the plan: plan again", now, t.Name, was)
		}
	}
	for i, c := range again.Columns {
		for f := range c.Forms {
			if p.Columns[i].Forms[f] == 0 {
				return migrate.Errorf(migrate.CodeConflict, "migrate: %s.%s has values in the form %s, which the plan did not find: plan again", c.Table, c.Name, f)
			}
		}
	}
	return nil
}

// A source has the rows of a table, in their old form or the new one.
type source struct {
	table string // whose columns the plan has
	name  string
	old   bool
}

// sources are the tables, and if they have the new form those with the bad rows.
func sources(p *migrate.Plan, old bool) (all [][]source) {
	for _, t := range p.Tables {
		list := []source{{t.Name, t.Name, old}}
		if a := p.AsideOf(t.Name); a != nil && !old {
			list = append(list, source{t.Name, a.Into, true})
		}
		all = append(all, list)
	}
	return all
}

// sums returns the count and checksum of the rows of each table, computed by the server. Each id
// has the digits of its UUID.
func (s *store) sums(ctx context.Context, p *migrate.Plan, tables [][]source, progress io.Writer) (list []string, err error) {
	for _, sources := range tables {
		meter := migrate.NewMeter(progress, "checksum of "+sources[0].name, 0)
		var queries []string
		for _, from := range sources {
			var exprs []string
			err := sqlkit.Each(ctx, s.conn, func(r *sql.Rows) error {
				var column, typ string
				if err := r.Scan(&column, &typ); err != nil {
					return err
				}
				expr := sqlkit.QuoteID(column)
				for _, c := range p.Columns {
					if c.Table == from.table && c.Name == column {
						bytes := p.Bytes
						if !from.old {
							bytes = layout.Bytes
						}
						expr = postgresHex(expr, typ, bytes)
					}
				}
				exprs = append(exprs, expr)
				return nil
			}, "SELECT attname, atttypid::regtype::text FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum", from.name)
			if err != nil {
				return nil, err
			}
			queries = append(queries, fmt.Sprintf("SELECT hashtextextended(ROW(%s)::text, 0) AS h FROM ONLY %s", strings.Join(exprs, ", "), from.name))
		}
		var sum string
		q := "SELECT count(*) || ' ' || coalesce(sum(h), 0) FROM (" + strings.Join(queries, " UNION ALL ") + ") x"
		if err := s.read(ctx, q, &sum); err != nil {
			return nil, err
		}
		meter.Done()
		list = append(list, sum)
	}
	return list, nil
}

// Resume finishes what was switched. Before that, Run goes on with a run, and Undo with an undo;
// else it is taken back.
func (s *store) Resume(ctx context.Context, undo bool) (*migrate.Plan, error) {
	st, err := s.unfinished(ctx)
	if err != nil || st.Plan == nil {
		return nil, err
	}
	if err := s.runner(ctx); err != nil {
		return nil, err
	}
	if st, err = s.unfinished(ctx); err != nil || st.Plan == nil { // while we waited
		return nil, err
	}
	switch st.State {
	case migrate.Checking:
		return st.Plan, s.finish(ctx, st.Plan, false, io.Discard)
	case migrate.Undone:
		return nil, s.finish(ctx, st.Plan, true, io.Discard)
	}
	if (st.State == migrate.Undoing) != undo {
		return nil, s.takeBack(ctx, st)
	}
	return nil, nil
}

// Status reads table uuidkit_migration.
func (s *store) Status(ctx context.Context) (list []migrate.Status, err error) {
	err = s.state(ctx, func() error {
		var exists bool
		err := s.conn.QueryRowContext(ctx, "SELECT to_regclass('"+migrate.StateTable+"') IS NOT NULL").Scan(&exists)
		if err == nil && exists {
			list, err = sqlkit.Recall(ctx, s.conn)
		}
		return err
	})
	return list, migrate.Coded(migrate.CodeConnection, err)
}

// Cleanup drops the state and the old tables of --online. Else the old rows are gone already.
func (s *store) Cleanup(ctx context.Context) (did []string, err error) {
	if err := s.runner(ctx); err != nil {
		return nil, err
	}
	if _, err := s.Resume(ctx, true); err != nil {
		return nil, err
	}
	list, err := s.Status(ctx)
	if err != nil {
		return nil, err
	}
	for _, st := range list {
		if st.State == migrate.Undoing {
			if err := s.takeBack(ctx, st); err != nil {
				return nil, err
			}
		}
		if st.Plan.Online {
			for _, t := range st.Plan.Tables {
				did = append(did, "DROP TABLE IF EXISTS "+inSchema(postgresOld, t.Name))
			}
		}
	}
	drop := "DROP TABLE IF EXISTS " + migrate.StateTable
	err = s.transaction(ctx, "READ COMMITTED", func() error {
		if err := s.asUser(ctx, append(did, dropEmptyOld)...); err != nil {
			return err
		}
		return s.state(ctx, func() error { return s.exec(ctx, drop) })
	})
	if err != nil {
		return nil, s.failed("cleanup", err)
	}
	return append(append(did, drop), migrate.Kept(list)...), nil
}
