// Package examples has one program per task, each in a directory of its own:
//
//	gorm       a GORM model, its log and what is stored, and a delete of one
//	           row that takes others too, or not
//	roundtrip  sends a UUID through every store and format, and shows what
//	           they hold; the file of each store is the code to copy
//	connector  keeps the UUIDs of models as 16 bytes, without a change to them
//
// Run them from the root of the repository:
//
//	go -C examples run ./roundtrip
//
// They are a module apart, so that the library does not depend on their drivers.
// What uses a single package of the library is an Example test of that package.
package examples
