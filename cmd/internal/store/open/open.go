// Package open opens the database that a URL names.
package open

import (
	"context"

	"github.com/uuidkit/uuidkit/cmd/internal/dsn"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
	"github.com/uuidkit/uuidkit/cmd/internal/store/mongo"
	"github.com/uuidkit/uuidkit/cmd/internal/store/mysql"
	"github.com/uuidkit/uuidkit/cmd/internal/store/postgres"
	"github.com/uuidkit/uuidkit/cmd/internal/store/sqlite"
)

// openers has the function Open of each database's package.
var openers = map[dsn.Database]func(ctx context.Context, url string, o store.Options) (store.Store, error){
	dsn.MongoDB:    mongo.Open,
	dsn.MySQL:      mysql.Open,
	dsn.PostgreSQL: postgres.Open,
	dsn.SQLite:     sqlite.Open,
}

// Store opens the database to be read only. Its errors do not contain url,
// which may have a password.
func Store(ctx context.Context, url string, o store.Options) (store.Store, error) {
	database, address, err := dsn.Parse(url)
	if err != nil {
		return nil, err
	}
	return openers[database](ctx, address, o)
}
