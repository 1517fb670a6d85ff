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
//
// The user must be allowed to create and drop databases; only databases named
// uuidkit_ and 16 hexadecimal digits are touched. Command up starts the servers
// and writes these lines for a shell, so that a run of many test packages shares
// them.
//
// Otherwise the first test that asks for a kind of server starts one, which the
// tests of the process share and [Main] stops. Package server says what is
// installed for that, where, and under which licence: PostgreSQL 18 and 15, MongoDB
// 8.2 and the MariaDB of the machine's Debian or Ubuntu. The first time, 200 MB are
// fetched; later starts take about a second each. MySQL 9, which comes from Debian's
// development suite, is started by up -mysql9 alone.
//
// If no server can be had the test is skipped and says why. Where CI=true it fails
// instead, unless it asks for MySQL 9, and everywhere it fails if a server that the
// environment names does not answer.
package stores
