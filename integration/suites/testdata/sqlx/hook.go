package sql

import (
	"database/sql/driver"
	"sync"
)

// Between puts something between a DB and its driver.
var Between func(driver.Connector) driver.Connector

// bases are the connectors that Between has wrapped.
var bases sync.Map

func between(c driver.Connector) driver.Connector {
	if Between == nil {
		return c
	}
	wrapped := Between(c)
	bases.Store(wrapped, c)
	return wrapped
}

func base(c driver.Connector) driver.Connector {
	if b, ok := bases.Load(c); ok {
		return b.(driver.Connector)
	}
	return c
}

// unwrap returns the driver's own connection, as sqlx documents it for Conn.Raw.
func unwrap(c driver.Conn) driver.Conn {
	if w, ok := c.(interface{ Unwrap() driver.Conn }); ok {
		return w.Unwrap()
	}
	return c
}
