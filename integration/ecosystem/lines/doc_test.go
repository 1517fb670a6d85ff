// Package lines measures libraries that ask a value for no more than its text or bytes: a row is
// the line to write.
//
// To add a library, add a row to rows in lines_test.go.
package lines
