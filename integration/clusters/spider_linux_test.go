package clusters

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// TestSpider has a table of MariaDB's Spider, whose partitions are in two other servers.
func TestSpider(t *testing.T) {
	nodes := network(t, 3, false)
	root := kit.Need(server.InstallDeb(t.Context(), t.Logf, "spider-deb", spiderPackage))(t)
	s, err := nodes[0].Start(t.Context(), server.MariaDB, t.Logf, "--plugin-dir="+filepath.Join(root, "usr/lib/mysql/plugin"), "--plugin-load-add=ha_spider")
	head := ready(t, s, err)
	partitions := ""
	parts := map[string]func(context.Context) ([]row, error){}
	var list []*server.Server
	for i, n := range nodes[1:] {
		s, err := n.Start(t.Context(), server.MariaDB, t.Logf)
		list = append(list, ready(t, s, err))
		execMySQL(t, s, createMySQL)
		parts[fmt.Sprintf("shard %d", i+1)] = mysqlRows(t, s)
		cfg := mysqlConfig(t, s)
		execMySQL(t, head, fmt.Sprintf("CREATE SERVER s%d FOREIGN DATA WRAPPER mysql OPTIONS (HOST '%s', PORT 5001, DATABASE '%s', USER '%s', PASSWORD '%s')", i, n.Addr, cfg.DBName, cfg.User, cfg.Passwd))
		partitions += fmt.Sprintf(", PARTITION p%d COMMENT = 'srv \"s%d\"'", i, i)
	}
	execMySQL(t, head, "SET GLOBAL spider_connect_timeout = 2", "SET GLOBAL spider_net_read_timeout = 4", "SET GLOBAL spider_net_write_timeout = 4",
		createMySQL+` ENGINE=Spider COMMENT='wrapper "mysql", table "items"' PARTITION BY KEY (id) (`+partitions[2:]+")")
	trial{engine: "MariaDB Spider, 2 shards", clients: mysqlClients(t, []*server.Server{head}), parts: parts,
		nodes:  map[string]func(context.Context) ([]row, error){"through Spider": mysqlRows(t, head)},
		faults: []fault{killed("a shard", list[0], restart), cutOff("the other shard", nodes[2])},
	}.run(t)
}
