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
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

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

var _ migrate.Store = (*store)(nil)

// Open opens an SQLite file.
func Open(ctx context.Context, path string) (migrate.Store, error) {
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
	case e != nil && !slices.Contains(passing, e.Code()&0xff):
		err = migrate.Errorf(migrate.CodeRefused, "migrate: %s: rolled back, nothing changed: %w; the same command would fail in the same way: first change what the error names", what, err)
	default:
		err = migrate.Coded(migrate.CodeInterrupted, fmt.Errorf("migrate: %s: rolled back, nothing changed; run it again: %w", what, err))
	}
	return err
}

// passing are the errors for want of disk or memory, of an interrupt, and of a schema that has just
// changed. After any other the same command would fail again: TestSQLiteLasting, TestSQLiteDiskFull.
var passing = []int{sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_ABORT, sqlite3.SQLITE_SCHEMA, sqlite3.SQLITE_PROTOCOL}

// Status reads table uuidkit_migration.
func (s *store) Status(ctx context.Context) ([]migrate.Status, error) {
	var n int
	err := s.conn.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = '"+migrate.StateTable+"'").Scan(&n)
	if err != nil || n == 0 {
		return nil, migrate.Coded(migrate.CodeConnection, err)
	}
	return sqlkit.Recall(ctx, s.conn)
}

// Lock takes none: each verb is one transaction, which has that of the file.
func (s *store) Lock(context.Context, io.Writer) error { return nil }

// The journal never has a migration that is unfinished: a process that is killed was never there.
var errUnfinished = errors.New("migrate: SQLite has no unfinished migrations: " + migrate.StateTable + " was written by hand")

// Where is called for unfinished migrations.
func (s *store) Where(context.Context, migrate.Status) (migrate.Where, error) {
	return 0, errUnfinished
}

// TakeBack is called for unfinished migrations.
func (s *store) TakeBack(context.Context, migrate.Status) (migrate.Work, error) {
	return migrate.Work{}, errUnfinished
}

// Finish is called for unfinished migrations.
func (s *store) Finish(context.Context, migrate.Status) (migrate.Work, error) {
	return migrate.Work{}, errUnfinished
}

// Cleanup drops the journal. It does not VACUUM, which would give other rowids to tables
// without INTEGER PRIMARY KEY.
func (s *store) Cleanup(_ context.Context, list []migrate.Status) (w migrate.Work, err error) {
	const drop = "DROP TABLE IF EXISTS " + migrate.StateTable
	w.Actions = []migrate.Action{{Does: "forget", SQL: []string{drop}, Do: func(ctx context.Context, _ *migrate.Progress) error {
		now, err := s.Status(ctx)
		if err == nil && migrate.Latest(now) != migrate.Latest(list) { // this has waited for a run, or for an undo
			err = migrate.ErrEnded
		}
		if err != nil {
			return err
		}
		return s.failed(drop, s.exec(ctx, drop))
	}}}
	w.Within = s.transaction
	return w, nil
}
