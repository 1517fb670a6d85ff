package main

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"hash/crc32"
	"slices"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/generator"
)

// writers is how many machines make ids, in turn. The ids of MariaDB's partitions are one machine's: with version 1
// KEY chooses one partition for each machine.
const writers = 4

// A form is what a database stores an id as.
type form int

const (
	asUUID   form = iota // 16 bytes, or the type for them
	asBytes              // of another length
	asNumber             // 8 bytes
)

// A kind is a kind of id. make returns what makes one for each call, of the time.
type kind struct {
	name string
	form form
	make func() func(t time.Time, writer int) []byte
}

var kinds = []kind{
	{"v4", asUUID, func() func(time.Time, int) []byte {
		return func(time.Time, int) []byte { u := uuid.NewV4(); return u[:] }
	}},
	{"v7", asUUID, generated((*generator.Generator).NewV7)},
	{"v1", asUUID, generated((*generator.Generator).NewV1)},
	{"v6", asUUID, generated((*generator.Generator).NewV6)},
	{"ULID", asUUID, func() func(time.Time, int) []byte {
		return func(t time.Time, _ int) []byte {
			b := make([]byte, 16)
			rand.Read(b)
			milli := binary.BigEndian.AppendUint64(nil, uint64(t.UnixMilli()))
			copy(b, milli[2:])
			return b
		}
	}},
	{"ObjectID", asBytes, objectIDs},
	{"Snowflake", asNumber, func() func(time.Time, int) []byte {
		return func(t time.Time, writer int) []byte { // the sequence in a millisecond is always 0: there are fewer ids
			const epoch = 1288834974657 // Twitter's
			return binary.BigEndian.AppendUint64(nil, uint64(t.UnixMilli()-epoch)<<22|uint64(writer)<<12)
		}
	}},
	// What UUID_TO_BIN(id, 1) makes of version 7. Of version 1 it makes an id that sorts as version 6 does.
	{"v7 swapped", asUUID, func() func(time.Time, int) []byte {
		v7 := generated((*generator.Generator).NewV7)()
		return func(t time.Time, writer int) []byte {
			b := v7(t, writer)
			return slices.Concat(b[6:8], b[4:6], b[:4], b[8:])
		}
	}},
}

// generated is a generator for each writer.
func generated(one func(*generator.Generator, context.Context) (uuid.UUID, error)) func() func(time.Time, int) []byte {
	return func() func(time.Time, int) []byte {
		var now time.Time
		var list [writers]generator.Generator
		for i := range list {
			list[i].Clock = func() time.Time { return now }
		}
		return func(t time.Time, writer int) []byte {
			now = t
			u, err := one(&list[writer], context.Background())
			if err != nil {
				panic(err) // the clock goes on, and there is one id at a time
			}
			return u[:]
		}
	}
}

// objectIDs have the seconds, five bytes of the writer, and its counter.
func objectIDs() func(time.Time, int) []byte {
	var processes [writers][5]byte
	var counters [writers]uint32
	for i := range processes {
		rand.Read(processes[i][:])
		var start [4]byte
		rand.Read(start[:])
		counters[i] = binary.BigEndian.Uint32(start[:])
	}
	return func(t time.Time, writer int) []byte {
		counters[writer]++
		b := append(binary.BigEndian.AppendUint32(nil, uint32(t.Unix())), processes[writer][:]...)
		return append(b, binary.BigEndian.AppendUint32(nil, counters[writer])[1:]...)
	}
}

// A stream makes ids whose times are spread over a day: the clock of real ids goes on between two rows, and
// version 1 begins again every seven minutes.
type stream struct {
	make       func(time.Time, int) []byte
	at, per    time.Duration
	n, writers int
}

func (k kind) stream(rows, writers int) *stream {
	return &stream{make: k.make(), per: 24 * time.Hour / time.Duration(rows), writers: writers}
}

var day = time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)

func (s *stream) next(n int) [][]byte {
	ids := make([][]byte, n)
	for i := range ids {
		ids[i] = s.make(day.Add(s.at), s.n%s.writers)
		s.at += s.per
		s.n++
	}
	return ids
}

// prefix is a byte of a hash of the id, for the recipe.
func prefix(id []byte) int { return int(crc32.ChecksumIEEE(id) >> 24) }
