package migrate

import (
	"context"
	"errors"
	"io/fs"

	"github.com/uuidkit/uuidkit/cmd/internal/dsn"
)

// openers has the function that opens each database.
var openers = map[dsn.Database]func(ctx context.Context, url string) (Store, error){
	dsn.MongoDB:    openMongo,
	dsn.MySQL:      openMySQL,
	dsn.PostgreSQL: openPostgres,
	dsn.SQLite:     openSQLite,
}

// Open connects to the database that a URL names, as package dsn reads it.
func Open(ctx context.Context, url string) (Store, error) {
	database, address, err := dsn.Parse(url)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errorf(CodeConnection, "migrate: %w", err)
	case err != nil:
		return nil, errorf(CodeUsage, "migrate: %w", err)
	}
	return openers[database](ctx, address)
}
