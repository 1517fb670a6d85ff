package example_test

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"syscall"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/google/uuid"

	"github.com/uuidkit/uuidkit/integration/clusters/example"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/sqlx"
)

func TestMain(m *testing.M) { stores.Main(m) }

// open returns a new database of MariaDB, with the table of the page. dial is how to reach it, or nil.
func open(t *testing.T, dial func(ctx context.Context, network, addr string) (net.Conn, error)) *sql.DB {
	t.Helper()
	cfg := kit.Must(mysql.ParseDSN(stores.MariaDB(t)))(t)
	cfg.Logger = &mysql.NopLogger{} // which gets the broken connections
	plain := cfg.Clone()
	cfg.DialFunc = dial
	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](kit.Must(mysql.NewConnector(cfg))(t), sqlx.Native[uuid.UUID]()))
	t.Cleanup(func() { db.Close() })
	setup := sql.OpenDB(kit.Must(mysql.NewConnector(plain))(t))
	defer setup.Close()
	exec(t, setup, "CREATE TABLE orders (id BINARY(16) PRIMARY KEY, total INT NOT NULL, email VARCHAR(50) UNIQUE)",
		"CREATE TABLE tries (n INT NOT NULL) ENGINE=MyISAM", // whose rows an error does not roll back
		"INSERT INTO tries VALUES (0)")
	return db
}

func exec(t *testing.T, db *sql.DB, statements ...string) {
	t.Helper()
	for _, q := range statements {
		if _, err := db.Exec(q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
}

// fails makes the next n inserts fail.
func fails(t *testing.T, db *sql.DB, n int, statement string) {
	t.Helper()
	exec(t, db, "DROP TRIGGER IF EXISTS fails", "UPDATE tries SET n = 0", fmt.Sprintf("CREATE TRIGGER fails BEFORE INSERT ON orders FOR EACH ROW BEGIN "+
		"UPDATE tries SET n = n + 1; IF (SELECT n FROM tries) <= %d THEN %s; END IF; END", n, statement))
}

func count(t *testing.T, db *sql.DB, query string, args ...any) (n int) {
	t.Helper()
	kit.Check(t, db.QueryRow(query, args...).Scan(&n))
	return n
}

// TestInsert has MariaDB return errors, of which another try cures some. A number of 0 is a connection that ends.
func TestInsert(t *testing.T) {
	db := open(t, nil)
	for _, tt := range []struct {
		number, tries int
	}{
		{0, 3}, {1040, 3}, {1047, 3}, {1053, 3}, {1158, 3}, {1159, 3}, {1160, 3}, {1161, 3}, {1180, 3}, {1203, 3}, {1205, 3}, {1213, 3}, {1290, 3}, {1429, 3},
		{1836, 3}, {3101, 3},
		{1044, 1}, {1048, 1}, {1064, 1}, {1146, 1}, {1364, 1}, {1406, 1}, {1452, 1}, {3819, 1},
	} {
		t.Run(fmt.Sprint(tt.number), func(t *testing.T) {
			fault := fmt.Sprintf("SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = %d", tt.number)
			if tt.number == 0 {
				fault = "KILL CONNECTION CONNECTION_ID()"
			}
			fails(t, db, 2, fault)
			id := uuid.New()
			err := example.Insert(t.Context(), db, id, 5)
			var e *mysql.MySQLError
			if permanent := tt.tries == 1; permanent != (errors.As(err, &e) && int(e.Number) == tt.number) || !permanent && err != nil {
				t.Errorf("got error %v", err)
			}
			rows := count(t, db, "SELECT COUNT(*) FROM orders WHERE id = ? AND total = 5", id)
			if tries := count(t, db, "SELECT n FROM tries"); tries != tt.tries || rows != tt.tries/3 {
				t.Errorf("got %d tries and %d rows, want %d tries and %d rows", tries, rows, tt.tries, tt.tries/3)
			}
		})
	}
}

// TestInsertMistake has what a program does wrong: each error comes at once.
func TestInsertMistake(t *testing.T) {
	db := open(t, nil)
	plain := sql.OpenDB(kit.Must(mysql.NewConnector(kit.Must(mysql.ParseDSN(stores.MariaDB(t)))(t)))(t))
	defer plain.Close()
	exec(t, plain, "CREATE TABLE orders (id BINARY(16) PRIMARY KEY, total INT NOT NULL)")
	exec(t, db, "RENAME TABLE orders TO elsewhere")
	for _, tt := range []struct {
		name string
		db   *sql.DB
		want uint16
	}{
		{"no table", db, 1146},
		{"no connector", plain, 1406}, // the text of 36 characters is too long
	} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		err := example.Insert(ctx, tt.db, uuid.New(), 5)
		var e *mysql.MySQLError
		if !errors.As(err, &e) || e.Number != tt.want || ctx.Err() != nil {
			t.Errorf("%s: got error %v, want %d", tt.name, err, tt.want)
		}
		cancel()
	}
}

// TestInsertRefused has no server listen at first.
func TestInsertRefused(t *testing.T) {
	none := kit.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	kit.Check(t, none.Close())
	var d net.Dialer
	dials := 0
	db := open(t, func(ctx context.Context, network, addr string) (net.Conn, error) {
		if dials++; dials <= 2 {
			addr = none.Addr().String()
		}
		return d.DialContext(ctx, network, addr)
	})
	id := uuid.New()
	if err := example.Insert(t.Context(), db, id, 5); err != nil || dials != 3 || count(t, db, "SELECT COUNT(*) FROM orders WHERE id = ?", id) != 1 {
		t.Errorf("got error %v after %d connections, want none after 3, and the row", err, dials)
	}
}

// TestInsertTooMany has a server with too many connections at first: an error of the server, before the first statement.
func TestInsertTooMany(t *testing.T) {
	var d net.Dialer
	dials := 0
	db := open(t, func(ctx context.Context, network, addr string) (net.Conn, error) {
		if dials++; dials > 2 {
			return d.DialContext(ctx, network, addr)
		}
		client, server := net.Pipe()
		message := "\xff" + string(binary.LittleEndian.AppendUint16(nil, 1040)) + "Too many connections"
		go server.Write([]byte(string(rune(len(message))) + "\x00\x00\x00" + message)) // a packet: its length, its number, and an error
		return client, nil
	})
	id := uuid.New()
	if err := example.Insert(t.Context(), db, id, 5); err != nil || dials != 3 || count(t, db, "SELECT COUNT(*) FROM orders WHERE id = ?", id) != 1 {
		t.Errorf("got error %v after %d connections, want none after 3, and the row", err, dials)
	}
}

// TestInsertEnds ends ctx. The error has the last one of the server, which says why the row is not there.
func TestInsertEnds(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	none := kit.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	kit.Check(t, none.Close())
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr = "tcp", none.Addr().String()
	cfg.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
		return new(net.Dialer).DialContext(context.WithoutCancel(ctx), network, addr) // or the last one can end with ctx
	}
	refuses := sql.OpenDB(kit.Must(mysql.NewConnector(cfg))(t))
	defer refuses.Close()
	err := example.Insert(ctx, refuses, uuid.New(), 5)
	if !errors.Is(err, context.DeadlineExceeded) || !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("got error %v, want the end of ctx and the refused connection", err)
	}

	db := open(t, nil)
	fails(t, db, 1000, "SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = 1213")
	ctx, cancel = context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	err = example.Insert(ctx, db, uuid.New(), 5)
	var e *mysql.MySQLError
	if !errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &e) || e.Number != 1213 {
		t.Errorf("got error %v, want the end of ctx and 1213", err)
	}
}
