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

var _ migrate.Store = (*store)(nil)

// Open connects to a PostgreSQL database.
func Open(ctx context.Context, url string) (migrate.Store, error) {
	s, err := connectPostgres(ctx, url)
	if err != nil {
		return nil, err
	}
	var n int
	err = s.conn.QueryRowContext(ctx, "SELECT current_setting('search_path'), coalesce((SELECT string_agg(quote_ident(s), ', ' ORDER BY n) FROM unnest(current_schemas(false)) WITH ORDINALITY AS u (s, n) WHERE s NOT LIKE 'pg\\_%'), ''), coalesce(min(relnamespace::regnamespace::text), quote_ident(current_schema()), ''), count(*) FROM pg_class WHERE relname = '"+migrate.StateTable+"'").Scan(&s.path, &s.calls, &s.schema, &n)
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

// state calls do, which uses table uuidkit_migration, in a transaction, if the table is trusted.
func (s *store) state(ctx context.Context, do func(exists bool) error) error {
	return s.in(ctx, strings.Trim(s.schema+", "+s.calls, ", "), func() error {
		exists, err := s.trusted(ctx)
		if err != nil {
			return err
		}
		return do(exists)
	})
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

// lasting says why the same command would fail again, and what to do. It returns "" if it may
// succeed: after a lost connection, or for want of a lock or of resources.
func (s *store) lasting(ctx context.Context, err error) string {
	var e *pgconn.PgError
	if !errors.As(err, &e) || slices.Contains([]string{"08", "25", "40", "53", "57", "58", "XX"}, e.Code[:2]) || e.Code == lockTimeout {
		return ""
	}
	says := "; the same command would fail in the same way: first change what the error names"
	if e.Detail != "" { // such as the view that uses the column
		says = ": " + e.Detail + says
	}
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

// analyze can fail since PostgreSQL 17, whose ANALYZE takes the user's search_path away from the
// functions of indexes. That does no harm.
func (s *store) analyze(ctx context.Context, table string, progress io.Writer) {
	if err := s.asUser(ctx, "ANALYZE "+table); err != nil {
		fmt.Fprintf(progress, "ANALYZE %s: %v: run it by hand\n", table, err)
	}
}

// Status reads table uuidkit_migration.
func (s *store) Status(ctx context.Context) ([]migrate.Status, error) {
	if err := s.exec(ctx, "BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY"); err != nil {
		return nil, migrate.Coded(migrate.CodeConnection, err)
	}
	defer s.conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
	return s.journal(ctx)
}

// journal is Status in a transaction.
func (s *store) journal(ctx context.Context) (list []migrate.Status, err error) {
	err = s.state(ctx, func(exists bool) (err error) {
		if exists {
			list, err = sqlkit.Recall(ctx, s.conn)
		}
		return err
	})
	return list, migrate.Coded(migrate.CodeConnection, err)
}

// remember writes the row of a migration to the journal. If there was no table, default privileges may let others write
// to the new one, and it may be of another role, who was quicker: CREATE TABLE IF NOT EXISTS takes any.
func (s *store) remember(ctx context.Context, p *migrate.Plan, state migrate.State) error {
	return s.state(ctx, func(exists bool) error {
		if !exists {
			if err := s.exec(ctx, sqlkit.Standard.Create()); err != nil {
				return err
			}
			revoke, err := s.texts(ctx, tableTrust+"SELECT revoke FROM writers", migrate.StateTable, nil)
			if err == nil {
				err = s.exec(ctx, revoke...)
			}
			if err == nil {
				_, err = s.trusted(ctx)
			}
			if err != nil {
				return err
			}
		}
		return sqlkit.Standard.Remember(ctx, s.conn, p, state)
	})
}

// trustedRole is about a row r of pg_roles. Who owns the database is trusted as in PostgreSQL's schema public. To be a
// member of a role is no trust in it.
const trustedRole = "(r.rolname = current_user OR r.rolsuper OR r.oid = (SELECT datdba FROM pg_database WHERE datname = current_database()))"

// tableTrust begins a query: j is table $1, other has the roles that could get more rights by what they write there, and
// writers has those that may. The owner of table $2 could not, if that is not NULL.
const tableTrust = `WITH j AS (SELECT *, format('%s.%I', relnamespace::regnamespace, relname) AS name FROM pg_class WHERE oid = to_regclass($1)),
other (role, who) AS (SELECT oid, quote_ident(rolname) FROM pg_roles r WHERE NOT ` + trustedRole + ` AND oid IS DISTINCT FROM (SELECT relowner FROM pg_class WHERE oid = to_regclass($2)) UNION ALL SELECT 0, 'PUBLIC'),
writers (revoke, who) AS (SELECT format('REVOKE INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER ON %s FROM %s', name, string_agg(DISTINCT who, ', ')), string_agg(DISTINCT who, ', ')
	FROM j, LATERAL (SELECT grantee, privilege_type FROM aclexplode(relacl) UNION ALL SELECT a.grantee, a.privilege_type FROM pg_attribute, aclexplode(attacl) a WHERE attrelid = j.oid) g JOIN other ON role = grantee
	WHERE grantee <> relowner AND privilege_type IN ('INSERT', 'UPDATE', 'TRIGGER') GROUP BY name)
`

// untrusted selects table $1, and why it is not trusted and what to do.
const untrusted = tableTrust + `SELECT name, '', '' FROM j
UNION ALL SELECT name, format('belongs to %s, who is neither you, nor a superuser, nor the owner of the database', who), format('give the command as %s; or, if you trust %1$s and have read the table: ALTER TABLE %s OWNER TO %I', who, name, current_user) FROM j JOIN other ON role = relowner
UNION ALL SELECT name, 'may be written by ' || who, 'if you have read the table: ' || revoke FROM j, writers
UNION ALL SELECT name, format('has a trigger that calls a function of %s', who), format('DROP TRIGGER %I ON %s', tgname, name) FROM j JOIN pg_trigger ON tgrelid = j.oid AND NOT tgisinternal JOIN pg_proc p ON p.oid = tgfoid JOIN other ON role = proowner`

// trusted reports whether table uuidkit_migration exists. It returns an error if a role could get more rights by what it
// writes there: the commands execute statements of its plans. It locks the table until the transaction ends: who owns
// the schema could put another one in its place.
func (s *store) trusted(ctx context.Context) (exists bool, err error) {
	look := func() (err error) {
		exists, err = s.trusts(ctx, migrate.StateTable, nil, "the commands execute statements that are in it: %s; or drop the table")
		return err
	}
	if err := look(); err != nil || !exists { // who may not read the table may not lock it
		return exists, err
	}
	if err := s.exec(ctx, "LOCK TABLE "+migrate.StateTable+" IN ACCESS SHARE MODE"); err != nil {
		return true, err
	}
	err = look()
	return exists, err
}

// trusts reports whether a table exists. It returns an error with the reason, in which %s is what to do, if others than
// trusted roles and the owner of table like, unless that is nil, may have written to it.
func (s *store) trusts(ctx context.Context, table string, like any, reason string) (exists bool, err error) {
	err = sqlkit.Each(ctx, s.conn, func(r *sql.Rows) error {
		var name, why, manual string
		err := r.Scan(&name, &why, &manual)
		if exists = true; err == nil && why != "" {
			err = migrate.Errorf(migrate.CodeRefused, "migrate: table %s %s, and "+reason, name, why, manual)
		}
		return err
	}, untrusted, table, like)
	return exists, err
}

// Lock takes the lock that one process has.
func (s *store) Lock(ctx context.Context, _ io.Writer) error { return s.runner(ctx) }

// Where is always before the switch: the journal changes in its transaction.
func (s *store) Where(context.Context, migrate.Status) (migrate.Where, error) {
	return migrate.Before, nil
}

// Run converts in one transaction, or while others write.
func (s *store) Run(ctx context.Context, p *migrate.Plan, how migrate.How) (migrate.Work, error) {
	if p.Online {
		return s.onlineWork(ctx, p, false, how.Pause)
	}
	return s.offline(ctx, p, false)
}

// Undo converts back in one transaction, or while others write.
func (s *store) Undo(ctx context.Context, st migrate.Status, how migrate.How) (migrate.Work, error) {
	if how.Online {
		return s.onlineWork(ctx, st.Plan, true, how.Pause)
	}
	return s.offline(ctx, st.Plan, true)
}

// Cleanup drops the journal and the old tables of --online. Else the old rows are gone already.
func (s *store) Cleanup(ctx context.Context, list []migrate.Status) (w migrate.Work, err error) {
	var drop []string
	for _, st := range list {
		for _, t := range st.Plan.Tables {
			if st.Plan.Online {
				drop = append(drop, "DROP TABLE IF EXISTS "+inSchema(postgresOld, t.Name))
			}
		}
	}
	const forget = "DROP TABLE IF EXISTS " + migrate.StateTable
	w.Actions = []migrate.Action{{Does: "drop the old tables", SQL: append(drop, forget), Do: func(ctx context.Context, progress *migrate.Progress) error {
		_, err := s.locking(ctx, progress, func(func()) error {
			if err := s.asUser(ctx, append(drop, dropEmptyOld)...); err != nil {
				return err
			}
			return s.state(ctx, func(bool) error { return s.exec(ctx, forget) })
		})
		return s.failed("cleanup", err)
	}}}
	return w, nil
}
