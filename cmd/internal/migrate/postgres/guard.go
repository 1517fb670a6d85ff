package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
	"github.com/uuidkit/uuidkit/cmd/internal/store/postgres"
)

// guards end a session of ours that has lost its client. Its locks end with it, in less
// than a minute. They stand in the place of the administrator's statement_timeout, which a long
// statement of ours would exceed.
//
//   - Waiting for our next statement in a transaction, it ends after 30 s. So nothing that takes
//     longer may happen here between two statements of a transaction.
//   - A client whose kernel answers no packet is lost after 25 s.
//   - A long statement looks each second whether the client is lost. A proxy that lives on and
//     acknowledges packets can hide that: then the statement goes on to its end, as on Windows.
//   - No statement waits longer for a lock; most wait less.
const guards = `SET idle_in_transaction_session_timeout = '30s'; SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3; SET tcp_user_timeout = '25s';
SET statement_timeout = 0; SET lock_timeout = '10s'`

// postgresSettings are those that a role or a database may have, and with which our statements would
// fail or mean something else. A server may not know all of them. This is a session's second
// statement, and a quick one, since transaction_timeout ends it, too. JSON, such as the journal's, has UTF-8 alone, but a
// database of SQL_ASCII has keys that are not.
const postgresSettings = `SELECT set_config(name, new, false) FROM (VALUES ('transaction_timeout', '0'), ('idle_session_timeout', '0'), ('default_transaction_read_only', 'off'),
	('default_tablespace', ''), ('default_table_access_method', 'heap'), ('session_replication_role', 'origin'), ('quote_all_identifiers', 'off'), ('standard_conforming_strings', 'on'),
	('client_encoding', CASE current_setting('server_encoding') WHEN 'SQL_ASCII' THEN 'SQL_ASCII' ELSE 'UTF8' END)) AS v (name, new) WHERE current_setting(name, true) <> new`

// connectPostgres opens the one connection that does all the work, since its locks end with it.
func connectPostgres(ctx context.Context, url string) (*store, error) {
	if _, err := postgres.Config(url); err != nil { // as uuid audit says it
		return nil, migrate.Errorf(migrate.CodeUsage, "migrate: postgres: %w", err)
	}
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, migrate.Coded(migrate.CodeUsage, err) // pgx hides the password
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "uuid migrate"
	}
	// So this end, too, learns that the other is lost, or has given the session up.
	dialer := net.Dialer{KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 10 * time.Second, Interval: 5 * time.Second, Count: 3}}
	config.DialFunc = dialer.DialContext
	s := &store{db: stdlib.OpenDB(*config)}
	if s.conn, err = s.db.Conn(ctx); err != nil {
		s.db.Close()
		return nil, migrate.Errorf(migrate.CodeConnection, "migrate: %w", err)
	}
	if err = s.identify(ctx); err == nil {
		err = s.exec(ctx, postgresSettings, guards)
	}
	var e *pgconn.PgError
	if errors.As(err, &e) && e.Code == "42501" { // the only one of these settings that not all may change
		err = fmt.Errorf("%w: your role or the database sets session_replication_role, so that triggers do not check foreign keys: ALTER … RESET session_replication_role, or give the command as a superuser", err)
	}
	if err == nil {
		err = s.exec(ctx, "SET client_connection_check_interval = '1s'")
		if errors.As(err, &e) && e.Code == "22023" { // a server on Windows cannot look
			err = nil
		}
	}
	if err != nil {
		s.Close()
		return nil, migrate.Errorf(migrate.CodeConnection, "migrate: %w", err)
	}
	return s, nil
}

// identify learns which process serves the connection. It is the session's first statement, and a
// quick one, since the role's transaction_timeout ends it, too. A pooler such as PgBouncer gives the
// client another process id than the server's: our locks and settings would be in a session that
// the pooler gives to other programs.
func (s *store) identify(ctx context.Context) error {
	return s.conn.Raw(func(c any) error {
		conn := c.(*stdlib.Conn).Conn().PgConn()
		s.host = conn.Conn().RemoteAddr().String()
		results, err := conn.Exec(ctx, "SELECT pg_backend_pid()").ReadAll() // nothing is prepared: a pooler can keep that, too
		if err != nil {
			return err
		}
		if s.pid, err = strconv.Atoi(string(results[0].Rows[0][0])); err == nil && s.pid != int(conn.PID()) {
			err = fmt.Errorf("a pooler is between uuid migrate and the server at %s: it gives the session to other programs, with its locks and settings: connect to PostgreSQL itself", s.host)
		}
		return err
	})
}

// Ping asks on another connection, which the first ping makes.
func (s *store) Ping(ctx context.Context) error {
	err := s.db.PingContext(ctx)
	if errors.As(err, new(*pgconn.PgError)) {
		return nil // it has no more connections, or shuts down
	}
	return err
}

// Session says which session the work belongs to.
func (s *store) Session() string {
	return fmt.Sprintf("process %d of the PostgreSQL at %s: SELECT pg_terminate_backend(%d)", s.pid, s.host, s.pid)
}

// postgresSession says of a row of pg_stat_activity who it is, and how to end it. A role may not
// see all of other roles' rows. Of the sessions in a database those of autovacuum alone have no user.
const postgresSession = `format('process %s (%s): SELECT pg_terminate_backend(%1$s)', a.pid, concat_ws(', ', CASE WHEN a.usesysid IS NULL THEN '` + autovacuum + `' END, 'user ' || a.usename, 'application ' || nullif(a.application_name, ''),
	'client ' || CASE a.client_port WHEN -1 THEN 'on the server' ELSE host(a.client_addr) || ':' || a.client_port END, a.state || ' for ' || date_trunc('second', clock_timestamp() - a.state_change), 'statement began ' || date_trunc('second', a.query_start)))`

const autovacuum = "autovacuum"

// postgresPrepared says the same of a row of pg_prepared_xacts.
const postgresPrepared = `format('prepared transaction %L of %s, of %s: COMMIT PREPARED %1$L or ROLLBACK PREPARED %1$L', x.gid, x.owner, date_trunc('second', x.prepared))`

// postgresHolds is true for the locks h of a prepared transaction x, which has no process.
const postgresHolds = `h.pid IS NULL AND h.granted AND h.virtualtransaction = (SELECT virtualtransaction FROM pg_locks WHERE pid IS NULL AND granted AND locktype = 'transactionid' AND transactionid = x.transaction)`

// runners says which sessions have the lock of runner.
func (s *store) runners(ctx context.Context) (list []string, err error) {
	return s.texts(ctx, "SELECT "+postgresSession+` FROM pg_locks l JOIN pg_stat_activity a USING (pid)
WHERE l.locktype = 'advisory' AND l.granted AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
	AND l.classid::bigint << 32 | l.objid::bigint = hashtextextended('`+migrate.StateTable+`', 0)`)
}

// blockers asks from time to time, on another connection, for whom our session waits. It returns
// what stops that, and adds the last answer to the error of a statement that has waited too long.
func (s *store) blockers(ctx context.Context) (stop func(error) error) {
	ctx, cancel := context.WithCancel(ctx)
	answer := make(chan []string, 1)
	go func() {
		var last []string
		for n := 0; ; n++ {
			next := time.Second
			if n < 20 { // shorter than the shortest lock_timeout: the wait may begin a little later
				next = 150 * time.Millisecond
			}
			select {
			case <-ctx.Done():
				answer <- last
				return
			case <-time.After(next):
			}
			if list, err := s.blocking(ctx); err == nil && list != nil { // an error only costs the names
				last = list
			}
		}
	}()
	return func(err error) error {
		cancel()
		list := <-answer
		if list != nil && isLockTimeout(err) {
			return &lockedError{err, list}
		}
		return err
	}
}

// lockTimeout is the error of a statement that has waited for lock_timeout. The rest of class 55 stays.
const lockTimeout = "55P03"

func isLockTimeout(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.Code == lockTimeout
}

// A lockedError has those who hold the lock.
type lockedError struct {
	error
	holders []string
}

func (e *lockedError) Error() string {
	return e.error.Error() + "; it waited for " + strings.Join(e.holders, ", and for ")
}

func (e *lockedError) Unwrap() error { return e.error }

// blocking says for whom our session waits now.
func (s *store) blocking(ctx context.Context) (list []string, err error) {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	return sqlkit.List(ctx, conn, sqlkit.Text, `WITH b AS (SELECT DISTINCT unnest(pg_blocking_pids($1)) AS pid)
SELECT `+postgresSession+` FROM b JOIN pg_stat_activity a USING (pid)
UNION ALL SELECT `+postgresPrepared+` FROM pg_prepared_xacts x WHERE 0 IN (SELECT pid FROM b) AND EXISTS (
	SELECT FROM pg_locks w JOIN pg_locks h ON h.locktype = w.locktype AND (h.database, h.relation, h.transactionid) IS NOT DISTINCT FROM (w.database, w.relation, w.transactionid)
	WHERE w.pid = $1 AND NOT w.granted AND `+postgresHolds+`)`, s.pid)
}

// writers says which transactions have written to a table, or have locked rows of it; the oldest
// three.
func (s *store) writers(ctx context.Context, table string) ([]string, error) {
	return s.texts(ctx, `SELECT who FROM (
SELECT DISTINCT a.xact_start AS began, `+postgresSession+` AS who FROM pg_locks l JOIN pg_stat_activity a USING (pid)
	WHERE l.relation = $1::regclass AND l.mode IN ('RowShareLock', 'RowExclusiveLock') AND l.granted AND l.pid <> pg_backend_pid()
UNION ALL SELECT x.prepared, `+postgresPrepared+` FROM pg_prepared_xacts x WHERE EXISTS (SELECT FROM pg_locks h WHERE h.relation = $1::regclass AND `+postgresHolds+`)
) w ORDER BY began LIMIT 3`, table)
}

// commit ends a transaction. If the connection is lost meanwhile, nobody knows how.
func (s *store) commit(ctx context.Context) error {
	err := s.exec(ctx, "COMMIT")
	var e *pgconn.PgError
	if err == nil || errors.As(err, &e) && e.Severity == "ERROR" {
		return err
	}
	return migrate.Errorf(migrate.CodeInterrupted, "migrate: COMMIT: the server did not confirm it, and it may have been done: see uuid migrate status: %w", err)
}
