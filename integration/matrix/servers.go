package matrix

import (
	"testing"

	"github.com/uuidkit/uuidkit/integration/stores"
)

// A server is where rows are measured, each column of theirs in a new database.
type server struct {
	store    string // its name in the report
	database func(testing.TB) (address string)
}

// Rows of PostgreSQL are measured in the newest release and in the oldest that is
// tested, and those of MySQL in both servers of that protocol.
var (
	postgresServers = []server{{"PostgreSQL 18", stores.Postgres}, {"PostgreSQL 15", stores.Postgres15}}
	mysqlServers    = []server{{"MariaDB", stores.MariaDB}, {mysql9, stores.MySQL}}
)

// mysql9 runs only on request. Where it does not, the cells of its rows are those
// of the last time.
const mysql9 = "MySQL 9"

// OnRequest reports whether the row's server runs only on request.
func (r Row) OnRequest() bool { return r.Store == mysql9 }
