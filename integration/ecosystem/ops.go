package ecosystem

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// A Value is how a library writes and reads a V.
type Value[V any] struct {
	// Write replaces what is stored. It returns that as the store itself reports it.
	Write func(V) (stored string, err error)
	// Read reads what is stored.
	Read func(*V) error
}

// Ops are what a library does with T and with its nullable type N. What a library does
// not have is left out.
type Ops[T ~[16]byte, N any] struct {
	// Native is what the store reports of a UUID in its own form, and None of NULL.
	Native func(uuid.UUID) string
	None   string
	// Seed has the store hold these UUIDs in its own form, without any type of Go.
	Seed func(...uuid.UUID) error

	One  Value[T]
	Find func(T) (rows int, err error)   // the rows that have it
	In   func([]T) (rows int, err error) // the rows that have one of them

	Ptr    Value[*T]
	Null   Value[N]
	List   Value[[]T]
	Nested Value[map[string]T]

	// Bad has what is no UUID, by its name. Each function has the store hold it.
	Bad map[string]func() error
	// Fields has the store hold the two fields of an N, instead of an N: it must stay null.
	Fields func() error
	// Keeps is set where the library leaves every receiver alone when it reads NULL.
	Keeps bool
}

// u is stored. other is what receivers hold before, and what other rows are.
var u, other = vectors.U, vectors.Other

// An Op is something that a program does with a UUID.
type Op string

const (
	Write    Op = "write"
	Read     Op = "read"
	Find     Op = "find"
	In       Op = "find by a list"
	NULL     Op = "null pointer"
	NullUUID Op = "NullUUID"
	List     Op = "list"
	Nested   Op = "map"
	Bad      Op = "bad input"
)

// measure returns a cell for each operation that the library has.
func (o Ops[T, N]) measure() (cells []Cell) {
	add := func(op Op, present bool, measure func() Cell) {
		if present {
			c := recovered(measure)
			c.Op = op
			cells = append(cells, c)
		}
	}
	add(Write, o.One.Write != nil, func() Cell { return roundTrip(o.One, T(u), T(other), o.Native(u)) })
	add(Read, o.Seed != nil && o.One.Read != nil, o.read)
	add(Find, o.Find != nil, func() Cell {
		return o.found(func() (int, error) { return o.Find(T(u)) }, u)
	})
	add(In, o.In != nil, func() Cell {
		return o.found(func() (int, error) { return o.In([]T{T(u), {1}}) }, u)
	})
	add(NULL, o.Ptr.Write != nil, o.ptr)
	add(NullUUID, o.Null.Write != nil, o.null)
	add(List, o.List.Write != nil, func() Cell {
		return roundTrip(o.List, []T{T(u), T(other)}, nil, o.Native(u), o.Native(other))
	})
	add(Nested, o.Nested.Write != nil, func() Cell {
		return roundTrip(o.Nested, map[string]T{"k": T(u)}, nil, o.Native(u))
	})
	add(Bad, len(o.Bad) > 0, o.bad)
	reads := func(c Cell) bool {
		return (c.Op == Write || c.Op == Read) && (c.Verdict == Native || c.Verdict == Works)
	}
	if last := len(cells) - 1; !slices.ContainsFunc(cells, reads) && cells[last] == (Cell{Op: Bad, Verdict: Native}) {
		cells = cells[:last] // a type that reads nothing refuses all bad input, which is no merit
	}
	return cells
}

// roundTrip writes in, and reads it over a receiver. The native form of one UUID is all that
// is stored; that of several are parts.
func roundTrip[V any](v Value[V], in, receiver V, natives ...string) Cell {
	stored, err := v.Write(in)
	if err != nil {
		return Cell{Verdict: Fails, Note: err.Error()}
	}
	c := Cell{Verdict: Native, Stored: stored}
	for _, n := range natives {
		if !strings.Contains(stored, n) || reflect.TypeFor[V]().Kind() == reflect.Array && stored != n {
			c.Verdict = Works
		}
	}
	if v.Read == nil {
		return c
	}
	switch err := v.Read(&receiver); {
	case err != nil:
		return Cell{Verdict: Fails, Stored: stored, Note: "does not read what it wrote: " + err.Error()}
	case !reflect.DeepEqual(receiver, in):
		return Cell{Verdict: Wrong, Stored: stored, Note: "reads back " + show(receiver)}
	}
	return c
}

func (o Ops[T, N]) read() Cell {
	if err := o.Seed(u); err != nil {
		return Cell{Verdict: Fails, Note: err.Error()}
	}
	got := T(other)
	switch err := o.One.Read(&got); {
	case err != nil:
		return Cell{Verdict: Fails, Note: err.Error()}
	case got != T(u):
		return Cell{Verdict: Wrong, Note: "reads " + show(got)}
	}
	return Cell{Verdict: Native}
}

// found counts rows among UUIDs in the native form, and else in the form that the library
// writes.
func (o Ops[T, N]) found(count func() (int, error), u uuid.UUID) Cell {
	if err := o.Seed(u, other); err != nil {
		return Cell{Verdict: Fails, Note: err.Error()}
	}
	n, err := count()
	if err != nil {
		return Cell{Verdict: Fails, Note: err.Error()}
	}
	if n == 1 {
		return Cell{Verdict: Native}
	}
	if o.One.Write != nil {
		if _, err := o.One.Write(T(u)); err == nil {
			if own, err := count(); err == nil && own == 1 {
				return Cell{Verdict: Works, Note: "finds what it wrote, and no native value"}
			}
		}
	}
	return Cell{Verdict: Wrong, Note: fmt.Sprintf("finds %d rows, not 1", n)}
}

func (o Ops[T, N]) ptr() Cell {
	one, receiver := T(u), T(other)
	full := roundTrip(o.Ptr, &one, &receiver, o.Native(u))
	null := o.none(roundTrip(o.Ptr, nil, nil))
	if used := roundTrip(o.Ptr, nil, &receiver); null.Note == "" && !o.Keeps && used.Verdict == Wrong {
		null.Note = "null into a pointer that is set " + used.Note
	}
	c := worst(full, null)
	c.Note = cmp.Or(c.Note, null.Note)
	return c
}

func (o Ops[T, N]) null() Cell {
	full := roundTrip(o.Null, nullable[N](u), nullable[N](other), o.Native(u))
	var null, into N
	if !o.Keeps {
		into = nullable[N](other)
	}
	return worst(full, o.none(roundTrip(o.Null, null, into)), o.fields())
}

// fields reads a null where somebody else has sent the fields of an N.
func (o Ops[T, N]) fields() Cell {
	if o.Fields == nil {
		return Cell{Verdict: Native}
	}
	if err := o.Fields(); err != nil {
		return Cell{Verdict: Fails, Note: err.Error()}
	}
	var null, got N
	if err := o.Null.Read(&got); err == nil && !reflect.DeepEqual(got, null) {
		return Cell{Verdict: Wrong, Note: "the fields alone are read as " + show(got)}
	}
	return Cell{Verdict: Native}
}

// none is the cell of a null.
func (o Ops[T, N]) none(c Cell) Cell {
	if c.Verdict == Native && c.Stored != o.None {
		c.Verdict = Works
	}
	if c.Note != "" {
		c.Note = "of null: " + c.Note
	}
	return c
}

// bad reads what is no UUID: each must be an error, and leave the receiver unchanged.
func (o Ops[T, N]) bad() Cell {
	all := Cell{Verdict: Native}
	var notes []string
	for _, name := range slices.Sorted(maps.Keys(o.Bad)) {
		c := recovered(func() Cell {
			if err := o.Bad[name](); err != nil {
				return Cell{Verdict: Fails, Note: "cannot be tried: " + err.Error()}
			}
			got := T(other)
			switch err := o.One.Read(&got); {
			case err == nil && got == T(other):
				return Cell{Verdict: Wrong, Note: "no error, and the old value stays"}
			case err == nil:
				return Cell{Verdict: Wrong, Note: "no error, reads " + show(got)}
			case got != T(other):
				return Cell{Verdict: Wrong, Note: "an error, but the receiver is " + show(got)}
			}
			return Cell{Verdict: Native}
		})
		if c.Note != "" {
			notes = append(notes, name+": "+c.Note)
		}
		all = worst(all, c)
	}
	all.Note = strings.Join(notes, "; ")
	return all
}

// nullable is a valid N: a struct of a UUID and of Valid.
func nullable[N any](u uuid.UUID) (n N) {
	v := reflect.ValueOf(&n).Elem()
	v.Field(0).Set(reflect.ValueOf(u).Convert(v.Field(0).Type()))
	v.FieldByName("Valid").SetBool(true)
	return n
}

// recovered is the cell that f returns, or that of its panic.
func recovered(f func() Cell) (c Cell) {
	defer func() {
		if r := recover(); r != nil {
			c = Cell{Verdict: Fails, Note: fmt.Sprint("panic: ", r)}
		}
	}()
	return f()
}

// show prints a value with its UUIDs as text.
func show(v any) string {
	r := reflect.ValueOf(v)
	switch {
	case r.Kind() == reflect.Pointer && !r.IsNil():
		return "&" + show(r.Elem().Interface())
	case r.Kind() == reflect.Array && r.Len() == 16:
		return r.Convert(reflect.TypeFor[uuid.UUID]()).Interface().(uuid.UUID).String()
	}
	return fmt.Sprintf("%v", v)
}
