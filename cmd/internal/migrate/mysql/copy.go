package mysql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	driver "github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// A statement copies so many rows, and fewer with --online, because writers wait for it.
const batchRows, onlineBatchRows = 5000, 1000

// copyOffline makes the new table and fills it, and then adds keys to it, while the connection with the lock is alive.
func (c *conversion) copyOffline(ctx context.Context, table string, create []string, insert, where string, keys []string, progress *migrate.Progress) error {
	s := c.store
	if err := s.exec(ctx, create...); err != nil {
		return err
	}
	t, err := s.table(ctx, table)
	if err != nil {
		return err
	}
	if insert += " WHERE "; where != "" {
		insert += where + " AND "
	}
	size, err := s.batchSize(ctx, t, batchRows)
	if err != nil {
		return err
	}
	err = s.batches(ctx, t, nil, size, func(where, order string, _ []string) error {
		if err := c.locks.alive(ctx); err != nil {
			return err
		}
		result, err := s.conn.ExecContext(ctx, insert+where+order)
		if err != nil {
			return err
		}
		rows, err := result.RowsAffected()
		progress.Add(rows)
		return err
	})
	if err != nil {
		return err
	}
	if err := s.exec(ctx, keys...); err != nil {
		return err
	}
	if err := s.counter(ctx, t); err != nil {
		return err
	}
	return s.exec(ctx, "ANALYZE TABLE "+backquote(newName(t.name)))
}

// copyOnline copies the rows of a table behind its triggers, each batch in a transaction in which the
// plan learns how far it is. batch is the statement with a range of keys.
func (c *conversion) copyOnline(ctx context.Context, table string, triggers []string, batch func(where string) string, progress *migrate.Progress) error {
	s := c.store
	t, err := s.table(ctx, table)
	if err != nil {
		return err
	}
	if c.Copied[t.name] == nil {
		if err := c.follow(ctx, t.name, triggers); err != nil {
			return err
		}
	}
	far := c.Copied[t.name]
	if far.Done {
		return nil
	}
	if far.Rows > 0 {
		fmt.Fprintf(progress, "copy %s: goes on after %d rows\n", t.name, far.Rows)
	}
	size, err := s.batchSize(ctx, t, onlineBatchRows)
	if err != nil {
		return err
	}
	err = s.batches(ctx, t, far.Key, size, func(where, order string, to []string) error {
		was := *far
		err := s.retry(ctx, func() error {
			*far = was
			return c.copyBatch(ctx, batch(where+order), far, to)
		})
		if err != nil {
			return err
		}
		progress.Add(far.Rows - was.Rows)
		return s.idle(ctx, c.pause)
	})
	if err != nil {
		return err
	}
	return s.exec(ctx, "ANALYZE TABLE "+backquote(newName(t.name)))
}

// follow makes the triggers of a table. A process may have been killed when some of them were there.
func (c *conversion) follow(ctx context.Context, table string, triggers []string) error {
	if err := c.store.dropTriggers(ctx, table); err != nil {
		return err
	}
	if err := c.store.ddl(ctx, append([]string{"TRUNCATE TABLE " + backquote(newName(table))}, triggers...)...); err != nil {
		return err
	}
	c.Copied[table] = &migrate.Copied{}
	return mysqlState.UpdatePlan(ctx, c.store.conn, c.Plan)
}

// copyBatch executes a statement that copies the rows up to a key, which is nil for the last ones.
func (c *conversion) copyBatch(ctx context.Context, query string, far *migrate.Copied, to []string) (err error) {
	s := c.store
	if err := s.exec(ctx, "START TRANSACTION"); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			s.exec(finishing(ctx), "ROLLBACK")
		}
	}()
	result, err := s.conn.ExecContext(ctx, query)
	if err != nil {
		return err
	}
	rows, err := result.RowsAffected()
	if err != nil {
		return err
	}
	far.Key, far.Rows, far.Done = to, far.Rows+rows, to == nil
	if err := mysqlState.UpdatePlan(ctx, s.conn, c.Plan); err != nil {
		return err
	}
	return s.exec(ctx, "COMMIT")
}

// batchSize returns most, or less if rows are large: Group Replication rejects transactions over 150 MB
// (group_replication_transaction_size_limit), and replicas lag by one transaction.
func (s *store) batchSize(ctx context.Context, t *mysqlTable, most int) (size int, err error) {
	err = s.conn.QueryRowContext(ctx, "SELECT LEAST(?, 1 + 30000000 DIV GREATEST(COALESCE(avg_row_length, 0), 1)) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?",
		most, t.name).Scan(&size)
	return size, err
}

// batches calls do for the rows behind a key, so many at a time, with a condition for them,
// the order, and the last key, which is nil for the last rows.
func (s *store) batches(ctx context.Context, t *mysqlTable, last []string, size int, do func(where, order string, to []string) error) error {
	key, exact := make([]string, len(t.primary)), make([]string, len(t.primary))
	for i, k := range t.primary {
		key[i] = backquote(k)
		exact[i] = key[i] + t.column(k).exact()
	}
	if len(key) == 0 {
		return do("TRUE", "", nil)
	}
	// than is the condition that the key is behind the values, or not.
	than := func(values []string, operator string) string {
		var or []string
		for i := range key {
			var and []string
			for j := range i {
				and = append(and, key[j]+" = "+values[j])
			}
			op := operator[:1]
			if i == len(key)-1 {
				op = operator
			}
			or = append(or, "("+strings.Join(append(and, key[i]+" "+op+" "+values[i]), " AND ")+")")
		}
		return "(" + strings.Join(or, " OR ") + ")"
	}
	order := " ORDER BY " + strings.Join(key, ", ")
	for {
		where := "TRUE"
		if last != nil {
			where = than(last, ">")
		}
		var to []string
		err := sqlkit.Each(ctx, s.conn, func(r *sql.Rows) (err error) {
			to, err = t.keyLiterals(r)
			return err
		}, fmt.Sprintf("SELECT %s FROM %s WHERE %s%s LIMIT 1 OFFSET %d", strings.Join(exact, ", "), backquote(t.name), where, order, size-1))
		if err != nil {
			return err
		}
		if to != nil && slices.Equal(to, last) {
			return fmt.Errorf("the server finds key %s behind itself", strings.Join(to, ", "))
		}
		if to != nil {
			where += " AND " + than(to, "<=")
		}
		if err := do(where, order, to); err != nil || to == nil {
			return err
		}
		last = to
	}
}

// exact stands behind a column of a key whose text is not what the server compares: a float's has 6 digits, and
// MariaDB takes bytes for a text.
func (c *mysqlColumn) exact() string {
	switch c.typ {
	case "float":
		return " + 0e0"
	case "bit":
		return " + 0"
	}
	return ""
}

// keyLiterals reads a primary key and writes its values in SQL.
func (t *mysqlTable) keyLiterals(r *sql.Rows) (list []string, err error) {
	values := make([]any, len(t.primary))
	into := make([]any, len(values))
	for i := range values {
		into[i] = &values[i]
	}
	if err := r.Scan(into...); err != nil {
		return nil, err
	}
	for i, k := range t.primary {
		c := t.column(k)
		text, ok := values[i].([]byte)
		switch {
		case !ok:
			list = append(list, fmt.Sprint(values[i]))
		case c.binary():
			list = append(list, fmt.Sprintf("X'%x'", text))
		case c.charset != "": // compares by the column's collation
			list = append(list, fmt.Sprintf("_utf8mb4 X'%x'", text))
		case c.exact() != "":
			list = append(list, string(text))
		default:
			list = append(list, "'"+string(text)+"'")
		}
	}
	return list, nil
}

// counter gives the new table the next number of AUTO_INCREMENT.
func (s *store) counter(ctx context.Context, t *mysqlTable) error {
	if m := autoIncrement.FindStringSubmatch(t.create); m != nil {
		return s.exec(ctx, numbered(t.name, m[2]))
	}
	return nil
}

// numbered is the statement that gives the new table a next number.
func numbered(table, next string) string {
	return "ALTER TABLE " + backquote(newName(table)) + " AUTO_INCREMENT = " + next
}

// retry repeats what the server has ended because of locks: deadlocks, and locks that others
// hold for longer than the few seconds that everybody could wait behind us. It gives up after
// mysqlRetry.
func (s *store) retry(ctx context.Context, do func() error) error {
	begin, said := time.Now(), false
	for i := 0; ; i++ {
		err := do()
		if !isLocked(err) || time.Since(begin) > mysqlRetry {
			return err
		}
		if !said && time.Since(begin) > 5*time.Second {
			said = true
			fmt.Fprintln(s.progress, "waits for the locks of others:", s.blockers())
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Duration(10+20*i) * time.Millisecond):
		}
	}
}

// ddl executes statements that wait for the transactions of others.
func (s *store) ddl(ctx context.Context, queries ...string) error {
	for _, q := range queries {
		if err := s.retry(ctx, func() error { return s.exec(ctx, q) }); err != nil {
			return err
		}
	}
	return nil
}

// isLocked reports whether a statement failed because of others' locks, and may be repeated.
func isLocked(err error) bool {
	var e *driver.MySQLError
	return errors.As(err, &e) && slices.Contains([]uint16{1205, 1213, 1020}, e.Number)
}

// isRebuilt reports whether a transaction cannot read a table since it was made again after the transaction's snapshot.
func isRebuilt(err error) bool {
	var e *driver.MySQLError
	return errors.As(err, &e) && e.Number == 1412
}
