// Package stores measures clients of DuckDB and Spanner. It is in a module of its own, because
// they are large: DuckDB's has the database for five systems.
//
// To add a client, write a function like duckRows in duckdb_test.go, and call it in TestStores in stores_test.go.
package stores

import (
	"testing"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
)

func TestStores(t *testing.T) { ecosystem.Run(t, append(duckRows(), spannerRows()...)) }
