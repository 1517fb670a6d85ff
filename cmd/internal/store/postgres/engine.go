package postgres

import "strings"

// engines are words in version() of those that only answer as PostgreSQL does.
var engines = [][2]string{
	{"CockroachDB", "CockroachDB"}, {"-YB-", "YugabyteDB"}, {"Yugabyte", "YugabyteDB"}, {"Redshift", "Amazon Redshift"}, {"Greenplum", "Greenplum"},
	{"Cloudberry", "Cloudberry"}, {"CrateDB", "CrateDB"}, {"Materialize", "Materialize"}, {"RisingWave", "RisingWave"}, {"QuestDB", "QuestDB"},
	{"Doltgres", "Doltgres"}, {"openGauss", "openGauss"}, {"GaussDB", "GaussDB"}, {"KingbaseES", "KingbaseES"}, {"Vertica", "Vertica"},
	{"Spanner", "Spanner"}, {"protocol using H2", "H2"}, {"Aurora DSQL", "Aurora DSQL"},
}

// Engine returns the name of a server that only speaks PostgreSQL's protocol, by what version()
// returns; "" is PostgreSQL itself.
func Engine(version string) string {
	for _, e := range engines {
		if strings.Contains(strings.ToLower(version), strings.ToLower(e[0])) {
			return e[1]
		}
	}
	return ""
}
