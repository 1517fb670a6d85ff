// Package pgxtest has the tests of package pgxtype that need a PostgreSQL
// server, the real UUID types, or the packages that it is compared with.
package pgxtest
