package generator_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/generator"
)

// epoch is the time of the clocks of the tests: that of RFC 9562, appendix A.
var epoch = time.Date(2022, 2, 22, 19, 22, 22, 0, time.UTC)

// A clock is one that goes only if it is told.
type clock struct{ t time.Time }

func newClock() *clock { return &clock{epoch} }

func (c *clock) now() time.Time { return c.t }

func (c *clock) add(ds time.Duration) { c.t = c.t.Add(ds) }

// zeros, ones and words are sources of randomness that is none.
type stuck byte

const zeros, ones = stuck(0), stuck(0xff)

func (s stuck) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(s)
	}
	return len(b), nil
}

// words reads as the words given, and then as zeros.
func words(w ...uint64) io.Reader {
	var b []byte
	for _, w := range w {
		b = binary.BigEndian.AppendUint64(b, w)
	}
	return io.MultiReader(bytes.NewReader(b), zeros)
}

func fixed() io.Reader { return rand.NewChaCha8([32]byte{1}) }

// newers are the methods of a Generator that make one UUID.
var newers = []newer{
	{"NewV1", 1, (*generator.Generator).NewV1},
	{"NewV4", 4, func(g *generator.Generator, _ context.Context) (uuid.UUID, error) { return g.NewV4() }},
	{"NewV6", 6, (*generator.Generator).NewV6},
	{"NewV7", 7, (*generator.Generator).NewV7},
}

type newer struct {
	name    string
	version int
	new     func(*generator.Generator, context.Context) (uuid.UUID, error)
}

var methods = []struct {
	name   string
	method generator.Method
}{
	{"Method3With2", generator.Method3With2},
	{"Method1", generator.Method1},
	{"Method2", generator.Method2},
	{"Method3", generator.Method3},
	{"Method3With1", generator.Method3With1},
}

// newV7 is NewV7 without errors.
func newV7(t *testing.T, g *generator.Generator) uuid.UUID {
	t.Helper()
	u, err := g.NewV7(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func newV1(t *testing.T, g *generator.Generator) uuid.UUID {
	t.Helper()
	u, err := g.NewV1(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func clockSeq(u uuid.UUID) uint16 { seq, _ := u.ClockSeq(); return seq }

func node(u uuid.UUID) [6]byte { node, _ := u.Node(); return node }

func at(u uuid.UUID) time.Time { at, _ := u.Time(); return at }

// reserved is what a State says of the clock sequence that was taken last.
type reserved struct {
	node     [6]byte
	clockSeq uint16
	end      time.Time // of its UUIDs and those of the others in its block
}

func reservedIn(s generator.State) (r reserved) {
	base, block, used := binary.BigEndian.Uint16(s[14:]), uint16(s[17]), binary.BigEndian.Uint16(s[18:])
	ticks := int64(binary.BigEndian.Uint64(s[40+8*block:]))
	return reserved{[6]byte(s[8:]), (base + 512*block + used - 1) & 0x3fff, time.Unix(ticks/1e7-12219292800, ticks%1e7*100).UTC()}
}

// millis returns the time in a version 7 UUID.
func millis(u uuid.UUID) int64 {
	hi, _ := u.Uint128()
	return int64(hi >> 16)
}

// tick returns the time in a version 7 UUID, with its 12 bits of a millisecond.
func tick(u uuid.UUID) uint64 {
	hi, _ := u.Uint128()
	return hi>>16<<12 | hi&0xfff
}

func tail(u uuid.UUID) uint64 { return binary.BigEndian.Uint64(u[8:]) & maxTail }

func raceDetector() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

const maxTail = 1<<62 - 1

// ticks returns t as Method3 has it: in milliseconds, and 12 bits of a millisecond.
func ticks(t time.Time) uint64 {
	return uint64(t.UnixMilli())<<12 | uint64(t.Nanosecond())%1e6<<12/1e6
}
