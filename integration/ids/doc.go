// Package ids tests the identifiers of package uuid/ids against the programs that
// make them: 100,000 random values of each, both ways if the program takes values. The
// programs are Go libraries, Firebase's SDK and flake-idgen in Node, and PostgreSQL for ShardingID.
//
// To add a library, add a test like TestULID in ids_test.go.
package ids
