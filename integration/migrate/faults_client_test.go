package migrate

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"

	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/sqlx"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// client returns the application's client of a writer: half of them use GORM, and of PostgreSQL's
// half prepare no statements, so that they see no error when the type changes.
func (s *sqlSubject) client(t testing.TB, writer int) client {
	address, unprepared := s.app, s.dollar && writer < 2
	if unprepared {
		address += "&default_query_exec_mode=exec"
	}
	pool := s.pool(t, address)
	pool.SetMaxOpenConns(2)
	t.Cleanup(func() { pool.Close() })
	c := &sqlClient{sqlSubject: s, pool: pool, unprepared: unprepared}
	if writer%2 == 1 {
		open := func(p gorm.Plugin) *gorm.DB {
			g := kit.Must(gorm.Open(s.gorm(pool), &gorm.Config{Logger: logger.Discard, DisableAutomaticPing: true}))(t)
			kit.Check(t, g.Use(p))
			return g
		}
		c.old = open(gormtype.NewPlugin[gormtype.Text]())
		c.new = c.old
		if s.bytes {
			c.new = open(gormtype.NewPlugin[gormtype.UUID]())
		}
	}
	return c
}

// A sqlClient uses package sqlx, or GORM with the plugin.
type sqlClient struct {
	*sqlSubject
	pool     *sql.DB
	old, new *gorm.DB
	isNative bool

	unprepared bool
}

// A transaction is one of database/sql or of GORM.
type transaction interface {
	exec(query string, args []any) (int64, error)
	row(query string, args []any) *sql.Row
	commit() error
	rollback()
}

type plainTx struct {
	ctx context.Context
	tx  *sql.Tx
}

func (t plainTx) exec(query string, args []any) (int64, error) {
	result, err := t.tx.ExecContext(t.ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}
func (t plainTx) row(query string, args []any) *sql.Row {
	return t.tx.QueryRowContext(t.ctx, query, args...)
}
func (t plainTx) commit() error { return t.tx.Commit() }
func (t plainTx) rollback()     { t.tx.Rollback() }

type gormTx struct{ db *gorm.DB }

func (t gormTx) exec(query string, args []any) (int64, error) {
	r := t.db.Exec(query, args...)
	return r.RowsAffected, r.Error
}
func (t gormTx) row(query string, args []any) *sql.Row { return t.db.Raw(query, args...).Row() }
func (t gormTx) commit() error                         { return t.db.Commit().Error }
func (t gormTx) rollback()                             { t.db.Rollback() }

func (c *sqlClient) begin(ctx context.Context) (transaction, error) {
	if c.old == nil {
		tx, err := c.pool.BeginTx(ctx, nil)
		return plainTx{ctx, tx}, err
	}
	g := c.old
	if c.isNative {
		g = c.new
	}
	g = g.WithContext(ctx).Begin()
	return gormTx{g}, g.Error
}

func (c *sqlClient) ask(ctx context.Context) error {
	var form string
	err := c.pool.QueryRowContext(ctx, c.form).Scan(&form)
	c.isNative = form == c.native
	return err
}

// args are what the statement's ids are sent as.
func (c *sqlClient) args(values []any) []any {
	var list []any
	for _, v := range values {
		if id, ok := v.(uuids.UUID); ok && c.old == nil && c.bytes && c.isNative {
			v = sqlx.Binary(id)
		}
		list = append(list, v)
	}
	return list
}

// holders returns a query with the placeholders of the driver.
func (c *sqlClient) holders(query string) string {
	if !c.dollar || c.old != nil {
		return query
	}
	for n := 1; strings.Contains(query, "?"); n++ {
		query = strings.Replace(query, "?", fmt.Sprint("$", n), 1)
	}
	return query
}

func (c *sqlClient) do(ctx context.Context, list []statement) error {
	tx, err := c.begin(ctx)
	if err != nil {
		return err
	}
	defer tx.rollback()
	if c.kind.Name == "" { // SQLite takes any value in any column: ask while nobody else writes
		var form string
		if err := tx.row(c.form, nil).Scan(&form); err != nil {
			return err
		}
		if (form == c.native) != c.isNative {
			return errNone
		}
	}
	for _, s := range list {
		var query string
		var args []any
		table := tables[s.table]
		where := " WHERE " + strings.Join(table.columns[:table.key], " = ? AND ") + " = ?"
		switch {
		case s.old == nil:
			query = "INSERT INTO " + table.name + " (" + strings.Join(table.columns, ", ") + ") VALUES (?" + strings.Repeat(", ?", len(table.columns)-1) + ")"
			args = s.new
		case s.new == nil:
			query, args = "DELETE FROM "+table.name+where, s.old[:table.key]
		default:
			query = "UPDATE " + table.name + " SET " + strings.Join(table.columns, " = ?, ") + " = ?" + where
			args = append(append(args, s.new...), s.old[:table.key]...)
		}
		n, err := tx.exec(c.holders(query), c.args(args))
		if err != nil {
			return err
		}
		if n != 1 {
			return errNone
		}
	}
	return tx.commit()
}

func (c *sqlClient) find(ctx context.Context, table int, key row) (row, error) {
	tx, err := c.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer tx.rollback()
	t := tables[table]
	r := make(row, len(t.columns))
	into := make([]any, len(r))
	for i, name := range t.columns {
		switch {
		case isID(name):
			into[i] = new(uuids.NullUUID)
		case name == "email" || name == "name":
			into[i] = new(string)
		default:
			into[i] = new(float64)
		}
	}
	query := "SELECT " + strings.Join(t.columns, ", ") + " FROM " + t.name + " WHERE " + strings.Join(t.columns[:t.key], " = ? AND ") + " = ?"
	if err := tx.row(c.holders(query), c.args(key)).Scan(into...); errors.Is(err, sql.ErrNoRows) {
		return nil, errNone
	} else if err != nil {
		return nil, err
	}
	for i, v := range into {
		switch v := v.(type) {
		case *uuids.NullUUID:
			if v.Valid {
				r[i] = v.UUID
			}
		case *string:
			r[i] = *v
		case *float64:
			r[i] = int64(*v)
		}
	}
	return r, nil
}

// refused: PostgreSQL never refuses a statement that is not prepared.
func (c *sqlClient) refused(err error) bool { return !c.unprepared && c.dialect.refused(err) }

func (c *sqlClient) passes(err error) bool { return c.dialect.passes(err) }
