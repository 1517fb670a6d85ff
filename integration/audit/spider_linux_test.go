package audit

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// TestSpider has a table of MariaDB's Spider, whose rows are in another server: here in the same.
func TestSpider(t *testing.T) {
	if !*all {
		t.Skip("only with -all: it installs Spider")
	}
	root := kit.Need(server.InstallDeb(t.Context(), t.Logf, "spider-deb", "mariadb-plugin-spider"))(t)
	s := kit.Need(server.StartDurable(t.Context(), server.MariaDB, t.Logf, "", "--plugin-dir="+filepath.Join(root, "usr/lib/mysql/plugin"), "--plugin-load-add=ha_spider"))(t)
	t.Cleanup(func() { s.Stop() })
	cfg := kit.Must(mysql.ParseDSN(s.URL()))(t)
	d := &database{store: "mariadb", url: mysqlURL("mariadb", cfg), DB: kit.Must(sql.Open("mysql", s.URL()))(t)}
	defer d.Close()
	d.fill(t, "base", 200)
	host, port, _ := strings.Cut(cfg.Addr, ":")
	d.exec(t, fmt.Sprintf(`CREATE TABLE away (n int PRIMARY KEY, id varchar(40)) ENGINE=Spider COMMENT='wrapper "mysql", host "%s", port "%s", user "%s", password "%s", database "%s", table "base"'`,
		host, port, cfg.User, cfg.Passwd, cfg.DBName))
	only, _ := audit(t, d.url, "--table", "base")
	only.sees(t, "base", "id", "text")
	r, _ := audit(t, d.url)
	r.sees(t, "base", "id", "text")
	if !r.notSeen("SPIDER") || r.column("away", "id") != nil {
		t.Errorf("got %v, want the table of Spider in it", r.NotSeen)
	}
}
