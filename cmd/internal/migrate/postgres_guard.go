package migrate

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// What keeps a lost session of ours from stopping the application, and says who holds a lock.

// connectPostgres opens the one connection that does all the work, since its locks end with it.
func connectPostgres(ctx context.Context, url string) (*postgresStore, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, coded(CodeConnection, err) // pgx hides the password
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "uuid migrate"
	}
	s := &postgresStore{db: stdlib.OpenDB(*config)}
	if s.conn, err = s.db.Conn(ctx); err != nil {
		s.db.Close()
		return nil, errorf(CodeConnection, "migrate: %w", err)
	}
	err = s.conn.QueryRowContext(ctx, "SELECT pg_backend_pid()").Scan(&s.pid)
	if err == nil {
		err = s.conn.Raw(func(c any) error {
			s.host = c.(*stdlib.Conn).Conn().PgConn().Conn().RemoteAddr().String()
			return nil
		})
	}
	if err != nil {
		s.Close()
		return nil, errorf(CodeConnection, "migrate: %w", err)
	}
	return s, nil
}

// ping asks on another connection, which the first ping makes.
func (s *postgresStore) ping(ctx context.Context) error {
	err := s.db.PingContext(ctx)
	if errors.As(err, new(*pgconn.PgError)) {
		return nil // it has no more connections, or shuts down
	}
	return err
}

func (s *postgresStore) session() string {
	return fmt.Sprintf("process %d of the PostgreSQL at %s: SELECT pg_terminate_backend(%d)", s.pid, s.host, s.pid)
}
