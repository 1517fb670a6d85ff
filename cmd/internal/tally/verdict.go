package tally

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
)

// A Sureness says how sure a form is.
type Sureness string

const (
	Certain Sureness = "certain" // by its shape, or chance is below one in a million
	Likely  Sureness = "likely"  // chance is below one in a hundred
	Unsure  Sureness = "unsure"  // too few values, or values of several orders
)

// A Verdict says what a column holds.
type Verdict struct {
	Holds bool        // the column holds UUIDs, or their beginnings
	Form  layout.Form // of most, or None if it could not be decided
	Sure  Sureness
	Why   string // one sentence

	N        int // values
	Distinct int // of those, different ones
	UUIDs    int // values that an accepted form reads
	Others   int // that are no UUIDs, not surely the beginning of one, and not empty

	// Forms says how many values each form has. There are several only if the
	// column is mixed.
	Forms []Part

	// Orders are the orders of bytes that are mixed in a column, which has no or no
	// single right one: Form is None, or that of nine in ten.
	Orders []layout.Form

	// Candidates are the forms that a column of too few ids can have, best first.
	Candidates []layout.Form

	Versions [9]int // by version; index 0 is of other ids than those of RFC 9562
	Nil, Max int
	Cases    [4]int // by layout.Case
	OfCase   [4]Example
	Subtypes map[byte]int // of bytes

	ULIDs       bool // the ids are those of ULIDs, in whatever form
	COMB        COMB
	GoogleV6    int // of the different values
	GoogleV6Ex  Example
	RandomEx    Example // one of version 4
	First, Last time.Time

	Faults []Fault
	cut    Fault // the values that are surely the beginning of a UUID's text, whatever is beside them

	Inside   int // values in which a UUID is inside a longer text
	InsideEx Example
}

// A Part is the values of one form and kind.
type Part struct {
	Form    layout.Form
	Subtype byte
	N       int
	Sure    Sureness
	Example Example
}

// Guessed reports whether the part is 16 bytes that are too few to know their order, which is not that of the column's
// other values. Of subtype 4 it is known.
func (p Part) Guessed() bool { return p.Form.IsOrder() && p.Subtype != 4 && p.Sure == Unsure }

// A COMB says where the UUIDs of version 4 in a column have a time, if they have.
type COMB uint8

const (
	NoCOMB    COMB = iota
	COMBFirst      // in the first six bytes: they sort by it
	COMBLast       // in the last six: SQL Server sorts by it
)

// A FaultKind is what is wrong with a value.
type FaultKind uint8

const (
	FaultCut       FaultKind = iota // the beginning of a UUID
	FaultShort                      // 14 or 15 bytes of 16
	FaultLostZero                   // the same, all without bytes 0x00 in front
	FaultLostByte                   // the same, all without bytes 0x00 or 0xff in front
	FaultEmpty                      // no characters
	FaultSpace                      // white space around
	FaultNoVersion                  // 16 bytes that have no version
	FaultMalformed                  // something else
)

// A Fault is a kind of wrong values.
type Fault struct {
	Kind    FaultKind
	N       int
	Example Example
}

// least is how many different ids name the order of bytes: chance is below 1 in 10,000.
const least = 8

// A judged is a group of values, and what they are.
type judged struct {
	group
	*counts
	result
}

// Verdict says what the values are that were added.
func (t *Tally) Verdict() Verdict {
	v := Verdict{N: t.n, Inside: t.inside, InsideEx: t.insideEx, Subtypes: map[byte]int{}, Sure: Unsure}
	for g, c := range t.groups {
		v.Distinct += len(c.distinct) + c.others
		if g.kind == layout.KindBytes {
			v.Subtypes[g.subtype] += c.n
		}
	}
	all := t.judgeAll()
	for i, j := range all {
		v.UUIDs += j.uuids()
		for _, f := range j.accepted {
			e := j.forms[f]
			v.Forms = append(v.Forms, Part{f, j.subtype, e.n, j.sure, e.example})
			v.add(e)
		}
		if i == 0 {
			v.Form, v.Sure, v.Why = j.form, j.sure, j.why
			v.Orders, v.Candidates = j.orders, j.candidates
			if e := j.forms[j.form]; e != nil {
				v.ULIDs = e.areULIDs()
				v.COMB = e.comb()
			}
		} else if len(j.orders) > 0 && len(v.Orders) == 0 {
			v.Orders = j.orders
		}
	}
	slices.SortStableFunc(v.Forms, func(a, b Part) int { return cmp.Compare(b.N, a.N) })
	for _, j := range all {
		v.faultsOf(j.group, j.counts, j.result)
	}
	slices.SortStableFunc(v.Faults, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(b.N, a.N))
	})
	v.decide()
	return v
}

// Told returns the verdict if the 16 bytes, which are too few to say so, are in the order f.
func (t *Tally) Told(f layout.Form) Verdict {
	t.told = f
	return t.Verdict()
}

// judgeAll judges each group, and returns that of most UUIDs first.
func (t *Tally) judgeAll() (all []judged) {
	for g, c := range t.groups {
		j := judged{g, c, c.judge(g)}
		if j.form == layout.None && slices.Contains(j.candidates, t.told) {
			j.form, j.sure = t.told, Certain
			j.accepted = append(slices.DeleteFunc(j.accepted, layout.Form.IsOrder), t.told)
		}
		all = append(all, j)
	}
	slices.SortFunc(all, func(a, b judged) int {
		return cmp.Or(cmp.Compare(b.uuids(), a.uuids()), cmp.Compare(a.kind, b.kind), cmp.Compare(a.subtype, b.subtype))
	})
	// A group with few values is read as those beside it are: a text of 32 hexadecimal
	// digits among UUIDs is one, and so are 16 bytes of subtype 3 beside 4.
	if !slices.ContainsFunc(all, func(j judged) bool { return j.sure != Unsure && j.uuids() > 0 }) {
		return all
	}
	for i := range all {
		if j := &all[i]; j.uuids() == 0 {
			j.result = j.counts.judgeBeside(j.group)
		}
	}
	slices.SortStableFunc(all, func(a, b judged) int { return cmp.Compare(b.uuids(), a.uuids()) })
	return all
}

// add adds the values that an accepted form reads.
func (v *Verdict) add(e *evidence) {
	v.Nil += e.nils
	v.Max += e.maxes
	for k, n := range e.versions {
		v.Versions[k] += n
	}
	for k, n := range e.cases {
		if n > 0 && v.Cases[k] == 0 {
			v.OfCase[k] = e.ofCase[k]
		}
		v.Cases[k] += n
	}
	if e.googleV6 > 0 {
		v.GoogleV6 += e.googleV6
		v.GoogleV6Ex = e.google
	}
	if v.RandomEx.Key == "" {
		v.RandomEx = e.ofRandom
	}
	if !e.first.IsZero() && (v.First.IsZero() || e.first.Before(v.First)) {
		v.First = e.first
	}
	if e.last.After(v.Last) {
		v.Last = e.last
	}
	if e.space > 0 {
		v.fault(FaultSpace, e.space, e.ofSpace)
	}
}

// decide says whether the column holds UUIDs.
func (v *Verdict) decide() {
	n := v.N
	for _, f := range v.Faults {
		if f.Kind == FaultEmpty { // which stands for NULL
			n -= f.N
		}
	}
	v.Others = n - v.UUIDs - v.cut.N
	switch {
	case v.UUIDs == 0 && v.cut.N > 0 && v.cut.N*2 >= n:
		v.Holds, v.Form, v.Sure = true, layout.None, Certain
		v.Why = fmt.Sprintf("%s of %s values are the beginning of a UUID's text, and the rest of it is lost", count(v.cut.N), count(v.N))
	case v.UUIDs == 0 && len(v.Candidates) == 0:
		v.Why = "no value is a UUID in a known form"
	case v.UUIDs == 0:
	case v.UUIDs*10 < n:
		v.Sure = Unsure
		v.Why = fmt.Sprintf("only %s of %s values are UUIDs", count(v.UUIDs), count(v.N))
	default:
		v.Holds = true
		if v.UUIDs*2 < n {
			v.Why = fmt.Sprintf("%s of %s values are UUIDs, and the others something else; %s", count(v.UUIDs), count(v.N), v.Why)
		}
	}
	if !v.Holds || (v.UUIDs+v.cut.N)*2 < n { // a column of something else
		if v.Faults = nil; v.Holds && v.cut.N > 0 {
			v.Faults = []Fault{v.cut}
		}
	}
}

func (v *Verdict) fault(k FaultKind, n int, e Example) {
	for i := range v.Faults {
		if v.Faults[i].Kind == k {
			v.Faults[i].N += n
			return
		}
	}
	v.Faults = append(v.Faults, Fault{k, n, e})
}

// faultsOf adds the values that no accepted form reads.
func (v *Verdict) faultsOf(g group, c *counts, r result) {
	if g.kind == layout.KindUUID {
		return
	}
	main := r.form
	if main == layout.None && len(v.Forms) > 0 {
		main = v.Forms[0].Form
	}
	keys := make([]class, 0, len(c.unread))
	for k := range c.unread {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b class) int { // the first gives the example, the same in each run
		return cmp.Or(cmp.Compare(c.unread[b].n, c.unread[a].n), cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)))
	})
	left := c.n
	for _, k := range keys {
		e := c.unread[k]
		left -= e.n
		switch {
		case k.harm == layout.Empty:
			v.fault(FaultEmpty, e.n, e.first)
		case k.harm == layout.Cut:
			v.fault(FaultCut, e.n, e.first)
			if v.cut.N += e.n; v.cut.N == e.n {
				v.cut.Example = e.first
			}
		case k.harm == layout.CutDigits && v.UUIDs == 0: // of a column of nothing but beginnings
			v.fault(FaultCut, e.n, e.first)
		case k.harm == layout.Short && main.IsOrder():
			v.fault(c.short.kind(r.form), e.n, e.first)
		case main.Cut(e.first.Value):
			v.fault(FaultCut, e.n, e.first)
		default:
			v.fault(FaultMalformed, e.n, e.first)
		}
	}
	// Values that forms read which were not accepted.
	for _, f := range r.accepted {
		left -= c.forms[f].n
	}
	if left > 0 {
		for _, f := range layout.All() {
			if e := c.forms[f]; e != nil && !slices.Contains(r.accepted, f) && !f.IsOrder() {
				v.fault(FaultMalformed, left, e.example)
				break
			}
		}
	}
	// 16 bytes without version and variant, among many that have them.
	if e := c.forms[r.form]; e != nil && r.form.IsOrder() && len(r.orders) == 0 && !(e.pass*2 < e.distinct) && e.pass < e.distinct {
		v.fault(FaultNoVersion, e.distinct-e.pass, e.failed)
	}
}

// kind says what happened to all the values: with 0x00 behind some would be no UUIDs in their order.
func (s *short) kind(f layout.Form) FaultKind {
	if f.IsOrder() && s.front[f-layout.Bytes] == s.n && s.behind[f-layout.Bytes] < s.n {
		if s.high > 0 {
			return FaultLostByte
		}
		return FaultLostZero
	}
	return FaultShort
}

// areULIDs reports whether the ids are ULIDs: they begin with a time, and most have
// no version.
func (e *evidence) areULIDs() bool {
	return e.pass*2 < e.distinct && e.times*20 >= e.distinct*19
}

func (e *evidence) comb() COMB {
	switch {
	case e.v4 < least:
	case e.combFirst*20 >= e.v4*19:
		return COMBFirst
	case e.combLast*20 >= e.v4*19:
		return COMBLast
	}
	return NoCOMB
}

// Sample returns up to n different values of the column as they are stored.
func (t *Tally) Sample(n int) []layout.Value { return t.sample[:min(n, len(t.sample))] }

func list(forms []layout.Form) string {
	var s []string
	for _, f := range forms {
		s = append(s, f.String())
	}
	return strings.Join(s, ", ")
}

// count prints 1234567 as 1,234,567.
func count(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
