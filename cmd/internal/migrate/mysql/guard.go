package mysql

import (
	"cmp"
	"context"
	"database/sql"
	sqldriver "database/sql/driver"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	driver "github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// This file is what keeps `uuid migrate` from locking others out, and what says who locks it out.
//
// The server ends each of our sessions when it has heard nothing of us for mysqlSilence seconds,
// and so frees its locks: no network tells it that this process is gone. LOCK TABLES is in sessions
// of its own, which run no long statement and are pinged whatever the other sessions do. The
// session of all other statements is heard of by these, and by idle while it waits.
const (
	mysqlSilence = 20              // seconds
	mysqlPing    = 5 * time.Second // a part of it
	lockWait     = 10              // seconds that a statement waits for the lock of another session
	mysqlRetry   = 40 * time.Second
)

// guards are settings of each session, in the place of the administrator's of these names. The
// others, such as max_statement_time and max_execution_time, stay as they are.
var guards = append([]string{
	fmt.Sprint("SET SESSION wait_timeout = ", mysqlSilence),
	fmt.Sprint("SET SESSION net_read_timeout = ", mysqlSilence),
	fmt.Sprint("SET SESSION net_write_timeout = ", mysqlSilence), // while it sends rows
}, patience...)

// patience is how long a session waits for the locks of others.
var patience = []string{
	fmt.Sprint("SET SESSION lock_wait_timeout = ", lockWait),
	fmt.Sprint("SET SESSION innodb_lock_wait_timeout = ", lockWait),
}

// A mysqlLock is a session for LOCK TABLES.
type mysqlLock struct {
	*sql.Conn
	id     int64
	holds  chan error // of hold's statement; nil if there is none
	unkeep func()     // see keep
}

// lockSession opens a session for LOCK TABLES, which waits only so long as others can wait behind it.
func (s *store) lockSession(ctx context.Context) (*mysqlLock, error) {
	conn, err := s.connect(ctx)
	if err != nil {
		return nil, err
	}
	l := &mysqlLock{Conn: conn}
	if l.id, err = connectionID(ctx, conn); err == nil {
		err = s.impatient(ctx, conn)
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	l.unkeep = keep(ctx, conn)
	return l, nil
}

// keep pings a session until it is lost, or unkeep is called, which waits: a ping that is cancelled would close the session.
func keep(ctx context.Context, conn *sql.Conn) (unkeep func()) {
	unkept, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		ticks := time.NewTicker(mysqlPing)
		defer ticks.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-unkept:
				return
			case <-ticks.C:
				if conn.PingContext(ctx) != nil {
					return
				}
			}
		}
	}()
	return sync.OnceFunc(func() {
		close(unkept)
		<-ended
	})
}

// scan reads one value. keep waits meanwhile: a ping between a query and its row ends the session ("busy buffer").
// TestScan guards it.
func (l *mysqlLock) scan(ctx context.Context, into any, query string) error {
	l.unkeep()
	defer func() { l.unkeep = keep(ctx, l.Conn) }()
	return l.QueryRowContext(ctx, query).Scan(into)
}

// end ends keep and the session.
func (l *mysqlLock) end() {
	l.unkeep()
	l.Close()
}

// beginSnapshot begins a transaction that sees all tables as they are now, and locks none before it reads it.
func (l *mysqlLock) beginSnapshot(ctx context.Context) error {
	for _, q := range beginSnapshot {
		if _, err := l.ExecContext(ctx, q); err != nil {
			return err
		}
	}
	return nil
}

// beginSnapshot are the statements that begin such a transaction.
var beginSnapshot = []string{"SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", "START TRANSACTION WITH CONSISTENT SNAPSHOT"}

// alive returns an error if the lock of what is lost.
func (l *mysqlLock) alive(ctx context.Context, what string) error {
	if err := l.PingContext(ctx); err == nil || ctx.Err() != nil {
		return err
	}
	return migrate.Errorf(migrate.CodeInterrupted, "migrate: the server ended session %d, which kept writers from %s: it was killed, or the server heard nothing from it for %d seconds (this process was suspended, or the network lost packets): nothing is switched; run it again",
		l.id, what, mysqlSilence)
}

// isLost reports whether a session has ended, if nobody has cancelled its statement.
func isLost(err error) bool {
	var e *driver.MySQLError
	return errors.Is(err, sqldriver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, driver.ErrInvalidConn) ||
		errors.As(err, &e) && slices.Contains([]uint16{1927, 3169, 4031}, e.Number) // killed, killed, silent
}

// isLimited reports whether the administrator's limit has ended a statement.
func isLimited(err error) bool {
	var e *driver.MySQLError
	return errors.As(err, &e) && (e.Number == 1969 || e.Number == 3024)
}

// limit is the variable that limits a statement's time.
func (s *store) limit() string {
	if s.maria {
		return "max_statement_time"
	}
	return "max_execution_time"
}

// idle waits while the server hears of the session in which all statements run.
func (s *store) idle(ctx context.Context, d time.Duration) error {
	for end := time.Now().Add(d); ; {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(min(time.Until(end), mysqlPing)):
		}
		if !time.Now().Before(end) {
			return nil
		}
		if err := s.conn.PingContext(ctx); err != nil {
			return err
		}
	}
}

// finishing is ctx for what is to be finished after Ctrl-C, such as a RENAME that waits for a lock.
// It ends if the server is silent.
func finishing(ctx context.Context) context.Context {
	last, cancel := context.WithCancel(context.WithoutCancel(ctx))
	context.AfterFunc(ctx, func() { time.AfterFunc((lockWait+5)*time.Second, cancel) })
	return last
}

// A guardedConnector remembers the ids of its connections, so that no message takes one for another's, and executes
// forConnection on each.
type guardedConnector struct {
	sqldriver.Connector
	mu  sync.Mutex
	ids map[int64]bool
}

// forConnection sets what each connection needs, also one for a single statement, whatever the URL, init_connect or the
// server has set.
var forConnection = []string{
	"SET NAMES utf8mb4 COLLATE utf8mb4_general_ci", // as the driver asks for it: in another one names are bytes that the journal cannot keep
	"SET SESSION autocommit = 1",                   // or a statement that has looked at a table would keep our own RENAME waiting
}

func (c *guardedConnector) Connect(ctx context.Context) (sqldriver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	for _, q := range forConnection {
		if _, err := conn.(sqldriver.ExecerContext).ExecContext(ctx, q, nil); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	rows, err := conn.(sqldriver.QueryerContext).QueryContext(ctx, "SELECT CONNECTION_ID()", nil)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	defer rows.Close()
	value := make([]sqldriver.Value, 1)
	if err := rows.Next(value); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	id, err := strconv.ParseInt(fmt.Sprint(value[0]), 10, 64) // it may be signed or not
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ids[id] = true
	return conn, nil
}

func (c *guardedConnector) has(id int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ids[id]
}

// Ping returns nil if the server answers, if only by an error.
func (s *store) Ping(ctx context.Context) error {
	err := s.db.PingContext(ctx)
	if errors.As(err, new(*driver.MySQLError)) {
		return nil
	}
	return err
}

// Session says which session the work belongs to.
func (s *store) Session() string {
	return fmt.Sprintf("connection %d of the server at %s: KILL %[1]d", s.id, s.host)
}

// A mysqlSession is a line of SHOW PROCESSLIST.
type mysqlSession struct {
	id                                   int64
	user, host, database, command, state string
	seconds                              int64
}

func (m mysqlSession) String() string {
	return fmt.Sprintf("connection %d (%s@%s, %s for %d s): KILL %[1]d", m.id, m.user, m.host, strings.TrimSuffix(m.command+", "+m.state, ", "), m.seconds)
}

// sessions returns those that the user may see. Those of others need the privilege PROCESS.
func (s *store) sessions(ctx context.Context) (map[int64]mysqlSession, error) {
	// information_schema.processlist fails in MySQL if any connection's statement has bytes
	// that are no text.
	rows, err := s.db.QueryContext(ctx, "SHOW PROCESSLIST")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	var m mysqlSession
	var database, state, seconds sql.NullString
	into := make([]any, len(columns))
	for i := range into {
		into[i] = new(sql.RawBytes)
	}
	copy(into, []any{&m.id, &m.user, &m.host, &database, &m.command, &seconds, &state})
	list := map[int64]mysqlSession{}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		m.database, m.state = database.String, state.String
		m.seconds, _ = strconv.ParseInt(seconds.String, 10, 64) // 0 if there is none
		list[m.id] = m
	}
	return list, rows.Err()
}

// holder says which session has the lock of the runner.
func (s *store) holder(ctx context.Context) string {
	var id sql.NullInt64
	if err := s.conn.QueryRowContext(ctx, "SELECT IS_USED_LOCK("+mysqlRunner+")").Scan(&id); err != nil || !id.Valid {
		return "its session, unless it has just ended"
	}
	list, err := s.sessions(ctx)
	if m, ok := list[id.Int64]; ok && err == nil {
		return m.String()
	}
	return fmt.Sprintf("connection %d: KILL %[1]d", id.Int64)
}

// blockers says which sessions and prepared transactions hold locks of the database's tables, as
// far as the server says so and the user may know. It is for messages, and so has no error.
func (s *store) blockers() string {
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
	defer stop()
	sessions, err := s.sessions(ctx)
	if err != nil {
		return "the server does not say whose they are"
	}
	ids, says, running := slices.DeleteFunc(s.lockers(ctx), s.conns.has), "held by ", s.transactions(ctx)
	prepared := slices.Contains(ids, 0) || s.maria && slices.Contains(running, 0) // there it has locks of InnoDB alone
	if len(ids) == 0 {
		says, prepared = "the server does not say which session holds them; in this database there are: ", true
		for _, id := range append(running, slices.Sorted(maps.Keys(sessions))...) {
			if sessions[id].database == s.name && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	var list []string
	for _, id := range ids {
		if m, ok := sessions[id]; ok && !s.conns.has(id) {
			list = append(list, m.String())
		}
	}
	if n := len(list) - 5; n > 0 {
		list = append(list[:5], fmt.Sprint(n, " more"))
	}
	if prepared {
		list = append(list, s.prepared(ctx)...)
	}
	return says + cmp.Or(strings.Join(list, "; "), "no session that this user may see")
}

// lockers returns the sessions that hold locks of the database's tables or of all, the strongest
// first, and 0 for a prepared transaction. It returns none if the server keeps no list.
func (s *store) lockers(ctx context.Context) []int64 {
	return s.ids(ctx, `SELECT COALESCE(t.processlist_id, 0) AS id FROM performance_schema.metadata_locks AS m LEFT JOIN performance_schema.threads AS t ON t.thread_id = m.owner_thread_id
WHERE m.lock_status = 'GRANTED' AND (m.object_type = 'TABLE' AND m.object_schema = DATABASE() OR m.object_type IN ('GLOBAL', 'BACKUP LOCK') AND m.lock_type = 'SHARED')
GROUP BY id ORDER BY MIN(FIELD(m.lock_type, 'SHARED', 'EXCLUSIVE', 'SHARED_NO_READ_WRITE', 'SHARED_NO_WRITE', 'SHARED_WRITE', 'SHARED_READ_ONLY', 'SHARED_READ'))`)
}

// transactions returns the sessions with transactions of InnoDB, the oldest first, and 0 for a prepared one.
func (s *store) transactions(ctx context.Context) []int64 {
	return s.ids(ctx, "SELECT trx_mysql_thread_id FROM information_schema.innodb_trx ORDER BY trx_started")
}

// ids returns what a query selects, or nothing if it fails.
func (s *store) ids(ctx context.Context, query string) (list []int64) {
	rows, err := s.db.QueryContext(ctx, query)
	if err != nil {
		return nil
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if rows.Scan(&id) == nil {
			list = append(list, id)
		}
	}
	return list
}

// prepared says which prepared transactions the server has: no session ends them.
func (s *store) prepared(ctx context.Context) (list []string) {
	rows, err := s.db.QueryContext(ctx, "XA RECOVER")
	if err != nil {
		return nil
	}
	defer rows.Close()
	for rows.Next() {
		var format, global, branch int
		var data []byte
		if rows.Scan(&format, &global, &branch, &data) != nil || len(data) < global+branch {
			continue
		}
		id := fmt.Sprintf("X'%x', X'%x', %d", data[:global], data[global:global+branch], format)
		list = append(list, fmt.Sprintf("the server's prepared transaction %q: XA COMMIT %s or XA ROLLBACK %[2]s", data, id))
	}
	return list
}
