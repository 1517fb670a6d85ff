package generator_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/generator"
)

// The zero value works as uuid.NewV7 does.
func Example() {
	var ids generator.Generator
	id, err := ids.NewV7(context.Background())
	fmt.Println(id.Version(), err)
	// Output: 7 <nil>
}

// A State in a map, as it would be in a table of a database. A real Store keeps it past the
// end of the process: see docs/generator.md.
func ExampleState_MarshalBinary() {
	table := map[string][]byte{}
	update := func(f func(generator.State) generator.State) error {
		var state generator.State
		if err := state.UnmarshalBinary(table["node 17"]); err != nil {
			return err
		}
		b, err := f(state).MarshalBinary()
		table["node 17"] = b
		return err
	}
	err := update(func(state generator.State) generator.State { return state })
	fmt.Println(len(table["node 17"]), err) // no Generator has used it yet
	// Output: 0 <nil>
}

// A clock that stands, for tests.
func ExampleGenerator_clock() {
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	ids := generator.Generator{Clock: func() time.Time { return noon }}

	id, err := ids.NewV7(context.Background())
	at, _ := id.Time()
	fmt.Println(at, err)
	// Output: 2026-11-21 12:00:00 +0000 UTC <nil>
}

// Method 1 of RFC 9562: a counter, here of 12 bits, in place of the fraction of the
// millisecond. Fail returns an error where Wait would wait for the next millisecond.
func ExampleGenerator_method1() {
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	ids := generator.Generator{
		Method:      generator.Method1,
		CounterBits: 12,
		Overrun:     generator.Fail,
		Clock:       func() time.Time { return noon }, // a clock that stands
	}
	for n := range 1 << 12 {
		_, err := ids.NewV7(context.Background())
		if errors.Is(err, generator.ErrOverrun) {
			fmt.Println(err)
			fmt.Println("at least 2^11:", n >= 1<<11)
			break
		}
	}
	// Output:
	// generator.NewV7: more UUIDs than the clock has room for
	// at least 2^11: true
}

// An error instead of UUIDs that sort before those that exist.
func ExamplePolicy() {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	ids := generator.Generator{
		Rollback: generator.Fail,
		Clock:    func() time.Time { return now },
	}
	_, err := ids.NewV7(context.Background())
	fmt.Println(err)

	now = now.Add(-time.Hour) // somebody sets the clock back
	_, err = ids.NewV7(context.Background())
	fmt.Println(errors.Is(err, generator.ErrRollback))
	fmt.Println(err)
	// Output:
	// <nil>
	// true
	// generator.NewV7: the clock was set back
}

// A clock that is rounded down to a minute hides when exactly a UUID was made. The
// UUIDs are in order nevertheless: the 62 bits in which Method2 counts have room for
// all UUIDs of a minute.
func ExampleGenerator_roundedClock() {
	ids := generator.Generator{
		Method: generator.Method2,
		Clock:  func() time.Time { return time.Now().Truncate(time.Minute) },
	}
	a, _ := ids.NewV7(context.Background())
	b, _ := ids.NewV7(context.Background())
	at, _ := a.Time()
	fmt.Println(at.Second(), at.Nanosecond(), a.Compare(b))
	// Output: 0 0 -1
}

// The nodes of a cluster have numbers, which become the nodes of their version 6
// UUIDs: two machines never make the same one. The 2 in the first byte says that the
// node is no address of a network card.
func ExampleGenerator_clusterNode() {
	const number = 17
	ids := generator.Generator{Node: [6]byte{0: 2, 5: number}}

	id, err := ids.NewV6(context.Background())
	node, _ := id.Node()
	fmt.Println(id.Version(), node[5], err)
	// Output: 6 17 <nil>
}

// The address of a network card as the node reveals which machine made a UUID.
// Without a card Node stays zero, and the node is random.
func ExampleGenerator_networkCard() {
	var ids generator.Generator
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

// The number of a shard within each UUID makes it a version 8 one: version 7 has no
// room for a meaning of one's own. The last bits of Method1 are random for each UUID,
// and so may be replaced.
func ExampleGenerator_shard() {
	ids := generator.Generator{Method: generator.Method1}
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
	var source io.Reader // such as a hardware security module
	ids := generator.Generator{Rand: source}
	batch := make([]uuid.UUID, 100)
	if err := ids.FillV4(batch); err != nil {
		fmt.Println(err)
	}
	fmt.Println(batch[99].Version())
	// Output: 4
}

// Two processes with the same Node and file, which take different clock sequences.
func ExampleFileStore() {
	folder, _ := os.MkdirTemp("", "")
	defer os.RemoveAll(folder)
	store := generator.FileStore(filepath.Join(folder, "uuid.state"))
	node := [6]byte{0: 2, 5: 17} // machine 17

	one := generator.Generator{Store: store, Node: node}
	two := generator.Generator{Store: store, Node: node}
	a, err1 := one.NewV6(context.Background())
	b, err2 := two.NewV6(context.Background())

	seqA, _ := a.ClockSeq()
	seqB, _ := b.ClockSeq()
	fmt.Println(seqA != seqB, err1, err2)
	// Output: true <nil> <nil>
}

// A Store remembers node and clock sequence of version 1 over restarts.
func ExampleStore() {
	var store generator.MemoryStore
	yesterday := time.Now().Add(-24 * time.Hour)
	before := generator.Generator{Store: &store}
	a, _ := before.NewV1(context.Background())

	// A restart, with a clock set back: another clock sequence.
	after := generator.Generator{Store: &store, Clock: func() time.Time { return yesterday }}
	b, _ := after.NewV1(context.Background())

	nodeA, _ := a.Node()
	nodeB, _ := b.Node()
	seqA, _ := a.ClockSeq()
	seqB, _ := b.ClockSeq()
	fmt.Println(nodeA == nodeB, (seqB-seqA)&0x3fff)
	// Output: true 1
}
