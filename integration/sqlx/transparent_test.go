package sqlx_test

import (
	"context"
	"database/sql"
	"fmt"
	"testing"
)

// Used through a connector, a database gives and refuses what it does without.
func TestSameAsBare(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		want, got := use(e.table(t, e.base, "")), use(e.table(t, e.binary(), ""))
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || got[i] != want[i] {
				t.Fatalf("line %d of %d and %d:\ngot  %s\nwant %s", i, len(got), len(want), got[i:min(i+1, len(got))], want[i:min(i+1, len(want))])
			}
		}
		if len(want) < 40 {
			t.Errorf("only %d lines", len(want))
		}
	})
}

// out is one, so that errors which print its address are alike.
var out string

// use does with a database what has little to do with UUIDs, and returns what
// came of it.
func use(db database) (lines []string) {
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	ctx := context.Background()
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	do := func(query string, args ...any) {
		res, err := db.Exec(db.sql(query), args...)
		add("%s: %v", query, err)
		if err == nil {
			n, err := res.RowsAffected()
			_, err2 := res.LastInsertId()
			add("%d rows, %v; id %v", n, err, err2)
		}
	}
	ask := func(query string, args ...any) {
		rows, err := db.Query(db.sql(query), args...)
		add("%s: %v", query, err)
		if err != nil {
			return
		}
		defer rows.Close()
		for more := true; more; more = rows.NextResultSet() {
			types, err := rows.ColumnTypes()
			add("types %v", err)
			for _, t := range types {
				length, hasLength := t.Length()
				null, hasNull := t.Nullable()
				add("%s %s %v %d %t %t %t", t.Name(), t.DatabaseTypeName(), t.ScanType(), length, hasLength, null, hasNull)
			}
			for rows.Next() {
				values := make([]any, len(types))
				raw := make([]sql.RawBytes, len(types))
				dst := make([]any, len(types))
				for i := range types {
					dst[i] = &values[i]
				}
				add("scan %v", rows.Scan(dst...))
				for i := range types {
					dst[i] = &raw[i]
				}
				add("scan %v: %v %q", rows.Scan(dst...), values, raw)
			}
		}
		add("end: %v", rows.Err())
	}
	add("ping %v, cancelled: %v", db.Ping(), db.PingContext(cancelled))
	do("DROP TABLE IF EXISTS t")
	do("CREATE TABLE t (n int, s varchar(40))")
	const insert = "INSERT INTO t VALUES (?, ?)"
	do(insert, 1, "one")
	do(insert, int32(2), new("two"))
	do(insert, uint8(3), (*string)(nil))
	do(insert, sql.NullInt64{}, sql.NullString{String: "four", Valid: true})
	do(insert, 5)             // one too few
	do(insert, 5, "five", 5)  // one too many
	do(insert, 5, struct{}{}) // no driver knows it
	do(insert, 5, sql.Out{Dest: &out})
	do(insert, uint64(1)<<63, "huge")
	ask("SELECT n, s FROM t ORDER BY s")
	ask("SELECT n FROM t WHERE s = ?", "two")
	ask("SELECT n FROM t WHERE s = ?", sql.Named("x", "two"))
	ask("SELECT 1; SELECT 2, 3")
	ask("SELECT nonsense")
	_, err := db.ExecContext(cancelled, "DELETE FROM t")
	add("cancelled: %v", err)
	_, err = db.PrepareContext(cancelled, "DELETE FROM t")
	add("cancelled: %v", err)
	for _, level := range []sql.IsolationLevel{sql.LevelDefault, sql.LevelReadUncommitted, sql.LevelSerializable, sql.LevelLinearizable} {
		for _, readOnly := range []bool{false, true} {
			tx, err := db.BeginTx(ctx, &sql.TxOptions{Isolation: level, ReadOnly: readOnly})
			add("begin %v %t: %v", level, readOnly, err)
			if err != nil {
				continue
			}
			_, err = tx.Exec(db.sql("INSERT INTO t VALUES (?, 'tx')"), 9)
			add("write: %v", err)
			add("rollback: %v", tx.Rollback())
		}
	}
	_, err = db.BeginTx(cancelled, nil)
	add("cancelled: %v", err)
	s, err := db.Prepare(db.sql("SELECT s FROM t WHERE n = ?"))
	add("prepare: %v", err)
	for range 3 {
		var got sql.NullString
		add("%v %v", s.QueryRow(1).Scan(&got), got)
		add("%v", s.QueryRow().Scan(&got))
		add("%v", s.QueryRow(1, 2).Scan(&got))
		add("%v", s.QueryRow([]string{"x"}).Scan(&got))
		add("%v", s.QueryRowContext(cancelled, 1).Scan(&got))
	}
	add("close: %v", s.Close())
	ask("SELECT count(*) FROM t")
	return lines
}
