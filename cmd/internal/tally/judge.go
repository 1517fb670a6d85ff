package tally

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
)

// A result is what one group of values is.
type result struct {
	*counts
	form       layout.Form
	sure       Sureness
	why        string
	accepted   []layout.Form // whose values are UUIDs; of the orders of 16 bytes at most one
	orders     []layout.Form // that are mixed
	candidates []layout.Form
}

// uuids returns how many values the accepted forms read.
func (r result) uuids() (n int) {
	for _, f := range r.accepted {
		n += r.counts.forms[f].n
	}
	return n
}

// judge says what the values of a group are.
func (c *counts) judge(g group) result {
	switch {
	case g.kind == layout.KindUUID && c.forms[layout.Native] != nil:
		return result{
			counts: c, form: layout.Native, sure: Certain,
			why:      "the database's own type for UUIDs",
			accepted: []layout.Form{layout.Native},
		}
	case g.kind == layout.KindText:
		return c.judgeText()
	}
	r := c.judgeOrder(g)
	t := c.judgeText()
	if t.uuids() > r.uuids() || len(r.accepted)+len(r.candidates) == 0 {
		t.accepted = append(t.accepted, r.accepted...)
		return t
	}
	r.accepted = append(r.accepted, t.accepted...)
	return r
}

// judgeBeside judges a group that is too small to be sure of, in a column that
// holds UUIDs in another group.
func (c *counts) judgeBeside(g group) result {
	r := c.judge(g)
	best, pass := layout.None, 0
	if len(r.candidates) > 0 {
		best, pass = r.candidates[0], c.n
	}
	for _, f := range layout.All() {
		if e := c.forms[f]; e != nil && e.pass+e.nils+e.maxes > pass {
			best, pass = f, e.pass+e.nils+e.maxes
		}
	}
	if best != layout.None && len(r.accepted) == 0 && len(r.orders) == 0 {
		r.accepted = []layout.Form{best}
		r.form = best
	}
	return r
}

// shapes are the forms of text that nothing else has.
var shapes = []layout.Form{
	layout.Text, layout.Braces, layout.Parens, layout.URN, layout.OID, layout.BytesText,
}

// rivals are the forms that other ids and hashes have, too. Those of a line have a length.
var rivals = [][]layout.Form{
	{layout.Hex}, {layout.BytesHex},
	{layout.ULID, layout.Base32Hex, layout.Base32Human},
	{layout.Base36},
	{layout.Base58, layout.Base57, layout.Base62, layout.Base64URL},
	{layout.Base64},
	{layout.Decimal},
}

// judgeText judges what is text, and text in bytes.
func (c *counts) judgeText() result {
	r := result{counts: c, sure: Unsure}
	for _, f := range shapes {
		if c.forms[f] != nil {
			r.accepted = append(r.accepted, f)
		}
	}
	certain := len(r.accepted) > 0
	company := r.uuids()*2 >= c.n
	var why string
	for _, forms := range rivals {
		best := c.best(forms)
		e := c.forms[best]
		if e == nil {
			continue
		}
		ids := e.pass
		if e.areULIDs() {
			ids = e.times
		}
		share := float64(ids) / float64(max(e.distinct, 1))
		switch {
		case company && ids > 0 && share >= .5:
			r.accepted = append(r.accepted, best)
		case e.distinct >= least && share >= .9, e.distinct >= 2*least && share >= .5:
			r.accepted = append(r.accepted, best)
			if e.n*2 > c.n {
				r.sure, why = c.sureness(best, forms), c.passes(best, ids)
			}
		case noChance(ids, e.distinct):
			r.accepted = append(r.accepted, best)
			if e.n*2 > c.n {
				r.sure, why = Likely, c.passes(best, ids)
				if c.sureness(best, forms) == Unsure || e.distinct < 5 {
					r.sure = Unsure
				}
			}
		case (best == layout.Hex || best == layout.BytesHex) && ids*2 > e.distinct && e.n*2 > c.n:
			r.candidates, r.why = []layout.Form{best}, c.passes(best, ids)
		case (best == layout.Hex || best == layout.BytesHex) && c.byHand(e):
			r.candidates, r.why = []layout.Form{best}, "all are the Nil UUID, the Max UUID or written by hand"
		}
	}
	if len(r.accepted) == 0 {
		return r
	}
	r.form = slices.MaxFunc(r.accepted, func(a, b layout.Form) int { return cmp.Compare(c.forms[a].n, c.forms[b].n) })
	switch {
	case certain && slices.Contains(shapes, r.form):
		r.sure = Certain
		r.why = fmt.Sprintf("%s of %s values have this shape", count(c.forms[r.form].n), count(c.n))
	case why == "":
		r.sure, r.why = Likely, c.passes(r.form, c.forms[r.form].pass)
	default:
		r.why = why
	}
	return r
}

// byHand reports whether the values are nothing but a few ids that are Nil, Max or written by hand. More are counters, or addresses.
func (c *counts) byHand(e *evidence) bool {
	return e.n == c.n && e.distinct == 0 && len(c.distinct) < least
}

// noChance reports whether chance hardly gives so many of n different ids version and variant: to all of 3, or to three quarters of
// more, as some were written by hand. Of 5 random values 4 have them once in 160 times, in the best of five orders.
func noChance(pass, n int) bool { return n >= 3 && pass == n || pass >= 4 && pass*4 >= n*3 }

// passes says how many ids have what chance rarely gives.
func (c *counts) passes(f layout.Form, ids int) string {
	e := c.forms[f]
	if e.areULIDs() {
		return fmt.Sprintf("%s of %s different ids begin with a time in milliseconds, as ULIDs do", count(ids), count(e.distinct))
	}
	return fmt.Sprintf("%s of %s different ids have a version and the variant of RFC 9562, as one of 8 random values has", count(ids), count(e.distinct))
}

// best returns the form by which the values are most probable.
func (c *counts) best(forms []layout.Form) layout.Form {
	best, weight := layout.None, math.Inf(-1)
	most := 0
	for _, f := range forms {
		if e := c.forms[f]; e != nil {
			most = max(most, e.distinct)
		}
	}
	for _, f := range forms {
		e := c.forms[f]
		if e == nil {
			continue
		}
		// A value that the form does not read weighs as one that is no UUID.
		w := e.weight + float64(most-e.distinct)*weighNone
		if w > weight {
			best, weight = f, w
		}
	}
	return best
}

// sureness compares the best of forms with the others.
func (c *counts) sureness(best layout.Form, forms []layout.Form) Sureness {
	e := c.forms[best]
	chance := math.Pow(1./8, float64(e.pass))
	if e.areULIDs() {
		chance = math.Pow(1/rareMillis, float64(e.times))
	}
	for _, f := range forms {
		if o := c.forms[f]; f != best && o != nil {
			chance += math.Exp(o.weight + float64(e.distinct-o.distinct)*weighNone - e.weight)
		}
	}
	switch {
	case chance < 1e-6:
		return Certain
	case chance < 1e-2:
		return Likely
	}
	return Unsure
}

// prior says how often programs store UUIDs in this order, before the first is seen.
func prior(f layout.Form, subtype byte) float64 {
	switch {
	case subtype == 4 && f != layout.Bytes:
		return 1e-4
	case f == layout.Bytes:
		return 1
	case f == layout.Reversed:
		return 1e-3
	case subtype == 3:
		return 1
	case f == layout.Java:
		return .03
	}
	return .1
}

var bytesOrders = []layout.Form{layout.Bytes, layout.Swapped, layout.Mixed, layout.Java, layout.Reversed}

// judgeOrder judges 16 bytes.
func (c *counts) judgeOrder(g group) result {
	r := result{counts: c, sure: Unsure}
	rfc := c.forms[layout.Bytes]
	if rfc == nil {
		return r
	}
	n := rfc.distinct
	if n == 0 {
		if g.subtype == 3 || g.subtype == 4 {
			r.accepted = []layout.Form{layout.Bytes}
		} else if c.byHand(rfc) {
			r.candidates = bytesOrders
		}
		r.why = "all are the Nil UUID, the Max UUID or written by hand, which have no order"
		return r
	}
	weigh := func(f layout.Form) float64 { return c.forms[f].weight + math.Log(prior(f, g.subtype)) }
	orders := slices.Clone(bytesOrders)
	slices.SortStableFunc(orders, func(a, b layout.Form) int { return cmp.Compare(weigh(b), weigh(a)) })
	best := orders[0]
	e := c.forms[best]
	share := float64(e.pass) / float64(n)

	if n >= least {
		if mixed := c.mixture(orders, n); len(mixed) > 0 {
			r.orders, r.accepted, r.why = mixed, []layout.Form{mixed[0]}, c.mixtureWhy(mixed, n)
			if share >= .9 {
				r.form, r.sure = mixed[0], Likely
			}
			return r
		}
	}
	if rfc.areULIDs() && n >= 4 {
		r.form, r.sure, r.why = layout.Bytes, Certain, c.passes(layout.Bytes, rfc.times)
		r.accepted = []layout.Form{layout.Bytes}
		return r
	}

	chance := 5 * math.Pow(1./8, float64(e.pass))
	for _, f := range orders[1:] {
		chance += math.Exp(weigh(f) - weigh(best))
	}
	switch {
	case n >= least && share >= .9 && chance < 1e-2:
		r.sure = Likely
		if chance < 1e-6 {
			r.sure = Certain
		}
	case n >= 2*least && share >= .5 && chance < 1e-6:
		r.sure = Likely
	case n >= 4 && share == 1 && chance < 1e-2:
		r.sure = Likely
	default:
		return c.judgeFew(g, orders, n)
	}
	r.form, r.accepted, r.why = best, []layout.Form{best}, c.orderWhy(best, n)
	return r
}

// judgeFew judges n different ids of 16 bytes, which are too few for the best of the orders, or are no UUIDs.
func (c *counts) judgeFew(g group, orders []layout.Form, n int) result {
	best := orders[0]
	pass := c.forms[best].pass
	r := result{counts: c, sure: Unsure, accepted: []layout.Form{best}, candidates: c.possible(orders, max(pass, n/2+1))}
	r.why = fmt.Sprintf("too few different ids (%s): the order can be %s", count(n), list(r.candidates))
	if n >= least || pass < n {
		r.why = fmt.Sprintf("of %s different ids %s have version and variant in the best order, %s", count(n), count(pass), best)
	}
	if !noChance(pass, n) && g.subtype != 3 && g.subtype != 4 {
		r.accepted = nil
	}
	if g.subtype == 4 && n < least { // few of another order prove nothing, as chance gives them version and variant
		r.form, r.accepted, r.why = layout.Bytes, []layout.Form{layout.Bytes}, "subtype 4, which is in network order by its definition"
		if best == layout.Bytes && pass == n {
			r.sure, r.why = Likely, fmt.Sprintf("subtype 4, and all %s different ids have version and variant", count(n))
		}
	}
	return r
}

// orderWhy says how many of n different ids the order fits, and the next best.
func (c *counts) orderWhy(best layout.Form, n int) string {
	pass, second := c.forms[best].pass, 0
	for _, f := range bytesOrders {
		if f != best {
			second = max(second, c.forms[f].pass)
		}
	}
	why := fmt.Sprintf("%s of %s different ids have a version and the variant of RFC 9562 in this order, and %s in the next best",
		count(pass), count(n), count(second))
	if second == pass {
		why += ", in which their versions or times make no sense"
	}
	return why
}

// possible returns the orders in which so many ids have version and variant.
func (c *counts) possible(orders []layout.Form, pass int) (all []layout.Form) {
	for _, f := range orders {
		if c.forms[f].pass >= pass {
			all = append(all, f)
		}
	}
	return all
}

// mixture returns the fewest orders of which each id passes in one, if it is not a
// single order, with that of most ids first.
func (c *counts) mixture(orders []layout.Form, n int) []layout.Form {
	bit := func(f layout.Form) int { return 1 << (f - layout.Bytes) }
	covered := func(mask int) (k int) {
		for m, n := range c.masks {
			if m&mask != 0 {
				k += n
			}
		}
		return k
	}
	best := orders[0]
	pass := covered(bit(best))
	if failed := n - pass; pass*10 >= n*9 {
		// Nearly all are in one order. The others are in another if most of them pass
		// there: of random bytes one of eight does, and of ULIDs as few.
		if failed < 3 {
			return nil
		}
		for _, f := range orders[1:] {
			if f != layout.Reversed && (covered(bit(best)|bit(f))-pass)*10 >= failed*9 {
				return []layout.Form{best, f}
			}
		}
		return nil
	}
	// Each order adds three ids or more: one or two were written by hand, and pass in another by chance.
	adds := func(all int, f layout.Form) bool { return covered(all)-covered(all&^bit(f)) >= 3 }
	var found []layout.Form
	most := n*98/100 - 1
	for i, a := range orders {
		for _, b := range orders[i+1:] {
			both := bit(a) | bit(b)
			if k := covered(both); k > most && adds(both, a) && adds(both, b) && a != layout.Reversed && b != layout.Reversed {
				most, found = k, []layout.Form{a, b}
			}
		}
	}
	if found == nil && n >= 3*least {
		three := bit(layout.Bytes) | bit(layout.Mixed) | bit(layout.Java)
		if covered(three) >= n*98/100 && adds(three, layout.Bytes) && adds(three, layout.Mixed) && adds(three, layout.Java) {
			found = []layout.Form{layout.Bytes, layout.Mixed, layout.Java}
		}
	}
	slices.SortStableFunc(found, func(a, b layout.Form) int { return cmp.Compare(c.forms[b].pass, c.forms[a].pass) })
	return found
}

func (c *counts) mixtureWhy(mixed []layout.Form, n int) string {
	s := "the ids have several orders: "
	for i, f := range mixed {
		if i > 0 {
			s += " and "
		}
		s += fmt.Sprintf("%s of %s pass as %s", count(c.forms[f].pass), count(n), f)
	}
	return s + ", and all in one of these; a single id does not say which"
}
