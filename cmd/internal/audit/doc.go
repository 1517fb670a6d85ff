// Package audit finds out how the columns of a database store UUIDs, what is wrong with
// them and what to do about it.
//
// To add a default, a mistake in a column or a pair of columns, add a row to TestDefaults in
// audit_test.go, TestFaults in audit_test.go or TestReferences in audit_test.go. What audit must
// find in real databases is a row of integration/audit/plants_test.go, and a line of Go that it
// prints one of lines.tsv.
package audit
