package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
	"github.com/uuidkit/uuidkit/cmd/internal/sqltext"
)

// An sqliteTable is what the catalog says about a table.
type sqliteTable struct {
	name     string // as it was created
	sql      string
	strict   bool
	rowid    string // by which name the rowid can be read; "" if it cannot
	hasID    bool   // a table with a rowid
	columns  []sqliteColumn
	keys     []sqlkit.ForeignKey
	indexes  []sqliteIndex
	triggers []sqliteTrigger
}

type sqliteTrigger struct{ name, sql string }

type sqliteColumn struct {
	name, typ string
	value     string // its DEFAULT; "" is none
	pk        int    // the place in the primary key, from 1
}

type sqliteIndex struct {
	name    string
	sql     string // "" for that of a constraint
	unique  bool
	columns []string // "" for an expression
}

// virtual reports whether the database has a virtual table of this name, in any case.
func (s *store) virtual(ctx context.Context, name string) (is bool) {
	err := s.conn.QueryRowContext(ctx, "SELECT count(*) > 0 FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual' AND name = ? COLLATE NOCASE", name).Scan(&is)
	return is && err == nil
}

// table reads the catalog. The name is in any case.
func (s *store) table(ctx context.Context, name string) (*sqliteTable, error) {
	t := &sqliteTable{}
	var without bool
	err := s.conn.QueryRowContext(ctx, `SELECT m.name, m.sql, l.wr, l.strict FROM sqlite_schema m JOIN pragma_table_list l ON l.name = m.name AND l.schema = 'main'
		WHERE m.type = 'table' AND l.type = 'table' AND m.name = ? COLLATE NOCASE`, name).Scan(&t.name, &t.sql, &without, &t.strict)
	if err == sql.ErrNoRows {
		return nil, migrate.Errorf(migrate.CodeUsage, "migrate: there is no table %q", name)
	} else if err != nil {
		return nil, err
	}
	t.hasID = !without
	taken := map[string]bool{}
	err = sqlkit.Each(ctx, s.conn, func(r *sql.Rows) error {
		var c sqliteColumn
		var hidden int
		if err := r.Scan(&c.name, &c.typ, &c.value, &c.pk, &hidden); err != nil {
			return err
		}
		taken[sqltext.Fold(c.name)] = true
		if hidden == 0 { // no generated column
			t.columns = append(t.columns, c)
		}
		return nil
	}, "SELECT name, type, coalesce(dflt_value, ''), pk, hidden FROM pragma_table_xinfo(?) ORDER BY cid", t.name)
	if err != nil {
		return nil, err
	}
	for _, n := range []string{"rowid", "_rowid_", "oid"} {
		if t.hasID && t.rowid == "" && !taken[n] {
			t.rowid = n
		}
	}
	if t.keys, err = s.foreignKeys(ctx, t.name); err != nil {
		return nil, err
	}
	if t.indexes, err = s.indexes(ctx, t.name); err != nil {
		return nil, err
	}
	t.triggers, err = sqlkit.List(ctx, s.conn, func(g *sqliteTrigger) []any { return []any{&g.name, &g.sql} }, "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE ORDER BY rowid", t.name)
	return t, err
}

// foreignKeys reads those of a table.
func (s *store) foreignKeys(ctx context.Context, table string) (list []sqlkit.ForeignKey, err error) {
	last := -1
	err = sqlkit.Each(ctx, s.conn, func(r *sql.Rows) error {
		var id int
		var parent, from string
		var to sql.NullString
		if err := r.Scan(&id, &parent, &from, &to); err != nil {
			return err
		}
		if id != last {
			list = append(list, sqlkit.ForeignKey{Table: table, ToTable: parent})
			last = id
		}
		k := &list[len(list)-1]
		k.Columns = append(k.Columns, from)
		k.ToColumn = append(k.ToColumn, to.String) // "" is the primary key
		return nil
	}, `SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?) ORDER BY id, seq`, table)
	return list, err
}

// indexes reads those of a table.
func (s *store) indexes(ctx context.Context, table string) (list []sqliteIndex, err error) {
	err = sqlkit.Each(ctx, s.conn, func(r *sql.Rows) error {
		var i sqliteIndex
		var column string
		if err := r.Scan(&i.name, &i.unique, &i.sql, &column); err != nil {
			return err
		}
		if n := len(list); n == 0 || list[n-1].name != i.name {
			list = append(list, i)
		}
		list[len(list)-1].columns = append(list[len(list)-1].columns, column)
		return nil
	}, `SELECT l.name, l."unique", coalesce(m.sql, ''), coalesce(c.name, '') FROM pragma_index_list(?) l JOIN sqlite_schema m ON m.type = 'index' AND m.name = l.name
		JOIN pragma_index_info(l.name) c ORDER BY m.rowid, c.seqno`, table)
	return list, err
}

// tables reads all tables.
func (s *store) tables(ctx context.Context) (list []*sqliteTable, err error) {
	names, err := sqlkit.List(ctx, s.conn, sqlkit.Text, "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> '"+migrate.StateTable+"' ORDER BY name")
	if err != nil {
		return nil, err
	}
	byName := map[string]*sqliteTable{}
	for _, n := range names {
		t, err := s.table(ctx, n)
		if err != nil {
			return nil, err
		}
		list = append(list, t)
		byName[sqltext.Fold(n)] = t
	}
	for _, t := range list { // REFERENCES users, without columns, is the primary key
		for i, k := range t.keys {
			parent := byName[sqltext.Fold(k.ToTable)]
			if parent == nil {
				continue // no table, which SQLite permits
			}
			for n := range k.ToColumn {
				for _, c := range parent.columns {
					if k.ToColumn[n] == "" && c.pk == n+1 {
						t.keys[i].ToColumn[n] = c.name
					}
				}
			}
		}
	}
	return list, nil
}

// column returns the column of a name in any case, or nil.
func (t *sqliteTable) column(name string) *sqliteColumn {
	for i := range t.columns {
		if sqltext.Fold(t.columns[i].name) == sqltext.Fold(name) {
			return &t.columns[i]
		}
	}
	return nil
}

// primary returns the names of the primary key, in order.
func (t *sqliteTable) primary() (names []string) {
	for n := 1; ; n++ {
		found := false
		for _, c := range t.columns {
			if c.pk == n {
				names, found = append(names, c.name), true
			}
		}
		if !found {
			return names
		}
	}
}

// key returns the names of what tells a row: the primary key, or else the rowid.
func (t *sqliteTable) key() []string {
	if key := t.primary(); len(key) > 0 {
		return key
	}
	return []string{t.rowid}
}

// shown is an expression of a row's key for people. The prefix stands before the columns.
func (t *sqliteTable) shown(prefix string) string {
	var list []string
	for _, k := range t.key() {
		list = append(list, sqlkit.QuoteText(k+"=")+" || quote("+prefix+sqlkit.QuoteID(k)+")")
	}
	return strings.Join(list, " || ', ' || ")
}

// numbered reports whether the table has an INTEGER PRIMARY KEY, which is its rowid.
func (t *sqliteTable) numbered() bool {
	key := t.primary()
	return len(key) == 1 && strings.EqualFold(t.column(key[0]).typ, "INTEGER")
}

// snapshot reads the text of all objects, and the settings and sequences that the file has.
func (s *store) snapshot(ctx context.Context) (migrate.Snapshot, error) {
	all := migrate.Snapshot{}
	put := func(r *sql.Rows) error {
		var object, def string
		err := r.Scan(&object, &def)
		all[object] = def
		return err
	}
	err := sqlkit.Each(ctx, s.conn, put, "SELECT type || ' ' || name || ' of ' || tbl_name, coalesce(sql, '') FROM sqlite_schema WHERE tbl_name <> '"+migrate.StateTable+"' AND name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\'")
	if err != nil {
		return nil, err
	}
	for _, p := range []string{"user_version", "application_id", "auto_vacuum", "encoding", "journal_mode"} {
		if err := sqlkit.Each(ctx, s.conn, put, fmt.Sprintf("SELECT 'PRAGMA %[1]s', CAST(%[1]s AS TEXT) FROM pragma_%[1]s", p)); err != nil {
			return nil, err
		}
	}
	if _, ok := all["table sqlite_sequence of sqlite_sequence"]; ok {
		err = sqlkit.Each(ctx, s.conn, put, "SELECT 'sequence ' || name, CAST(seq AS TEXT) FROM sqlite_sequence")
	}
	return all, err
}
