package generator_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/generator"
)

// The environment of the processes that TestKill kills.
const (
	killFile   = "UUID_TEST_KILL_FILE"   // of the FileStore
	killStart  = "UUID_TEST_KILL_START"  // of the test, in ns since 1970
	killForget = "UUID_TEST_KILL_FORGET" // if set, the file is never written
)

// TestKill has eight processes share a FileStore and a clock that is set back and forth,
// kills them at random moments, and starts others. The environment variable UUIDKIT_KILLS
// says how many it kills: 30 if unset.
//
// No UUID may come twice. Those of a process must be in order; versions 1 and 6 as long
// as they have the same clock sequence.
func TestKill(t *testing.T) {
	if os.Getenv(killFile) != "" {
		fmt.Fprintln(os.Stderr, makeUntilKilled())
		os.Exit(1)
	}
	if err := exec.Command(os.Args[0], "-test.run=^$").Run(); errors.Is(err, syscall.ENOEXEC) {
		t.Skip("in an emulator of another machine, which starts no further process")
	} else if err != nil {
		t.Fatal(err)
	}
	kills := 30
	if s := os.Getenv("UUIDKIT_KILLS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatalf("UUIDKIT_KILLS: %v", err)
		}
		kills = n
	}
	t.Run("kept", func(t *testing.T) {
		s := newFile(t)
		made, again := kill(t, s, kills)
		t.Logf("%d kills, %d UUIDs of versions 1 and 6", kills, made)
		if again > 0 || made < kills {
			t.Errorf("%d of %d UUIDs came again, want none of at least %d", again, made, kills)
		}
		newV1(t, &generator.Generator{Store: s, Node: killNode, Rollback: generator.Fail}) // as the file is not damaged
	})
	t.Run("forgotten", func(t *testing.T) {
		s := newFile(t)
		newV1(t, &generator.Generator{Store: s, Node: killNode, Clock: newClock().now})
		made, again := kill(t, s, 30, killForget+"=1")
		t.Logf("%d of %d UUIDs came again", again, made)
		if again == 0 {
			t.Error("none came again, though the Store keeps nothing")
		}
	})
}

var killNode = [6]byte{0: 2, 5: 1}

// kill returns how many UUIDs of versions 1 and 6 the processes made, and how many of
// these came again.
func kill(t *testing.T, s generator.FileStore, kills int, env ...string) (made, again int) {
	env = append(append(os.Environ(), env...), killFile+"="+string(s), killStart+"="+strconv.FormatInt(time.Now().UnixNano(), 10))
	var (
		left atomic.Int64
		mu   sync.Mutex
		all  []uuid.UUID
		wg   sync.WaitGroup
	)
	left.Store(int64(kills))
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for left.Add(-1) >= 0 && !t.Failed() {
				ids, err := killOne(env)
				if err := errors.Join(err, inOrder(ids)); err != nil {
					t.Error(err)
				}
				mu.Lock()
				all = append(all, ids...)
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	all = slices.DeleteFunc(all, func(u uuid.UUID) bool { return u.Version() == 7 })
	made = len(all)
	slices.SortFunc(all, uuid.UUID.Compare)
	return made, made - len(slices.Compact(all))
}

// killOne starts a process, kills it after a while, and returns the UUIDs that came out
// of it. Every other time the while begins with the first of them.
func killOne(env []string) (ids []uuid.UUID, err error) {
	cmd := exec.Command(os.Args[0], "-test.run=^TestKill$")
	cmd.Env = env
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	out := bufio.NewReader(pipe)
	if rand.N(2) == 0 {
		out.Peek(1)
	}
	timer := time.AfterFunc(rand.N(100*time.Millisecond), func() { cmd.Process.Kill() })
	defer timer.Stop()
	for {
		var u uuid.UUID
		if _, err := io.ReadFull(out, u[:]); err != nil {
			break // the end, maybe in the middle of a UUID
		}
		ids = append(ids, u)
	}
	cmd.Wait()
	if stderr.Len() > 0 {
		return nil, fmt.Errorf("not killed, but ended: %s", stderr.Bytes())
	}
	return ids, nil
}

// inOrder returns an error if the UUIDs of a process are not in order.
func inOrder(ids []uuid.UUID) error {
	var last1, last7 uuid.UUID // of versions 1 and 6, and of version 7
	for _, u := range ids {
		switch u.Version() {
		case 7:
			if u.Compare(last7) <= 0 {
				return fmt.Errorf("%v after %v", u, last7)
			}
			last7 = u
		case 1, 6:
			if clockSeq(u) == clockSeq(last1) && !at(u).After(at(last1)) || node(u) != killNode {
				return fmt.Errorf("%v of %v after %v of %v", u, at(u), last1, at(last1))
			}
			last1 = u
		default:
			return fmt.Errorf("got %v", u)
		}
	}
	return nil
}

// makeUntilKilled writes UUIDs of versions 1, 6 and 7 to the standard output. 20 ms are
// ten seconds of its clock, so that a process is often killed while it
// updates the Store.
func makeUntilKilled() error {
	start, err := strconv.ParseInt(os.Getenv(killStart), 10, 64)
	if err != nil {
		return err
	}
	clock := func() time.Time { return killClock(time.Since(time.Unix(0, start))) }
	g := generator.Generator{Clock: clock, Node: killNode, Store: generator.FileStore(os.Getenv(killFile))}
	g7 := generator.Generator{Clock: clock, MaxBack: 24 * time.Hour} // stay in order
	if os.Getenv(killForget) != "" {
		g.Store = &forgetful{file: g.Store}
	}
	for {
		var ids []byte
		for i, g := range map[int]*generator.Generator{0: &g, 2: &g, 3: &g7} {
			u, err := newers[i].new(g, context.Background())
			if err != nil {
				return err
			}
			ids = append(ids, u[:]...)
		}
		if _, err := os.Stdout.Write(ids); err != nil {
			return err
		}
		time.Sleep(20 * time.Microsecond)
	}
}

// killClock goes 500 times as fast as time, in whole seconds, so that processes often
// have the same time. It is set back or forth by up to an hour every 20 s.
func killClock(passed time.Duration) time.Time {
	passed *= 500
	steps := rand.New(rand.NewPCG(uint64(passed/(20*time.Second)), 0))
	return epoch.Add(passed + time.Duration(steps.Int64N(int64(time.Hour)))).Truncate(time.Second)
}

// forgetful is a Store that reads a file once, and never writes it.
type forgetful struct {
	generator.MemoryStore
	file generator.Store
	once sync.Once
}

func (s *forgetful) Update(ctx context.Context, f func(generator.State) generator.State) (err error) {
	s.once.Do(func() {
		err = s.file.Update(ctx, func(kept generator.State) generator.State {
			s.MemoryStore.Update(ctx, func(generator.State) generator.State { return kept })
			return kept
		})
	})
	return errors.Join(err, s.MemoryStore.Update(ctx, f))
}
