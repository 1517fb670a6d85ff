// Package between registers a driver once more, with sqlx in between.
package between

import (
	"database/sql"
	"database/sql/driver"
	"os"

	"github.com/uuidkit/uuidkit/sqlx"
)

// Register returns the name of the driver to use instead.
func Register(name string) string {
	switch os.Getenv("UUIDKIT_BETWEEN") {
	case "uuidkit":
		if err := sqlx.RegisterDriver[sqlx.Binary]("between", name); err != nil {
			panic(err)
		}
		return "between"
	case "broken":
		sql.Register("between", bare{})
		return "between"
	}
	return name
}

// A bare is a driver that can only fail.
type bare struct{}

func (bare) Open(string) (driver.Conn, error) { return nil, driver.ErrBadConn }
