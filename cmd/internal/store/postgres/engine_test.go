package postgres_test

import (
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/store/postgres"
)

// What servers answer to version().
func TestEngine(t *testing.T) {
	for version, want := range map[string]string{
		"PostgreSQL 18.4 on x86_64-pc-linux-gnu, compiled by gcc (GCC) 8.5.0, 64-bit":                         "",
		"PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu, compiled by gcc (Debian 12.2.0)":   "",
		"PostgreSQL 15.3 (EnterpriseDB Advanced Server 15.3.0) on x86_64-pc-linux-gnu":                        "",
		"CockroachDB CCL v23.1.11 (x86_64-pc-linux-gnu, built 2023/09/27 01:53:43, go1.19.10)":                "CockroachDB",
		"PostgreSQL 11.2-YB-2.18.3.0-b0 on x86_64-pc-linux-gnu, compiled by clang version 15.0.3, 64-bit":     "YugabyteDB",
		"PostgreSQL 8.0.2 on i686-pc-linux-gnu, compiled by GCC gcc (GCC) 3.4.2 20041017, Redshift 1.0.54321": "Amazon Redshift",
		"PostgreSQL 12.12 (Greenplum Database 7.0.0 build commit:0a7a3566) on x86_64-pc-linux-gnu":            "Greenplum",
		"PostgreSQL 14.0 (CrateDB 5.5.0 (built 2a5d5a6/2023-10-17T14:07:43Z, Linux 5.15 amd64))":              "CrateDB",
	} {
		if got := postgres.Engine(version); got != want {
			t.Errorf("Engine(%q) = %q, want %q", version, got, want)
		}
	}
}
