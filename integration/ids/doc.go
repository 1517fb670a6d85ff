// Package ids tests the identifiers of package uuid/ids against the programs that
// make them: 100,000 random values of each, both ways where the program takes values. That
// are Go libraries; Firebase's SDK and flake-idgen in Node; and PostgreSQL for ShardingID.
package ids
