package server

// A Kind is one of the servers.
type Kind struct {
	Name     string
	Variable string // of the environment, with the address of one that runs already
	Driver   string // of database/sql, if there is one
}

// The servers.
var (
	Postgres   = Kind{"postgres", "UUIDKIT_POSTGRES", "pgx"}
	Postgres15 = Kind{"postgres15", "UUIDKIT_POSTGRES15", "pgx"}
	MariaDB    = Kind{"mariadb", "UUIDKIT_MYSQL", "mysql"}
	MySQL      = Kind{"mysql", "UUIDKIT_MYSQL9", "mysql"}
	Mongo      = Kind{"mongo", "UUIDKIT_MONGO", ""}
	Redis      = Kind{"redis", "UUIDKIT_REDIS", ""}
)

// Usual are the kinds that tests start. MySQL is only started on request.
var Usual = []Kind{Postgres, MariaDB, Mongo, Postgres15, Redis}

// A Logf receives one line for each step that takes time, in the form of fmt.Printf,
// without the line feed. Several goroutines may call it at once.
type Logf func(format string, args ...any)
