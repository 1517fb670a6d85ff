//go:build tools

package store

// The drivers, which go.mod has before the code that imports them.
import (
	_ "github.com/go-sql-driver/mysql"
	_ "github.com/jackc/pgx/v5"
	_ "go.mongodb.org/mongo-driver/v2/mongo"
	_ "golang.org/x/term"
	_ "modernc.org/sqlite"
)
