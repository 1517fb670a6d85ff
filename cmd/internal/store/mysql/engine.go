package mysql

import (
	"context"
	"database/sql/driver"
	"strings"
)

// engines are words in VERSION() or @@version_comment of those that are neither MySQL nor MariaDB,
// and only answer as they do.
var engines = [][2]string{
	{"TiDB", "TiDB"}, {"Dolt", "Dolt"}, {"Vitess", "Vitess"}, {"ProxySQL", "ProxySQL"}, {"MaxScale", "MaxScale"}, {"OceanBase", "OceanBase"},
	{"SingleStore", "SingleStore"}, {"MemSQL", "SingleStore"}, {"StarRocks", "StarRocks"}, {"Doris", "Apache Doris"}, {"ClickHouse", "ClickHouse"},
	{"PolarDB-X", "PolarDB-X"}, {"TDDL", "PolarDB-X"}, {"Xpand", "Xpand"}, {"Clustrix", "Xpand"}, {"ShardingSphere", "ShardingSphere"}, {"Databend", "Databend"},
	{"GreptimeDB", "GreptimeDB"}, {"MyCat", "MyCat"}, {"Dremio", "Dremio"},
}

// Engine returns the name of a server that only speaks MySQL's protocol, or stands between it and
// the client, by what VERSION() and @@version_comment return; "" is MySQL or MariaDB itself.
func Engine(version, comment string) string {
	text := strings.ToLower(version + " " + comment)
	for _, e := range engines {
		if strings.Contains(text, strings.ToLower(e[0])) {
			return e[1]
		}
	}
	return ""
}

// ask returns what a connection answers to a question, and "" if it does not know it.
func ask(ctx context.Context, conn driver.Conn, question string) string {
	q, ok := conn.(driver.QueryerContext)
	if !ok {
		return ""
	}
	rows, err := q.QueryContext(ctx, question, nil)
	if err != nil {
		return ""
	}
	defer rows.Close()
	value := make([]driver.Value, 1)
	if len(rows.Columns()) != 1 || rows.Next(value) != nil {
		return ""
	}
	text, _ := value[0].([]byte)
	return string(text)
}

// engine asks for the version as the command mysql does, which proxies know, and by a function that
// Dolt alone has.
func engine(ctx context.Context, conn driver.Conn) string {
	return Engine(ask(ctx, conn, "SELECT VERSION()"), ask(ctx, conn, "select @@version_comment limit 1")+
		ask(ctx, conn, "SELECT CONCAT('Dolt ', DOLT_VERSION())"))
}
