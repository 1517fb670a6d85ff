// Package docs tests that every Go block in the Markdown files of this repository
// compiles.
//
// A block that begins with a package clause is a file. Any other block is the body of
// a function: the test adds the imports that it knows by name, and the variables
// that it knows for that file. The blocks of a page about an example are lines of that
// example.
//
// It also checks the links of all pages, and the paths that a page names: another page with paths
// is a row of mapped in paths_test.go.
package docs
