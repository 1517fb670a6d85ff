package audit

import (
	"context"
	"database/sql"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

// A database is a new one of a test, as the command and as the tests address it.
type database struct {
	store   string
	url     string // for the command
	dsn     string // for the driver
	*sql.DB        // nil for MongoDB
	mongo   *mongo.Database
}

var stored = []string{"postgres", "mysql", "mariadb", "sqlite", "mongo"}

// newDatabase returns an empty one, which is dropped when the test ends.
func newDatabase(t testing.TB, store string) *database {
	t.Helper()
	d := &database{store: store}
	driver, dsn := "mysql", ""
	switch store {
	case "postgres":
		driver, dsn = "pgx", stores.Postgres(t)
		d.url = dsn
	case "mysql", "mariadb":
		dsn = map[string]func(testing.TB) string{"mysql": stores.MySQL, "mariadb": stores.MariaDB}[store](t)
		cfg := kit.Must(mysql.ParseDSN(dsn))(t)
		cfg.InterpolateParams = true
		dsn = cfg.FormatDSN()
		d.url = mysqlURL(store, cfg)
	case "sqlite":
		driver, dsn = "sqlite", filepath.Join(t.TempDir(), "audit.db")
		d.url = dsn
		dsn += "?_pragma=synchronous(0)&_pragma=journal_mode(memory)"
	case "mongo":
		uri, name := stores.Mongo(t)
		d.mongo, d.url = connect(t, uri).Database(name), mongoURL(t, uri, name)
		return d
	}
	d.dsn = dsn
	d.DB = kit.Must(sql.Open(driver, dsn))(t)
	d.SetMaxOpenConns(1)
	t.Cleanup(func() { d.Close() })
	return d
}

func connect(t testing.TB, uri string) *mongo.Client {
	client := kit.Must(mongo.Connect(options.Client().ApplyURI(uri)))(t)
	t.Cleanup(func() { client.Disconnect(context.Background()) })
	return client
}

// mysqlURL writes a driver's configuration as a URL.
func mysqlURL(scheme string, cfg *mysql.Config) string {
	u := url.URL{Scheme: scheme, User: url.UserPassword(cfg.User, cfg.Passwd), Host: cfg.Addr, Path: "/" + cfg.DBName}
	if _, _, err := net.SplitHostPort(cfg.Addr); err != nil {
		panic(err)
	}
	return u.String()
}

func mongoURL(t testing.TB, uri, name string) string {
	u := kit.Must(url.Parse(uri))(t)
	u.Path = "/" + name
	return u.String()
}

func (d *database) exec(t testing.TB, query string, args ...any) {
	t.Helper()
	if _, err := d.Exec(query, args...); err != nil {
		t.Fatalf("%v: %.300s", err, query)
	}
}

// build makes the tables of a schema and their rows.
func (d *database) build(t testing.TB, s *schema) {
	t.Helper()
	if d.mongo != nil {
		d.buildMongo(t, s)
		return
	}
	if d.store == "postgres" {
		d.exec(t, `CREATE SCHEMA "Other one"`)
		d.exec(t, `CREATE DOMAIN "Other one".short_text AS text CHECK (length(VALUE) < 100)`)
	}
	for _, of := range s.tables {
		d.buildTable(t, s, of)
	}
	for _, query := range s.statements {
		d.exec(t, query)
	}
	if d.store == "postgres" && s.IntN(2) == 0 { // the statistics are known, or not yet
		d.exec(t, "ANALYZE")
	}
}

func (d *database) buildTable(t testing.TB, s *schema, of *table) {
	t.Helper()
	name := s.quoted(of.name)
	if d.store == "postgres" {
		name = s.quoted(of.schema) + "." + name
	}
	var columns, all []string
	for _, c := range of.columns {
		columns, all = append(columns, s.quoted(c.name)+" "+c.decl), append(all, s.quoted(c.name))
	}
	d.exec(t, "CREATE TABLE "+name+" ("+strings.Join(columns, ", ")+")"+of.options)
	if of.n == 0 {
		return
	}
	var rows []string
	var args []any
	for i := range of.n {
		var marks []string
		for _, c := range of.columns {
			args = append(args, c.values[i])
			mark := "?"
			if d.store == "postgres" {
				mark = fmt.Sprintf("$%d", len(args))
			}
			marks = append(marks, mark)
		}
		rows = append(rows, "("+strings.Join(marks, ", ")+")")
	}
	d.exec(t, "INSERT INTO "+name+" ("+strings.Join(all, ", ")+") VALUES "+strings.Join(rows, ", "), args...)
}

func (d *database) buildMongo(t testing.TB, s *schema) {
	t.Helper()
	for _, of := range s.tables {
		if of.n == 0 {
			kit.Check(t, d.mongo.CreateCollection(t.Context(), of.name))
			continue
		}
		docs := make([]any, of.n)
		for i := range docs {
			doc := bson.D{}
			for _, c := range of.columns {
				if v := c.values[i]; v != nil || s.IntN(2) == 0 { // null, or no field
					doc = append(doc, bson.E{Key: c.name, Value: v})
				}
			}
			docs[i] = doc
		}
		if _, err := d.mongo.Collection(of.name).InsertMany(t.Context(), docs); err != nil {
			t.Fatalf("%s: %v", of.name, err)
		}
	}
}

// leaves calls f for each place with planted values.
func (s *schema) leaves(f func(*table, *column, *leaf)) {
	for _, t := range s.tables {
		for _, c := range t.columns {
			for _, l := range c.leaves {
				f(t, c, l)
			}
		}
	}
}

// oneOf reports whether one of the words with | between them is s, or *.
func oneOf(words, s string) bool {
	of := strings.Split(words, "|")
	return slices.Contains(of, s) || slices.Contains(of, "*")
}
