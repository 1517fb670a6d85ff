package mysql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// mysqlLocks are connections that each keep writers from one table. RENAME asks for one table
// after the other. So each table is released when RENAME waits for it, and not before:
// otherwise those who wait to write would come first.
type mysqlLocks struct {
	store *store
	conns map[string]*mysqlLock
}

// lockTables locks tables, in this order: a writer whose statement reaches several tables by
// foreign keys asks for them in the same one.
func (s *store) lockTables(ctx context.Context, names []string) (l mysqlLocks, err error) {
	err = s.retry(ctx, func() error {
		l = mysqlLocks{s, map[string]*mysqlLock{}}
		for _, name := range names {
			lock, err := s.lockSession(ctx)
			if err != nil {
				return errors.Join(err, l.release())
			}
			l.conns[name] = lock
			if _, err := lock.ExecContext(ctx, "LOCK TABLES "+backquote(name)+" READ"); err != nil {
				return errors.Join(err, l.release())
			}
			if err := s.conn.PingContext(ctx); err != nil { // it waits, too
				return errors.Join(err, l.release())
			}
		}
		return nil
	})
	return l, err
}

// alive returns an error if a lock is lost.
func (l mysqlLocks) alive(ctx context.Context) error {
	for name, lock := range l.conns {
		if err := lock.alive(ctx, "table "+name); err != nil {
			return err
		}
	}
	return nil
}

// hold keeps the locks until RENAME comes, even if this process is killed: the server ends a
// session only after its statement. In it the session asks for the lock of the runner, which
// the session of RENAME has. When RENAME waits for the session's table, the server finds that
// both wait for each other, and ends the statement. TestMySQLSwitchKilled guards it.
func (l mysqlLocks) hold(ctx context.Context) error {
	for _, lock := range l.conns {
		lock.unkeep() // the server hears of it soon enough
	}
	statement, state := l.holding()
	for wait := time.Second; wait <= 8*time.Second; wait *= 2 {
		if err := l.store.conn.PingContext(ctx); err != nil { // it waits, too
			return err
		}
		for _, lock := range l.conns {
			lock.holds = make(chan error, 1)
			go func() {
				_, err := lock.ExecContext(ctx, statement)
				lock.holds <- err
			}()
		}
		for begin := time.Now(); time.Since(begin) < wait; time.Sleep(time.Millisecond) {
			sessions, err := l.store.sessions(ctx)
			if err != nil {
				return err
			}
			if !slices.ContainsFunc(slices.Collect(maps.Values(l.conns)), func(lock *mysqlLock) bool { return sessions[lock.id].state != state }) {
				return nil
			}
		}
		for _, lock := range l.conns {
			if err := l.wake(ctx, lock); err != nil {
				return err
			}
		}
	}
	return errors.New("the sessions with the locks do not wait")
}

// holding returns hold's statement, and the state in which it waits. It lasts longer than RENAME,
// which waits for a table for lockWait seconds. If the session of RENAME is gone, all end at once.
//
// MariaDB ends the statement that came last of two that wait for each other. So RENAME has to come
// first, and the statement asks in a moment of each second. It is no DO, which would go on after
// the error. In MySQL the statement waits, and RENAME can come last: the server never ends DDL then.
func (l mysqlLocks) holding() (statement, state string) {
	const seconds = 3 * lockWait
	if l.store.maria {
		return fmt.Sprintf("WITH RECURSIVE s AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM s WHERE i < %d) SELECT i FROM s WHERE SLEEP(1) = 0 AND GET_LOCK(%s, 0.00001) AND RELEASE_LOCK(%[2]s) LIMIT 1", seconds, mysqlRunner), "User sleep"
	}
	return "DO " + strings.Repeat(fmt.Sprintf("GET_LOCK(%s, 1) AND RELEASE_LOCK(%[1]s) OR ", mysqlRunner), seconds) + "FALSE", "User lock"
}

// wake ends what hold has begun.
func (l mysqlLocks) wake(ctx context.Context, lock *mysqlLock) error {
	if lock.holds == nil {
		return nil
	}
	_, err := l.store.db.ExecContext(ctx, fmt.Sprintf("KILL QUERY %d", lock.id))
	<-lock.holds // an error says that it was killed
	lock.holds = nil
	return err
}

// release gives locks back, or all. They also end with the process, or if the server is silent.
func (l mysqlLocks) release(names ...string) (err error) {
	ctx, stop := context.WithTimeout(context.Background(), mysqlPing)
	defer stop()
	if names == nil {
		names = slices.Collect(maps.Keys(l.conns))
	}
	for _, name := range names {
		lock := l.conns[name]
		if lock == nil {
			continue
		}
		err = errors.Join(err, l.wake(ctx, lock))
		lock.unkeep()
		_, unlock := lock.ExecContext(ctx, "UNLOCK TABLES")
		if unlock != nil { // KILL came after the statement's end, and met this one
			_, unlock = lock.ExecContext(ctx, "UNLOCK TABLES")
		}
		err = errors.Join(err, unlock, lock.Close())
		delete(l.conns, name)
	}
	return err
}

// switchTables renames while the tables are locked, so that no writer comes between: RENAME
// waits for the locks, and release is called while it does. MariaDB cannot rename in a
// session that has a lock. Ctrl-C waits for the end, too.
func (s *store) switchTables(ctx context.Context, rename string, release func() error) error {
	ctx = finishing(ctx)
	id, err := connectionID(ctx, s.conn)
	if err != nil {
		return err
	}
	renamed := make(chan error, 1)
	go func() { renamed <- s.exec(ctx, rename) }()
	var lost error
	for {
		if waits, err := s.waits(ctx, id); err != nil || waits {
			// If a lock was lost before, recheck finds what was written since.
			lost = errors.Join(lost, err, release())
		}
		select {
		case err := <-renamed: // an error, or the locks were lost
			return errors.Join(err, lost)
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// releaser releases a table when RENAME waits for it. If it waits for somebody else, the others stay locked until it
// gives up after lockWait seconds: a writer would come first otherwise, and its row stay in an old table.
func (s *store) releaser(ctx context.Context, locks mysqlLocks) func() error {
	ctx = finishing(ctx)
	return func() error {
		for name := range locks.conns {
			if awaited, err := s.awaited(ctx, name); err != nil || awaited {
				return errors.Join(err, locks.release(name))
			}
		}
		return nil
	}
}

// awaited reports whether RENAME, or another statement that alters a table, waits for it: then a reader waits behind it.
func (s *store) awaited(ctx context.Context, table string) (bool, error) {
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
func (s *store) waits(ctx context.Context, id int64) (bool, error) {
	sessions, err := s.sessions(ctx)
	return strings.Contains(sessions[id].state, "etadata lock"), err
}
