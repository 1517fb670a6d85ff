//go:build !go1.27

package sqlx_test

import "github.com/uuidkit/uuidkit/sqlx"

func stdTypes() []sqlx.UUIDType { return nil }
