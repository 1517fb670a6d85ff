package migrate

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
)

// mysqlLocks are connections that each keep writers from one table. RENAME asks for one table
// after the other. So each table is released when RENAME waits for it, and not before:
// otherwise those who wait to write would come first.
type mysqlLocks map[string]*sql.Conn

// lockTables locks tables, in this order: a writer whose statement reaches several tables by
// foreign keys asks for them in the same one.
func (s *mysqlStore) lockTables(ctx context.Context, names []string) (locks mysqlLocks, err error) {
	err = s.retry(ctx, func() error {
		locks = mysqlLocks{}
		for _, name := range names {
			conn, err := s.connect(ctx)
			if err != nil {
				return errors.Join(err, locks.release())
			}
			locks[name] = conn
			for _, q := range []string{"SET SESSION lock_wait_timeout = 1", "LOCK TABLES " + backquote(name) + " READ"} {
				if _, err := conn.ExecContext(ctx, q); err != nil {
					return errors.Join(err, locks.release())
				}
			}
		}
		return nil
	})
	return locks, err
}

// alive returns an error if a lock is lost.
func (l mysqlLocks) alive(ctx context.Context) error {
	for name, conn := range l {
		if err := conn.PingContext(ctx); err != nil {
			return fmt.Errorf("the lock of table %s is lost: %w", name, err)
		}
	}
	return nil
}

// release gives all locks back. They also end with the process.
func (l mysqlLocks) release(names ...string) (err error) {
	if names == nil {
		for name := range l {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if conn := l[name]; conn != nil {
			_, unlock := conn.ExecContext(context.Background(), "UNLOCK TABLES")
			err = errors.Join(err, unlock, conn.Close())
			delete(l, name)
		}
	}
	return err
}

// switchTables renames while the tables are locked, so that no writer comes between: RENAME
// waits for the locks, and release is called while it does. MariaDB cannot rename in a
// session that has a lock.
func (s *mysqlStore) switchTables(ctx context.Context, rename string, release func() error) error {
	id, err := connectionID(ctx, s.conn)
	if err != nil {
		return err
	}
	renamed := make(chan error, 1)
	go func() { renamed <- s.exec(ctx, rename) }()
	var lost error
	for {
		if waits, err := s.waits(ctx, id); err != nil || waits {
			// If a lock was lost before, settle finds what was written since.
			lost = errors.Join(lost, err, release())
		}
		select {
		case err := <-renamed: // an error, or the locks were lost
			return errors.Join(err, lost)
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// releaser releases a table when RENAME waits for it. If it waits for somebody else, all are
// released soon: others may wait for us.
func (s *mysqlStore) releaser(ctx context.Context, locks mysqlLocks) func() error {
	last := time.Now()
	return func() error {
		for name := range locks {
			if awaited, err := s.awaited(ctx, name); err != nil || awaited {
				last = time.Now()
				return errors.Join(err, locks.release(name))
			}
		}
		if len(locks) > 0 && time.Since(last) > 2*time.Second {
			return locks.release()
		}
		return nil
	}
}

// awaited reports whether RENAME waits for a table: then a reader waits behind it.
func (s *mysqlStore) awaited(ctx context.Context, table string) (bool, error) {
	reader, err := s.db.Conn(ctx)
	if err != nil {
		return false, err
	}
	id, err := connectionID(ctx, reader)
	if err != nil {
		return false, errors.Join(err, reader.Close())
	}
	read := make(chan error, 1)
	go func() {
		_, err := reader.ExecContext(ctx, "SELECT 1 FROM "+backquote(table)+" LIMIT 0")
		read <- err
		reader.Close()
	}()
	for {
		select {
		case err := <-read:
			return false, err
		case <-time.After(time.Millisecond):
			if waits, err := s.waits(ctx, id); err != nil || waits {
				return waits, err
			}
		}
	}
}

// connectionID returns the server's number of a connection.
func connectionID(ctx context.Context, conn *sql.Conn) (id int64, err error) {
	err = conn.QueryRowContext(ctx, "SELECT CONNECTION_ID()").Scan(&id)
	return id, err
}

// waits reports whether a connection waits for the lock of a table.
func (s *mysqlStore) waits(ctx context.Context, id int64) (yes bool, err error) {
	// information_schema.processlist fails in MySQL if any connection's statement has bytes
	// that are no text.
	rows, err := s.db.QueryContext(ctx, "SHOW PROCESSLIST")
	if err != nil {
		return false, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return false, err
	}
	values := make([]sql.RawBytes, len(columns))
	into := make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return false, err
		}
		if string(values[0]) == fmt.Sprint(id) && strings.Contains(string(values[6]), "etadata lock") {
			yes = true
		}
	}
	return yes, rows.Err()
}
