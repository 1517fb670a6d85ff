package generators

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/generator"
)

const (
	processes = 64
	parts     = 16 // of the ids of a process. It sorts each, and the clocks that are stepped are stepped before
	off       = 5 * time.Second
)

// A Kind is what a fleet makes.
type Kind string

const (
	V1    Kind = "1"
	V6    Kind = "6"
	V7    Kind = "7"
	V1One Kind = "1, with one Node and one FileStore for all" // nothing random keeps its ids apart

	// Copied is version 4 of processes whose Rand has the same state, as in copies of a virtual machine. Its ids
	// repeat: it tests the tests.
	Copied Kind = "4, with copied random bits"
)

// A Clock is what is wrong with a process's clock.
type Clock int

const (
	Right   Clock = iota // the default: the Generator's Clock is not set
	Skewed               // off by at most 5 s, always the same
	Stepped              // set to another offset of at most 5 s, again and again
	Frozen               // it stands
)

func clockOf(process int) Clock {
	switch {
	case process < 16:
		return Right
	case process < 40:
		return Skewed
	case process < processes-1:
		return Stepped
	}
	return Frozen
}

// A Fleet is 64 processes that make ids at the same time.
type Fleet struct {
	Dir string // for the files
	IDs int    // at least so many of each Kind
}

// part is how many ids of a process are in a part. The frozen clock's process makes few of versions 1 and 6, so the others
// make all.
func (f Fleet) part() int { return (f.IDs + (processes-1)*parts - 1) / ((processes - 1) * parts) }

func (f Fleet) file(kind Kind, process int) string {
	return filepath.Join(f.Dir, fmt.Sprintf("%.1s%d-%d", kind, len(kind), process))
}

// Files returns the files with the ids, 16 bytes each, one file for each process.
func (f Fleet) Files(kind Kind) (names []string) {
	for p := range processes {
		names = append(names, f.file(kind, p))
	}
	return names
}

// A task is what a process of a fleet does.
type task struct {
	Fleet
	Process int
	Kinds   []Kind
}

const environment = "UUIDKIT_GENERATORS"

// Make starts the processes, and returns when they have made the ids of each Kind.
func (f Fleet) Make(ctx context.Context, kinds ...Kind) (err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	begin, end, err := os.Pipe()
	if err != nil {
		return err
	}
	defer begin.Close()
	defer end.Close()
	var waits []func() error
	for p := range processes {
		env, err := json.Marshal(task{f, p, kinds})
		if err != nil {
			return err
		}
		cmd := exec.CommandContext(ctx, os.Args[0])
		cmd.Env = append(os.Environ(), environment+"="+string(env))
		cmd.Stdin, cmd.Stderr = begin, os.Stderr
		ready, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			return err
		}
		defer cmd.Wait()
		if _, err := io.ReadFull(ready, make([]byte, 1)); err != nil {
			return fmt.Errorf("process %d does not begin: %w", p, err)
		}
		waits = append(waits, cmd.Wait)
	}
	end.Close() // all begin
	for _, wait := range waits {
		err = errors.Join(err, wait())
	}
	return err
}

// Child does what a process of a fleet does, and ends it, if this is one. A test that calls Make calls it first in TestMain.
func Child() {
	env := os.Getenv(environment)
	if env == "" {
		return
	}
	var t task
	err := json.Unmarshal([]byte(env), &t)
	os.Stdout.WriteString("!")
	io.Copy(io.Discard, os.Stdin) // until all are there
	for _, kind := range t.Kinds {
		if err == nil {
			err = t.make(kind)
		}
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "process %d: %v\n", t.Process, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// A clock is that of a process.
type clock struct {
	kind   Clock
	offset time.Duration
	begun  time.Time
}

func newClock(process int) *clock {
	c := &clock{clockOf(process), 0, time.Now()}
	if c.kind == Skewed {
		c.offset = 2*off*time.Duration(process-16)/23 - off
	}
	return c
}

func (c *clock) now() time.Time {
	if c.kind == Frozen {
		return c.begun
	}
	return time.Now().Add(c.offset)
}

// step reports whether the clock is set back.
func (c *clock) step() bool {
	old := c.offset
	if c.kind == Stepped {
		c.offset = rand.N(2*off) - off
	}
	return c.offset < old
}

// A maker makes the ids of one Kind in a process.
type maker struct {
	*generator.Generator
	clock *clock
	new   func(g *generator.Generator, ctx context.Context) (uuid.UUID, error)
	batch bool // if it can, it makes batches
}

func (t task) maker(kind Kind) maker {
	m := maker{&generator.Generator{}, newClock(t.Process), (*generator.Generator).NewV1, false}
	if m.clock.kind != Right {
		m.Clock = m.clock.now
	}
	if m.clock.kind == Frozen {
		m.Overrun = generator.Fail // else it would wait for ever
	}
	switch kind {
	case V1One:
		m.Node, m.Store = [6]byte{2, 5: 17}, generator.FileStore(filepath.Join(t.Dir, "uuid.state"))
	case V6:
		m.new = (*generator.Generator).NewV6
	case V7:
		m.new, m.batch = (*generator.Generator).NewV7, t.Process%2 == 1
	case Copied:
		m.Rand = rand.NewChaCha8([32]byte{})
		m.new = func(g *generator.Generator, _ context.Context) (uuid.UUID, error) { return g.NewV4() }
	}
	return m
}

// fill sets as many of ids as it can.
func (m maker) fill(ids []uuid.UUID) (n int, err error) {
	if m.batch && len(ids) > 0 {
		return len(ids), m.FillV7(context.Background(), ids)
	}
	for n = range ids {
		if ids[n], err = m.new(m.Generator, context.Background()); err != nil {
			return n, err
		}
	}
	return len(ids), nil
}

// A sample is an id, and when it was made: between two readings of the right clock, in ns.
type sample struct {
	Before, After int64
	ID            uuid.UUID
}

func (t task) make(kind Kind) error {
	file, err := os.Create(t.file(kind, t.Process))
	if err != nil {
		return err
	}
	defer file.Close()
	samples, err := os.Create(file.Name() + samplesExt)
	if err != nil {
		return err
	}
	defer samples.Close()
	seen := bufio.NewWriter(samples)
	m, ids, last := t.maker(kind), make([]uuid.UUID, t.part()), uuid.Nil()
	for part, stands := 0, false; part < parts && !stands; part++ {
		back := m.clock.step()
		n, err := m.part(ids, seen)
		if stands = m.clock.kind == Frozen && errors.Is(err, generator.ErrOverrun); err != nil && !stands {
			return err
		}
		if kind == V6 || kind == V7 {
			if last, err = inOrder(last, ids[:n], back); err != nil {
				return err
			}
		}
		if err := write(file, ids[:n]); err != nil {
			return err
		}
		time.Sleep(20 * time.Millisecond) // else each would make few ids before the next has begun
	}
	return errors.Join(seen.Flush(), file.Close())
}

// part makes the ids of a part. Of each 64th it notes when it makes the first.
func (m maker) part(ids []uuid.UUID, seen io.Writer) (n int, err error) {
	for piece := range slices.Chunk(ids, max(1, len(ids)/64)) {
		before := time.Now().UnixNano()
		if piece[0], err = m.new(m.Generator, context.Background()); err != nil {
			return n, err
		}
		if err := binary.Write(seen, binary.BigEndian, sample{before, time.Now().UnixNano(), piece[0]}); err != nil {
			return n, err
		}
		more, err := m.fill(piece[1:])
		if n += 1 + more; err != nil {
			return n, err
		}
	}
	return n, nil
}

// write sorts ids, and appends them to a file.
func write(file io.Writer, ids []uuid.UUID) error {
	slices.SortFunc(ids, uuid.UUID.Compare)
	bytes := make([]byte, 0, len(ids)*len(uuid.UUID{}))
	for _, id := range ids {
		bytes = append(bytes, id[:]...)
	}
	_, err := file.Write(bytes)
	return err
}

// inOrder returns the last id of a part, and an error unless each is greater than the one before. Only the first need not
// be if the clock was set back.
func inOrder(last uuid.UUID, ids []uuid.UUID, back bool) (uuid.UUID, error) {
	for i, id := range ids {
		if id.Compare(last) <= 0 && !(back && i == 0) {
			return last, fmt.Errorf("%v comes after %v", id, last)
		}
		last = id
	}
	return last, nil
}
