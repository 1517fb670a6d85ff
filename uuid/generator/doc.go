/*
Package generator makes UUIDs by rules of your choice: your own clock, source of
random bits, node and order.

Most programs do not need it: uuid.NewV7, uuid.NewV4 and their kin work without any
configuration. Use a [Generator] if tests need a clock that stands, if the nodes of
a cluster share a version 1 node, or if RFC 9562's section 6.2 must be followed in
another way than uuid.NewV7 does.

	var ids = generator.Generator{
		Method:  generator.Method1,  // a counter within the millisecond
		Overrun: generator.Fail,     // an error, not a pause, if it is full
	}

	id, err := ids.NewV7(ctx)
	err = ids.FillV7(ctx, batch)     // a batch, in order

A program should have one Generator, made at its start: two of them, or one and the
functions of package uuid, are not in order with each other. UUIDs of versions 4 and
7 are unique nevertheless.

What goes where:

	Clock, Rand                    your own time and random bits; both for tests, too
	Method, CounterBits,           how the version 7 UUIDs of one millisecond
	GuardBits, MaxStep             differ and sort
	Overrun, MaxAhead              what happens when a moment has no room left
	Rollback, MaxBack              what happens when the clock is set back
	Node, Store                    versions 1 and 6: who makes them, and what must
	                               survive a restart

Package uuidtest has a Generator that makes the same UUIDs in every run.
*/
package generator
