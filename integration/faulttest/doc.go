// Package faulttest has no code but tests: programs write and read UUIDs through
// connections that are cut in the middle of a message, and through a server that
// is killed. What the adapters stand between, the driver and database/sql, then
// drops, retries and opens connections. Of an id that was written with no error
// one row must be there, of any other at most one, and the server must have them
// in the order in which they were made. What is read is what was written, or an
// error.
package faulttest
