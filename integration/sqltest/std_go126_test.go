//go:build !go1.27

package sqltest

import "github.com/uuidkit/uuidkit/sqlx"

func stdTypes() []sqlx.Type { return nil }
