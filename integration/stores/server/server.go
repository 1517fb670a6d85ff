package server

// A Kind is one of the servers.
type Kind string

// The servers.
const (
	Postgres   Kind = "postgres"
	Postgres15 Kind = "postgres15"
	MariaDB    Kind = "mariadb"
	MySQL      Kind = "mysql"
	Mongo      Kind = "mongo"
)

// A Logf receives one line for each step that takes time, in the form of fmt.Printf,
// without the line feed. Several goroutines may call it at once.
type Logf func(format string, args ...any)
