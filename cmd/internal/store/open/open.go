// Package open opens the database that a URL names.
package open

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/store"
	"github.com/uuidkit/uuidkit/cmd/internal/store/mongo"
	"github.com/uuidkit/uuidkit/cmd/internal/store/mysql"
	"github.com/uuidkit/uuidkit/cmd/internal/store/postgres"
	"github.com/uuidkit/uuidkit/cmd/internal/store/sqlite"
)

// Schemes are those that Store opens, for messages. A path is a SQLite file, too.
const Schemes = "postgres://, mysql://, mariadb://, mongodb://, mongodb+srv:// or sqlite:PATH"

// openers has the function Open of each scheme's package.
var openers = map[string]func(ctx context.Context, url string, o store.Options) (store.Store, error){
	"mongodb":     mongo.Open,
	"mongodb+srv": mongo.Open,
	"mariadb":     mysql.Open,
	"mysql":       mysql.Open,
	"postgres":    postgres.Open,
	"postgresql":  postgres.Open,
}

// Store opens the database to be read only. Its errors do not contain url,
// which may have a password.
func Store(ctx context.Context, url string, o store.Options) (store.Store, error) {
	scheme, rest, ok := strings.Cut(url, ":")
	switch scheme = strings.ToLower(scheme); {
	case ok && scheme == "sqlite":
		return sqlite.Open(ctx, strings.TrimPrefix(rest, "//"), o)
	case ok && strings.HasPrefix(rest, "//"):
		if open := openers[scheme]; open != nil {
			return open(ctx, url, o)
		}
		return nil, fmt.Errorf("%.64q is no scheme of a database that can be audited: use %s", scheme+"://", Schemes)
	}
	switch _, err := os.Stat(url); {
	case err == nil:
		return sqlite.Open(ctx, url, o)
	case errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(url, "@:="):
		// Not printed: it may be a driver's DSN, with a password.
		return nil, errors.New("the argument is neither a URL nor a file: use " + Schemes + "; for a driver's DSN such as user:password@tcp(host:3306)/database, mysql://user:password@host:3306/database")
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%.64q is neither a URL nor a file: use %s", url, Schemes)
	default:
		return nil, err
	}
}
