package ids

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/uuidkit/uuidkit/internal/digits"
	"github.com/uuidkit/uuidkit/internal/typeid"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
)

// forms adds the UUIDs whose text in another form s is.
func (g *guesses) forms(s string) {
	if oid := len("urn:oid:"); len(s) > oid && strings.EqualFold(s[:oid], "urn:oid:") {
		g.form(form.OID, s[oid:])
		return
	}
	for _, f := range form.All() {
		if f != form.TypeIDSuffix { // as ULID
			g.form(f, s)
		}
	}
	if base64 := strings.TrimSuffix(s, "=="); len(base64) == 22 && (base64 != s || strings.ContainsAny(s, "+/")) {
		if u, err := form.Base64URL.Parse(strings.NewReplacer("+", "-", "/", "_").Replace(base64)); err == nil {
			g.uuid(Candidate{ID: u, Note: "base64"}, false)
		}
	}
	if len(s) >= 16 && len(s) < 22 {
		if u, err := form.Base58.Parse(strings.Repeat("1", 22-len(s)) + s); err == nil {
			g.uuid(Candidate{ID: u, Note: "form.Base58 without padding"}, false)
		}
	}
	if i := strings.LastIndexByte(s, '_'); i > 0 && typeid.IsPrefix(s[:i]) {
		if u, err := form.TypeIDSuffix.Parse(s[i+1:]); err == nil {
			g.uuid(Candidate{Name: "TypeID", ID: u, Note: fmt.Sprintf("of %q", s[:i])}, true)
		}
	}
}

// form adds the UUID whose text in a form s is, if there is one.
func (g *guesses) form(f form.Form, s string) {
	u, err := f.Parse(s)
	switch {
	case err != nil:
	case f == form.Z85 && strings.Trim(s, digits.Decimal+digits.Upper+digits.Lower) == "":
		// 20 of 85 digits without a sign, as those of an AWS id: once in 500.
		g.append(Candidate{ID: u, Note: "form." + f.String()}, false, 0)
	default:
		g.uuid(Candidate{ID: u, Note: "form." + f.String()}, f == form.OID || f == form.Parens || f == form.Fields)
	}
}

// uuid adds a UUID. If only is set, nothing else has such a text.
func (g *guesses) uuid(c Candidate, only bool) {
	const variant, version = 1. / 4, 1. / 16
	u := c.ID.(uuid.UUID)
	v := u.Version()
	plausible, chance := v >= 1 && v <= 8, variant*version*5 // five versions have no time
	if t, ok := u.Time(); ok {
		milli := clock{1e3, 1 << 48, variant * version}
		if v != 7 {
			milli = clock{1e7, 1 << 60, variant * version}
		}
		c.Time = t
		plausible, chance = g.plausible(t), g.chance(milli, g.from)
	}
	if only {
		plausible, chance = true, math.SmallestNonzeroFloat64
	}
	g.append(c, plausible, chance)
}

// bits adds a UUID, and what its bits can be besides.
func (g *guesses) bits(c Candidate, only bool) {
	g.uuid(c, only)
	g.all[len(g.all)-1].rank = math.MinInt
	u := c.ID.(uuid.UUID)
	g.raw(u)
	g.packed(u)
}

// timed adds an id, unless its time is not plausible: then it is not worth a line.
func (g *guesses) timed(id fmt.Stringer, note string, t time.Time, c clock) {
	if g.plausible(t) {
		g.add(id, note, t, c)
	}
}

// raw adds what has 128 bits itself.
func (g *guesses) raw(u uuid.UUID) {
	const raw = "the bits of a UUID"
	g.timed(Flake(u), raw, Flake(u).Time(), clock{1e3, 1 << 64, 1})
	g.timed(LexicalUUID(u), raw, LexicalUUID(u).Time(), clock{1e6, 1 << 64, 1})
	if id := SID(u); u[0]|u[8] < 0x80 {
		g.timed(id, raw, id.Time(), clock{1e9, 1 << 63, 1. / 4})
	}
	if id, err := OrderedUUIDFromUUID(u); err == nil {
		g.timed(id, "", id.Time(), clock{1e5, 1 << 48, 1})
	}
	if id, err := COMBFromUUID(u); err == nil {
		for layout, note := range []string{"SQL Server's layout", "PostgreSQL's layout", "the legacy layout"} {
			t, _ := id.Time(COMBLayout(layout))
			c := milli48
			if COMBLayout(layout) == COMBLegacy { // 2 bytes of days, 4 bytes of ticks
				c = clock{1. / (24 * 60 * 60), 1 << 16, 24 * 60 * 60 * 300. / (1 << 32)}
			}
			g.timed(id, note, t, c)
		}
	}
	g.timed(ULID(u), raw, ULID(u).Time(), milli48)
}

// packed adds the shorter ids that version 8 has room for.
func (g *guesses) packed(u uuid.UUID) {
	const packed = "in a version 8 UUID"
	// The number of a system has 10 bits. Those with an epoch contain their time, of about
	// 41 bits, twice.
	once := milli48.shaped(1. / 64 / 1024)
	twice := once.shaped(1. / (1 << 41))
	for _, e := range snowflakeEpochs {
		if id, err := SnowflakeFromUUID(u, e.Epoch); err == nil {
			g.timed(id, join(packed, e.name), id.Time(e.Epoch), twice)
		}
	}
	for _, e := range sonyflakeEpochs {
		if id, err := SonyflakeFromUUID(u, e.Epoch); err == nil {
			g.timed(id, join(packed, e.name), id.Time(e.Epoch), twice)
		}
	}
	if id, err := ShardingIDFromUUID(u, InstagramEpoch); err == nil {
		g.timed(id, join(packed, "Instagram's epoch"), id.Time(InstagramEpoch), twice)
	}
	if id, err := FlakeIDFromUUID(u, UnixEpoch); err == nil {
		g.timed(id, packed, id.Time(UnixEpoch), twice)
	}
	if id, err := XIDFromUUID(u); err == nil {
		g.timed(id, packed, id.Time(), once.shaped(1./1000))
	}
	if id, err := ObjectIDFromUUID(u); err == nil {
		g.timed(id, packed, id.Time(), once.shaped(1./1000))
	}
	if id, err := FlakeFromUUID(u); err == nil {
		g.timed(id, packed, id.Time(), once)
	}
	if id, err := PushIDFromUUID(u); err == nil {
		g.timed(id, packed, id.Time(), milli48.shaped(1./64/4))
	}
	if id, err := ElasticflakeFromUUID(u); err == nil {
		g.timed(id, packed, id.Time(), milli48.shaped(1./64/4))
	}
	if id, err := LexicalUUIDFromUUID(u); err == nil {
		g.timed(id, packed, id.Time(), clock{1e6, 1 << 58, 1. / 64})
	}
}
