/*
Package generator makes UUIDs with a clock, random bits, a node or an order of your
choice.

Most programs need only uuid.NewV7 and uuid.NewV4. Use a [Generator]

  - in tests, to set the clock;
  - in a cluster whose machines have numbers: see Node;
  - to choose the monotonicity method (RFC 9562, section 6.2) of version 7;
  - to get an error when the clock goes wrong: the default is to wait, or to make UUIDs
    that are out of order;
  - to keep version 1 UUIDs unique across processes, crashes and restarts: see [FileStore].

Make one Generator when the program starts, and use it everywhere:

	var ids = generator.Generator{
		Method:   generator.Method1, // a counter after the milliseconds
		Rollback: generator.Fail,    // an error if the clock is set back
	}

	id, err := ids.NewV7(ctx)
	err = ids.FillV7(ctx, batch) // a batch, in order

UUIDs of one Generator are not in order with those of another, or with those of the
functions of package uuid.

	Field                                        Sets
	Clock, Rand                                  the time, the random bits
	Method, CounterBits, GuardBits, MaxStep      how version 7 UUIDs of one millisecond
	                                             differ and sort
	Overrun, MaxAhead                            what to do if too many are wanted at once
	Rollback, MaxBack                            what to do if the clock is set back
	Node, Store                                  node and clock sequence of versions 1 and 6

What is unique among processes and machines, the file, and nodes for a cluster:
https://github.com/uuidkit/uuidkit/blob/main/docs/generator.md

Package uuidtest has a Generator that makes the same UUIDs in every run.
*/
package generator

// For contributors: tests run with each method of methods in helpers_test.go.
