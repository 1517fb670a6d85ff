// Package example is the Go code of docs/clusters.md. Its tests run that code, and what the page says of a second
// unique index.
//
// To add an error of the server, add a row to TestInsert in insert_test.go; a statement for the second unique index, to
// TestSecondUnique in unique_test.go.
package example
