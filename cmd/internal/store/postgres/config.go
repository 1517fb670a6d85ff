package postgres

import "github.com/jackc/pgx/v5/pgconn"

// Config returns the driver's configuration for a URL. Package migrate asks it, too, what is wrong with one.
func Config(url string) (*pgconn.Config, error) { return parse(url) }
