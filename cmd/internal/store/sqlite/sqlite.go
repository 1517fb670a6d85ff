// Package sqlite reads SQLite files.
//
// The file is opened with mode=ro and query_only, and never with immutable: other
// programs may write to it. A statement reads at most a few thousand rows and is finished
// before the next, so that in a file with a rollback journal a writer waits for
// milliseconds; while the rows are counted, for up to three seconds; and for what is one
// statement until it is read: a view, and a table with columns named rowid, _rowid_ and
// oid. Where the key of a table WITHOUT ROWID has DESC in some columns only, each
// statement sorts all rows that are equal in the columns before that. In WAL mode
// writers never wait; there SQLite itself makes the files -wal and -shm beside the
// file, if they are not there, and leaves them: to remove them would be dangerous,
// since a program may just open them.
//
// To add a kind of table, add its SQL to TestRead in sqlite_test.go; what a column declares, a row to
// TestCollation in sqlite_test.go.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/cmd/internal/store"
)

type db struct {
	*sql.Conn
	pool    *sql.DB
	about   store.About
	options store.Options
}

// Open opens the file at path to be read only. It makes no file that is not there.
func Open(ctx context.Context, path string, o store.Options) (store.Store, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no file", path)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	pool, err := sql.Open("sqlite", uri(abs))
	if err != nil {
		return nil, err
	}
	d := &db{pool: pool, options: o, about: store.About{Dialect: store.SQLite, Database: path}}
	if d.Conn, err = pool.Conn(ctx); err == nil {
		err = d.QueryRowContext(ctx, "SELECT sqlite_version() FROM (SELECT count(*) FROM sqlite_schema)").Scan(&d.about.Version)
	}
	if err != nil {
		d.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return d, nil
}

// uri returns that of an absolute path. After "//" SQLite would take the drive of Windows for a host.
func uri(path string) string {
	u := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: url.Values{
		"mode":    {"ro"},
		"_pragma": {"query_only(1)", "busy_timeout(5000)"},
	}.Encode()}
	return u.String()
}

func (d *db) About() store.About { return d.about }

func (d *db) Close() error {
	var err error
	if d.Conn != nil {
		err = d.Conn.Close()
	}
	return errors.Join(err, d.pool.Close())
}

// name quotes an identifier. In double quotes SQLite would take one that is not there,
// such as a column that was just dropped, for a string.
func name(s string) string { return "`" + strings.ReplaceAll(s, "`", "``") + "`" }

func qualified(t *store.Table) string {
	if t.Schema == "" {
		return name("main") + "." + name(t.Name)
	}
	return name(t.Schema) + "." + name(t.Name)
}
