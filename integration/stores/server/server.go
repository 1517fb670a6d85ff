package server

import (
	"fmt"
	"time"
)

// Kind is one of the servers.
type Kind int

// The servers.
const (
	Postgres Kind = iota
	MariaDB
	Mongo
	Postgres15
	MySQL
)

// String returns the kind's name in lower case.
func (k Kind) String() string {
	switch k {
	case Postgres:
		return "postgres"
	case MariaDB:
		return "mariadb"
	case Mongo:
		return "mongo"
	case Postgres15:
		return "postgres15"
	case MySQL:
		return "mysql"
	}
	return fmt.Sprintf("Kind(%d)", int(k))
}

// A Logf receives one line for each step that takes time: fmt.Printf's form,
// without the line feed. It may be called by several goroutines at once.
type Logf func(format string, args ...any)

// took reports how long a step took that began at start.
func (logf Logf) took(start time.Time, format string, args ...any) {
	logf("%s in %.2f s", fmt.Sprintf(format, args...), time.Since(start).Seconds())
}
