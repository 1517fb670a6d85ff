package clusters

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"testing"

	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	gormpostgres "gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

func execPostgres(t *testing.T, s *server.Server, statements ...string) {
	t.Helper()
	conn := kit.Must(pgx.Connect(t.Context(), s.URL()))(t)
	defer conn.Close(context.Background())
	for _, q := range statements {
		if _, err := conn.Exec(t.Context(), q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
}

// anyOf is a URL for several servers, of which pgx takes the first that takes writes.
func anyOf(t *testing.T, list ...*server.Server) string {
	u := kit.Must(url.Parse(list[0].URL()))(t)
	var hosts []string
	for _, s := range list {
		hosts = append(hosts, kit.Must(url.Parse(s.URL()))(t).Host)
	}
	u.Host = strings.Join(hosts, ",")
	return u.String() + "&target_session_attrs=read-write&connect_timeout=2"
}

func ownPostgres(err error) bool {
	var e *pgconn.PgError
	var c *pgconn.ConnectError
	var n interface{ Timeout() bool } // of package net
	return errors.As(err, &e) || errors.As(err, &c) || errors.As(err, &n) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || errors.Is(err, driverBadConn) ||
		strings.Contains(err.Error(), "conn closed") // which is no type of pgx's
}

type postgresItem struct {
	ID google.UUID `gorm:"primaryKey"`
	N  int64
}

func (postgresItem) TableName() string { return "items" }

const insertPostgres = "INSERT INTO items (id, n) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING"

// postgresClients are a pool of pgx, database/sql and GORM. conflict is what follows an INSERT, so that it can be
// sent again.
func postgresClients(t *testing.T, dsn, insert string) []client {
	config := kit.Must(pgxpool.ParseConfig(dsn))(t)
	config.AfterConnect = func(_ context.Context, c *pgx.Conn) error {
		pgxtype.Register[google.UUID](c.TypeMap())
		return nil
	}
	pool := kit.Must(pgxpool.NewWithConfig(t.Context(), config))(t)
	t.Cleanup(pool.Close)
	db := sql.OpenDB(sqlx.NewConnector[sqlx.Text](stdlib.GetConnector(*kit.Must(pgx.ParseConfig(dsn))(t))))
	t.Cleanup(func() { db.Close() })
	g := kit.Must(gorm.Open(gormpostgres.Open(dsn), &gorm.Config{Logger: logger.Discard}))(t)
	kit.Check(t, g.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[google.UUID]())))
	onConflict := g.Clauses(gormConflict)
	return []client{
		{"pgx pool", func(ctx context.Context, id uuid.UUID, n int64) error {
			_, err := pool.Exec(ctx, insert, google.UUID(id), n)
			return inserted(err)
		}, ownPostgres},
		{"database/sql", func(ctx context.Context, id uuid.UUID, n int64) error {
			_, err := db.ExecContext(ctx, insert, id, n)
			return inserted(err)
		}, ownPostgres},
		{"GORM", func(ctx context.Context, id uuid.UUID, n int64) error {
			tx := g
			if insert == insertPostgres {
				tx = onConflict
			}
			return inserted(tx.WithContext(ctx).Create(&postgresItem{google.UUID(id), n}).Error)
		}, ownPostgres},
	}
}

// inserted takes a duplicate key for success: the id is this client's own, so that its insert has been done before.
func inserted(err error) error {
	var e *pgconn.PgError
	if errors.As(err, &e) && e.Code == "23505" {
		return nil
	}
	return err
}

// postgresRows reads the bytes as the server's own function shows them.
func postgresRows(t *testing.T, s *server.Server, table string) func(ctx context.Context) ([]row, error) {
	db := sql.OpenDB(stdlib.GetConnector(*kit.Must(pgx.ParseConfig(s.URL()))(t)))
	t.Cleanup(func() { db.Close() })
	return func(ctx context.Context) ([]row, error) {
		return sqlRows(ctx, db, "SELECT encode(uuid_send(id), 'hex'), n FROM "+table)
	}
}

func restart(ctx context.Context, s *server.Server) error { return s.Restart(ctx) }

// TestPostgresShards has a table whose partitions, by hash, are in two other servers.
func TestPostgresShards(t *testing.T) {
	nodes := network(t, 3, false)
	var list []*server.Server
	for _, n := range nodes {
		s, err := n.Start(t.Context(), server.Postgres, t.Logf)
		list = append(list, ready(t, s, err))
	}
	head := []string{"CREATE EXTENSION postgres_fdw", "CREATE TABLE items (id uuid NOT NULL, n bigint NOT NULL) PARTITION BY HASH (id)"}
	parts := map[string]func(context.Context) ([]row, error){}
	for i, s := range list[1:] {
		execPostgres(t, s, "CREATE TABLE items (id uuid PRIMARY KEY, n bigint NOT NULL)")
		u := kit.Must(url.Parse(s.URL()))(t)
		password, _ := u.User.Password()
		head = append(head,
			fmt.Sprintf("CREATE SERVER s%d FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '%s', port '%s', dbname 'postgres', connect_timeout '2', tcp_user_timeout '4000')", i, u.Hostname(), u.Port()),
			fmt.Sprintf("CREATE USER MAPPING FOR CURRENT_USER SERVER s%d OPTIONS (user '%s', password '%s')", i, u.User.Username(), password),
			fmt.Sprintf("CREATE FOREIGN TABLE items%d PARTITION OF items FOR VALUES WITH (MODULUS 2, REMAINDER %d) SERVER s%d OPTIONS (table_name 'items')", i, i, i))
		parts[fmt.Sprintf("shard %d", i+1)] = postgresRows(t, s, "items")
	}
	execPostgres(t, list[0], head...)
	// A foreign table knows no ON CONFLICT (id): a duplicate key is what a repeated insert meets.
	trial{engine: "PostgreSQL, partitions on 2 servers", clients: postgresClients(t, anyOf(t, list[0]), "INSERT INTO items (id, n) VALUES ($1, $2)"), parts: parts,
		nodes:  map[string]func(context.Context) ([]row, error){"through the coordinator": postgresRows(t, list[0], "items")},
		faults: []fault{killed("a shard", list[1], restart), cutOff("the other shard", nodes[2]), killed("the coordinator", list[0], restart)},
	}.run(t)
}

// TestPostgresStandby has a server and its standby, which has each row before the client has the answer.
// The standby takes over when the server is killed.
func TestPostgresStandby(t *testing.T) {
	nodes := network(t, 2, false)
	s, err := nodes[0].Start(t.Context(), server.Postgres, t.Logf)
	primary := ready(t, s, err)
	execPostgres(t, primary, "CREATE TABLE items (id uuid PRIMARY KEY, n bigint NOT NULL)",
		"CREATE TABLE audited (id uuid PRIMARY KEY)", "INSERT INTO audited VALUES (gen_random_uuid())") // audit leaves out columns without values
	kit.Check(t, primary.Halt())
	u := kit.Must(url.Parse(primary.URL()))(t)
	password, _ := u.User.Password()
	s, err = nodes[1].StartCopy(t.Context(), primary, t.Logf, map[string]string{"standby.signal": "", "postgresql.auto.conf": fmt.Sprintf(
		"primary_conninfo = 'host=%s port=%s user=%s password=%s application_name=standby'\n", u.Hostname(), u.Port(), u.User.Username(), password)})
	standby := ready(t, s, err)
	kit.Check(t, primary.Restart(t.Context()))
	execPostgres(t, primary, "ALTER SYSTEM SET synchronous_standby_names = 'standby'", "SELECT pg_reload_conf()")

	audits(t, primary.URL(), "id", false)
	audits(t, standby.URL(), "id", true)
	migrateEnds(t, refused, "plan", standby.URL(), "items.id", "--to", "text")

	// What a program gets that writes to the standby.
	conn := kit.Must(pgx.Connect(t.Context(), standby.URL()))(t)
	var e *pgconn.PgError
	id := uuid.NewV7()
	kept := id
	pgxtype.Register[uuid.UUID](conn.TypeMap())
	err = conn.QueryRow(t.Context(), "INSERT INTO items (id, n) VALUES ($1, 1) RETURNING id", uuid.NewV7()).Scan(&id)
	if !errors.As(err, &e) || e.Code != "25006" || id != kept {
		t.Errorf("the standby says %v, and the id is %s: want the driver's own error, and the old id", err, id)
	}
	kit.Check(t, conn.Close(t.Context()))

	takesOver := func(ctx context.Context) error {
		primary.Kill()
		db, err := pgx.Connect(ctx, standby.URL())
		if err != nil {
			return err
		}
		_, err = db.Exec(ctx, "SELECT pg_promote()")
		return first(err, db.Close(ctx))
	}
	trial{engine: "PostgreSQL, a standby", clients: postgresClients(t, anyOf(t, primary, standby), insertPostgres),
		nodes:  map[string]func(context.Context) ([]row, error){"the standby": postgresRows(t, standby, "items")},
		faults: []fault{{"the server is killed, and the standby promoted", takesOver, nil, 0, hostAndPort.FindString(primary.URL())}},
	}.run(t)
}

// TestPostgresLogical has a publisher and a subscriber.
func TestPostgresLogical(t *testing.T) {
	nodes := network(t, 2, true)
	var list []*server.Server
	for _, n := range nodes {
		s, err := n.Start(t.Context(), server.Postgres, t.Logf, "-c", "wal_level=logical", "-c", "wal_receiver_timeout=3s", "-c", "wal_sender_timeout=3s", "-c", "wal_retrieve_retry_interval=500ms")
		list = append(list, ready(t, s, err))
		execPostgres(t, s, "CREATE TABLE items (id uuid PRIMARY KEY, n bigint NOT NULL)")
	}
	u := kit.Must(url.Parse(list[0].URL()))(t)
	password, _ := u.User.Password()
	execPostgres(t, list[0], "CREATE PUBLICATION p FOR TABLE items")
	execPostgres(t, list[1], fmt.Sprintf("CREATE SUBSCRIPTION s CONNECTION 'host=%s port=%s user=%s password=%s dbname=postgres' PUBLICATION p", u.Hostname(), u.Port(), u.User.Username(), password))
	faults := []fault{killed("the subscriber", list[1], restart), cutOff("the subscriber", nodes[1]), killed("the publisher", list[0], restart)}
	if *brief {
		faults = faults[:1]
	}
	trial{engine: "PostgreSQL, logical replication", clients: postgresClients(t, anyOf(t, list[0]), insertPostgres), faults: faults,
		nodes: map[string]func(context.Context) ([]row, error){"the publisher": postgresRows(t, list[0], "items"), "the subscriber": postgresRows(t, list[1], "items")},
	}.run(t)
}
