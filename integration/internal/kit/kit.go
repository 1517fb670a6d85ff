// Package kit is what the tests of several folders share.
package kit

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/internal/vectors"
)

// Must returns v, or ends the test if there is an error: Must(f())(t).
func Must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		Check(t, err)
		return v
	}
}

// Check ends the test if there is an error.
func Check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Need is Must for servers and clients that a machine may be unable to have: the
// test is skipped then, and fails where CI is true.
func Need[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil && os.Getenv("CI") != "true" {
			t.Skip(err)
		}
		return Must(v, err)(t)
	}
}

// Unhex returns the bytes of hexadecimal digits.
func Unhex(digits string) []byte {
	b, err := hex.DecodeString(digits)
	if err != nil {
		panic(err)
	}
	return b
}

// Raw are the digits of vectors.U.
const Raw = "00112233445566778899aabbccddeeff"

// Shapes has a UUID in every place where a struct can have one.
type Shapes[T comparable] struct {
	ID  T
	P   *T
	Nil *T
	L   []T
	A   [2]T
	M   map[string]T
	K   map[T]T
}

// NewShapes returns shapes of vectors.U and vectors.Other.
func NewShapes[T ~[16]byte]() Shapes[T] {
	u, o := T(vectors.U), T(vectors.Other)
	return Shapes[T]{ID: u, P: &o, L: []T{u, {}, o}, A: [2]T{o, u}, M: map[string]T{"k": u}, K: map[T]T{u: o}}
}

// A Codec writes and reads values in one format.
type Codec struct {
	Marshal   func(any) ([]byte, error)
	Unmarshal func([]byte, any) error
}

// Write checks that the codec writes v as the bytes of these digits.
func (c Codec) Write(t testing.TB, v any, digits string) {
	t.Helper()
	if b, err := c.Marshal(v); err != nil || hex.EncodeToString(b) != digits {
		t.Errorf("%T %v: got %x, %v, want %s", v, v, b, err, digits)
	}
}

// Read checks that the codec reads b into a value that is old, which makes it want:
// with no error if ok, else with an error.
func (c Codec) Read(t testing.TB, b []byte, old, want any, ok bool) {
	t.Helper()
	got := reflect.New(reflect.TypeOf(want)).Elem()
	got.Set(reflect.ValueOf(old))
	if err := c.Unmarshal(b, got.Addr().Interface()); (err == nil) != ok || !reflect.DeepEqual(got.Interface(), want) {
		t.Errorf("%x into a %T: got %+v, %v, want %+v, ok %t", b, want, got, err, want, ok)
	}
}

// Reads is Read of good bytes into a zero value.
func (c Codec) Reads(t testing.TB, b []byte, want any) {
	t.Helper()
	c.Read(t, b, reflect.Zero(reflect.TypeOf(want)).Interface(), want, true)
}

// Exchange writes in, checks that it reads as want, and returns the bytes.
func (c Codec) Exchange(t testing.TB, in, want any) []byte {
	t.Helper()
	b := Must(c.Marshal(in))(t)
	c.Reads(t, b, want)
	return b
}

// KeptAfterCut gives a MessagePack decoder a value for v that is cut off, then
// resets it and decodes 32 strings of a MiB each. It returns how many MiB of them
// the decoder keeps.
func KeptAfterCut(t *testing.T, v any) int {
	t.Helper()
	text := Must(msgpack.Marshal(strings.Repeat("x", 1<<20)))(t)
	dec := msgpack.NewDecoder(strings.NewReader("\x91\xc4\x10"))
	if err := dec.Decode(v); err == nil {
		t.Errorf("%T of a value that is cut off: got no error", v)
	}
	heap := func() int {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	before := heap()
	for range 32 {
		var s string
		dec.Reset(strings.NewReader(string(text)))
		Check(t, dec.Decode(&s))
	}
	after := heap()
	runtime.KeepAlive(dec)
	return (after - before) >> 20
}

// Left returns what is in a directory, and the processes that work in it or have its
// name among their arguments.
func Left(dir string) (left []string) {
	procs, _ := filepath.Glob("/proc/[0-9]*")
	for _, proc := range procs {
		cwd, _ := os.Readlink(proc + "/cwd")
		cmdline, _ := os.ReadFile(proc + "/cmdline")
		if strings.HasPrefix(cwd, dir) || strings.Contains(string(cmdline), dir) {
			left = append(left, proc)
		}
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	return append(left, files...)
}

// Eventually waits until f is true.
func Eventually(t testing.TB, what string, f func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !f(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited two minutes until %s", what)
		}
	}
}
