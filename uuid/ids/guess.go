package ids

import (
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
)

// A Candidate is one way to read a text or bytes. It is never a proof.
type Candidate struct {
	ID         fmt.Stringer // of a type of this package, or a uuid.UUID
	Note       string       // what the reading assumes, such as "Discord's epoch"; often empty
	Time       time.Time    // the time in ID; zero if it has none
	Confidence Confidence

	chance float64
}

// A Confidence says what the checks of a [Candidate] are worth.
type Confidence uint8

// A plausible time is one from 2005 to a year from now.
const (
	Unlikely Confidence = iota // it has no plausible time, nor the version of a UUID
	Possible                   // it has, but so have more than 1 in 100 random values of its shape
	Likely                     // fewer than 1 in 100 have, and no better reading is the reason
)

// String returns the name of the constant, in lower case.
func (c Confidence) String() string {
	switch c {
	case Unlikely:
		return "unlikely"
	case Possible:
		return "possible"
	case Likely:
		return "likely"
	}
	return fmt.Sprintf("Confidence(%d)", uint8(c))
}

// Guess returns every identifier and every form of a UUID that the text can be read
// as, the most likely first. Numbers are read with the epochs that have a name in this
// package.
//
// It is for people who look at an id of unknown origin. Programs know what they
// read, and call its Parse function: the same 20 digits are a Snowflake, a FlakeID and
// a Sonyflake, each with a plausible time.
func Guess(text string) []Candidate { return guessAt(text, time.Now()) }

// GuessBytes is [Guess] for the bytes of an identifier, or of its text.
func GuessBytes(b []byte) []Candidate { return guessBytesAt(b, time.Now()) }

func guessAt(text string, now time.Time) []Candidate {
	g := newGuesses(now)
	g.text(text)
	return g.sorted()
}

func guessBytesAt(b []byte, now time.Time) []Candidate {
	g := newGuesses(now)
	g.bytes(b, "")
	g.text(string(b))
	return g.sorted()
}

type guesses struct {
	from, to time.Time // a time between them is plausible
	all      []Candidate
}

func newGuesses(now time.Time) *guesses {
	return &guesses{from: time.Date(2005, 1, 1, 0, 0, 0, 0, time.UTC), to: now.AddDate(1, 0, 0)}
}

// sorted returns what is likely by chance, and of the rest the newest first: of several
// readings of a number, the latest time is most often right.
func (g *guesses) sorted() []Candidate {
	slices.SortStableFunc(g.all, func(a, b Candidate) int {
		c := cmp.Compare(b.Confidence, a.Confidence)
		if c == 0 && a.Confidence == Likely {
			c = cmp.Compare(a.chance, b.chance)
		}
		return cmp.Or(c, b.Time.Compare(a.Time), cmp.Compare(a.chance, b.chance))
	})
	// One reading explains why another passes the checks: in a version 7 UUID, each ULID
	// has a plausible time. Only a UUID without a time can contain something else.
	for i := range g.all {
		c := &g.all[i]
		if first := g.all[0]; i > 1 || i == 1 && (first.chance > 0 || !first.Time.IsZero()) {
			c.Confidence = min(c.Confidence, Possible)
		}
	}
	return g.all
}

func (g *guesses) plausible(t time.Time) bool { return !t.Before(g.from) && t.Before(g.to) }

// add adds an id with its time, which has so many units a second, and a range of so many
// units from the epoch on. The shape is the part of random values that pass other checks.
func (g *guesses) add(id fmt.Stringer, note string, t, epoch time.Time, perSecond, units, shape float64) {
	from := g.from
	if epoch.After(from) {
		from = epoch
	}
	c := Candidate{ID: id, Note: note, Time: t, chance: 1}
	if g.plausible(t) {
		c.chance = min(1, g.to.Sub(from).Seconds()*perSecond/units*shape)
		c.Confidence = confidence(c.chance)
	}
	g.all = append(g.all, c)
}

func confidence(chance float64) Confidence {
	if chance < 0.01 {
		return Likely
	}
	return Possible
}

// unix is add for times since 1970.
func (g *guesses) unix(id fmt.Stringer, note string, t time.Time, perSecond, units float64) {
	g.add(id, note, t, time.Unix(0, 0), perSecond, units, 1)
}

const (
	all32 = 1 << 32
	all48 = 1 << 48
	all63 = 1 << 63
	all64 = 1 << 64
	all36 = 36 * 36 * 36 * 36 * 36 * 36 * 36 * 36 // 8 digits of base36
)

func (g *guesses) text(s string) {
	if u, err := uuid.Parse(s); err == nil {
		// With hyphens, it is certainly a UUID.
		g.uuid(u, "", len(s) > 32)
		g.inUUID(u)
	} else {
		g.forms(s)
	}
	if id, err := ParseULID(s); err == nil {
		g.add(id, "", id.Time(), time.Unix(0, 0), 1e3, all48, 1./4)
	}
	if id, err := ParseLexicalUUID(s); err == nil {
		g.unix(id, "", id.Time(), 1e6, all64)
	}
	if id, err := ParseKSUID(s); err == nil {
		g.ksuid(id, "")
	}
	if id, err := ParsePushID(s); err == nil {
		g.unix(id, "", id.Time(), 1e3, all48)
	}
	if id, err := ParseElasticflake(s); err == nil {
		g.unix(id, "", id.Time(), 1e3, all48)
	}
	if id, err := ParseObjectID(s); err == nil {
		g.unix(id, "", id.Time(), 1, all32)
	}
	if id, err := ParseXID(s); err == nil {
		g.add(id, "", id.Time(), time.Unix(0, 0), 1, all32, 1./16)
	}
	if id, err := ParseCUID(s); err == nil {
		g.unix(id, "", id.Time(), 1e3, all36)
	}
	if id, err := ParseSID(s); err == nil {
		g.unix(id, "", id.Time(), 1e9, all63)
	}
	if id, err := ParseFlake(s); err == nil {
		g.unix(id, "", id.Time(), 1e3, all64)
	}
	if n, err := ParseFlakeID(s); err == nil {
		g.number(uint64(n), "")
	} else if id, err := ParseShardingID(s); err == nil { // a negative one
		g.shardingID(id, "")
	}
	if len(s) == 2*len(PushID{}) || len(s) == 2*len(KSUID{}) {
		if b, err := hex.DecodeString(s); err == nil {
			g.bytes(b, "bytes in hexadecimal")
		}
	}
}

func (g *guesses) bytes(b []byte, note string) {
	switch len(b) {
	case 8:
		g.number(binary.BigEndian.Uint64(b), note)
	case len(ObjectID{}):
		id := ObjectID(b)
		g.unix(id, note, id.Time(), 1, all32)
		g.unix(XID(b), note, id.Time(), 1, all32)
	case len(PushID{}):
		id := PushID(b)
		g.unix(id, note, id.Time(), 1e3, all48)
		g.unix(Elasticflake(b), note, id.Time(), 1e3, all48)
	case len(uuid.UUID{}):
		g.uuid(uuid.UUID(b), note, false)
		g.inUUID(uuid.UUID(b))
	case len(KSUID{}):
		g.ksuid(KSUID(b), note)
	}
}

func (g *guesses) ksuid(id KSUID, note string) {
	g.add(id, note, id.Time(), time.Unix(ksuidEpoch, 0), 1, all32, 1)
}

// epochs are those that have names, with the systems that use them.
var (
	snowflakeEpochs = []namedEpoch{{TwitterEpoch, "Twitter's epoch"}, {DiscordEpoch, "Discord's epoch"}}
	sonyflakeEpochs = []namedEpoch{{SonyflakeEpoch, "the epoch of version 1"}, {SonyflakeV2Epoch, "the epoch of version 2"}}
)

type namedEpoch struct {
	Epoch
	name string
}

// number adds the readings of a number of 64 bits.
func (g *guesses) number(n uint64, note string) {
	join := func(s string) string { return strings.TrimPrefix(note+", "+s, ", ") }
	if n>>63 == 0 {
		for _, e := range snowflakeEpochs {
			g.add(Snowflake(n), join(e.name), Snowflake(n).Time(e.Epoch), e.Time(), 1e3, 1<<41, 1)
		}
		for _, e := range sonyflakeEpochs {
			g.add(Sonyflake(n), join(e.name), Sonyflake(n).Time(e.Epoch), e.Time(), 100, 1<<39, 1)
		}
		g.shardingID(ShardingID(n), note)
	}
	g.unix(FlakeID(n), note, FlakeID(n).Time(UnixEpoch), 1e3, 1<<42)
}

func (g *guesses) shardingID(id ShardingID, note string) {
	note = strings.TrimPrefix(note+", Instagram's epoch", ", ")
	g.add(id, note, id.Time(InstagramEpoch), InstagramEpoch.Time(), 1e3, 1<<41, 1)
}

// forms adds the UUIDs whose text in another form s is.
func (g *guesses) forms(s string) {
	for _, f := range form.All() {
		if f == form.TypeIDSuffix { // as ULID
			continue
		}
		if u, err := f.Parse(s); err == nil {
			certain := f == form.OID || f == form.Parens || f == form.Fields
			g.uuid(u, "form."+f.String(), certain)
		}
	}
	if i := strings.LastIndexByte(s, '_'); i > 0 {
		if u, err := form.TypeIDSuffix.Parse(s[i+1:]); err == nil {
			g.uuid(u, fmt.Sprintf("a TypeID of %q", s[:i]), false)
		}
	}
}

// uuid adds u. If certain, only a UUID has a text like this.
func (g *guesses) uuid(u uuid.UUID, note string, certain bool) {
	c := Candidate{ID: u, Note: note, chance: 1}
	if v := u.Version(); v >= 1 && v <= 8 {
		c.chance = 1. / 4 / 16 // the variant and one version
		var ok bool
		if c.Time, ok = u.Time(); ok {
			units, perSecond := float64(all48), 1e3
			if v != 7 {
				units, perSecond = 1<<60, 1e7
			}
			if g.plausible(c.Time) {
				c.chance *= g.to.Sub(g.from).Seconds() * perSecond / units
			} else {
				c.chance = 1
			}
		}
	}
	if c.chance < 1 {
		c.Confidence = confidence(c.chance)
	}
	if certain {
		c.Confidence, c.chance = Likely, 0
	}
	g.all = append(g.all, c)
}

// inUUID adds what the bits of a UUID can be besides.
func (g *guesses) inUUID(u uuid.UUID) {
	const raw, packed = "the bits of a UUID", "in a version 8 UUID"
	// Without a plausible time, none of these is worth a line.
	plausible := func(id fmt.Stringer, note string, t time.Time, perSecond, units, shape float64) {
		if g.plausible(t) {
			g.add(id, note, t, time.Unix(0, 0), perSecond, units, shape)
		}
	}
	plausible(Flake(u), raw, Flake(u).Time(), 1e3, all64, 1)
	plausible(LexicalUUID(u), raw, LexicalUUID(u).Time(), 1e6, all64, 1)
	if id := SID(u); u[0]|u[8] < 0x80 {
		plausible(id, raw, id.Time(), 1e9, all63, 1./4)
	}
	if id, err := OrderedUUIDFromUUID(u); err == nil {
		plausible(id, "", id.Time(), 1e5, all48, 1)
	}
	if id, err := COMBFromUUID(u); err == nil {
		for layout, note := range []string{"SQL Server's layout", "PostgreSQL's layout", "the legacy layout"} {
			t, _ := id.Time(COMBLayout(layout))
			if COMBLayout(layout) == COMBLegacy { // 2 bytes of days, 4 bytes of ticks
				plausible(id, note, t, 1./(24*60*60), 1<<16, 24*60*60*300./all32)
			} else {
				plausible(id, note, t, 1e3, all48, 1)
			}
		}
	}
	plausible(ULID(u), raw, ULID(u).Time(), 1e3, all48, 1)

	// The number of a system has 10 bits. Those with an epoch contain their time twice.
	const once = 1. / 64 / 1024
	for _, e := range snowflakeEpochs {
		if id, err := SnowflakeFromUUID(u, e.Epoch); err == nil {
			plausible(id, packed+", "+e.name, id.Time(e.Epoch), 1e3, all48, once/(1<<41))
		}
	}
	for _, e := range sonyflakeEpochs {
		if id, err := SonyflakeFromUUID(u, e.Epoch); err == nil {
			plausible(id, packed+", "+e.name, id.Time(e.Epoch), 1e3, all48, once/(1<<39))
		}
	}
	if id, err := ShardingIDFromUUID(u, InstagramEpoch); err == nil {
		plausible(id, packed+", Instagram's epoch", id.Time(InstagramEpoch), 1e3, all48, once/(1<<41))
	}
	if id, err := FlakeIDFromUUID(u, UnixEpoch); err == nil {
		plausible(id, packed, id.Time(UnixEpoch), 1e3, all48, once/(1<<42))
	}
	if id, err := XIDFromUUID(u); err == nil {
		plausible(id, packed, id.Time(), 1e3, all48, once/1000)
	}
	if id, err := ObjectIDFromUUID(u); err == nil {
		plausible(id, packed, id.Time(), 1e3, all48, once/1000)
	}
	if id, err := FlakeFromUUID(u); err == nil {
		plausible(id, packed, id.Time(), 1e3, all48, once)
	}
	if id, err := PushIDFromUUID(u); err == nil {
		plausible(id, packed, id.Time(), 1e3, all48, 1./64/4)
	}
	if id, err := ElasticflakeFromUUID(u); err == nil {
		plausible(id, packed, id.Time(), 1e3, all48, 1./64/4)
	}
	if id, err := LexicalUUIDFromUUID(u); err == nil {
		plausible(id, packed, id.Time(), 1e6, 1<<58, 1./64)
	}
}
