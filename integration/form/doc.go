// Package form tests package uuid/form beside the libraries that people use for its texts.
//
// To add a library, add a row to libraries in form_test.go: each must write and read the same
// texts.
package form
