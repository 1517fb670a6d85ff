package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// store is a connection to an SQLite file.
type store struct {
	db   *sql.DB
	conn *sql.Conn
	path string
}

// lockWait is how long each statement waits for the lock of another process.
const lockWait = 5 * time.Second

// Open opens an SQLite file.
func Open(ctx context.Context, path string) (migrate.Opened, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, migrate.Coded(migrate.CodeConnection, fmt.Errorf("migrate: %w", err))
	}
	u := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: fmt.Sprintf("mode=rw&_pragma=busy_timeout(%d)", lockWait.Milliseconds())}
	db, err := sql.Open("sqlite", u.String())
	if err != nil {
		return nil, migrate.Coded(migrate.CodeConnection, err)
	}
	s := &store{db: db, path: path}
	if s.conn, err = db.Conn(ctx); err == nil {
		_, err = s.conn.ExecContext(ctx, "SELECT count(*) FROM sqlite_schema")
	}
	if err != nil {
		db.Close()
		if isBusy(err) {
			return nil, s.failed("open", err)
		}
		return nil, migrate.Errorf(migrate.CodeConnection, "migrate: %s: %w", path, err)
	}
	return s, nil
}

func (s *store) Close() error {
	return errors.Join(s.conn.Close(), s.db.Close())
}

// sqliteHex is an expression of the 32 hexadecimal digits of a UUID in network order.
func sqliteHex(column string, f layout.Form) string {
	switch {
	case f.IsOrder():
		return sqlkit.Concat("nullif(hex("+column+"), '')", f, "substr", " || ") // hex(NULL) is ''
	case f == layout.BytesText || f == layout.BytesHex:
		return "replace(CAST(" + column + " AS TEXT), '-', '')"
	case f == layout.URN:
		return "replace(substr(" + column + ", 10), '-', '')"
	case f == layout.Braces:
		return "replace(substr(" + column + ", 2, 36), '-', '')"
	case f == layout.Hex:
		return column
	default:
		return "replace(" + column + ", '-', '')"
	}
}

// encode is an expression of a form from the one of the digits.
func encode(hex string, f layout.Form) string {
	if f.IsOrder() {
		return "unhex(" + sqlkit.ConcatEncode(hex, f, "substr", " || ") + ")"
	}
	if f == layout.Hex || f == layout.BytesHex {
		hex = "lower(" + hex + ")"
	} else {
		hex = fmt.Sprintf("lower(substr(%[1]s, 1, 8) || '-' || substr(%[1]s, 9, 4) || '-' || substr(%[1]s, 13, 4) || '-' || substr(%[1]s, 17, 4) || '-' || substr(%[1]s, 21))", hex)
	}
	switch f {
	case layout.Braces:
		return "'{' || " + hex + " || '}'"
	case layout.URN:
		return "'urn:uuid:' || " + hex
	case layout.BytesText, layout.BytesHex:
		return "CAST(" + hex + " AS BLOB)"
	}
	return hex
}

// sqliteConvert is an expression of the new form of a column that has some forms.
func sqliteConvert(column string, forms migrate.Forms, to layout.Form) string {
	list := forms.List()
	switch len(list) {
	case 0:
		return column // all are NULL
	case 1:
		if list[0] == layout.Text && to == layout.Text {
			return "lower(" + column + ")"
		}
		if list[0] == to && to.IsOrder() {
			return column
		}
		return encode(sqliteHex(column, list[0]), to)
	}
	var when strings.Builder
	for _, f := range list {
		is, n := "text", map[layout.Form]int{layout.Text: 36, layout.Hex: 32, layout.Braces: 38, layout.URN: 45}[f]
		if n == 0 {
			is, n = "blob", 16
		}
		if f == layout.BytesText {
			n = 36
		} else if f == layout.BytesHex {
			n = 32
		}
		fmt.Fprintf(&when, " WHEN typeof(%[1]s) = '%[2]s' AND length(%[1]s) = %[3]d THEN %[4]s", column, is, n, encode(sqliteHex(column, f), to))
	}
	return "CASE" + when.String() + " END"
}

// isBusy reports whether a statement has waited in vain for another process.
func isBusy(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && (e.Code()&0xff == sqlite3.SQLITE_BUSY || e.Code()&0xff == sqlite3.SQLITE_LOCKED)
}

// failed gives an error of SQLite its code.
func (s *store) failed(what string, err error) error {
	var e *sqlite.Error
	switch {
	case err == nil || errors.As(err, new(*migrate.Error)):
		return err
	case isBusy(err):
		err = migrate.Errorf(migrate.CodeConflict, "migrate: %s: another process has had a lock of %s for %s: stop it, or end its transaction, and run again; nothing changed: %w", what, s.path, lockWait, err)
	case errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_CONSTRAINT:
		err = migrate.Errorf(migrate.CodeRefused, "migrate: %s: rolled back, nothing changed: correct or delete these rows first: %w", what, err)
	default:
		err = migrate.Coded(migrate.CodeInterrupted, fmt.Errorf("migrate: %s: rolled back, nothing changed: %w", what, err))
	}
	return err
}

// Run converts in one transaction, whose lock no other writer passes.
func (s *store) Run(ctx context.Context, p *migrate.Plan, progress io.Writer) error {
	return s.execute(ctx, p, false, progress)
}

// Undo converts back in one transaction.
func (s *store) Undo(ctx context.Context, st migrate.Status, how migrate.How, progress io.Writer) error {
	if how.Online {
		return migrate.Errorf(migrate.CodeRefused, "migrate: SQLite has one writer, and undo is one transaction: leave --online out, and stop the application")
	}
	return s.execute(ctx, st.Plan, true, progress)
}

func (s *store) execute(ctx context.Context, p *migrate.Plan, undo bool, progress io.Writer) (err error) {
	exec := func(q string, args ...any) error {
		_, err := s.conn.ExecContext(ctx, q, args...)
		return err
	}
	// These settings have no effect inside a transaction. With the second, RENAME
	// leaves the references of other tables as they are.
	for _, q := range []string{"PRAGMA foreign_keys = OFF", "PRAGMA legacy_alter_table = ON", "BEGIN IMMEDIATE"} {
		if err := exec(q); err != nil {
			return s.failed(q, err)
		}
	}
	defer func() {
		if err != nil {
			s.conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		}
	}()

	before, err := s.snapshot(ctx)
	if err != nil {
		return s.failed("reading the schema", err)
	}
	list, err := s.Status(ctx)
	if err != nil {
		return err
	}
	if undo {
		if err := (migrate.Status{Plan: p, State: migrate.Switched}).IsLatest(list, nil); err != nil {
			return err
		}
	} else {
		if migrate.Latest(list) != p.Follows { // the values of a column without a type do not say that they are new
			return migrate.Errorf(migrate.CodeConflict, "migrate: another process has changed the migrations since the plan: plan again")
		}
		if got := before.Hash(p); got != p.Hash {
			return migrate.Errorf(migrate.CodeConflict, "migrate: the schema or the forms are not those of the plan %s: plan again", p.Hash)
		}
	}
	steps, oldForm, newForm := p.Steps, p.Bytes, layout.Bytes
	if undo {
		steps, oldForm, newForm = p.Undo, layout.Bytes, p.Bytes
	}
	if err := exec("PRAGMA defer_foreign_keys = ON"); err != nil {
		return s.failed("PRAGMA", err)
	}
	broken, err := s.brokenKeys(ctx)
	if err != nil {
		return s.failed("foreign_key_check", err)
	}
	if undo {
		if err := s.returnable(ctx, p); err != nil {
			return err
		}
	}
	old, err := s.sums(ctx, p, oldForm, undo, progress)
	if err != nil {
		return s.failed("reading the old rows", err)
	}
	if !undo {
		if err := old.planned(p); err != nil {
			return err
		}
	} else if err := s.undoable(ctx, p); err != nil {
		return err
	}
	for _, step := range steps {
		if err := s.step(ctx, step, progress); err != nil {
			return s.failed(step.Does, err)
		}
	}
	if !undo {
		if err := s.moved(ctx, p); err != nil {
			return err
		}
	}
	fresh, err := s.sums(ctx, p, newForm, !undo, progress)
	if err != nil {
		return s.failed("reading the new rows", err)
	}
	if err := old.compare(fresh); err != nil {
		return err
	}
	after, err := s.snapshot(ctx)
	if err != nil {
		return s.failed("reading the schema", err)
	}
	if err := before.Compare(after, p.Changes, undo); err != nil {
		return err
	}
	now, err := s.brokenKeys(ctx)
	if err != nil {
		return s.failed("foreign_key_check", err)
	}
	if now > broken+p.Orphans {
		return migrate.Errorf(migrate.CodeDiffers, "migrate: %d rows refer to rows that are missing, and %d before: rolled back", now, broken+p.Orphans)
	}
	p.Orphans = broken - now
	if undo {
		err = sqlkit.Forget(ctx, s.conn, p.ID)
	} else {
		err = sqlkit.Standard.Remember(ctx, s.conn, p, migrate.Switched)
	}
	if err != nil {
		return s.failed("writing the state", err)
	}
	var e *sqlite.Error
	if err := exec("COMMIT"); err == nil || errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_BUSY {
		return s.failed("COMMIT", err)
	} else {
		return migrate.Errorf(migrate.CodeInterrupted, "migrate: COMMIT: it failed, and may have been done: see uuid migrate status: %w", err)
	}
}

// batch is how many rows are copied between two lines of progress.
const batch = 20_000

func (s *store) step(ctx context.Context, step migrate.Step, progress io.Writer) error {
	meter := migrate.NewMeter(progress, step.Does, step.Rows)
	for _, q := range step.SQL {
		if step.Batch == "" || !strings.HasPrefix(q, "INSERT INTO ") {
			if _, err := s.conn.ExecContext(ctx, q); err != nil {
				return err
			}
			continue
		}
		var first sql.NullInt64
		if err := s.conn.QueryRowContext(ctx, "SELECT min("+step.Key+") FROM "+sqlkit.QuoteID(step.Batch)).Scan(&first); err != nil {
			return err
		}
		for from := first; from.Valid; {
			var to, next sql.NullInt64
			err := s.conn.QueryRowContext(ctx, fmt.Sprintf(`SELECT max(k) FROM (SELECT %[1]s AS k FROM %[2]s WHERE %[1]s >= ?1 ORDER BY %[1]s LIMIT %[3]d)`,
				step.Key, sqlkit.QuoteID(step.Batch), batch), from.Int64).Scan(&to)
			if err != nil {
				return err
			}
			result, err := s.conn.ExecContext(ctx, q, from.Int64, to.Int64)
			if err != nil {
				return err
			}
			n, _ := result.RowsAffected()
			meter.Add(n)
			err = s.conn.QueryRowContext(ctx, fmt.Sprintf("SELECT min(%[1]s) FROM %[2]s WHERE %[1]s > ?1", step.Key, sqlkit.QuoteID(step.Batch)), to.Int64).Scan(&next)
			if err != nil {
				return err
			}
			from = next
		}
	}
	meter.Done()
	return nil
}

// undoable returns an error if there is what undo would lose: values in another form than
// the one of the columns, and indexes that were created since run.
func (s *store) undoable(ctx context.Context, p *migrate.Plan) error {
	is, n := "blob", 16
	if p.To == migrate.ToText {
		is, n = "text", 36
	}
	for _, c := range p.Columns {
		t, err := s.table(ctx, c.Table)
		if err != nil {
			return s.failed("reading the schema", err)
		}
		keys := t.primary()
		if len(keys) == 0 {
			keys = []string{t.rowid}
		}
		var list []string
		for _, k := range keys {
			list = append(list, sqlkit.QuoteText(k+"=")+" || quote("+sqlkit.QuoteID(k)+")")
		}
		var rows []string
		err = sqlkit.Each(ctx, s.conn, func(r *sql.Rows) error {
			var row string
			err := r.Scan(&row)
			rows = append(rows, row)
			return err
		}, fmt.Sprintf("SELECT %[1]s FROM %[2]s WHERE %[3]s IS NOT NULL AND (typeof(%[3]s) <> '%[4]s' OR length(%[3]s) <> %[5]d) LIMIT %[6]d",
			strings.Join(list, " || ', ' || "), sqlkit.QuoteID(t.name), sqlkit.QuoteID(c.Name), is, n, migrate.ShownKeys))
		if err != nil {
			return s.failed("reading the rows", err)
		}
		if rows != nil {
			return migrate.Errorf(migrate.CodeRefused, "migrate: %s.%s has values that are no %s of length %d; something has written the old form since run: correct these rows first, here are up to %d:\n  %s",
				c.Table, c.Name, is, n, migrate.ShownKeys, strings.Join(rows, "\n  "))
		}
	}
	return sqlkit.Each(ctx, s.conn, func(r *sql.Rows) error {
		var object, table, def string
		if err := r.Scan(&object, &table, &def); err != nil {
			return err
		}
		ours := slices.ContainsFunc(p.Tables, func(t migrate.Table) bool { return t.Name == table }) || slices.ContainsFunc(p.Aside, func(a migrate.Aside) bool { return a.Into == table })
		if ours && !slices.ContainsFunc(p.Undo, func(s migrate.Step) bool { return slices.Contains(s.SQL, def) }) {
			return migrate.Errorf(migrate.CodeRefused, "migrate: %s was created since run: drop it, undo, and create it again; it is: %s", object, def)
		}
		return nil
	}, "SELECT type || ' ' || name, tbl_name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL")
}

// brokenKeys counts the rows that refer to missing rows.
func (s *store) brokenKeys(ctx context.Context) (n int64, err error) {
	err = s.conn.QueryRowContext(ctx, "SELECT count(*) FROM pragma_foreign_key_check").Scan(&n)
	return n, err
}

// sums reads all rows of the plan's tables, and if aside says so, the rows that were moved away.
func (s *store) sums(ctx context.Context, p *migrate.Plan, bytes layout.Form, aside bool, progress io.Writer) (tableSums, error) {
	all := tableSums{}
	for _, t := range p.Tables {
		sum, err := s.sum(ctx, p, t.Name, t.Name, bytes, -1, migrate.NewMeter(progress, "reading "+t.Name, t.Rows))
		if err != nil {
			return nil, err
		}
		if a := p.AsideOf(t.Name); a != nil && aside {
			moved, err := s.sum(ctx, p, t.Name, a.Into, p.Bytes, -1, migrate.NewMeter(progress, "reading "+a.Into, a.Rows))
			if err != nil {
				return nil, err
			}
			sum.plus(moved)
		}
		all[t.Name] = sum
	}
	return all, nil
}

// sum reads the first rows of a table that has the columns of the plan's; limit -1 is all.
func (s *store) sum(ctx context.Context, p *migrate.Plan, table, from string, bytes layout.Form, limit int, meter *migrate.Meter) (*tableSum, error) {
	cat, err := s.table(ctx, from)
	if err != nil {
		return nil, err
	}
	of, err := s.table(ctx, table)
	if err != nil {
		return nil, err
	}
	sum := newTableSum(bytes)
	// Unary plus: the driver would parse a text of a column that is declared a time.
	var list []string
	ids := make([]bool, 0, len(cat.columns)+1)
	if of.rowid != "" {
		list, ids = append(list, cat.rowid), append(ids, false)
	}
	for _, c := range cat.columns {
		list = append(list, "+"+sqlkit.QuoteID(c.name))
		ids = append(ids, slices.ContainsFunc(p.Columns, func(m migrate.Column) bool { return m.Table == table && m.Name == c.name }))
	}
	rows, err := s.conn.QueryContext(ctx, fmt.Sprintf("SELECT %s FROM %s LIMIT %d", strings.Join(list, ", "), sqlkit.QuoteID(from), limit))
	if err != nil {
		return nil, err
	}
	if err := sum.add(rows, ids, meter); err != nil {
		return nil, err
	}
	meter.Done()
	return sum, nil
}

// Resume has nothing to do: a killed run was rolled back.
func (s *store) Resume(context.Context, bool) (*migrate.Plan, error) { return nil, nil }

// Status reads table uuidkit_migration.
func (s *store) Status(ctx context.Context) ([]migrate.Status, error) {
	var n int
	err := s.conn.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = '"+migrate.StateTable+"'").Scan(&n)
	if err != nil || n == 0 {
		return nil, migrate.Coded(migrate.CodeConnection, err)
	}
	return sqlkit.Recall(ctx, s.conn)
}

// Cleanup drops the state. It does not VACUUM, which would give other rowids to tables
// without INTEGER PRIMARY KEY.
func (s *store) Cleanup(ctx context.Context) ([]string, error) {
	list, err := s.Status(ctx)
	if err != nil {
		return nil, err
	}
	q := "DROP TABLE IF EXISTS " + migrate.StateTable
	if _, err := s.conn.ExecContext(ctx, q); err != nil {
		return nil, s.failed(q, err)
	}
	return append([]string{q}, migrate.Kept(list)...), nil
}
