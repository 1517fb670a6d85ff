// Package lines measures libraries that ask a value for no more than its text or bytes: a row is
// the line to write.
package lines
