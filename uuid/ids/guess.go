package ids

import (
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
)

// A Candidate is one way to read a text or bytes. It is never a proof.
type Candidate struct {
	Name string       // the kind of identifier: "ULID", "UUID", "TypeID", "NanoID"
	ID   fmt.Stringer // of a type of this package or a uuid.UUID, or else the text
	Note string       // what the reading assumes, such as "Discord's epoch"; often empty
	Time time.Time    // the time in ID; zero if it has none

	// Plausible means that the time is between 2005 and a year from now; or, for a UUID
	// without a time, that its version and variant are those of RFC 9562. It is also
	// true for a UUID in a text that nothing else has, such as the canonical one. Other
	// values can be plausible by chance: one random number in four is a plausible Snowflake.
	Plausible bool

	// rank is the order of magnitude of the chance that a random value of this shape is
	// plausible, too. Of the readings of a number, those of systems that more people use
	// come first: their chances differ less than the numbers of their users.
	rank, system int
}

// Guess returns the identifiers and the forms of a UUID that the text can be read as; of
// what the bits of a UUID can be besides, those with a plausible time. The plausible
// come first. Of these, the first are those that a random value is least
// likely to be, then the newest. Numbers are read with the epochs that have a name in this
// package, and the systems that more people use come first: Twitter's epoch before Discord's.
//
// It is for people who look at an id of unknown origin. Programs know what they
// read, and call its Parse function: the same 19 digits are a Snowflake, a FlakeID and
// a Sonyflake, often with several plausible times.
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

func (g *guesses) sorted() []Candidate {
	slices.SortStableFunc(g.all, func(a, b Candidate) int {
		if a.Plausible != b.Plausible {
			if a.Plausible {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.system, b.system), b.Time.Compare(a.Time))
	})
	return g.all
}

func (g *guesses) plausible(t time.Time) bool { return !t.Before(g.from) && t.Before(g.to) }

// append adds a candidate. If it is not plausible, the chance has no meaning.
func (g *guesses) append(c Candidate, plausible bool, chance float64) {
	if c.Name == "" {
		_, c.Name, _ = strings.Cut(fmt.Sprintf("%T", c.ID), ".")
	}
	if c.Plausible = plausible; plausible {
		c.rank = int(math.Floor(math.Log10(chance)))
	}
	g.all = append(g.all, c)
}

// A clock is the time of an identifier: so many units a second, and so many in all. The
// shape is the part of random values that pass other checks.
type clock struct{ perSecond, units, shape float64 }

// The clocks of more than one identifier.
var (
	milli48  = clock{1e3, 1 << 48, 1}
	second32 = clock{1, 1 << 32, 1}
)

// shaped returns the clock of ids of which other checks leave a part.
func (c clock) shaped(shape float64) clock {
	c.shape *= shape
	return c
}

// chance returns that of a random value to have a plausible time from then on.
func (g *guesses) chance(c clock, from time.Time) float64 {
	return min(1, g.to.Sub(from).Seconds()*c.perSecond/c.units*c.shape)
}

// add adds an id with its time since 1970.
func (g *guesses) add(id fmt.Stringer, note string, t time.Time, c clock) {
	g.append(Candidate{ID: id, Note: note, Time: t}, g.plausible(t), g.chance(c, g.from))
}

// since is add for times since another epoch. Nobody had ids on the first day: small
// numbers are no ids.
func (g *guesses) since(epoch time.Time, id fmt.Stringer, note string, t time.Time, c clock) {
	from := g.from
	if first := epoch.AddDate(0, 0, 1); first.After(from) {
		from = first
	}
	g.append(Candidate{ID: id, Note: note, Time: t}, g.plausible(t) && !t.Before(from), g.chance(c, from))
}

func (g *guesses) text(s string) {
	if u, err := uuid.Parse(s); err == nil {
		g.bits(Candidate{ID: u}, len(s) > 32) // with hyphens, nothing else has this text
		if len(s) == 32 {
			g.form(form.Decimal, s)
		}
	} else {
		g.forms(s)
	}
	try(g, s, ParseULID, milli48)
	try(g, s, ParseLexicalUUID, clock{1e6, 1 << 64, 1})
	try(g, s, ParsePushID, milli48)
	try(g, s, ParseElasticflake, milli48)
	try(g, s, ParseObjectID, second32)
	try(g, s, ParseXID, second32)
	try(g, s, ParseCUID, clock{1e3, 36 * 36 * 36 * 36 * 36 * 36 * 36 * 36, 1})
	try(g, s, ParseSID, clock{1e9, 1 << 63, 1})
	if id, err := ParseKSUID(s); err == nil {
		g.ksuid(id, "")
	}
	if id, err := ParseFlake(s); err == nil {
		c := clock{1e3, math.Pow(62, float64(len(s))) / (1 << 64), 1}
		if sidDecimal.values.Wrong(s) < 0 {
			c.units = 1 // of a Flake, hardly ever are all digits decimal
		}
		g.add(id, "", id.Time(), c)
	}
	if n, err := ParseFlakeID(s); err == nil {
		g.number(uint64(n), "")
	} else if id, err := ParseShardingID(s); err == nil { // a negative one
		g.shardingID(id, "")
	}
	if n := len(s); n == 16 || n == 2*len(PushID{}) || n == 2*len(KSUID{}) {
		if b, err := hex.DecodeString(s); err == nil {
			g.bytes(b, "bytes in hexadecimal")
		}
	}
	g.elasticsearch(s)
	g.names(s)
}

// try adds s if it is an id whose time begins in 1970.
func try[T interface {
	fmt.Stringer
	Time() time.Time
}](g *guesses, s string, parse func(string) (T, error), c clock) {
	if id, err := parse(s); err == nil {
		g.add(id, "", id.Time(), c)
	}
}

func (g *guesses) bytes(b []byte, note string) {
	switch len(b) {
	case 8:
		g.number(binary.BigEndian.Uint64(b), note)
	case len(ObjectID{}):
		id := ObjectID(b)
		g.add(id, note, id.Time(), second32)
		g.add(XID(b), note, id.Time(), second32)
	case len(PushID{}):
		id := PushID(b)
		g.add(id, note, id.Time(), milli48)
		g.add(Elasticflake(b), note, id.Time(), milli48)
	case len(uuid.UUID{}):
		g.bits(Candidate{ID: uuid.UUID(b), Note: note}, false)
	case len(KSUID{}):
		g.ksuid(KSUID(b), note)
	}
}

func (g *guesses) ksuid(id KSUID, note string) {
	g.since(time.Unix(ksuidEpoch, 0), id, note, id.Time(), second32)
}

// elasticsearch adds the ids that Elasticsearch makes today: those of an Elasticflake with
// its bytes in another order.
func (g *guesses) elasticsearch(s string) {
	id, err := ParseElasticflake(s)
	if err != nil {
		return
	}
	t := timeOf(get48([]byte{id[5], id[4], id[3], id[2], id[12], id[14]}), 1e3)
	g.append(Candidate{Name: "Elasticsearch id", ID: opaque(s), Time: t}, g.plausible(t), g.chance(milli48, g.from))
}

// The systems whose epochs have names.
var (
	snowflakeEpochs = []namedEpoch{{TwitterEpoch, "Twitter's epoch"}, {DiscordEpoch, "Discord's epoch"}}
	sonyflakeEpochs = []namedEpoch{{SonyflakeEpoch, "the epoch of version 1"}, {SonyflakeV2Epoch, "the epoch of version 2"}}
)

type namedEpoch struct {
	Epoch
	name string
}

// number adds the readings of a number of 64 bits, the most used system first.
func (g *guesses) number(n uint64, note string) {
	first := len(g.all)
	if n>>63 == 0 {
		for _, e := range snowflakeEpochs {
			g.since(e.Epoch.Time(), Snowflake(n), join(note, e.name), Snowflake(n).Time(e.Epoch), clock{1e3, 1 << 41, 1})
		}
		g.shardingID(ShardingID(n), note)
		g.tsid(strconv.FormatUint(n, 10), note, n)
		for _, e := range sonyflakeEpochs {
			g.since(e.Epoch.Time(), Sonyflake(n), join(note, e.name), Sonyflake(n).Time(e.Epoch), clock{100, 1 << 39, 1})
		}
	}
	g.add(FlakeID(n), note, FlakeID(n).Time(UnixEpoch), clock{1e3, 1 << 42, 1})
	for i := range g.all[first:] {
		if c := &g.all[first+i]; c.Plausible {
			c.rank, c.system = numberRank, i
		}
	}
}

// numberRank is for the chances of Snowflakes and their kin, of 1 in 3 to 1 in 60.
const numberRank = -1

func (g *guesses) shardingID(id ShardingID, note string) {
	g.since(InstagramEpoch.Time(), id, join(note, "Instagram's epoch"), id.Time(InstagramEpoch), clock{1e3, 1 << 41, 1})
}

// join returns two notes, of which the first may be empty.
func join(a, b string) string { return strings.TrimPrefix(a+", "+b, ", ") }
