package matrix

import (
	"database/sql"
	"fmt"
	"net/url"
	"testing"

	"github.com/jackc/pgx/v5"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

// A server is where rows are measured.
type server struct {
	store    string                            // its name in the report
	database func(testing.TB) (address string) // empty at each call
}

// Rows of PostgreSQL are measured in the newest release and in the oldest that is
// tested, and those of MySQL in both servers of that protocol.
var (
	postgresServers = []server{{"PostgreSQL 18", schemas(stores.Postgres)}, {"PostgreSQL 15", schemas(stores.Postgres15)}}
	mysqlServers    = []server{{"MariaDB", stores.MariaDB}, {mysql9, stores.MySQL}}
)

// mysql9 runs only on request. Where it does not, the cells of its rows are those
// of the last time.
const mysql9 = "MySQL 9"

// OnRequest reports whether the row's server runs only on request.
func (r Row) OnRequest() bool { return r.Store == mysql9 }

// schemas returns a function that gives each column of a row a schema of its own in
// the row's database: PostgreSQL copies 300 files to make a database.
func schemas(database func(testing.TB) string) func(testing.TB) string {
	urls, n := map[testing.TB]string{}, 0
	return func(t testing.TB) string {
		if urls[t] == "" {
			urls[t] = database(t)
			t.Cleanup(func() { delete(urls, t) })
		}
		n++
		u := kit.Must(url.Parse(urls[t]))(t)
		conn := kit.Must(pgx.Connect(t.Context(), urls[t]))(t)
		defer conn.Close(t.Context())
		name := fmt.Sprint("s", n)
		kit.Must(conn.Exec(t.Context(), "create schema "+name))(t)
		q := u.Query()
		q.Set("search_path", name)
		u.RawQuery = q.Encode()
		return u.String()
	}
}

// Twin is the store whose rows have the same cells as one that runs on request.
const Twin = "MariaDB"

// A Product is a store, or a part of a library, that has a version of its own.
type Product struct {
	Name    string
	Version func(testing.TB) string // by its own word
	// Rest is set where only [All] measures it.
	Rest bool
	// Pinned is set where this project says which version it is, and not the
	// machine.
	Pinned bool
}

// Products are all that rows are measured in.
func Products() (ps []Product) {
	ask := func(driver, query string, database func(testing.TB) string) func(testing.TB) string {
		return func(t testing.TB) (version string) {
			db := kit.Must(sql.Open(driver, database(t)))(t)
			defer db.Close()
			must(db.QueryRow(query).Scan(&version))
			return version
		}
	}
	for _, s := range postgresServers {
		ps = append(ps, Product{s.store, ask("pgx", "show server_version", s.database), s.store != postgresServers[0].store, true})
	}
	for _, s := range mysqlServers {
		ps = append(ps, Product{s.store, ask("mysql", "select version()", s.database), false, false})
	}
	memory := func(testing.TB) string { return ":memory:" }
	return append(ps, Product{"SQLite in modernc.org/sqlite", ask("sqlite", "select sqlite_version()", memory), false, true},
		Product{"SQLite in github.com/mattn/go-sqlite3", ask("sqlite3", "select sqlite_version()", memory), true, true},
		Product{"MongoDB 8", mongoVersion, false, true},
	)
}

func mongoVersion(t testing.TB) string {
	uri, db := stores.Mongo(t)
	client := kit.Must(mongo.Connect(options.Client().ApplyURI(uri)))(t)
	defer client.Disconnect(t.Context())
	var info struct{ Version string }
	must(client.Database(db).RunCommand(t.Context(), bson.M{"buildInfo": 1}).Decode(&info))
	return info.Version
}
