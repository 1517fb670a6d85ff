package tally

import (
	"hash/maphash"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/uuid"
)

// SampleSize is how many different values a Tally keeps.
const SampleSize = 1000

// maxDistinct bounds the memory that finds equal values. After so many all count
// as different, which they nearly are in a column with so many.
const maxDistinct = 1 << 14

// A Tally counts the values of a column. It needs little memory, whatever their number.
type Tally struct {
	limit  time.Time // of plausible times
	n      int
	groups map[group]*counts
	sample []layout.Value // different values, each with the same chance to be here, but for those that Merge adds
	kept   int            // how many could have been in it
	random *rand.Rand
	told   layout.Form // the order of bytes, by another column

	inside   int // values that no form reads, and that have a UUID in them
	insideEx Example
}

// A group is the values of one kind: a column of SQLite can have text and bytes, a
// field of MongoDB several subtypes.
type group struct {
	kind    layout.Kind
	subtype byte
}

type counts struct {
	n        int
	distinct map[uint64]struct{}
	others   int // different values beyond maxDistinct
	forms    map[layout.Form]*evidence
	masks    [1 << 5]int // of different values of 16 bytes: bit i is that order i passes
	unread   map[class]*examples
	short    short
	readings []layout.Reading
}

// A class is one of values that no form reads.
type class struct {
	harm   layout.Damage
	length int
	hex    bool // all are hexadecimal digits or dashes
}

// short counts values of 14 or 15 bytes, and how many would pass in each order with bytes 0x00 in front and behind.
type short struct {
	n             int
	high          int // from 0x80 on: a program that takes them for signed numbers has removed 0xff
	front, behind [1 + layout.Reversed - layout.Bytes]int
}

type examples struct {
	n     int
	first Example
}

// An Example is a value and the key of its row.
type Example struct {
	Key   string
	Value layout.Value
}

// New returns a Tally of no values. Times in UUIDs are plausible up to a year after now.
func New(now time.Time) *Tally {
	return &Tally{limit: now.AddDate(1, 0, 0), groups: make(map[group]*counts), random: rand.New(rand.NewPCG(1, 2))}
}

// N returns how many values were added.
func (t *Tally) N() int { return t.n }

var seed = maphash.MakeSeed()

// Add counts a value, which it does not keep. It calls key, if at all, before it
// returns.
func (t *Tally) Add(v layout.Value, key func() string) {
	t.n++
	g := group{v.Kind, v.Subtype}
	c := t.groups[g]
	if c == nil {
		c = &counts{
			distinct: make(map[uint64]struct{}),
			forms:    make(map[layout.Form]*evidence),
			unread:   make(map[class]*examples),
		}
		t.groups[g] = c
	}
	c.n++
	isNew := c.isNew(v.Data)
	if isNew {
		t.kept++
		t.keep(v, t.kept)
	}

	c.readings = layout.Read(c.readings[:0], v)
	if len(c.readings) == 0 {
		k := class{layout.Harm(v), min(len(v.Data), 100), hexAndDashes(v.Data)}
		e := c.unread[k]
		if e == nil {
			e = &examples{first: example(v, key)}
			c.unread[k] = e
		}
		e.n++
		if k.harm == layout.Short {
			c.short.add(v.Data)
		}
		t.addInside(v, key)
		return
	}
	mask := 0
	for _, r := range c.readings {
		e := c.forms[r.Form]
		if e == nil {
			e = new(evidence)
			c.forms[r.Form] = e
		}
		if e.add(r, isNew, t.limit, func() Example { return example(v, key) }) && r.Form.IsOrder() {
			mask |= 1 << (r.Form - layout.Bytes)
		}
	}
	if isNew && c.readings[0].Form.IsOrder() && !Special(c.readings[0].UUID) {
		c.masks[mask]++
	}
}

func (s *short) add(b []byte) {
	s.n++
	if b[0] >= 0x80 {
		s.high++
	}
	zeros := make([]byte, 16-len(b))
	front, behind := layout.Value{Data: slices.Concat(zeros, b)}, layout.Value{Data: slices.Concat(b, zeros)}
	for i, f := range bytesOrders {
		if u, _ := f.Decode(front); versionOf(u) != otherVersion {
			s.front[i]++
		}
		if u, _ := f.Decode(behind); versionOf(u) != otherVersion {
			s.behind[i]++
		}
	}
}

// addInside counts a value if there is a UUID in it, of which the example shows the surroundings.
func (t *Tally) addInside(v layout.Value, key func() string) {
	start := layout.Inside(v.Data)
	if start < 0 {
		return
	}
	if t.inside++; t.inside == 1 {
		v.Data = v.Data[max(0, start-24):min(len(v.Data), start+40)]
		t.insideEx = example(v, key)
	}
}

// isNew reports whether this value is the first of its kind.
func (c *counts) isNew(b []byte) bool {
	h := maphash.Bytes(seed, b)
	if _, ok := c.distinct[h]; ok {
		return false
	}
	if len(c.distinct) >= maxDistinct {
		c.others++
		return true
	}
	c.distinct[h] = struct{}{}
	return true
}

// keep puts the nth different value into the sample, or does not.
func (t *Tally) keep(v layout.Value, n int) {
	i := len(t.sample)
	if i == SampleSize {
		if i = t.random.IntN(n); i >= SampleSize {
			return
		}
	} else {
		t.sample = append(t.sample, layout.Value{})
	}
	v.Data = slices.Clone(v.Data[:min(len(v.Data), 64)])
	t.sample[i] = v
}

func example(v layout.Value, key func() string) Example {
	v.Data = slices.Clone(v.Data[:min(len(v.Data), 65)])
	return Example{Key: key(), Value: v}
}

func hexAndDashes(b []byte) bool {
	for _, c := range b {
		if !('0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' || c == '-') {
			return false
		}
	}
	return true
}

// Special reports whether u is Nil, Max or written by hand, such as
// 00000000-0000-0000-0000-000000000001: most of its bytes are equal. Such an
// id says nothing about the order of bytes.
func Special(u uuid.UUID) bool {
	var count [256]uint8
	for _, b := range u {
		if count[b]++; count[b] >= 10 {
			return true
		}
	}
	return false
}
