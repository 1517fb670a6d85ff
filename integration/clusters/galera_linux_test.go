package clusters

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
	google "github.com/google/uuid"
	gormmysql "gorm.io/driver/mysql"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/logger"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// hosts are connections to several servers, of which one is used until it fails.
type hosts[T any] struct {
	list []T
	at   atomic.Int64
}

func (h *hosts[T]) do(f func(T) error) error {
	at := h.at.Load()
	err := f(h.list[at%int64(len(h.list))])
	if err != nil {
		h.at.CompareAndSwap(at, at+1)
	}
	return err
}

// mysqlConfig is for a network that may swallow packets.
func mysqlConfig(t *testing.T, s *server.Server) *mysql.Config {
	cfg := kit.Must(mysql.ParseDSN(s.URL()))(t)
	cfg.Timeout, cfg.ReadTimeout, cfg.WriteTimeout = 2*time.Second, 5*time.Second, 5*time.Second
	cfg.Logger = &mysql.NopLogger{}
	return cfg
}

// insertMySQL does nothing if the id is there: after an error the same statement can be sent again.
const insertMySQL = "INSERT INTO items (id, n) VALUES (?, ?) ON DUPLICATE KEY UPDATE id = id"

func ownMySQL(err error) bool {
	var e *mysql.MySQLError
	var n interface{ Timeout() bool } // of package net
	return errors.As(err, &e) || errors.As(err, &n) || errors.Is(err, mysql.ErrInvalidConn) || errors.Is(err, driverBadConn)
}

// gormConflict does nothing if the id is there. On MySQL and MariaDB GORM ignores the column.
var gormConflict = clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, DoNothing: true}

// A gormItem is a row for GORM.
type gormItem struct {
	ID google.UUID `gorm:"type:binary(16);primaryKey"`
	N  int64
}

func (gormItem) TableName() string { return "items" }

// mysqlClients are the connector and the plugin. Both use the servers one after the other.
func mysqlClients(t *testing.T, list []*server.Server) []client {
	var plain hosts[*sql.DB]
	var orm hosts[*gorm.DB]
	for _, s := range list {
		base := kit.Must(mysql.NewConnector(mysqlConfig(t, s)))(t)
		db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base))
		t.Cleanup(func() { db.Close() })
		plain.list = append(plain.list, db)

		raw := sql.OpenDB(base)
		t.Cleanup(func() { raw.Close() })
		g := kit.Must(gorm.Open(gormmysql.New(gormmysql.Config{Conn: raw}), &gorm.Config{Logger: logger.Discard}))(t)
		kit.Check(t, g.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[google.UUID]())))
		kit.Check(t, gormtype.Check(g, &gormItem{}))
		orm.list = append(orm.list, g)
	}
	return []client{
		{"database/sql with the connector", func(ctx context.Context, id uuid.UUID, n int64) error {
			return plain.do(func(db *sql.DB) error { _, err := db.ExecContext(ctx, insertMySQL, id, n); return err })
		}, ownMySQL},
		{"GORM with the plugin", func(ctx context.Context, id uuid.UUID, n int64) error {
			return orm.do(func(db *gorm.DB) error {
				return db.WithContext(ctx).Clauses(gormConflict).Create(&gormItem{google.UUID(id), n}).Error
			})
		}, ownMySQL},
	}
}

// mysqlRows reads the bytes of a server as its own function shows them.
func mysqlRows(t *testing.T, s *server.Server) func(ctx context.Context) ([]row, error) {
	db := sql.OpenDB(kit.Must(mysql.NewConnector(mysqlConfig(t, s)))(t))
	t.Cleanup(func() { db.Close() })
	return func(ctx context.Context) ([]row, error) { return sqlRows(ctx, db, "SELECT HEX(id), n FROM items") }
}

func sqlRows(ctx context.Context, db *sql.DB, query string) (list []row, err error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var r row
		if err := rows.Scan(&r.id, &r.n); err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, rows.Err()
}

// status waits until a query returns want.
func status(t *testing.T, s *server.Server, query, want string) {
	t.Helper()
	db := sql.OpenDB(kit.Must(mysql.NewConnector(mysqlConfig(t, s)))(t))
	defer db.Close()
	kit.Eventually(t, query+" is "+want, func() bool {
		var got string
		return db.QueryRowContext(t.Context(), query).Scan(&got) == nil && got == want
	})
}

func execMySQL(t *testing.T, s *server.Server, statements ...string) {
	t.Helper()
	db := kit.Must(sql.Open("mysql", s.URL()))(t) // a statement may take longer than those of the clients
	defer db.Close()
	for _, q := range statements {
		if _, err := db.ExecContext(t.Context(), q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
}

const createMySQL = "CREATE TABLE items (id BINARY(16) PRIMARY KEY, n BIGINT NOT NULL)"

// startGalera starts three nodes of MariaDB that are one cluster.
func startGalera(t *testing.T, short bool) ([]*server.Node, []*server.Server) {
	nodes := network(t, 3, short)
	list, err := server.StartGalera(t.Context(), nodes, t.Logf)
	for _, s := range list {
		stops(t, s)
	}
	kit.Need(0, err)(t)
	return nodes, list
}

// TestGalera has clients write through any node.
func TestGalera(t *testing.T) {
	nodes, list := startGalera(t, true)
	whole := func(t *testing.T) {
		for _, s := range list {
			status(t, s, "SELECT GROUP_CONCAT(variable_value ORDER BY variable_name) FROM information_schema.global_status WHERE variable_name IN ('wsrep_cluster_size', 'wsrep_local_state_comment', 'wsrep_ready')", "3,Synced,ON")
		}
	}
	whole(t)
	execMySQL(t, list[0], createMySQL)
	for _, s := range list {
		status(t, s, "SELECT COUNT(*) FROM information_schema.tables WHERE table_name = 'items'", "1")
	}
	warns(t, list[0])
	faults := []fault{
		killed("the node that is written to", list[0], server.RestartGalera),
		cutOff("another node", nodes[1]),
		killed("a third node", list[2], server.RestartGalera),
	}
	if *brief {
		faults = faults[:1]
	}
	read := map[string]func(context.Context) ([]row, error){}
	for i, s := range list {
		read[nodeName(i)] = mysqlRows(t, s)
	}
	trial{engine: "MariaDB Galera, 3 nodes", clients: mysqlClients(t, list), faults: faults, nodes: read, whole: whole}.run(t)
}

// warns sees that uuid audit finds the foreign key on which a cluster of MariaDB 10.11 stalls.
func warns(t *testing.T, s *server.Server) {
	t.Helper()
	execMySQL(t, s, "CREATE TABLE parents (id UUID PRIMARY KEY)", "CREATE TABLE children (n INT PRIMARY KEY, parent UUID, FOREIGN KEY (parent) REFERENCES parents (id))")
	out, _ := exec.Command(kit.Command(t), "audit", "-o", "json", mysqlURL(t, s)).Output() // its status is 1, because of the finding
	var r struct {
		Findings []struct{ Kind, Where, Severity string }
	}
	kit.Check(t, json.Unmarshal(out, &r))
	for _, f := range r.Findings {
		if f.Kind == "galera-stalls" && f.Severity == "warning" && strings.HasSuffix(f.Where, ".children.parent") {
			return
		}
	}
	t.Errorf("uuid audit does not find the foreign key of type uuid: %s", out)
}

// mysqlURL is the address of a server for the command.
func mysqlURL(t *testing.T, s *server.Server) string {
	cfg := mysqlConfig(t, s)
	return (&url.URL{Scheme: "mysql", User: url.UserPassword(cfg.User, cfg.Passwd), Host: cfg.Addr, Path: cfg.DBName}).String()
}

// TestGaleraByHand converts as uuid migrate plan says at a node that it refuses: all nodes have the same then, and
// after the way back. Package migrate has the refusals.
func TestGaleraByHand(t *testing.T) {
	_, list := startGalera(t, false)
	execMySQL(t, list[0], "CREATE TABLE users (id char(36) PRIMARY KEY, n int)",
		"CREATE TABLE orders (n int PRIMARY KEY, user char(36), FOREIGN KEY (user) REFERENCES users (id) ON DELETE CASCADE)",
		"INSERT INTO users SELECT UUID(), seq FROM seq_1_to_25000", "INSERT INTO orders SELECT n, id FROM users")
	out, err := exec.Command(kit.Command(t), "migrate", "plan", mysqlURL(t, list[0]), "users.id", "-o", "json").Output()
	var plan struct {
		Run, Undo []struct{ SQL []string }
		Refusals  []struct{ Manual string }
	}
	if json.NewDecoder(bytes.NewReader(out)).Decode(&plan) != nil || len(plan.Refusals) != 1 {
		t.Fatalf("uuid migrate plan: %v: %s", err, out)
	}
	statements := func(steps []struct{ SQL []string }) []string {
		sql := []string{regexp.MustCompile("SET SESSION .* = [0-9]+").FindString(plan.Refusals[0].Manual)}
		for _, step := range steps {
			sql = append(sql, step.SQL...)
		}
		return slices.DeleteFunc(sql, func(q string) bool { return strings.HasPrefix(q, "LOCK TABLES") })
	}
	image := func(s *server.Server) (list []string) {
		list = queryMySQL(t, s, "SELECT column_name, column_type, table_name FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY 3, 1")
		for table, id := range map[string]string{"users": "id", "orders": "user"} {
			list = append(list, queryMySQL(t, s, fmt.Sprintf("SELECT '%s', COUNT(*), BIT_XOR(CAST(CONV(LEFT(MD5(CONCAT(n, LOWER(IF(LENGTH(%[2]s) = 16, HEX(%[2]s), REPLACE(%[2]s, '-', ''))))), 15), 16, 10) AS UNSIGNED)) FROM %[1]s", table, id))...)
		}
		slices.Sort(list)
		return append(list, queryMySQL(t, s, "SELECT table_name, constraint_name, delete_rule FROM information_schema.referential_constraints WHERE constraint_schema = DATABASE() ORDER BY 1, 2")...)
	}
	same := func(what string, want []string) {
		t.Helper()
		for i, s := range list {
			if got := image(s); !slices.Equal(got, want) {
				t.Fatalf("%s: %s: got %q, want %q", what, nodeName(i), got, want)
			}
		}
	}
	before := image(list[0])
	same("before", before)
	sessionMySQL(t, list[0], statements(plan.Run)...)
	native := image(list[0])
	same("after the SQL of run", native)
	if slices.Equal(native, before) || !strings.Contains(strings.Join(native, "\n"), "binary(16)") {
		t.Fatalf("the SQL of run makes no binary(16): %q", native)
	}
	sessionMySQL(t, list[0], statements(plan.Undo)...)
	same("after that of undo", before)
	t.Logf("between: %q", native)
}

// sessionMySQL executes statements in one session.
func sessionMySQL(t *testing.T, s *server.Server, statements ...string) {
	t.Helper()
	db := kit.Must(sql.Open("mysql", s.URL()))(t)
	defer db.Close()
	conn := kit.Must(db.Conn(t.Context()))(t)
	defer conn.Close()
	for _, q := range statements {
		if _, err := conn.ExecContext(t.Context(), q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
}

// queryMySQL returns rows of three texts, when the server has what the others have written before.
func queryMySQL(t *testing.T, s *server.Server, query string) (list []string) {
	t.Helper()
	db := kit.Must(sql.Open("mysql", s.URL()+"?wsrep_sync_wait=15"))(t)
	defer db.Close()
	rows := kit.Must(db.QueryContext(t.Context(), query))(t)
	defer rows.Close()
	for rows.Next() {
		var a, b, c string
		kit.Check(t, rows.Scan(&a, &b, &c))
		list = append(list, a+"|"+b+"|"+c)
	}
	kit.Check(t, rows.Err())
	return list
}

// TestGroup has three members of MySQL Group Replication, of which one takes writes. The others refuse them,
// and the clients go on to the next.
func TestGroup(t *testing.T) {
	if reason := os.Getenv("UUIDKIT_NO_MYSQL9"); reason != "" {
		t.Skip("no MySQL 9: ", reason)
	}
	for name, single := range map[string]bool{"single primary": true, "several primaries": false} {
		t.Run(name, func(t *testing.T) {
			nodes := network(t, 3, false)
			list, err := server.StartGroupOn(t.Context(), nodes, t.Logf, single, "--performance-schema=ON")
			for _, s := range list {
				stops(t, s)
			}
			kit.Need(0, err)(t)
			online := func(s *server.Server) {
				status(t, s, "SELECT COUNT(*) FROM performance_schema.replication_group_members WHERE member_state = 'ONLINE'", "3")
			}
			online(list[0])
			execMySQL(t, list[0], createMySQL)
			back := func(ctx context.Context, s *server.Server) error {
				if err := s.Restart(ctx); err != nil {
					return err
				}
				db := kit.Must(sql.Open("mysql", s.URL()))(t)
				defer db.Close()
				var e *mysql.MySQLError
				if _, err := db.ExecContext(ctx, "CREATE TABLE early (n INT PRIMARY KEY)"); !errors.As(err, &e) || e.Number != 1290 {
					return fmt.Errorf("a member takes writes before it has joined: %v", err)
				}
				join := fmt.Sprintf("START GROUP_REPLICATION USER='member', PASSWORD='%s'", mysqlConfig(t, s).Passwd)
				var err error
				defer func() {
					if err != nil {
						var log string // its first kilobyte
						t.Log(err, db.QueryRowContext(ctx, `SELECT GROUP_CONCAT(data ORDER BY logged SEPARATOR '\n') FROM performance_schema.error_log
							WHERE logged > NOW() - INTERVAL 20 SECOND`).Scan(&log), log)
					}
				}()
				kit.Eventually(t, "the group takes the member back", func() bool { // not before it has expelled the one that was killed
					_, err = db.ExecContext(ctx, join)
					return err == nil
				})
				online(s)
				return nil
			}
			read := map[string]func(context.Context) ([]row, error){}
			for i, s := range list {
				read[nodeName(i)] = mysqlRows(t, s)
			}
			trial{engine: "MySQL Group Replication, 3 members, " + name, clients: mysqlClients(t, list), nodes: read, faults: []fault{
				killed("the first primary", list[0], back),
				killed("another member", list[1], back),
			}}.run(t)
		})
	}
}
