package mysql

import "github.com/go-sql-driver/mysql"

// Config returns the driver's configuration for a URL. Package migrate connects with it, too.
func Config(url string) (*mysql.Config, error) { return parse(url) }
