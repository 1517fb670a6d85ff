// Package pgxtype tests package pgxtype on PostgreSQL 18 and 15, with the UUID
// types in use and beside the packages that it is compared with. What a cell of the
// matrix measures (../matrix/pgxshapes.go, on the same servers, in every mode) is not
// repeated here.
//
// To add a value that COPY writes, add a row to copies in values_test.go.
package pgxtype
