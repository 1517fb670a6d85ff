package audit

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
)

// A gen makes one schema: the same seed makes the same one.
type gen struct {
	*rand.Rand
	store string
	named map[string]bool // the names that are taken
}

func pick[T any](g *gen, of ...T) T { return of[g.IntN(len(of))] }

func (g *gen) fill(b []byte) []byte {
	for i := range b {
		b[i] = byte(g.Uint32())
	}
	return b
}

// A span is when the ids of a column were made.
type span struct {
	from, for_ time.Duration // since 1970
}

func (g *gen) span() span {
	const year = 365 * 24 * time.Hour
	s := span{for_: pick(g, time.Hour, 24*time.Hour, 90*24*time.Hour, 2*year)}
	s.from = 46*year + time.Duration(g.Int64N(int64(8*year)))
	return s
}

func (g *gen) time(s span) time.Duration {
	return s.from + time.Duration(g.Int64N(int64(s.for_)))
}

// stamp sets the version and the variant.
func stamp(b []byte, version byte) uuid.UUID {
	b[6] = b[6]&0x0f | version<<4
	b[8] = b[8]&0x3f | 0x80
	return uuid.UUID(b)
}

// gregorian is the time of versions 1 and 6, in steps of 100 ns since 1582.
func gregorian(t time.Duration) uint64 { return uint64(t/100) + 0x01b21dd213814000 }

func milliseconds(b []byte, t time.Duration) {
	binary.BigEndian.PutUint16(b, uint16(t.Milliseconds()>>32))
	binary.BigEndian.PutUint32(b[2:], uint32(t.Milliseconds()))
}

// makers make ids of a version or of a system that writes them as UUIDs. Each is told
// the span of the column and the bytes of the node that wrote it.
var makers = map[string]func(g *gen, s span, node []byte) uuid.UUID{
	"v1": func(g *gen, s span, node []byte) uuid.UUID {
		b, t := make([]byte, 16), gregorian(g.time(s))
		binary.BigEndian.PutUint32(b, uint32(t))
		binary.BigEndian.PutUint16(b[4:], uint16(t>>32))
		binary.BigEndian.PutUint16(b[6:], uint16(t>>48))
		copy(b[8:], node)
		return stamp(b, 1)
	},
	"v4": func(g *gen, _ span, _ []byte) uuid.UUID { return stamp(g.fill(make([]byte, 16)), 4) },
	"v5": func(g *gen, _ span, _ []byte) uuid.UUID {
		return uuid.NewV5(uuid.NamespaceURL(), g.fill(make([]byte, 8)))
	},
	"v3": func(g *gen, _ span, _ []byte) uuid.UUID {
		return uuid.NewV3(uuid.NamespaceURL(), g.fill(make([]byte, 8)))
	},
	"v8": func(g *gen, _ span, _ []byte) uuid.UUID { return stamp(g.fill(make([]byte, 16)), 8) },
	"v6": func(g *gen, s span, node []byte) uuid.UUID {
		b, t := make([]byte, 16), gregorian(g.time(s))
		binary.BigEndian.PutUint32(b, uint32(t>>28))
		binary.BigEndian.PutUint16(b[4:], uint16(t>>12))
		binary.BigEndian.PutUint16(b[6:], uint16(t&0xfff))
		copy(b[8:], node)
		return stamp(b, 6)
	},
	// The version overwrites four bits of the time, which is in the wrong place.
	"google v6": func(g *gen, s span, node []byte) uuid.UUID {
		b := make([]byte, 16)
		binary.BigEndian.PutUint64(b, gregorian(g.time(s)))
		copy(b[8:], node)
		return stamp(b, 6)
	},
	"v7": func(g *gen, s span, _ []byte) uuid.UUID {
		b := g.fill(make([]byte, 16))
		milliseconds(b, g.time(s))
		return stamp(b, 7)
	},
	// RT.Comb, NHibernate: the time is last, where SQL Server compares first.
	"COMB": func(g *gen, s span, _ []byte) uuid.UUID {
		b := g.fill(make([]byte, 16))
		milliseconds(b[10:], g.time(s))
		return stamp(b, 4)
	},
	// RT.Comb's older time: days since 1900, and 1/300 seconds of the day.
	"COMB of days": func(g *gen, s span, _ []byte) uuid.UUID {
		b, t := g.fill(make([]byte, 16)), g.time(s)
		binary.BigEndian.PutUint16(b[10:], uint16(t/(24*time.Hour)+25567))
		binary.BigEndian.PutUint32(b[12:], uint32(t%(24*time.Hour)*3/10/time.Millisecond))
		return stamp(b, 4)
	},
	// Laravel's orderedUuid: units of 10 µs.
	"Laravel": func(g *gen, s span, _ []byte) uuid.UUID {
		b, t := g.fill(make([]byte, 16)), uint64(g.time(s)/(10*time.Microsecond))
		binary.BigEndian.PutUint16(b, uint16(t>>32))
		binary.BigEndian.PutUint32(b[2:], uint32(t))
		return stamp(b, 4)
	},
	// RT.Comb for PostgreSQL: the time is first, as in version 7.
	"COMB in front": func(g *gen, s span, _ []byte) uuid.UUID {
		b := g.fill(make([]byte, 16))
		milliseconds(b, g.time(s))
		return stamp(b, 4)
	},
}

// A series are ids of one maker.
type series struct {
	maker string
	span
	ids []uuid.UUID
}

// version returns the maker's version.
func (s *series) version() string {
	if words := strings.Fields(s.maker); strings.HasPrefix(words[len(words)-1], "v") {
		return words[len(words)-1][1:]
	}
	return "4" // of a COMB
}

// ids makes n different ones.
func (g *gen) ids(maker string, n int) *series {
	s, node := g.span(), g.fill(make([]byte, 8)) // of one clock sequence and MAC
	node[2] |= pick[byte](g, 0, 1)               // a real MAC, or a random one
	ids, seen := make([]uuid.UUID, 0, n), map[uuid.UUID]bool{}
	for len(ids) < n {
		if u := makers[maker](g, s, node); !seen[u] {
			seen[u], ids = true, append(ids, u)
		}
	}
	if maker == "v7" || maker == "v6" {
		if g.IntN(2) == 0 { // rows in the order of time, or not
			slices.SortFunc(ids, uuid.UUID.Compare)
		}
	}
	return &series{maker, s, ids}
}

// order writes the 16 bytes of an id as a store has them: byte i of the result is
// byte orders[name][i] of the UUID.
var orders = map[string][16]int{
	"rfc":      {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
	"swapped":  {6, 7, 4, 5, 0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15}, // MySQL's UUID_TO_BIN(x, 1)
	"mixed":    {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15}, // .NET, SQL Server, MongoDB's C# legacy
	"java":     {7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8}, // MongoDB's Java legacy
	"reversed": {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0},
}

func ordered(order string, u uuid.UUID) []byte {
	b := make([]byte, 16)
	for i, from := range orders[order] {
		b[i] = u[from]
	}
	return b
}
