package server

import (
	"fmt"
	"time"
)

// Kind is one of the three servers.
type Kind int

// The servers.
const (
	Postgres Kind = iota
	MariaDB
	Mongo
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
	}
	return fmt.Sprintf("Kind(%d)", int(k))
}

// A Logf receives one line for each step that takes time: fmt.Printf's form,
// without the line feed. It may be called by several goroutines at once.
type Logf func(format string, args ...any)

// step reports that what has begun and returns a function that reports its end.
func (logf Logf) step(format string, args ...any) (done func()) {
	what, start := fmt.Sprintf(format, args...), time.Now()
	logf("%s ...", what)
	return func() { logf("%s: %.2f s", what, time.Since(start).Seconds()) }
}
