/*
Package gen has the algorithms that make UUIDs of versions 1, 4, 6 and 7. A UUID is two
words here, its first and its last 64 bits. Package uuid makes one [Generator] for its
functions, and each generator.Generator of package uuid/generator has one.

To make a UUID, a Generator

 1. converts the clock's time into a tick, a number of 60 bits (time.go);
 2. chooses the tick of the UUID: the clock's, or a later one if that is full or if the
    clock was set back (timeline.go);
 3. adds what makes it different from the other UUIDs of its tick: a clock sequence and
    a node (v1.go, claim.go, store.go), random bits (v6.go), or a counter and random
    bits (v7.go, method.go);
 4. puts all of it into its place, with version and variant (words.go).

Batches go the same way (fill.go), with random bits of their own (random.go). The
configuration and the waiting are in generator.go.

To add a clock, and the ticks that it must give, add a row to TestTicks in v7_test.go.
*/
package gen
