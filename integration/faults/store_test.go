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
type client interface {
	// insert writes rows in one statement: all of them or none.
	insert(ctx context.Context, rows []row) error
	// find reads the row of an id into r.
	find(ctx context.Context, id google.UUID, r *row) error
	close()
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
	table
}

func directly(server string) string { return server }

var allStores = []store{
	{"pgx", server.Postgres, stores.Postgres, openPGX, postgresTable},
	{"connector, MariaDB", server.MariaDB, stores.MariaDB, openConnector, mysqlTable},
	{"GORM, MariaDB", server.MariaDB, stores.MariaDB, openGORM, mysqlTable},
	{"MongoDB", server.Mongo, mongoDatabase, openMongo, mongoCollection{}},
}

// A table is what the tests make and read without an adapter.
type table interface {
	create(t *testing.T, url string)
	// stored returns all rows in the server's order of ids, which the server has made text.
	stored(t *testing.T, url string) []row
}

type sqlTable struct{ driver, ddl, query string }

var (
	postgresTable = sqlTable{"pgx", "CREATE TABLE rows (id uuid, text text, writer int, n int)",
		"SELECT id::text, text, writer, n FROM rows ORDER BY rows.id"}
	mysqlTable = sqlTable{"mysql", "CREATE TABLE `rows` (id binary(16), text char(36), writer int, n int)",
		"SELECT hex(id), text, writer, n FROM `rows` ORDER BY `rows`.id"}
)

func (s sqlTable) open(t *testing.T, url string) *sql.DB {
	db := kit.Must(sql.Open(s.driver, url))(t)
	t.Cleanup(func() { db.Close() })
	return db
}

func (s sqlTable) create(t *testing.T, url string) { kit.Must(s.open(t, url).Exec(s.ddl))(t) }

func (s sqlTable) stored(t *testing.T, url string) (all []row) {
	rows := kit.Must(s.open(t, url).Query(s.query))(t)
	for rows.Next() {
		var r row
		kit.Check(t, rows.Scan(&r.ID, &r.Text, &r.Writer, &r.N))
		all = append(all, r)
	}
	kit.Check(t, rows.Err())
	return all
}

type pgxClient struct{ pool *pgxpool.Pool }

func openPGX(t *testing.T, url string, via func(string) string) client {
	cfg := kit.Must(pgxpool.ParseConfig(url))(t)
	to := kit.Must(netip.ParseAddrPort(via(fmt.Sprintf("%s:%d", cfg.ConnConfig.Host, cfg.ConnConfig.Port))))(t)
	cfg.ConnConfig.Host, cfg.ConnConfig.Port, cfg.ConnConfig.Fallbacks = to.Addr().String(), to.Port(), nil
	cfg.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		pgxtype.Register[google.UUID](conn.TypeMap())
		return nil
	}
	return pgxClient{kit.Must(pgxpool.NewWithConfig(t.Context(), cfg))(t)}
}

func (c pgxClient) insert(ctx context.Context, rows []row) error {
	if len(rows) == 1 {
		r := rows[0]
		_, err := c.pool.Exec(ctx, "INSERT INTO rows VALUES ($1, $2, $3, $4)", r.ID, r.Text, r.Writer, r.N)
		return err
	}
	_, err := c.pool.CopyFrom(ctx, pgx.Identifier{"rows"}, []string{"id", "text", "writer", "n"},
		pgx.CopyFromSlice(len(rows), func(i int) ([]any, error) {
			return []any{rows[i].ID, rows[i].Text, rows[i].Writer, rows[i].N}, nil
		}))
	return err
}

func (c pgxClient) find(ctx context.Context, id google.UUID, r *row) error {
	return c.pool.QueryRow(ctx, "SELECT id, text, writer, n FROM rows WHERE id = $1", id).Scan(&r.ID, &r.Text, &r.Writer, &r.N)
}

func (c pgxClient) close() { c.pool.Close() }

type sqlClient struct{ db *sql.DB }

func mysqlConnector(t *testing.T, dsn string, via func(string) string) driver.Connector {
	cfg := kit.Must(mysql.ParseDSN(dsn))(t)
	cfg.Addr, cfg.Logger = via(cfg.Addr), mysql.Logger(&mysql.NopLogger{})
	return kit.Must(mysql.NewConnector(cfg))(t)
}

func openConnector(t *testing.T, dsn string, via func(string) string) client {
	return sqlClient{sql.OpenDB(sqlx.NewConnector[sqlx.Binary](mysqlConnector(t, dsn, via), sqlx.Native[google.UUID]()))}
}

func (c sqlClient) insert(ctx context.Context, rows []row) error {
	query := "INSERT INTO `rows` VALUES " + strings.Repeat("(?, ?, ?, ?), ", len(rows)-1) + "(?, ?, ?, ?)"
	var args []any
	for _, r := range rows {
		args = append(args, r.ID, r.Text, r.Writer, r.N)
	}
	_, err := c.db.ExecContext(ctx, query, args...)
	return err
}

func (c sqlClient) find(ctx context.Context, id google.UUID, r *row) error {
	return c.db.QueryRowContext(ctx, "SELECT id, text, writer, n FROM `rows` WHERE id = ?", id).Scan(&r.ID, &r.Text, &r.Writer, &r.N)
}

func (c sqlClient) close() { c.db.Close() }

// A gormClient is GORM on the driver itself, with the plugin.
type gormClient struct {
	sqlClient
	gorm *gorm.DB
}

func openGORM(t *testing.T, dsn string, via func(string) string) client {
	db := sql.OpenDB(mysqlConnector(t, dsn, via))
	dialector := gormmysql.New(gormmysql.Config{Conn: db, SkipInitializeWithVersion: true})
	g := kit.Must(gorm.Open(dialector, &gorm.Config{Logger: logger.Discard, DisableAutomaticPing: true}))(t)
	kit.Check(t, g.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[google.UUID]())))
	return gormClient{sqlClient{db}, g}
}

func (c gormClient) insert(ctx context.Context, rows []row) error {
	return c.gorm.WithContext(ctx).Create(rows).Error
}

func (c gormClient) find(ctx context.Context, id google.UUID, r *row) error {
	var got row
	err := c.gorm.WithContext(ctx).Where("id = ?", id).Take(&got).Error
	if err == nil {
		*r = got // GORM itself leaves what it has read of a row
	}
	return err
}

// A mongoClient's documents have an _id of the driver's, so an id could be there twice.
type mongoClient struct{ coll *mongo.Collection }

func mongoDatabase(t testing.TB) string {
	uri, database := stores.Mongo(t)
	u := kit.Must(url.Parse(uri))(t)
	u.Path = "/" + database
	return u.String()
}

func openMongo(t *testing.T, uri string, via func(string) string) client {
	reg := bson.NewRegistry()
	kit.Check(t, bsonx.Register[google.UUID](reg))
	opts := options.Client().ApplyURI(uri).SetRegistry(reg).SetDirect(true).SetServerSelectionTimeout(2 * time.Second)
	opts.SetHosts([]string{via(opts.Hosts[0])})
	database := cmp.Or(strings.Trim(kit.Must(url.Parse(uri))(t).Path, "/"), "faults")
	return mongoClient{kit.Must(mongo.Connect(opts))(t).Database(database).Collection("rows")}
}

func (c mongoClient) insert(ctx context.Context, rows []row) error {
	_, err := c.coll.InsertMany(ctx, rows)
	return err
}

func (c mongoClient) find(ctx context.Context, id google.UUID, r *row) error {
	return c.coll.FindOne(ctx, bson.D{{Key: "id", Value: id}}).Decode(r)
}

func (c mongoClient) close() { c.coll.Database().Client().Disconnect(context.Background()) }

// A mongoCollection needs no making: the first document does it.
type mongoCollection struct{}

func (mongoCollection) create(*testing.T, string) {}

func (mongoCollection) stored(t *testing.T, uri string) (rows []row) {
	c := openMongo(t, uri, directly).(mongoClient)
	defer c.close()
	// $toString makes text of subtype 4 alone.
	cur := kit.Must(c.coll.Aggregate(t.Context(), mongo.Pipeline{
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
