// Package clickhouse is imported for its driver.
package clickhouse
