package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/uuidkit/uuidkit/integration/bench/results"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// A standby is a PostgreSQL whose rows another one gets, too.
type standby struct {
	postgres
	other *pgx.Conn
	lag   []results.LagID
}

// behind is how many bytes of the log the other server has not replayed.
func (s *standby) behind(ctx context.Context) (n int64, err error) {
	var here, there int64
	err = errors.Join(
		s.conn.QueryRow(ctx, "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn").Scan(&here),
		s.other.QueryRow(ctx, "SELECT pg_last_wal_replay_lsn() - '0/0'::pg_lsn").Scan(&there))
	return max(0, here-there), err
}

func (s *standby) create(ctx context.Context, k kind) error {
	s.lag = append(s.lag, results.LagID{ID: k.name})
	return s.postgres.create(ctx, k)
}

func (s *standby) tenth(ctx context.Context) error {
	n, err := s.behind(ctx)
	last := &s.lag[len(s.lag)-1]
	last.Behind = append(last.Behind, n)
	return errors.Join(err, s.postgres.tenth(ctx))
}

// catchUp waits until the other server has all rows.
func (s *standby) catchUp(ctx context.Context) error {
	for {
		if n, err := s.behind(ctx); n == 0 || err != nil {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func (s *standby) figures(ctx context.Context, _ *results.SingleID) error {
	begin := time.Now()
	if err := s.catchUp(ctx); err != nil {
		return err
	}
	s.lag[len(s.lag)-1].CatchUp = math.Round(time.Since(begin).Seconds()*100) / 100
	log.Printf("the standby of %s: %+v", s.table, s.lag[len(s.lag)-1])
	return nil
}

// standby measures how far a standby of PostgreSQL is behind while rows are inserted as fast as possible.
func (m *measurement) standby(ctx context.Context) (err error) {
	arguments := []string{"-c", "checkpoint_timeout=1d", "-c", "max_wal_size=10GB", "-c", "autovacuum=off", "-c", "wal_keep_size=8GB"}
	primary, err := server.StartDurable(ctx, server.Postgres, log.Printf, "", arguments...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, primary.Stop()) }()
	u, err := url.Parse(primary.URL())
	if err := errors.Join(err, primary.Halt()); err != nil {
		return err
	}
	password, _ := u.User.Password()
	process, err := server.StartCopy(ctx, primary, log.Printf, map[string]string{"standby.signal": "", "postgresql.auto.conf": fmt.Sprintf(
		"primary_conninfo = 'host=%s port=%s user=%s password=%s'\n", u.Hostname(), u.Port(), u.User.Username(), password)}, arguments...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, process.Stop()) }()
	if err := primary.Restart(ctx); err != nil {
		return err
	}
	s := &standby{}
	for to, from := range map[**pgx.Conn]*server.Server{&s.conn: primary, &s.other: process} {
		if *to, err = pgx.Connect(ctx, from.URL()); err != nil {
			return err
		}
		defer (*to).Close(ctx)
	}
	of := results.Single{Engine: "PostgreSQL with a standby"}
	for streams := 0; streams == 0; time.Sleep(20 * time.Millisecond) {
		if err := s.conn.QueryRow(ctx, "SELECT COUNT(*) FROM pg_stat_replication WHERE state = 'streaming'").Scan(&streams); err != nil {
			return err
		}
	}
	err = errors.Join(s.catchUp(ctx), s.conn.QueryRow(ctx, "SELECT current_setting('server_version')").Scan(&of.Version))
	if err == nil {
		err = measure(ctx, s, m.rows, &of)
	}
	m.all.Lag = results.Lag{Version: of.Version, Rows: m.rows, Pool: pool, IDs: s.lag}
	return err
}
