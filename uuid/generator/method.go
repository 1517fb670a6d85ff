package generator

import "github.com/uuidkit/uuidkit/internal/gen"

// A Method says how a [Generator]'s version 7 UUIDs of one millisecond differ
// and sort. The numbers are those of RFC 9562, section 6.2. Each method has
// room for some UUIDs, in order, in a tick of the clock as it sees it:
//
//	              tick    UUIDs in a tick      random bits
//	Method3With2  244 ns  2^30 on average      62, then steps of 32
//	Method1       1 ms    2^23 + 1 at least    23, and 50 in each UUID
//	Method2       1 ms    2^30 on average      74, then steps of 32
//	Method3       244 ns  1                    62 in each UUID
//	Method3With1  244 ns  2^11 + 1 at least    11, and 50 in each UUID
//
// CounterBits, GuardBits and MaxStep change these numbers: with a GuardBits of
// 1, for one, the averages become 2^29 at least.
type Method uint8

const (
	// Method3With2 puts 12 bits of the time within the millisecond after the
	// milliseconds. Within a tick the 62 bits after them, random at first, go
	// up by random steps. It is the default.
	Method3With2 = Method(gen.Method3With2)

	// Method1 puts a counter, random at first, after the milliseconds. The bits
	// after it are random for each UUID.
	Method1 = Method(gen.Method1)

	// Method2 fills the millisecond with random bits, of which the last 62 go
	// up by random steps.
	Method2 = Method(gen.Method2)

	// Method3 puts 12 bits of the time within the millisecond after the
	// milliseconds, and 62 random bits after them: a tick has one UUID.
	Method3 = Method(gen.Method3)

	// Method3With1 puts a counter, random at first, between the bits of the
	// time and the random bits of Method3.
	Method3With1 = Method(gen.Method3With1)
)
