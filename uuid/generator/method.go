package generator

// A Method is how the version 7 UUIDs of one millisecond differ and sort. Methods 1,
// 2 and 3 are those of RFC 9562, section 6.2. A tick is the clock's smallest step for the method:
//
//	              tick    room in a tick       random bits
//	Method3With2  244 ns  2^30 on average      62, then steps of 32 bits
//	Method1       1 ms    at least 2^23 + 1    23, and 50 for each UUID
//	Method2       1 ms    2^30 on average      74, then steps of 32 bits
//	Method3       244 ns  1                    62 for each UUID
//	Method3With1  244 ns  at least 2^11 + 1    11, and 50 for each UUID
//
// When a tick is full, UUIDs get the next ticks, up to MaxAhead. With its default of a
// millisecond Method1 and Method2 get none, and wait. CounterBits, GuardBits
// and MaxStep change the numbers of the table: a GuardBits of 1 makes each average a
// minimum of 2^29.
type Method uint8

// The methods. Method3With2 and Method3With1 combine Method3 with another method inside a
// tick.
const (
	// Method3With2 has 12 bits of time within the millisecond. The 62 bits after
	// them are random for the first UUID of a tick, and go up by random steps. It is
	// the default, and the method of uuid.NewV7.
	Method3With2 Method = iota

	// Method1 has a counter after the milliseconds, which begins at a random number.
	// The bits after the counter are random for each UUID.
	Method1

	// Method2 has 74 random bits, of which the last 62 go up by random steps.
	Method2

	// Method3 has 12 bits of time within the millisecond, and 62 bits that are random
	// for each UUID: a tick has room for one UUID.
	Method3

	// Method3With1 is Method3 with a counter before the random bits, which begins at a
	// random number.
	Method3With1
)
