package uuid_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
)

func ExampleFillV7() {
	ids := make([]uuid.UUID, 1000)
	uuid.FillV7(ids)
	fmt.Println(slices.IsSortedFunc(ids, uuid.UUID.Compare))
	// Output: true
}

func ExampleGenerator() {
	var ids uuid.Generator
	id, err := ids.NewV7(context.Background())
	fmt.Println(id.Version(), err)
	// Output: 7 <nil>
}

// A counter of 12 bits in place of the fraction of the millisecond. If it is
// full, the caller wants to know.
func ExampleGenerator_counter() {
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	ids := uuid.Generator{
		Method:      uuid.Method1,
		CounterBits: 12,
		Overrun:     uuid.Fail,
		Clock:       func() time.Time { return noon }, // a clock that stands
	}
	for n := range 1 << 12 {
		_, err := ids.NewV7(context.Background())
		if errors.Is(err, uuid.ErrOverrun) {
			fmt.Println(err)
			fmt.Println("at least 2^11:", n >= 1<<11)
			break
		}
	}
	// Output:
	// uuid.Generator.NewV7: more UUIDs than the clock has room for
	// at least 2^11: true
}

// A clock that tells no more than the minute hides when a UUID was made. They
// are in order nevertheless: the 62 bits in which Method2 counts have room for
// all UUIDs of a minute.
func ExampleGenerator_clock() {
	ids := uuid.Generator{
		Method: uuid.Method2,
		Clock:  func() time.Time { return time.Now().Truncate(time.Minute) },
	}
	a, _ := ids.NewV7(context.Background())
	b, _ := ids.NewV7(context.Background())
	at, _ := a.Time()
	fmt.Println(at.Second(), at.Nanosecond(), a.Compare(b))
	// Output: 0 0 -1
}

// The address of a network card as the node, for those who want that: it tells
// who made a UUID. Without one, Node stays zero, and the node is random.
func ExampleGenerator_hardware() {
	var ids uuid.Generator
	cards, _ := net.Interfaces()
	for _, card := range cards {
		const local = 2 // given by software
		if a := card.HardwareAddr; len(a) >= 6 && a[0]&local == 0 {
			ids.Node = [6]byte(a[len(a)-6:]) // EUI-48, or the end of EUI-64
			break
		}
	}
	id, err := ids.NewV1(context.Background())
	fmt.Println(id.Version(), err)
	// Output: 1 <nil>
}

// A number of the machine within each UUID makes it a version 8 one: version 7
// has no room for a meaning of one's own. Of Method1's bits the last are plain
// random for each UUID, and so may be replaced.
func ExampleGenerator_shard() {
	ids := uuid.Generator{Method: uuid.Method1}
	const shard = 0x1234
	newID := func() (uuid.UUID, error) {
		id, err := ids.NewV7(context.Background())
		if err != nil {
			return id, err
		}
		binary.BigEndian.PutUint16(id[14:], shard)
		return uuid.NewV8(id), nil
	}
	a, _ := newID()
	b, _ := newID()
	fmt.Println(a.Version(), a.String()[32:], b.String()[32:], a.Compare(b))
	// Output: 8 1234 1234 -1
}

func ExampleGenerator_rand() {
	var source io.Reader // of a hardware security module, say
	ids := uuid.Generator{Rand: source}
	batch := make([]uuid.UUID, 100)
	if err := ids.FillV4(batch); err != nil {
		fmt.Println(err)
	}
	fmt.Println(batch[99].Version())
	// Output: 4
}

func ExampleStore() {
	var store uuid.MemoryStore
	yesterday := time.Now().Add(-24 * time.Hour)
	before := uuid.Generator{Store: &store}
	a, _ := before.NewV1(context.Background())

	// A restart, with a clock set back: another clock sequence.
	after := uuid.Generator{Store: &store, Clock: func() time.Time { return yesterday }}
	b, _ := after.NewV1(context.Background())

	nodeA, _ := a.Node()
	nodeB, _ := b.Node()
	seqA, _ := a.ClockSeq()
	seqB, _ := b.ClockSeq()
	fmt.Println(nodeA == nodeB, (seqB-seqA)&0x3fff)
	// Output: true 1
}
