package upstream_test

import (
	"database/sql"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/integration/upstream"
)

var sqlPrograms = map[string]upstream.Program{
	"mysql-std": func(t testing.TB) string {
		db := kit.Must(sql.Open("mysql", stores.MariaDB(t)))(t)
		defer db.Close()
		var got string
		err := db.QueryRow("select ?", std.UUID(id)).Scan(&got)
		return upstream.Outcome(got, err)
	},
}
