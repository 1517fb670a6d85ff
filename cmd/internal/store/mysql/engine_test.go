package mysql_test

import (
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/store/mysql"
)

// What servers answer to VERSION() and @@version_comment.
func TestEngine(t *testing.T) {
	for _, tt := range []struct{ version, comment, want string }{
		{"9.7.4", "MySQL Community Server - GPL", ""},
		{"8.0.36-28", "Percona Server (GPL), Release 28, Revision 47601f19", ""},
		{"8.0.35", "Source distribution", ""}, // Amazon's
		{"10.11.19-MariaDB-0+deb12u1", "Debian 12", ""},
		{"5.5.5-10.6.18-MariaDB-log", "MariaDB Server", ""},
		{"8.0.11-TiDB-v8.5.3", "TiDB Server (Apache License 2.0) Community Edition, MySQL 8.0 compatible", "TiDB"},
		{"5.7.25-TiDB-v6.2.0", "", "TiDB"},
		{"8.0.31", "Dolt", "Dolt"},
		{"8.0.31", "Dolt 1.59.2", "Dolt"}, // of DOLT_VERSION()
		{"8.0.30-Vitess", "Version: 21.0.0", "Vitess"},
		{"8.0.11", "(ProxySQL)", "ProxySQL"},
		{"5.7.32", "SingleStoreDB source distribution (compatible; MySQL Enterprise & MySQL Commercial)", "SingleStore"},
		{"5.1.0", "StarRocks version 2.1.2", "StarRocks"},
		{"5.7.99", "Doris version doris-2.1.7", "Apache Doris"},
		{"5.7.25-OceanBase-v4.2.1.0", "OceanBase_CE 4.2.1.0", "OceanBase"},
	} {
		if got := mysql.Engine(tt.version, tt.comment); got != tt.want {
			t.Errorf("Engine(%q, %q) = %q, want %q", tt.version, tt.comment, got, tt.want)
		}
	}
}
