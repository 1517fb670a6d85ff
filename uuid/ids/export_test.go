package ids

// The generators with the clock as an argument, for the tests. The clock of Late shows
// another time when the generator has its lock.

type Series struct{ series }

func (s *Series) ULID(milli uint64) ULID { return s.Late(milli, milli) }
func (s *Series) Late(milli, locked uint64) (id ULID) {
	s.next(id[:], milli, func() uint64 { return locked })
	return id
}
func (s *Series) PushID(milli uint64) (id PushID) {
	s.next(id[:], milli, func() uint64 { return milli })
	return id
}

// Fill sets all random bits.
func (s *Series) Fill() {
	for i := range s.random {
		s.random[i] = 0xff
	}
}

type Counter struct{ counter }

func (c *Counter) Next(seconds uint32) ObjectID { return c.Late(seconds, seconds) }
func (c *Counter) Late(seconds, locked uint32) (id ObjectID) {
	c.next((*[12]byte)(&id), seconds, func() uint32 { return locked })
	return id
}

// Skip acts as if n ids had been made.
func (c *Counter) Skip(n uint32) { c.made += n; c.count += n }

// GuessAt and GuessBytesAt are Guess and GuessBytes at a time.
var (
	GuessAt      = guessAt
	GuessBytesAt = guessBytesAt
)
