package generator_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/generator"
)

func newFile(t *testing.T) generator.FileStore {
	return generator.FileStore(filepath.Join(t.TempDir(), "uuid.state"))
}

func readFile(t *testing.T, s generator.FileStore) []byte {
	t.Helper()
	b, err := os.ReadFile(string(s))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func writeFile(t *testing.T, s generator.FileStore, b []byte) {
	t.Helper()
	if err := os.WriteFile(string(s), b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// sealed returns b with the checksum that it has to have.
func sealed(b []byte) []byte {
	c := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	c.Write(b[:20])
	c.Write(b[24:])
	binary.BigEndian.PutUint32(b[20:], c.Sum32())
	return b
}

// writes counts the updates that change the State of a FileStore.
type writes struct {
	generator.FileStore
	n int
}

func (w *writes) Update(ctx context.Context, f func(generator.State) generator.State) error {
	return w.FileStore.Update(ctx, func(kept generator.State) generator.State {
		next := f(kept)
		if next != kept {
			w.n++
		}
		return next
	})
}

func TestFileStore(t *testing.T) {
	t.Run("a new file", func(t *testing.T) {
		s := newFile(t)
		g := generator.Generator{Clock: newClock().now, Rand: words(0x1234<<48, 0, 0, 0x123456789abc), Store: s}
		u := newV1(t, &g)
		b := readFile(t, s)
		if len(b) != len(generator.State{}) {
			t.Fatalf("%d bytes, want %d", len(b), len(generator.State{}))
		}
		want := reserved{[6]byte{0x13, 0x34, 0x56, 0x78, 0x9a, 0xbc}, 0x1234, epoch.Add(11 * time.Second)}
		if got := reservedIn(generator.State(b)); got != want || node(u) != want.node || clockSeq(u) != want.clockSeq {
			t.Errorf("%v, and in the file %v; want %v", u, got, want)
		}
		if !bytes.HasPrefix(b, []byte("uuidgen1")) || !bytes.Equal(b, sealed(bytes.Clone(b))) {
			t.Errorf("got %q with another checksum than %q", b, sealed(bytes.Clone(b)))
		}
		// The format, which later releases have to read: see encode in internal/gen/store.go.
		const begin = "uuidgen1" + "\x13\x34\x56\x78\x9a\xbc" + "\x12\x34" + "\x01" + "\x00" + "\x00\x01"
		rest := make([]byte, len(b)-24)
		binary.BigEndian.PutUint64(rest[16:], 0x1ec9414c232ab00+11e7)
		if string(b[:20]) != begin || !bytes.Equal(b[24:], rest) {
			t.Errorf("got %x, want %x, a checksum, and %x", b, begin, rest)
		}
		info, err := os.Stat(string(s))
		if err != nil || runtime.GOOS != "windows" && info.Mode() != 0o600 {
			t.Errorf("mode %v, %v; want -rw-------", info.Mode(), err)
		}
		names, err := os.ReadDir(filepath.Dir(string(s)))
		if err != nil || len(names) != 1 {
			t.Errorf("in the folder: %v, %v; want the file only", names, err)
		}
	})
	t.Run("few writes, ahead of the time", func(t *testing.T) {
		s := &writes{FileStore: newFile(t)}
		c := newClock()
		g := generator.Generator{Clock: c.now, Store: s}
		first := newV1(t, &g)
		for i := range 100_000 {
			c.add(time.Millisecond) // 100 s in all
			u := newV1(t, &g)
			if [8]byte(u[8:]) != [8]byte(first[8:]) {
				t.Fatalf("%v after %v", u, first)
			}
			if i%1000 == 999 {
				if got := reservedIn(generator.State(readFile(t, s.FileStore))); !at(u).Before(got.end) {
					t.Fatalf("%v of %v, with %v in the file", u, at(u), got)
				}
			}
		}
		if s.n < 9 || s.n > 11 {
			t.Errorf("%d writes in 100 s, want 10 or so", s.n)
		}
	})
	t.Run("restarts", func(t *testing.T) {
		s := newFile(t)
		c := newClock()
		var last uuid.UUID
		for i, test := range []struct {
			pause time.Duration
			more  uint16 // clock sequences
		}{{0, 0}, {15 * time.Second, 0}, {0, 1}, {time.Second, 1}, {time.Hour, 0}, {-2 * time.Hour, 1}} {
			c.add(test.pause)
			g := generator.Generator{Clock: c.now, Store: s}
			u := newV1(t, &g)
			if i > 0 && (node(u) != node(last) || (clockSeq(u)-clockSeq(last))&0x3fff != test.more) {
				t.Errorf("%d: %v after %v, want %d clock sequences more", i, u, last, test.more)
			}
			last = u
		}
	})
	t.Run("many, at the first moment", func(t *testing.T) {
		s := newFile(t)
		c := newClock()
		const generators, each = 16, 500
		all := make([][]uuid.UUID, generators)
		var wg sync.WaitGroup
		for i := range all {
			wg.Add(1)
			go func() {
				defer wg.Done()
				g := generator.Generator{Clock: c.now, Store: s}
				for range each {
					u, err := g.NewV1(t.Context())
					if err != nil {
						t.Error(err)
						return
					}
					all[i] = append(all[i], u)
				}
			}()
		}
		wg.Wait()
		seen := map[uuid.UUID]bool{}
		for _, ids := range all {
			for _, u := range ids {
				if seen[u] || node(u) != node(all[0][0]) {
					t.Fatalf("%v came twice, or has another node than %v", u, all[0][0])
				}
				seen[u] = true
			}
		}
		if len(seen) != generators*each {
			t.Errorf("%d UUIDs, want %d", len(seen), generators*each)
		}
	})
	t.Run("wait for the lock", func(t *testing.T) {
		s := newFile(t)
		newV1(t, &generator.Generator{Store: s})
		locked, release := make(chan bool), make(chan bool)
		done := make(chan error)
		go func() {
			done <- s.Update(t.Context(), func(kept generator.State) generator.State {
				close(locked)
				<-release
				return kept
			})
		}()
		<-locked
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		g := generator.Generator{Store: s}
		if u, err := g.NewV1(ctx); !errors.Is(err, context.DeadlineExceeded) || u != uuid.Nil() {
			t.Errorf("got %v, %v; want the context's error", u, err)
		}
		close(release)
		if err := <-done; err != nil {
			t.Error(err)
		}
		newV1(t, &g)
	})
}

// TestFileStoreNoName: the error says what is missing, and no file is made.
func TestFileStoreNoName(t *testing.T) {
	t.Chdir(t.TempDir())
	fails(t, &generator.Generator{Store: generator.FileStore("")}, "", `FileStore(""): the file name is empty`)
	if files, err := os.ReadDir("."); len(files) > 0 || err != nil {
		t.Errorf("got %v, %v; want no file", files, err)
	}
}

// TestStateBinary: what MarshalBinary writes is what a FileStore writes, or nothing.
func TestStateBinary(t *testing.T) {
	s := newFile(t)
	newV1(t, &generator.Generator{Store: s})
	for _, b := range [][]byte{readFile(t, s), {}} {
		state := generator.State{1}
		if err := state.UnmarshalBinary(b); err != nil {
			t.Fatal(err)
		}
		if got, err := state.MarshalBinary(); got == nil || !bytes.Equal(got, b) || err != nil {
			t.Errorf("%d bytes become %x, %v; want %x", len(b), got, err, b)
		}
	}
}

// fails makes a UUID, and wants an error with each of the texts and the file as it was. It
// has a context without an end, for which the Store is called on this thread.
func fails(t *testing.T, g *generator.Generator, s generator.FileStore, texts ...string) {
	t.Helper()
	before, _ := os.ReadFile(string(s))
	u, err := g.NewV1(context.Background())
	if err == nil || u != uuid.Nil() {
		t.Fatalf("got %v, %v; want an error", u, err)
	}
	for _, text := range append(texts, "generator.NewV1: Store: ") {
		if !strings.Contains(err.Error(), text) {
			t.Errorf("got %v, without %q", err, text)
		}
	}
	if after, _ := os.ReadFile(string(s)); !bytes.Equal(before, after) {
		t.Errorf("%v, and the file has changed", err)
	}
}

func TestFileStoreDamage(t *testing.T) {
	s := newFile(t)
	running := &generator.Generator{Store: s, Node: [6]byte{2}}
	newV1(t, running)
	good := readFile(t, s)

	check := func(name string, b []byte, text string) {
		t.Run(name, func(t *testing.T) {
			writeFile(t, s, b)
			fails(t, &generator.Generator{Store: s}, s, text, "FileStore", "uuid.state")
			fails(t, &generator.Generator{Store: s, Node: [6]byte{2}}, s, text)
			state := generator.State(good)
			if err := state.UnmarshalBinary(b); len(b) > 0 && (err == nil || !strings.Contains(err.Error(), text) || state != generator.State(good)) {
				t.Errorf("UnmarshalBinary: got %v, and the State changed: %v; want %q", err, state != generator.State(good), text)
			}
		})
	}
	for _, n := range []int{0, 1, 8, 40, len(good) - 1} {
		check(fmt.Sprintf("%d bytes", n), good[:n], "remove it")
	}
	check("a byte too many", append(bytes.Clone(good), 0), "remove it")
	check("zeros", make([]byte, len(good)), "remove it")
	check("somebody else's", bytes.Repeat([]byte("text\n"), 60)[:len(good)], "remove it")
	for name, b := range map[string]byte{"random": 16, "block": 17, "used": 18} {
		bad := bytes.Clone(good)
		bad[b] = 0xff
		check("impossible "+name, sealed(bad), "remove it")
	}
	newer := bytes.Clone(good)
	newer[7]++
	check("of a newer release", sealed(newer), "newer")
	t.Run("any byte", func(t *testing.T) {
		for i := range good {
			bad := bytes.Clone(good)
			bad[i] ^= 1 << (i % 8)
			writeFile(t, s, bad)
			if u, err := (&generator.Generator{Store: s}).NewV1(t.Context()); err == nil || !strings.Contains(err.Error(), "remove it") {
				t.Fatalf("byte %d: got %v, %v; want an error", i, u, err)
			}
		}
	})
	t.Run("repaired", func(t *testing.T) {
		writeFile(t, s, good)
		newV1(t, &generator.Generator{Store: s, Node: [6]byte{2}})
	})
}

// The State must not be gone, be an older one, or be a new one, while a Generator is
// running.
func TestFileStoreReplaced(t *testing.T) {
	for _, node := range [][6]byte{{}, {2}} {
		s := newFile(t)
		c := newClock()
		start := func() *generator.Generator {
			g := &generator.Generator{Clock: c.now, Store: s, Node: node}
			newV1(t, g)
			return g
		}
		g := start()
		for name, change := range map[string]func(){
			"another clock sequence": func() { c.add(-time.Minute); newV1(t, g) },
			"more time":              func() { newV1(t, g) },
			"another Generator":      func() { start(); newV1(t, g) },
		} {
			t.Run(fmt.Sprintf("Node %x, %s", node, name), func(t *testing.T) {
				older := readFile(t, s)
				c.add(30 * time.Second)
				change()
				newer := readFile(t, s)

				c.add(30 * time.Second)
				writeFile(t, s, older)
				fails(t, g, s, "older")
				os.Remove(string(s))
				fails(t, g, s, "gone")
				if _, err := os.Stat(string(s)); !errors.Is(err, fs.ErrNotExist) {
					t.Errorf("got %v, want no file", err)
				}
				writeFile(t, s, newer)
				newV1(t, g)
			})
		}
	}
	t.Run("and created again", func(t *testing.T) {
		for i := range byte(20) { // half of the new files have a later era, but too late a one
			s := newFile(t)
			c := newClock()
			node := [6]byte{i % 2} // none, and one
			g := &generator.Generator{Clock: c.now, Store: s, Node: node}
			newV1(t, g)
			c.add(30 * time.Second)
			os.Remove(string(s))
			newV1(t, &generator.Generator{Clock: c.now, Store: s, Node: node})
			fails(t, g, s, "or a new one")
		}
	})
	t.Run("and used by another", func(t *testing.T) {
		for i := range byte(20) {
			s := newFile(t)
			c := newClock()
			start := func(seed byte) (*generator.Generator, uuid.UUID) {
				g := &generator.Generator{Clock: c.now, Rand: rand.NewChaCha8([32]byte{i, seed}), Store: s, Node: [6]byte{i % 2}}
				return g, newV1(t, g)
			}
			start(0)
			older := readFile(t, s)
			c.add(30 * time.Second)
			g, _ := start(1)
			writeFile(t, s, older)
			c.add(30 * time.Second)
			_, other := start(2) // begins an era, as g did
			if u, err := g.NewV1(t.Context()); err == nil && u == other {
				t.Errorf("%d: %v came twice", i, u)
			}
		}
	})
}

func TestFileStoreFolder(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder) // a file there changes the time of the package's folder, and go test forgets its results
	for name, s := range map[string]generator.FileStore{
		"a missing folder": generator.FileStore(filepath.Join(folder, "missing", "uuid.state")),
		"a folder":         generator.FileStore(folder),
		"no name":          "",
	} {
		t.Run(name, func(t *testing.T) {
			if u, err := (&generator.Generator{Store: s}).NewV1(t.Context()); err == nil || u != uuid.Nil() {
				t.Errorf("got %v, %v; want an error", u, err)
			}
		})
	}
	t.Run("a link to nothing", func(t *testing.T) {
		s := generator.FileStore(filepath.Join(folder, "uuid.state"))
		if err := os.Symlink("missing", string(s)); err != nil {
			if runtime.GOOS == "windows" {
				t.Skip(err) // it needs a privilege there
			}
			t.Fatal(err)
		}
		fails(t, &generator.Generator{Store: s}, s)
	})
}
