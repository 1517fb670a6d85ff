package tally

// Merge adds the values of another Tally, which is not used any more. A value that
// both have counts twice as a different one.
func (t *Tally) Merge(o *Tally) {
	t.n += o.n
	if t.inside == 0 {
		t.insideEx = o.insideEx
	}
	t.inside += o.inside
	for g, from := range o.groups {
		to := t.groups[g]
		if to == nil {
			t.groups[g] = from
			continue
		}
		to.merge(from)
	}
	for _, v := range o.sample {
		t.kept++
		t.keep(v, t.kept)
	}
}

func (c *counts) merge(o *counts) {
	c.n += o.n
	c.others += o.others
	for h := range o.distinct {
		if len(c.distinct) < maxDistinct {
			c.distinct[h] = struct{}{}
		} else {
			c.others++
		}
	}
	for mask, n := range o.masks {
		c.masks[mask] += n
	}
	c.short.n += o.short.n
	c.short.high += o.short.high
	for i := range bytesOrders {
		c.short.front[i] += o.short.front[i]
		c.short.behind[i] += o.short.behind[i]
	}
	for k, e := range o.unread {
		if c.unread[k] == nil {
			c.unread[k] = e
		} else {
			c.unread[k].n += e.n
		}
	}
	for f, e := range o.forms {
		if c.forms[f] == nil {
			c.forms[f] = e
		} else {
			c.forms[f].merge(e)
		}
	}
}

func (e *evidence) merge(o *evidence) {
	e.n += o.n
	for i, n := range o.versions {
		e.versions[i] += n
	}
	e.nils += o.nils
	e.maxes += o.maxes
	for i, n := range o.cases {
		if e.cases[i] == 0 {
			e.ofCase[i] = o.ofCase[i]
		}
		e.cases[i] += n
	}
	if e.space == 0 {
		e.ofSpace = o.ofSpace
	}
	if e.pass == e.distinct {
		e.failed = o.failed
	}
	if e.googleV6 == 0 {
		e.google = o.google
	}
	if e.ofRandom.Key == "" {
		e.ofRandom = o.ofRandom
	}
	e.space += o.space
	e.distinct += o.distinct
	e.pass += o.pass
	e.weight += o.weight
	e.times += o.times
	e.combFirst += o.combFirst
	e.combLast += o.combLast
	e.v4 += o.v4
	e.googleV6 += o.googleV6
	if !o.first.IsZero() && (e.first.IsZero() || o.first.Before(e.first)) {
		e.first = o.first
	}
	if o.last.After(e.last) {
		e.last = o.last
	}
}
