package generator

import "github.com/uuidkit/uuidkit/internal/gen"

// A Policy says what a [Generator] does when its clock is overrun or set back.
type Policy uint8

// The policies. The zero Policy is the default of each field.
const (
	_      Policy = iota // the default of each field
	Wait                 // wait for the clock until the context ends
	Fail                 // return ErrOverrun or ErrRollback
	Follow               // use the clock's time: the next UUIDs sort before the last
)

// The errors of [Fail], and of [Wait] if the context ends. Test for them with
// [errors.Is].
var (
	ErrOverrun  = gen.ErrOverrun  // more UUIDs than the clock has room for
	ErrRollback = gen.ErrRollback // the clock was set back
)
