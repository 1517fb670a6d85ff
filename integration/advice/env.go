package advice

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	"modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

// An Env is what a row's function works with: a table or collection users, in which one row has
// the id old in the store's own form. The function writes a row with the id new, and finds both. A
// format has no table: there wrote is what was written.
type Env struct {
	context.Context
	store    *Store
	dsn      string
	new, old google.UUID
	wrote    []byte
	found    []google.UUID
	closers  []func()
}

// A Store is where the ids are.
type Store struct {
	Name string
	open func(testing.TB) (dsn string) // a database of its own
	// DDL makes the table. In row, ? is an id in hexadecimal digits; stored asks for those of the row n.
	ddl, row, stored string
	driver           string
	native           func(google.UUID) string // of a format: the digits of what is written
}

// Stores are those of Row.On.
var Stores = []*Store{
	{Name: "SQLite", driver: "sqlite", open: func(t testing.TB) string { return filepath.Join(t.TempDir(), "db") },
		ddl: "CREATE TABLE users (id BLOB PRIMARY KEY, n INT)", row: "INSERT INTO users VALUES (x'?', 1)",
		stored: "SELECT typeof(id) || ' ' || lower(hex(id)) FROM users WHERE n = 2"},
	{Name: "MariaDB", driver: "mysql", open: stores.MariaDB,
		ddl: "CREATE TABLE users (id BINARY(16) PRIMARY KEY, n INT)", row: "INSERT INTO users VALUES (x'?', 1)",
		stored: "SELECT concat('blob ', lower(hex(id))) FROM users WHERE n = 2"},
	{Name: "MySQL", driver: "mysql", open: stores.MySQL,
		ddl: "CREATE TABLE users (id BINARY(16) PRIMARY KEY, n INT)", row: "INSERT INTO users VALUES (x'?', 1)",
		stored: "SELECT concat('blob ', lower(hex(id))) FROM users WHERE n = 2"},
	{Name: "PostgreSQL", driver: "pgx", open: stores.Postgres,
		ddl: "CREATE TABLE users (id uuid PRIMARY KEY, n int, friends uuid[])", row: "INSERT INTO users VALUES ('?', 1, '{?}')",
		stored: "SELECT 'blob ' || replace(id::text, '-', '') FROM users WHERE n = 2"},
	{Name: "MongoDB", open: func(t testing.TB) string { uri, name := stores.Mongo(t); return uri + "\n" + name }},
	{Name: "JSON", native: func(id google.UUID) string { return hex.EncodeToString([]byte(`"` + id.String() + `"`)) }},
	{Name: "CBOR", native: func(id google.UUID) string { return fmt.Sprintf("d82550%x", id[:]) }},
	{Name: "MessagePack", native: func(id google.UUID) string { return fmt.Sprintf("c410%x", id[:]) }},
	{Name: "bytes", native: func(id google.UUID) string { return fmt.Sprintf("%x", id[:]) }},
}

// Run calls a function in a new database, and returns what is wrong with what it did.
func (s *Store) Run(t testing.TB, f func(*Env)) (wrong error) {
	e := &Env{Context: t.Context(), store: s, new: google.New(), old: google.New()}
	if s.open != nil {
		e.dsn = s.open(t)
	}
	var plain *sql.DB
	if s.driver != "" {
		plain = kit.Must(sql.Open(s.driver, e.dsn))(t)
		defer plain.Close()
		kit.Must(plain.Exec(s.ddl))(t)
		kit.Must(plain.Exec(strings.ReplaceAll(s.row, "?", hex.EncodeToString(e.old[:]))))(t)
	} else if s.open != nil {
		kit.Must(e.client(nil).Collection("users").InsertOne(t.Context(), bson.D{{Key: "_id", Value: bson.Binary{Subtype: 4, Data: e.old[:]}}, {Key: "n", Value: 1}}))(t)
	}
	if err := e.call(f); err != nil {
		return err
	}
	got, want := "", fmt.Sprintf("blob %x", e.new[:])
	switch {
	case plain != nil:
		if err := plain.QueryRow(s.stored).Scan(&got); err != nil {
			return fmt.Errorf("what is stored: %w", err)
		}
	case s.open != nil:
		var doc bson.Raw
		if err := e.client(nil).Collection("users").FindOne(t.Context(), bson.D{{Key: "n", Value: 2}}).Decode(&doc); err != nil {
			return fmt.Errorf("what is stored: %w", err)
		}
		e.close()
		subtype, data, _ := doc.Lookup("_id").BinaryOK()
		got, want = fmt.Sprintf("%d %x", subtype, data), fmt.Sprintf("4 %x", e.new[:])
	default:
		got, want = hex.EncodeToString(e.wrote), s.native(e.new)
	}
	if got != want {
		return fmt.Errorf("stored %s, want %s", got, want)
	}
	ids := []google.UUID{e.old, e.new}
	if s.native != nil {
		ids = ids[1:]
	}
	if !slices.Equal(e.found, ids) {
		return fmt.Errorf("found %v, want %v", e.found, ids)
	}
	return nil
}

// call calls f, and returns the error of a check.
func (e *Env) call(f func(*Env)) (err error) {
	defer e.close()
	defer func() {
		switch x := recover().(type) {
		case nil:
		case failed:
			err = x.error
		default:
			panic(x)
		}
	}()
	f(e)
	return nil
}

type failed struct{ error }

// check ends the function if there is an error.
func check(err error) {
	if err != nil {
		panic(failed{err})
	}
}

// must is v, if there is no error.
func must[T any](v T, err error) T {
	check(err)
	return v
}

func (e *Env) close() {
	for _, f := range e.closers {
		f()
	}
	e.closers = nil
}

// closing returns what is closed after the function.
func closing[C interface{ Close() error }](e *Env, c C) C {
	e.closers = append(e.closers, func() { c.Close() })
	return c
}

// base is the driver's connector.
func (e *Env) base() driver.Connector {
	if e.store.driver == "mysql" {
		return must(mysql.NewConnector(must(mysql.ParseDSN(e.dsn))))
	}
	return must(sqlite.NewConnector(e.dsn))
}

// connect is a connection of pgx.
func (e *Env) connect() *pgx.Conn {
	conn := must(pgx.Connect(e, e.dsn))
	e.closers = append(e.closers, func() { conn.Close(e) })
	return conn
}

// client is the database of MongoDB, with a registry.
func (e *Env) client(reg *bson.Registry) *mongo.Database {
	uri, name, _ := strings.Cut(e.dsn, "\n")
	opts := options.Client().ApplyURI(uri)
	if reg != nil {
		opts.SetRegistry(reg)
	}
	client := must(mongo.Connect(opts))
	e.closers = append(e.closers, func() { client.Disconnect(context.WithoutCancel(e)) })
	return client.Database(name)
}
