package msgpackx_test

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

// The registry is the process's, so each form has types of its own.
type (
	binID    [16]byte
	extID    [16]byte
	textID   [16]byte
	dotNetID [16]byte
)

const freeExt = 77 // for extID; the tests of claims use others

// formEnv makes a child process register uuid.UUID in another form.
const formEnv = "MSGPACKX_TEST_FORM"

var forms = map[string][]msgpackx.Option{
	"":       nil,
	"ext":    {msgpackx.Ext(msgpackx.Tarantool)},
	"text":   {msgpackx.Text},
	"dotnet": {msgpackx.DotNet},
}

func TestMain(m *testing.M) {
	for _, err := range []error{
		msgpackx.Register[uuid.UUID](forms[os.Getenv(formEnv)]...),
		msgpackx.Register[binID](),
		msgpackx.Register[extID](msgpackx.Ext(freeExt)),
		msgpackx.Register[textID](msgpackx.Text),
		msgpackx.Register[dotNetID](msgpackx.DotNet),
		msgpackx.Register[vectors.Plain](),
		msgpackx.Register[vectors.Std](),
		msgpackx.Register[vectors.Google](),
		msgpackx.Register[vectors.Gofrs](),
		registerNulls(),
	} {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

const (
	rawU    = "00112233445566778899aabbccddeeff"
	dotNetU = "33221100554477668899aabbccddeeff"
)

// arrayU is what Rust's serde writes for [u8; 16]: numbers from 128 on take two
// bytes.
const arrayU = "0011223344556677" + "cc88cc99ccaaccbbccccccddcceeccff"

func textHex(s string) string { return hex.EncodeToString([]byte(s)) }

// must is for what a test needs, and does not test.
func must[V any](v V, err error) V {
	if err != nil {
		panic(err)
	}
	return v
}

func unhex(s string) []byte { return must(hex.DecodeString(s)) }

// marshalHex marshals v, and fails the test if bytes.Buffer, a bufio.Writer
// and a plain io.Writer do not get the same.
func marshalHex(t *testing.T, v any) string {
	t.Helper()
	b, err := msgpack.Marshal(v)
	if err != nil {
		t.Fatalf("Marshal(%v): %v", v, err)
	}
	var plain bytes.Buffer
	if err := msgpack.NewEncoder(struct{ io.Writer }{&plain}).Encode(v); err != nil || !bytes.Equal(b, plain.Bytes()) {
		t.Errorf("Marshal(%v) = %x, to an io.Writer %x, %v", v, b, plain.Bytes(), err)
	}
	plain.Reset()
	w := bufio.NewWriterSize(&plain, 16)
	if err := errors.Join(msgpack.NewEncoder(w).Encode(v), w.Flush()); err != nil || !bytes.Equal(b, plain.Bytes()) {
		t.Errorf("Marshal(%v) = %x, to a bufio.Writer %x, %v", v, b, plain.Bytes(), err)
	}
	return hex.EncodeToString(b)
}

// testWrite checks the bytes of v.
func testWrite(t *testing.T, v any, want string) {
	t.Helper()
	if got := marshalHex(t, v); got != want {
		t.Errorf("Marshal(%T %+v) = %s, want %s", v, v, got, want)
	}
}

// roundTrip checks that in is read back.
func roundTrip[T ~[16]byte](t *testing.T, in T) {
	t.Helper()
	b := must(msgpack.Marshal(in))
	out := T(vectors.Other)
	if err := msgpack.Unmarshal(b, &out); err != nil {
		t.Errorf("Unmarshal(%x): %v", b, err)
	} else if out != in {
		t.Errorf("Unmarshal(%x) = %v, want %v", b, uuid.UUID(out), uuid.UUID(in))
	}
}

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
