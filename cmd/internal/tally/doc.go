// Package tally counts the values of one column and says in which form the column stores
// UUIDs, how sure that is and why. It does no I/O.
package tally
