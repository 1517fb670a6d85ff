/*
Package gen has the algorithms that make UUIDs of versions 1, 4, 6 and 7. It works
on two words, the first and the last 64 bits, and does not know the UUID type:
package uuid makes one of them with a [Generator] of its own, and package
uuid/generator gives one to its users.

A new UUID takes four steps:

	time.go      the clock's time becomes ticks, numbers of 60 bits
	timeline.go  the tick of the next UUID: the clock's, or a later one if that is
	             full or the clock was set back
	v1.go v6.go  what distinguishes the UUIDs of one tick: clock sequence and node,
	v7.go        random bits, or a counter
	words.go     all of it in its place, with version and variant

Besides these,

	generator.go  is the Generator: its configuration, its lock, how it waits
	method.go     are the methods of version 7 as a table
	store.go      is how version 1 gets and keeps its clock sequence
	fill.go       makes batches, random.go the random bits for them
*/
package gen
