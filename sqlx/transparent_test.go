//go:build go1.25

package sqlx_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// Whatever a driver has or has not: with no argument of the listed types a
// connection is used as if it were not wrapped.
func TestConnectorIsTransparent(t *testing.T) {
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				bare, wrapped := fake(s.name), fake(s.name)
				use(sql.OpenDB(bare), bare.journal)
				use(sql.OpenDB(sqlx.NewConnector[sqlx.Binary](wrapped,
					sqlx.Native[uuid.UUID](), sqlx.Native[vectors.Google]())), wrapped.journal)
				bare.add("the end")
				wrapped.add("the end")
				for i, want := range bare.lines {
					if got := wrapped.lines[i]; got != want {
						t.Fatalf("line %d, after %q:\ngot  %s\nwant %s", i, bare.lines[max(i-3, 0):i], got, want)
					}
				}
				if len(bare.lines) < 150 {
					t.Errorf("only %d lines", len(bare.lines))
				}
			})
		})
	}
}

// arguments are of every kind, and none of those that the connector is told of.
var (
	plain     = vectors.Plain(vectors.U)
	toPlain   = &plain
	arguments = [][]any{
		nil, {1}, {"a", "b"}, {"take me"}, {"remove me"}, {1, "remove me", 2}, {"refuse me"}, {"remove me", "refuse me"},
		{sql.Named("n", "x")}, {1, sql.Named("n", "refuse me")}, {sql.Named("n", []int{1})}, {sql.Named("n", "remove me"), sql.Named("m", "refuse me")},
		{sql.Out{Dest: new(int)}},
		{nil, true, 1.5, []byte("x"), time.Unix(0, 0).UTC(), uint8(1), uint64(1) << 63},
		{(*string)(nil), (*int)(nil), vectors.Ptr("s"), (*valuer)(nil), (*pointerValuer)(nil), &pointerValuer{}},
		{valuer{1}, &valuer{1}, sql.Null[valuer]{Valid: true}, sql.NullString{String: "x", Valid: true}, sql.NullString{}},
		{sqlx.Binary(vectors.U), sqlx.Swapped(vectors.U), sqlx.GUID(vectors.U), sqlx.Text(vectors.U), (*sqlx.Binary)(nil)},
		{sqlx.Array[uuid.UUID]{vectors.U}}, {[]uuid.UUID{vectors.U}}, {[]int{1}}, {[]string{"x"}},
		{plain}, {toPlain}, {&toPlain}, {sql.Null[vectors.Plain]{V: plain, Valid: true}},
		{sql.Null[uuid.UUID]{}, (*sql.Null[uuid.UUID])(nil), uuid.NullUUID{}, (*uuid.NullUUID)(nil), (*any)(nil), new(any)},
	}
)

// use calls everything that database/sql has, with arguments of every kind.
func use(db *sql.DB, j *journal) {
	ctx := context.Background()
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	for _, ctx := range []context.Context{ctx, cancelled} {
		j.add("ping: %v", db.PingContext(ctx))
		for _, o := range []*sql.TxOptions{nil, {Isolation: sql.LevelSerializable}, {ReadOnly: true}} {
			tx, err := db.BeginTx(ctx, o)
			j.add("begin: %v", err)
			if err == nil {
				_, err := tx.Exec("in tx ?", 1)
				j.add("exec: %v, commit: %v", err, tx.Commit())
			}
		}
		for _, q := range []string{"one", "skip", "broken"} {
			for _, args := range arguments {
				q := q + strings.Repeat(" ?", len(args))
				if strings.HasPrefix(q, "broken") {
					q = "broken"
				}
				r, err := db.ExecContext(ctx, q, args...)
				j.add("exec: %v", err)
				if err == nil {
					n, err := r.RowsAffected()
					_, err2 := r.LastInsertId()
					j.add("rows: %d, %v; id: %v", n, err, err2)
				}
				rows, err := db.QueryContext(ctx, q, args...)
				j.add("query: %v", err)
				if err == nil {
					j.add("next: %t, close: %v", rows.Next(), rows.Close())
				}
			}
		}
	}
	for _, args := range arguments {
		s, err := db.Prepare("p" + strings.Repeat(" ?", len(args)))
		j.add("prepare: %v", err)
		if err != nil {
			continue
		}
		for _, args := range [][]any{args, append(args[:len(args):len(args)], []string{"one too many"})} {
			_, err = s.Exec(args...)
			_, err2 := s.ExecContext(cancelled, args...)
			j.add("exec: %v, %v", err, err2)
			rows, err := s.Query(args...)
			if err == nil {
				rows.Close()
			}
			_, err2 = s.QueryContext(cancelled, args...)
			j.add("query: %v, %v", err, err2)
		}
		j.add("close: %v", s.Close())
	}
	// On a connection in hand, a context that is over reaches the driver.
	c, err := db.Conn(ctx)
	j.add("conn: %v", err)
	for _, args := range [][]any{{}, {"a"}, {sql.Named("n", "a")}} {
		q := "one" + strings.Repeat(" ?", len(args))
		_, err = c.ExecContext(cancelled, q, args...)
		_, err2 := c.QueryContext(cancelled, q, args...)
		synctest.Wait() // until the context has closed the rows
		j.add("exec: %v, query: %v", err, err2)
		_, err = c.PrepareContext(cancelled, q)
		_, err2 = c.BeginTx(cancelled, nil)
		synctest.Wait()
		j.add("prepare: %v, begin: %v", err, err2)
	}
	j.full = true
	_, err = c.BeginTx(cancelled, nil) // some begin none the less
	synctest.Wait()
	j.full = false
	_, err2 := c.PrepareContext(cancelled, "broken")
	j.add("begin: %v, prepare: %v", err, err2)
	j.add("close: %v", c.Close())

	// A transaction whose context ends closes the connection, unless the driver
	// knows how to reset it.
	during, cancel := context.WithCancel(ctx)
	_, err = db.BeginTx(during, nil)
	j.add("begin: %v", err)
	cancel()
	synctest.Wait()
	_, err = db.Exec("afterwards")
	j.add("exec: %v", err)
	j.add("close: %v", db.Close())
}

type pointerValuer struct{ n int }

func (p *pointerValuer) Value() (driver.Value, error) { return fmt.Sprint("pointer ", p == nil), nil }
