package config // want package:"Mode:config/a.go:6 Registers:"

import "github.com/jackc/pgx/v5"

func Set(c *pgx.ConnConfig) {
	c.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol
}
