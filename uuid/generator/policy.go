package generator

import "github.com/uuidkit/uuidkit/internal/gen"

// A Policy says what a [Generator] does when its clock is overrun or set back.
// The zero value is each field's default.
type Policy uint8

const (
	// Wait waits for the clock, until the context ends.
	Wait = Policy(gen.Wait)

	// Fail returns an error: ErrOverrun or ErrRollback.
	Fail = Policy(gen.Fail)

	// Follow takes the clock's time: the next UUIDs sort before the last.
	Follow = Policy(gen.Follow)
)

// The errors of [Fail], and of [Wait] if the context ends. Test for them with
// [errors.Is].
var (
	ErrOverrun  = gen.ErrOverrun  // more UUIDs than the clock has room for
	ErrRollback = gen.ErrRollback // the clock was set back
)
