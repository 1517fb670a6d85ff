package tally

import (
	"math"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/uuid"
)

// otherVersion is the index of ids that have no version of RFC 9562 or not its variant.
const otherVersion = 0

// evidence is what the values say that one form reads.
type evidence struct {
	n        int    // values
	versions [9]int // of those, by version; without Nil and Max
	nils     int
	maxes    int
	cases    [4]int
	space    int // with white space around them

	// The rest is of different values that are not special.
	distinct int
	pass     int     // with version and variant
	weight   float64 // logarithm of how much more probable they are as ids in this form than as random bits

	first, last time.Time // in versions 1, 6 and 7
	times       int       // of any version, the first 48 bits are a time in milliseconds
	combFirst   int       // of version 4, the same
	combLast    int       // of version 4, the last 48 bits are such a time
	v4          int
	googleV6    int

	example  Example // the first value
	failed   Example // the first without version and variant
	google   Example // the first of googleV6
	ofCase   [4]Example
	ofSpace  Example
	ofRandom Example // the first of version 4
}

// add counts a value and reports whether it has version and variant.
func (e *evidence) add(r layout.Reading, isNew bool, limit time.Time, ex func() Example) bool {
	u := r.UUID
	e.n++
	if e.n == 1 {
		e.example = ex()
	}
	if e.cases[r.Case]++; e.cases[r.Case] == 1 {
		e.ofCase[r.Case] = ex()
	}
	if r.Space {
		if e.space++; e.space == 1 {
			e.ofSpace = ex()
		}
	}
	switch u {
	case uuid.Nil():
		e.nils++
		return false
	case uuid.Max():
		e.maxes++
		return false
	}
	version := versionOf(u)
	if e.versions[version]++; version == 4 && e.versions[4] == 1 {
		e.ofRandom = ex()
	}
	if isNew && !Special(u) {
		e.addNew(u, version, limit, ex)
	}
	return version != otherVersion
}

// addNew adds a UUID that is not special and was not seen before.
func (e *evidence) addNew(u uuid.UUID, version int, limit time.Time, ex func() Example) {
	e.distinct++
	early := plausible(millis(u[:6]), limit)
	if early {
		e.times++
	}
	at, timed := u.Time()
	timed = timed && plausible(at, limit)
	google := version == 6 && !timed && googleV6(u, limit)
	e.weight += weigh(version, timed, early, google)
	if google {
		if e.googleV6++; e.googleV6 == 1 {
			e.google = ex()
		}
	}
	if version == otherVersion {
		if e.distinct-e.pass == 1 {
			e.failed = ex()
		}
		return
	}
	e.pass++
	if version == 4 {
		e.v4++
		if early {
			e.combFirst++
		}
		if plausible(millis(u[10:]), limit) {
			e.combLast++
		}
	}
	if timed {
		if e.first.IsZero() || at.Before(e.first) {
			e.first = at
		}
		if at.After(e.last) {
			e.last = at
		}
	}
}

// versionOf returns u's version from 1 to 8, or otherVersion.
func versionOf(u uuid.UUID) int {
	if v := int(u[6] >> 4); 1 <= v && v <= 8 && u[8]>>6 == 2 {
		return v
	}
	return otherVersion
}

// How much rarer a plausible time is among random bits: one in so many.
const (
	rareMillis = 370.0 // of 48 bits of milliseconds
	rareTicks  = 140.0 // of 60 bits of 100 ns
)

// Logarithms of how many times more probable an id is as one that someone has made
// than as 128 random bits: from the share of the versions in the world, the 6 bits that
// version and variant fix, and the time.
var (
	weighRandom   = math.Log(.4 * 64)
	weighMillis   = math.Log(.4 * 64 * rareMillis)
	weighTicks    = math.Log(.1 * 64 * rareTicks)
	weighGoogle   = math.Log(.02 * 64 * rareTicks)
	weighHash     = math.Log(.02 * 64)
	weighULID     = math.Log(.05 * rareMillis)
	weighUnlikely = math.Log(1e-3)
	weighNone     = math.Log(1e-4)
)

// weigh returns that logarithm of an id. It says whether the version's own time is
// plausible, the first 48 bits as milliseconds are, and the time of google's version 6 is.
func weigh(version int, timed, early, google bool) float64 {
	switch version {
	case 4:
		return weighRandom
	case 7:
		if timed {
			return weighMillis
		}
		return weighUnlikely
	case 1, 6:
		switch {
		case timed:
			return weighTicks
		case google:
			return weighGoogle
		}
		return weighUnlikely
	case 3, 5, 8:
		return weighHash
	case 2:
		return weighUnlikely
	}
	if early {
		return weighULID
	}
	return weighNone
}

// plausible reports whether an id could have been made at this time.
func plausible(at, limit time.Time) bool {
	return at.Unix() >= year2000 && at.Before(limit)
}

const year2000 = 946684800

func millis(b []byte) time.Time {
	var ms int64
	for _, x := range b[:6] {
		ms = ms<<8 | int64(x)
	}
	return time.UnixMilli(ms).UTC()
}

// googleV6 reports whether u, of version 6, is one of google/uuid 1.5.0 and 1.6.0:
// they put 64 bits of time where RFC 9562 has 60, and the version over four of them.
func googleV6(u uuid.UUID, limit time.Time) bool {
	hi, _ := u.Uint128()
	hi &^= 0xf000
	const unix = 0x01b21dd213814000 // 1970 in 100 ns since 1582
	if hi < unix || hi-unix > math.MaxInt64/100 {
		return false
	}
	return plausible(time.Unix(0, int64(hi-unix)*100), limit)
}
