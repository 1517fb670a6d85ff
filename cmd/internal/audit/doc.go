// Package audit finds out how the columns of a database store UUIDs, what is wrong with
// them and what to do about it.
package audit
