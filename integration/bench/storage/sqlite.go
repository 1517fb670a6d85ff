package main

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/integration/bench/results"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

var sqliteForms = []form{
	{name: "BLOB", arg: func(id uuid.UUID) any { return sqlx.Binary(id) }},
	{name: "TEXT", text: true},
}

type sqlite struct {
	tables
	dir string
}

func openSQLite(context.Context, string) (store, error) {
	dir, err := os.MkdirTemp("", "uuidkit-storage-")
	if err != nil {
		return nil, err
	}
	s := &sqlite{dir: dir}
	s.db, err = sql.Open("sqlite", "file:"+filepath.Join(dir, "storage.db")+"?_pragma=journal_mode(WAL)&_pragma=synchronous(OFF)&_pragma=cache_size(-65536)")
	s.db.SetMaxOpenConns(1)
	return s, err
}

func (s *sqlite) close(context.Context) error {
	return errors.Join(s.forget(), s.db.Close(), os.RemoveAll(s.dir))
}

func (s *sqlite) about(ctx context.Context) (results.Store, error) {
	r := results.Store{
		Name: "SQLite", Client: "modernc.org/sqlite, INSERT of 1000 rows, transactions of 10,000",
		Figures: "dbstat after a checkpoint and ANALYZE: whole pages of 4 KiB. The table has a rowid, as it has by default, and the key is an index",
	}
	var pages, size int64
	err := errors.Join(
		s.db.QueryRowContext(ctx, "SELECT sqlite_version()").Scan(&r.Version),
		s.db.QueryRowContext(ctx, "PRAGMA cache_size").Scan(&pages),
		s.db.QueryRowContext(ctx, "PRAGMA page_size").Scan(&size))
	if err != nil {
		return r, err
	}
	r.Cache = pages * size
	if pages < 0 {
		r.Cache = -pages << 10
	}
	r.Settings, err = s.settings(ctx, [2]string{"cache_size", "PRAGMA cache_size"}, [2]string{"journal_mode", "PRAGMA journal_mode"}, [2]string{"synchronous", "PRAGMA synchronous"})
	return r, err
}

func (s *sqlite) forms() []form { return sqliteForms }

func (s *sqlite) create(ctx context.Context, f form) error { return s.createAll(ctx, f, "INTEGER") }

func (s *sqlite) settle(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, "ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)")
	return err
}

func (s *sqlite) bytes(ctx context.Context) ([3]int64, error) {
	b, err := s.sizes(ctx, "SELECT name, SUM(pgsize) FROM dbstat GROUP BY name", "item", "sqlite_autoindex_item_1", "item_owner")
	if err != nil {
		return [3]int64{}, err
	}
	return [3]int64(b), nil
}
