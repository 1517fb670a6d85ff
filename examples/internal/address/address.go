// Package address explains what is wrong with the address of a database server on a
// command line, and what to write instead.
package address

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"
)

// A Kind is a kind of server. Its flag has the same name.
type Kind string

const (
	Postgres Kind = "postgres"
	MySQL    Kind = "mysql"
	Mongo    Kind = "mongo"
)

// examples are addresses as the flags take them, and forms what these are called.
var (
	kinds    = []Kind{Postgres, MySQL, Mongo}
	examples = map[Kind]string{
		Postgres: "postgres://user:password@host:5432/database",
		MySQL:    "user:password@tcp(host:3306)/database",
		Mongo:    "mongodb://host:27017/database",
	}
	forms = map[Kind]string{Postgres: "URL", MySQL: "DSN", Mongo: "URI"}
)

// Usage is the help of the flag.
func (k Kind) Usage() string {
	server := map[Kind]string{Postgres: "PostgreSQL", MySQL: "MySQL or MariaDB", Mongo: "MongoDB"}[k]
	return fmt.Sprintf("%s `%s`, like %s", server, forms[k], examples[k])
}

// Check returns an error if the address is one of another kind. The error does not
// quote it, because it may hold a password.
func (k Kind) Check(address string) error {
	is := kindOf(address)
	if address == "" || is == "" || is == k {
		return nil
	}
	return fmt.Errorf("-%s: this is an address for -%s; -%s takes a %s like %s", k, is, k, forms[k], examples[k])
}

func kindOf(address string) Kind {
	switch {
	case strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://"):
		return Postgres
	case strings.HasPrefix(address, "mongodb://") || strings.HasPrefix(address, "mongodb+srv://"):
		return Mongo
	case strings.Contains(address, "@tcp(") || strings.Contains(address, "@unix("):
		return MySQL
	}
	return ""
}

// Explain adds to a server's first error what to do about it. The server had this time
// to answer; 0 is no limit.
func (k Kind) Explain(err error, timeout time.Duration) error {
	switch {
	case err == nil:
		return nil
	case refused(err):
		return fmt.Errorf("%s: no server listens there: check host and port, or start one (go -C integration run ./stores/up prints its address): %w", k, err)
	case timeout > 0 && (errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded)):
		return fmt.Errorf("%s: no answer in %v: check host and port, or wait longer, for example -timeout 30s: %w", k, timeout, err)
	}
	return fmt.Errorf("%s: %w (-%s takes a %s like %s)", k, err, k, forms[k], examples[k])
}

// refused reports whether nothing listens at the address. MongoDB's driver says so in
// the text of an error only.
func refused(err error) bool {
	return errors.Is(err, syscall.ECONNREFUSED) || strings.Contains(err.Error(), "connection refused")
}

// Flag adds to an error of package flag what it lacks: that a duration has a unit.
func Flag(err error) error {
	if err != nil && strings.Contains(err.Error(), "parse error") && strings.Contains(err.Error(), "-timeout") {
		return fmt.Errorf("%w: a time has a unit, for example -timeout 5s", err)
	}
	return err
}
