// Package stores gives each test an empty database on a real server.
//
//	func TestMain(m *testing.M) { stores.Main(m) }
//
//	func TestColumn(t *testing.T) {
//		conn, err := pgx.Connect(t.Context(), stores.Postgres(t))
//		...
//	}
//
// # Which server
//
// If the environment names a server, that one is used:
//
//	UUIDKIT_POSTGRES    a postgres:// URL
//	UUIDKIT_POSTGRES15  another, of PostgreSQL 15
//	UUIDKIT_MYSQL       a DSN of MariaDB, as github.com/go-sql-driver/mysql takes it
//	UUIDKIT_MYSQL9      another, of MySQL 9
//	UUIDKIT_MONGO       a mongodb:// URI of a replica set
//	UUIDKIT_REDIS       a redis:// URL
//
// The server must be for tests alone, and the user its administrator: tests create and drop databases
// and keys, whose names begin with uuidkit_, and also users and roles, and set global variables. A test
// that is killed leaves what it has made. Command up starts the servers and writes these lines for a
// shell, so that a run of many test packages shares them.
//
// Otherwise the first test that asks for a kind of server starts one. The tests of the
// process share it, and [Main] stops it. The documentation of package server says what it
// installs, where, and under which licence. The first time it fetches 200 MB; later starts take
// about a second each. Only up -mysql9 starts MySQL 9.
//
// If there is no server, the test is skipped and says why. With CI=true it fails instead,
// unless it asks for MySQL 9. It always fails if a server that the environment names does
// not answer.
//
// To add a kind of server that a test can ask for, add a Kind to server/server.go, and to Usual there if tests start it;
// a file like server/redis_linux.go, which server/start_linux.go calls; a function like [Redis]; and a row of TestSQL
// in stores_test.go, or a test like TestMongo there.
package stores
