package faults

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	_ "github.com/jackc/pgx/v5/stdlib"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	gormmysql "gorm.io/driver/mysql"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/integration/stores/server"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/sqlx"
)

// A row has its id twice, so that a row tells whether it is whole, and says
// which of a writer's it is. There is no unique key: an id could be there twice.
type row struct {
	ID     google.UUID `gorm:"type:binary(16)"`
	Text   string
	Writer int
	N      int
}

// A client is an adapter in a driver's hands, for google's type.
type client struct {
	insert func(ctx context.Context, rows []row) error // in one statement: all of them or none
	find   func(ctx context.Context, id google.UUID, r *row) error
	close  func()
}

// isNone reports whether it is find's error that there is no row.
func isNone(err error) bool {
	return errors.Is(err, pgx.ErrNoRows) || errors.Is(err, sql.ErrNoRows) || errors.Is(err, gorm.ErrRecordNotFound) || errors.Is(err, mongo.ErrNoDocuments)
}

// A store makes clients. via returns the address to dial instead of the server's.
type store struct {
	name     string
	kind     server.Kind
	database func(t testing.TB) (url string) // a new one
	open     func(t *testing.T, url string, via func(server string) string) client
	// Of SQL's: what makes the table, and what reads all rows in the server's order of
	// ids, which the server makes text.
	ddl, query string
}

func directly(server string) string { return server }

const (
	postgresTable = "CREATE TABLE rows (id uuid, text text, writer int, n int)"
	postgresRows  = "SELECT id::text, text, writer, n FROM rows ORDER BY rows.id"
	mysqlTable    = "CREATE TABLE `rows` (id binary(16), text char(36), writer int, n int)"
	mysqlRows     = "SELECT hex(id), text, writer, n FROM `rows` ORDER BY `rows`.id"
)

var allStores = []store{
	{"pgx", server.Postgres, stores.Postgres, openPGX, postgresTable, postgresRows},
	{"connector, MariaDB", server.MariaDB, stores.MariaDB, openConnector, mysqlTable, mysqlRows},
	{"GORM, MariaDB", server.MariaDB, stores.MariaDB, openGORM, mysqlTable, mysqlRows},
	{"MongoDB", server.Mongo, mongoDatabase, openMongo, "", ""}, // whose first document makes the collection
}

// create makes the table without an adapter.
func (s store) create(t *testing.T, url string) {
	if s.ddl != "" {
		kit.Must(s.bare(t, url).Exec(s.ddl))(t)
	}
}

// stored returns what the server has, which is read without an adapter.
func (s store) stored(t *testing.T, url string) (all []row) {
	if s.query == "" {
		return storedInMongo(t, url)
	}
	rows := kit.Must(s.bare(t, url).Query(s.query))(t)
	for rows.Next() {
		var r row
		kit.Check(t, rows.Scan(&r.ID, &r.Text, &r.Writer, &r.N))
		all = append(all, r)
	}
	kit.Check(t, rows.Err())
	return all
}

func (s store) bare(t *testing.T, url string) *sql.DB {
	db := kit.Must(sql.Open(s.kind.Driver, url))(t)
	t.Cleanup(func() { db.Close() })
	return db
}

func openPGX(t *testing.T, url string, via func(string) string) client {
	cfg := kit.Must(pgxpool.ParseConfig(url))(t)
	to := kit.Must(netip.ParseAddrPort(via(fmt.Sprintf("%s:%d", cfg.ConnConfig.Host, cfg.ConnConfig.Port))))(t)
	cfg.ConnConfig.Host, cfg.ConnConfig.Port, cfg.ConnConfig.Fallbacks = to.Addr().String(), to.Port(), nil
	cfg.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		pgxtype.Register[google.UUID](conn.TypeMap())
		return nil
	}
	pool := kit.Must(pgxpool.NewWithConfig(t.Context(), cfg))(t)
	insert := func(ctx context.Context, rows []row) error {
		if len(rows) == 1 {
			r := rows[0]
			_, err := pool.Exec(ctx, "INSERT INTO rows VALUES ($1, $2, $3, $4)", r.ID, r.Text, r.Writer, r.N)
			return err
		}
		_, err := pool.CopyFrom(ctx, pgx.Identifier{"rows"}, []string{"id", "text", "writer", "n"},
			pgx.CopyFromSlice(len(rows), func(i int) ([]any, error) {
				return []any{rows[i].ID, rows[i].Text, rows[i].Writer, rows[i].N}, nil
			}))
		return err
	}
	find := func(ctx context.Context, id google.UUID, r *row) error {
		return pool.QueryRow(ctx, "SELECT id, text, writer, n FROM rows WHERE id = $1", id).Scan(&r.ID, &r.Text, &r.Writer, &r.N)
	}
	return client{insert, find, pool.Close}
}

func mysqlConnector(t *testing.T, dsn string, via func(string) string) driver.Connector {
	cfg := kit.Must(mysql.ParseDSN(dsn))(t)
	cfg.Addr, cfg.Logger = via(cfg.Addr), mysql.Logger(&mysql.NopLogger{})
	return kit.Must(mysql.NewConnector(cfg))(t)
}

func openConnector(t *testing.T, dsn string, via func(string) string) client {
	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](mysqlConnector(t, dsn, via), sqlx.Native[google.UUID]()))
	insert := func(ctx context.Context, rows []row) error {
		query := "INSERT INTO `rows` VALUES " + strings.Repeat("(?, ?, ?, ?), ", len(rows)-1) + "(?, ?, ?, ?)"
		var args []any
		for _, r := range rows {
			args = append(args, r.ID, r.Text, r.Writer, r.N)
		}
		_, err := db.ExecContext(ctx, query, args...)
		return err
	}
	find := func(ctx context.Context, id google.UUID, r *row) error {
		return db.QueryRowContext(ctx, "SELECT id, text, writer, n FROM `rows` WHERE id = ?", id).Scan(&r.ID, &r.Text, &r.Writer, &r.N)
	}
	return client{insert, find, func() { db.Close() }}
}

// openGORM returns GORM on the driver itself, with the plugin.
func openGORM(t *testing.T, dsn string, via func(string) string) client {
	db := sql.OpenDB(mysqlConnector(t, dsn, via))
	dialector := gormmysql.New(gormmysql.Config{Conn: db, SkipInitializeWithVersion: true})
	g := kit.Must(gorm.Open(dialector, &gorm.Config{Logger: logger.Discard, DisableAutomaticPing: true}))(t)
	kit.Check(t, g.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[google.UUID]())))
	insert := func(ctx context.Context, rows []row) error { return g.WithContext(ctx).Create(rows).Error }
	find := func(ctx context.Context, id google.UUID, r *row) error {
		var got row
		err := g.WithContext(ctx).Where("id = ?", id).Take(&got).Error
		if err == nil {
			*r = got // GORM itself leaves what it has read of a row
		}
		return err
	}
	return client{insert, find, func() { db.Close() }}
}

func mongoDatabase(t testing.TB) string {
	uri, database := stores.Mongo(t)
	u := kit.Must(url.Parse(uri))(t)
	u.Path = "/" + database
	return u.String()
}

// mongoRows returns a collection, whose documents have an _id of the driver's, so an id
// could be there twice.
func mongoRows(t *testing.T, uri string, via func(string) string) *mongo.Collection {
	reg := bson.NewRegistry()
	kit.Check(t, bsonx.Register[google.UUID](reg))
	opts := options.Client().ApplyURI(uri).SetRegistry(reg).SetDirect(true).SetServerSelectionTimeout(2 * time.Second)
	opts.SetHosts([]string{via(opts.Hosts[0])})
	database := cmp.Or(strings.Trim(kit.Must(url.Parse(uri))(t).Path, "/"), "faults")
	return kit.Must(mongo.Connect(opts))(t).Database(database).Collection("rows")
}

func openMongo(t *testing.T, uri string, via func(string) string) client {
	coll := mongoRows(t, uri, via)
	insert := func(ctx context.Context, rows []row) error {
		_, err := coll.InsertMany(ctx, rows)
		return err
	}
	find := func(ctx context.Context, id google.UUID, r *row) error {
		return coll.FindOne(ctx, bson.D{{Key: "id", Value: id}}).Decode(r)
	}
	return client{insert, find, func() { coll.Database().Client().Disconnect(context.Background()) }}
}

func storedInMongo(t *testing.T, uri string) (rows []row) {
	coll := mongoRows(t, uri, directly)
	defer coll.Database().Client().Disconnect(context.Background())
	// $toString makes text of subtype 4 alone.
	cur := kit.Must(coll.Aggregate(t.Context(), mongo.Pipeline{
		{{Key: "$sort", Value: bson.D{{Key: "id", Value: 1}}}},
		{{Key: "$set", Value: bson.D{{Key: "id", Value: bson.D{{Key: "$toString", Value: "$id"}}}}}},
	}))(t)
	var docs []struct {
		ID, Text  string
		Writer, N int
	}
	kit.Check(t, cur.All(t.Context(), &docs))
	for _, d := range docs {
		rows = append(rows, row{google.MustParse(d.ID), d.Text, d.Writer, d.N})
	}
	return rows
}
