// Package dsn reads the argument that names a database. It is the one grammar of
// uuid audit and uuid migrate. To add an address, add a row to TestParse in dsn_test.go.
package dsn

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// Schemes are those that Parse knows, for messages. A path is an SQLite file, too.
const Schemes = "postgres://, mysql://, mariadb://, mongodb://, mongodb+srv:// or sqlite:PATH"

// Help says what Parse reads, for the help of the commands that take a URL.
const Help = `The URL is ` + Schemes + `,
or the path of a SQLite file. A password need not be in the URL: set PGPASSWORD or
MYSQL_PWD, or use PostgreSQL's password file (PGPASSFILE). It is never printed.
To set TLS, add the driver's own parameters to the URL.`

// A Database is a kind of database.
type Database int

// The kinds of databases.
const (
	SQLite Database = iota
	PostgreSQL
	MySQL // and MariaDB
	MongoDB
)

// schemes are those of servers, whose URL goes on with "//".
var schemes = map[string]Database{
	"postgres":    PostgreSQL,
	"postgresql":  PostgreSQL,
	"mysql":       MySQL,
	"mariadb":     MySQL,
	"mongodb":     MongoDB,
	"mongodb+srv": MongoDB,
}

// files are the schemes that stand before the path of an SQLite file.
var files = []string{"sqlite", "sqlite3", "file"}

// Parse returns which database a URL or path names, and what its package opens: the path of
// an SQLite file, or the URL itself with its scheme in lower case. Schemes have any case.
// sqlite:, sqlite3: and file: stand before a path, and parameters behind it are dropped;
// a path alone is taken as it is, and must exist. Errors do not contain what may be a password;
// that of a path without a file is fs.ErrNotExist.
func Parse(url string) (Database, string, error) {
	scheme, rest, found := strings.Cut(url, ":")
	scheme = strings.ToLower(scheme)
	switch {
	case found && slices.Contains(files, scheme):
		return SQLite, File(runtime.GOOS, rest), nil
	case found && strings.HasPrefix(rest, "//"):
		if database, ok := schemes[scheme]; ok {
			return database, scheme + ":" + rest, nil
		}
		return 0, "", fmt.Errorf("%.64q is no scheme of a database: use %s", scheme+"://", Schemes)
	}
	switch _, err := os.Stat(url); {
	case err != nil && !filepath.IsAbs(url) && strings.ContainsAny(url, "@:="):
		// Not printed: it may be a driver's DSN, with a password. A long one gives another error than fs.ErrNotExist,
		// and so does each in a folder that the user may not read.
		return 0, "", missing("the argument is neither a URL nor a file: use " + Schemes + "; for a driver's DSN such as user:password@tcp(host:3306)/database, mysql://user:password@host:3306/database")
	case errors.Is(err, fs.ErrNotExist):
		return 0, "", missing(fmt.Sprintf("%.64q is neither a URL nor a file: use %s", url, Schemes))
	}
	return SQLite, url, nil // what else is wrong with the file, its package says
}

// File returns the path behind sqlite: or file:, for an operating system by its name in Go.
func File(system, rest string) string {
	path, _, _ := strings.Cut(strings.TrimPrefix(rest, "//"), "?")
	if system == "windows" && len(path) > 2 && path[0] == '/' && path[2] == ':' {
		return path[1:]
	}
	return path
}

// ErrMalformed does not have the URL: nobody can tell which part of a malformed one is the password.
var ErrMalformed = errors.New("the URL is malformed: it is SCHEME://USER:PASSWORD@HOST:PORT/DATABASE?NAME=VALUE&NAME=VALUE; in a user, password, database or value write %XX for all but a-z A-Z 0-9 - . _ ~")

// withAt are the parameters whose values may have an @. Before another one it may be the end of a password.
var withAt = []string{"user", "password", "application_name", "appname"}

// Check returns ErrMalformed if a part of a password may stand in the URL of a server where drivers look for something
// else, which their errors show: at a second @, but for MySQL, where the last one counts; at a port that is no number; or
// at an @ behind the first / or ? but in the value of some parameters, with no / after it. All else the driver's own parser judges.
func Check(url string) error {
	scheme, rest, _ := strings.Cut(url, "://")
	rest, query, _ := strings.Cut(rest, "?")
	authority, path, _ := strings.Cut(rest, "/")
	at := strings.IndexByte(authority, '@')
	if schemes[scheme] == MySQL {
		at = strings.LastIndexByte(authority, '@')
	}
	hosts := authority[at+1:]
	if strings.Contains(authority, "#") || strings.Contains(hosts, "@") || strings.Contains(path, "@") {
		return ErrMalformed
	}
	for host := range strings.SplitSeq(hosts, ",") {
		_, port, _ := strings.Cut(host[strings.LastIndexByte(host, ']')+1:], ":")
		if _, err := strconv.ParseUint(port, 10, 16); err != nil && port != "" {
			return ErrMalformed
		}
	}
	if schemes[scheme] == MongoDB { // which has two separators
		query = strings.ReplaceAll(query, ";", "&")
	}
	for p := range strings.SplitSeq(query, "&") {
		name, value, ok := strings.Cut(p, "=")
		_, behind, found := strings.Cut(value, "@")
		if p != "" && !ok || strings.Contains(name, "@") || strings.Contains(behind, "/") || found && !slices.Contains(withAt, strings.ToLower(name)) {
			return ErrMalformed
		}
	}
	return nil
}

// missing says that there is no file.
type missing string

func (m missing) Error() string        { return string(m) }
func (m missing) Is(target error) bool { return target == fs.ErrNotExist }
