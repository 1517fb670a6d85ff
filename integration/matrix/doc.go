/*
Package matrix measures what becomes of a UUID in each store and format: once as
users have it today, with the UUID types there are and no help, and once with
uuidkit.

A [Row] is a store, a column or format, and a library. A [Column] is a Go type,
without uuidkit or with it. Where they cross, each [Shape] of value (T, *T, nil,
nullable, []T, any, a lookup, ...) is one [Cell]: what was stored, as the store
itself reports it, and a [Verdict].

To add a store, add a file that returns its rows, and name it in [Rows]; to add a
Go type, add a line to [Types]; to add a shape, add a line to [Shapes]. What a
library makes impossible is said in [Excuses].
*/
package matrix
