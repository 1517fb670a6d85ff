// Package ids tests the identifiers of package uuid/ids against the programs that
// make them: 100,000 random values of each, both ways.
package ids
