// Package open opens the database that a URL names, to be migrated. Package migrate is what it opens.
//
// To add a URL that is malformed, add a row to TestMalformed in open_test.go.
package open

import (
	"context"
	"errors"
	"io/fs"

	"github.com/uuidkit/uuidkit/cmd/internal/dsn"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/mongo"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/mysql"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/postgres"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlite"
)

// openers has the function Open of each database's package.
var openers = map[dsn.Database]func(ctx context.Context, url string) (migrate.Store, error){
	dsn.MongoDB:    mongo.Open,
	dsn.MySQL:      mysql.Open,
	dsn.PostgreSQL: postgres.Open,
	dsn.SQLite:     sqlite.Open,
}

// Store connects to the database that a URL names, as package dsn reads it.
func Store(ctx context.Context, url string) (migrate.Store, error) {
	database, address, err := dsn.Parse(url)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, migrate.Errorf(migrate.CodeConnection, "migrate: %w", err)
	case err != nil:
		return nil, migrate.Errorf(migrate.CodeUsage, "migrate: %w", err)
	}
	return openers[database](ctx, address)
}
