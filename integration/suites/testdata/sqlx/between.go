// Package between puts sqlx's connector between database/sql and the drivers.
package between

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"os"

	"github.com/uuidkit/uuidkit/sqlx"
)

func init() {
	switch os.Getenv("UUIDKIT_BETWEEN") {
	case "uuidkit":
		sql.Between = func(c driver.Connector) driver.Connector { return sqlx.NewConnector[sqlx.Binary](c) }
	case "broken":
		sql.Between = func(c driver.Connector) driver.Connector { return &bare{sqlx.NewConnector[sqlx.Binary](c)} }
	}
}

// A bare hides what a driver's connection can do besides the required methods.
type bare struct{ driver.Connector }

func (b *bare) Connect(ctx context.Context) (driver.Conn, error) {
	c, err := b.Connector.Connect(ctx)
	return struct{ driver.Conn }{c}, err
}
