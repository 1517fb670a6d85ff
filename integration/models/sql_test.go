package models_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib"
	_ "github.com/lib/pq"
	"modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/sqlx"
)

// A server has a table of users, with columns of a type. It shows what a column %s
// holds, and literal is a UUID in its SQL.
type server struct {
	name, typ, show string
	database        func(testing.TB) (address string)
	literal         func(google.UUID) string
	form            func(google.UUID) string
}

var (
	postgresServers = []server{
		{"PostgreSQL 18", "uuid", "%s::text", stores.Postgres, quoted, canonical},
		{"PostgreSQL 15", "uuid", "%s::text", stores.Postgres15, quoted, canonical},
	}
	mysqlServers = []server{
		{"MariaDB", "binary(16)", "hex(%s)", stores.MariaDB, hexadecimal, digits},
		{"MySQL 9", "binary(16)", "hex(%s)", stores.MySQL, hexadecimal, digits},
	}
	sqliteMemory = server{"SQLite", "blob", "CASE typeof(%[1]s) WHEN 'null' THEN NULL WHEN 'blob' THEN hex(%[1]s) ELSE typeof(%[1]s) END", func(testing.TB) string { return ":memory:" }, hexadecimal, digits}
)

func quoted(id google.UUID) string      { return "'" + id.String() + "'" }
func hexadecimal(id google.UUID) string { return "x'" + digits(id) + "'" }

// sqlUsers are in a table.
type sqlUsers struct {
	server
	exec  func(query string, args ...any) error
	query func(query string, args ...any) (rows, error)
}

// rows are those of database/sql or pgx, which close them after the last one.
type rows interface {
	Next() bool
	Scan(...any) error
	Err() error
}

func (s sqlUsers) create(t testing.TB) sqlUsers {
	kit.Check(t, s.exec(fmt.Sprintf("CREATE TABLE users (id %s PRIMARY KEY, boss %[1]s NULL, team_id %[1]s NULL)", s.typ)))
	return s
}

func (s sqlUsers) add(u User) error {
	return s.exec("INSERT INTO users (id, boss, team_id) VALUES (?, ?, ?)", u.ID, u.Boss, u.TeamID)
}

func (s sqlUsers) get(id google.UUID, u *User) error {
	return s.scan("SELECT id, boss, team_id FROM users WHERE id = ?", []any{id}, &u.ID, &u.Boss, &u.TeamID)
}

// scan reads one row.
func (s sqlUsers) scan(query string, args []any, dst ...any) error {
	rows, err := s.query(query, args...)
	if err != nil {
		return err
	}
	n := 0
	for ; rows.Next(); n++ {
		if err := rows.Scan(dst...); err != nil {
			return err
		}
	}
	if n != 1 {
		return fmt.Errorf("%d rows: %v", n, rows.Err())
	}
	return rows.Err()
}

func (s sqlUsers) ofBoss(boss google.NullUUID) (us []User, err error) {
	rows, err := s.query("SELECT id, boss, team_id FROM users WHERE boss = ?", boss)
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		var u User
		if err := rows.Scan(&u.ID, &u.Boss, &u.TeamID); err != nil {
			return nil, err
		}
		us = append(us, u)
	}
	return us, rows.Err()
}

func (s sqlUsers) setBoss(id google.UUID, boss google.NullUUID) error {
	return s.exec("UPDATE users SET boss = ? WHERE id = ?", boss, id)
}

func (s sqlUsers) stored(id google.UUID) string {
	var columns []string
	for _, c := range []string{"id", "boss", "team_id"} {
		columns = append(columns, "coalesce("+fmt.Sprintf(s.show, c)+", 'null')")
	}
	var a, b, c string
	if err := s.scan(fmt.Sprintf("SELECT %s FROM users WHERE id = %s", strings.Join(columns, ", "), s.literal(id)), nil, &a, &b, &c); err != nil {
		return err.Error()
	}
	return a + " " + b + " " + c
}

// dollars are PostgreSQL's parameters.
func dollars(query string) string {
	for n := 1; strings.Contains(query, "?"); n++ {
		query = strings.Replace(query, "?", fmt.Sprint("$", n), 1)
	}
	return query
}

// in returns the users of a database of database/sql.
func (s server) in(t testing.TB, db *sql.DB) sqlUsers {
	db.SetMaxOpenConns(1) // each connection to :memory: has a memory of its own
	t.Cleanup(func() { db.Close() })
	parameters := func(query string) string { return query }
	if s.typ == "uuid" {
		parameters = dollars
	}
	return sqlUsers{s,
		func(query string, args ...any) error { _, err := db.Exec(parameters(query), args...); return err },
		func(query string, args ...any) (rows, error) { return db.Query(parameters(query), args...) },
	}
}

func sqlPrograms() (ps []program) {
	for _, s := range postgresServers {
		for _, driver := range []string{"pgx", "postgres"} { // pq's name
			ps = append(ps, program{s.name + ", database/sql, " + driver, "", func(t testing.TB) users {
				return s.in(t, kit.Must(sql.Open(driver, s.database(t)))(t)).create(t)
			}, s.form})
		}
	}
	const line = `sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[google.UUID]())`
	connected := func(s server, base func(t testing.TB, address string) driver.Connector) {
		ps = append(ps, program{s.name + ", database/sql", line, func(t testing.TB) users {
			base := base(t, s.database(t))
			db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[google.UUID]()))
			return s.in(t, db).create(t)
		}, s.form})
	}
	for _, s := range mysqlServers {
		connected(s, func(t testing.TB, address string) driver.Connector {
			return kit.Must(mysql.NewConnector(kit.Must(mysql.ParseDSN(address))(t)))(t)
		})
	}
	connected(sqliteMemory, func(t testing.TB, address string) driver.Connector {
		return kit.Must(sqlite.NewConnector(address))(t)
	})
	return ps
}

func pgxPrograms() (ps []program) {
	for _, s := range postgresServers {
		ps = append(ps, program{s.name + ", pgx", `pgxtype.Register[google.UUID](conn.TypeMap())`, func(t testing.TB) users {
			ctx := t.Context()
			conn := kit.Must(pgx.Connect(ctx, s.database(t)))(t)
			t.Cleanup(func() { conn.Close(context.Background()) })
			pgxtype.Register[google.UUID](conn.TypeMap())
			return sqlUsers{s,
				func(query string, args ...any) error { _, err := conn.Exec(ctx, dollars(query), args...); return err },
				func(query string, args ...any) (rows, error) { return conn.Query(ctx, dollars(query), args...) },
			}.create(t)
		}, s.form})
	}
	return ps
}
