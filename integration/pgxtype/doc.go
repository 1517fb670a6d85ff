// Package pgxtype tests package pgxtype on PostgreSQL 18 and 15, with the UUID
// types in use and beside the packages that it is compared with.
package pgxtype
