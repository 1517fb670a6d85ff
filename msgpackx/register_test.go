package msgpackx_test

import (
	"bufio"
	"bytes"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"syscall"
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

func textHex(s string) string { return hex.EncodeToString([]byte(s)) }

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// marshalHex marshals v, and fails the test if bytes.Buffer, a bufio.Writer
// and a plain io.Writer do not get the same.
func marshalHex(t *testing.T, v any) string {
	t.Helper()
	b, err := msgpack.Marshal(v)
	if err != nil {
		t.Fatalf("Marshal(%v): %v", v, err)
	}
	var plain bytes.Buffer
	if err := msgpack.NewEncoder(struct{ io.Writer }{&plain}).Encode(v); err != nil {
		t.Fatalf("Encode(%v): %v", v, err)
	}
	if !bytes.Equal(b, plain.Bytes()) {
		t.Errorf("Marshal(%v) = %x, to an io.Writer %x", v, b, plain.Bytes())
	}
	plain.Reset()
	w := bufio.NewWriterSize(&plain, 16)
	if err := errors.Join(msgpack.NewEncoder(w).Encode(v), w.Flush()); err != nil || !bytes.Equal(b, plain.Bytes()) {
		t.Errorf("Marshal(%v) = %x, to a bufio.Writer %x, %v", v, b, plain.Bytes(), err)
	}
	return hex.EncodeToString(b)
}

// testShapes checks the bytes of every shape that holds a T, given those of
// vectors.U and of the Nil UUID, and that they read back.
func testShapes[T ~[16]byte](t *testing.T, u, zero string) {
	t.Helper()
	type S struct{ ID T }
	type array struct {
		_msgpack struct{} `msgpack:",as_array"`
		ID       T
		P        *T
	}
	id := T(vectors.U)
	p := &id
	for _, tt := range []struct {
		in   any
		want string
	}{
		{id, u},
		{T{}, zero},
		{&id, u},
		{&p, u},
		{(*T)(nil), "c0"},
		{[]T{id, {}}, "92" + u + zero},
		{make([]T, 16), "dc0010" + strings.Repeat(zero, 16)},
		{[][]T{{id}, nil}, "9291" + u + "c0"},
		{map[string][]T{"k": {id}}, "81a16b91" + u},
		{&[]T{id}, "91" + u},
		{[]T{}, "90"},
		{[]T(nil), "c0"},
		{[]*T{&id, nil}, "92" + u + "c0"},
		{[]*T(nil), "c0"},
		{sql.Null[T]{V: id, Valid: true}, u},
		{sql.Null[T]{}, "c0"},
		{&sql.Null[T]{V: id, Valid: true}, u},
		{[]sql.Null[T]{{V: id, Valid: true}, {}}, "92" + u + "c0"},
		{map[string]sql.Null[T]{"k": {V: id, Valid: true}}, "81a16b" + u},
		{[2]T{id, {}}, "92" + u + zero},
		{map[string]T{"k": id}, "81a16b" + u},
		{map[T]string{id: "v"}, "81" + u + "a176"},
		{map[T]T{id: id}, "81" + u + u},
		{map[T]*T{id: nil}, "81" + u + "c0"},
		{S{id}, "81a24944" + u},
		{&S{id}, "81a24944" + u},
		{struct{ P *T }{&id}, "81a150" + u},
		{struct{ P *T }{}, "81a150c0"},
		{array{ID: id}, "92" + u + "c0"},
		{struct{ IDs []T }{[]T{id}}, "81a3494473" + "91" + u},
	} {
		got := marshalHex(t, tt.in)
		if got != tt.want {
			t.Errorf("Marshal(%T) = %s, want %s", tt.in, got, tt.want)
			continue
		}
		out := reflect.New(reflect.TypeOf(tt.in))
		if err := msgpack.Unmarshal(unhex(t, got), out.Interface()); err != nil {
			t.Errorf("Unmarshal(%T): %v", tt.in, err)
		} else if got := out.Elem().Interface(); !reflect.DeepEqual(got, tt.in) {
			t.Errorf("Unmarshal(%T) = %v, want %v", tt.in, got, tt.in)
		}
	}
	if got := marshalHex(t, map[string]any{"k": id}); got != "81a16b"+u {
		t.Errorf("Marshal(any) = %s, want %s", got, "81a16b"+u)
	}
	if got := marshalHex(t, []any{&id}); got != "91"+u {
		t.Errorf("Marshal(any) = %s, want %s", got, "91"+u)
	}
}

func TestShapes(t *testing.T) {
	bin := func(raw string) string { return "c410" + raw }
	ext := func(raw string) string { return fmt.Sprintf("d8%02x%s", freeExt, raw) }
	text := func(s string) string { return "d924" + textHex(s) }
	const zero = "00000000000000000000000000000000"

	t.Run("bin", func(t *testing.T) { testShapes[binID](t, bin(rawU), bin(zero)) })
	t.Run("Plain", func(t *testing.T) { testShapes[vectors.Plain](t, bin(rawU), bin(zero)) })
	t.Run("Std", func(t *testing.T) { testShapes[vectors.Std](t, bin(rawU), bin(zero)) })
	t.Run("Google", func(t *testing.T) { testShapes[vectors.Google](t, bin(rawU), bin(zero)) })
	t.Run("Gofrs", func(t *testing.T) { testShapes[vectors.Gofrs](t, bin(rawU), bin(zero)) })
	t.Run("uuid.UUID", func(t *testing.T) { testShapes[uuid.UUID](t, bin(rawU), bin(zero)) })
	t.Run("ext", func(t *testing.T) { testShapes[extID](t, ext(rawU), ext(zero)) })
	t.Run("text", func(t *testing.T) { testShapes[textID](t, text(vectors.Text), text(uuid.Nil().String())) })
	t.Run("dotNet", func(t *testing.T) { testShapes[dotNetID](t, bin(dotNetU), bin(zero)) })
}

func TestEveryUUID(t *testing.T) {
	for _, s := range vectors.All {
		u := uuid.MustParse(s)
		roundTrip(t, binID(u))
		roundTrip(t, extID(u))
		roundTrip(t, textID(u))
		roundTrip(t, dotNetID(u))
	}
}

func roundTrip[T ~[16]byte](t *testing.T, in T) {
	t.Helper()
	b, err := msgpack.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	out := T(vectors.Other)
	if err := msgpack.Unmarshal(b, &out); err != nil {
		t.Errorf("Unmarshal(%x): %v", b, err)
	} else if out != in {
		t.Errorf("Unmarshal(%x) = %v, want %v", b, uuid.UUID(out), uuid.UUID(in))
	}
}

// nulls returns the bytes of a UUID in the form of this process's uuid.UUID.
func nulls() string {
	switch os.Getenv(formEnv) {
	case "ext":
		return "d802" + rawU
	case "text":
		return "d924" + textHex(vectors.Text)
	case "dotnet":
		return "c410" + dotNetU
	}
	return "c410" + rawU
}

func TestNull(t *testing.T) {
	type S struct{ N uuid.NullUUID }
	valid := uuid.NullUUID{UUID: vectors.U, Valid: true}
	u := nulls()
	for _, tt := range []struct {
		in   any
		want string
	}{
		{valid, u},
		{&valid, u},
		{uuid.NullUUID{}, "c0"},
		{uuid.NullUUID{UUID: vectors.U}, "c0"},
		{[]uuid.NullUUID{valid, {}}, "92" + u + "c0"},
		{map[string]uuid.NullUUID{"k": valid}, "81a16b" + u},
		{map[uuid.NullUUID]string{{}: "v"}, "81c0a176"},
		{S{valid}, "81a14e" + u},
		{&S{}, "81a14ec0"},
		{vectors.U, u},
		{uuid.UUIDs{vectors.U, vectors.U}, "92" + u + u},
		{&uuid.UUIDs{vectors.U}, "91" + u},
		{struct{ L uuid.UUIDs }{}, "81a14cc0"},
	} {
		if got := marshalHex(t, tt.in); got != tt.want {
			t.Errorf("Marshal(%+v) = %s, want %s", tt.in, got, tt.want)
		}
	}
	other := uuid.NullUUID{UUID: vectors.Other, Valid: true}
	for _, tt := range []struct {
		in   string
		want uuid.NullUUID
	}{
		{u, valid},
		{"c0", uuid.NullUUID{}},
		{"d924" + textHex(vectors.Text), valid},
	} {
		for _, got := range []uuid.NullUUID{{}, other, {UUID: vectors.Other}} {
			if err := msgpack.Unmarshal(unhex(t, tt.in), &got); err != nil || got != tt.want {
				t.Errorf("Unmarshal(%s) = %v, %v, want %v", tt.in, got, err, tt.want)
			}
		}
	}
	for _, in := range []string{"", "c40f" + rawU, "c411" + rawU + "00", "a0", "c3", "d801" + rawU, u[:len(u)-2]} {
		for _, old := range []uuid.NullUUID{{}, other, {UUID: vectors.Other}} {
			got := old
			if err := msgpack.Unmarshal(unhex(t, in), &got); err == nil || got != old {
				t.Errorf("Unmarshal(%s) = %+v, %v, want an error and %+v", in, got, err, old)
			}
		}
	}
}

// TestNullForms runs TestNull with uuid.UUID in the other forms.
func TestNullForms(t *testing.T) {
	if os.Getenv(formEnv) != "" {
		t.Skip("in a child process already")
	}
	for form := range forms {
		if form == "" {
			continue
		}
		t.Run(form, func(t *testing.T) {
			cmd := exec.Command(os.Args[0], "-test.run=^TestNull$", "-test.v")
			cmd.Env = append(os.Environ(), formEnv+"="+form)
			out, err := cmd.CombinedOutput()
			if errors.Is(err, syscall.ENOEXEC) {
				t.Skip("in an emulator of another machine, which starts no further process")
			}
			if err != nil || !bytes.Contains(out, []byte("--- PASS: TestNull")) {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

func TestNilZeroes(t *testing.T) {
	got := binID(vectors.Other)
	if err := msgpack.Unmarshal([]byte{0xc0}, &got); err != nil || got != (binID{}) {
		t.Errorf("Unmarshal(nil) = %v, %v, want zero, as for every type", got, err)
	}
	p := &got
	if err := msgpack.Unmarshal([]byte{0xc0}, &p); err != nil || p != nil {
		t.Errorf("Unmarshal(nil) into a pointer = %v, %v, want nil", p, err)
	}
}

// TestAny checks that only the ext form changes what a value of type any gets.
func TestAny(t *testing.T) {
	u := vectors.U
	for _, tt := range []struct{ in, want any }{
		{binID(u), u[:]},
		{dotNetID(u), unhex(t, dotNetU)},
		{textID(u), vectors.Text},
		{extID(u), extID(u)},
		{[]extID{extID(u)}, []any{extID(u)}},
		{map[string]extID{"k": extID(u)}, map[string]any{"k": extID(u)}},
		{[]byte("sixteen bytes !!"), []byte("sixteen bytes !!")},
		{[16]byte(u), u[:]},
	} {
		b, err := msgpack.Marshal(tt.in)
		if err != nil {
			t.Fatal(err)
		}
		var got any
		if err := msgpack.Unmarshal(b, &got); err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("Unmarshal(%x) = %v, %v, want %v", b, got, err, tt.want)
		}
	}
	for _, in := range []string{"c70f4d" + rawU[:30], "c7114d" + rawU + "00", "d84d" + rawU[:30], "d84d"} {
		var got any
		if err := msgpack.Unmarshal(unhex(t, in), &got); err == nil || errors.Is(err, io.EOF) {
			t.Errorf("Unmarshal(%s) = %v, %v, want an error other than EOF", in, got, err)
		}
	}
}

func TestOmitEmpty(t *testing.T) {
	type S struct {
		ID uuid.UUID      `msgpack:",omitempty"`
		N  uuid.NullUUID  `msgpack:",omitempty"`
		P  *uuid.UUID     `msgpack:",omitempty"`
		F  vectors.Gofrs  `msgpack:",omitempty"`
		G  vectors.Google `msgpack:",omitempty"`
	}
	if got, want := marshalHex(t, &S{P: new(uuid.UUID)}), "81a147c410"+strings.Repeat("00", 16); got != want {
		t.Errorf("Marshal = %s, want %s", got, want)
	}
}

// TestWrappers pins what becomes of a T in other packages' hands.
func TestWrappers(t *testing.T) {
	other := sql.Null[time]{V: time(vectors.U), Valid: true}
	if got, want := marshalHex(t, other), "82a156c410"+rawU+"a556616c6964c3"; got != want {
		t.Errorf("sql.Null of what is not registered = %s, want %s", got, want)
	}
	embedded := struct {
		uuid.UUID
		Name string
	}{vectors.U, "lost"}
	if got, want := marshalHex(t, embedded), "c410"+rawU; got != want {
		t.Errorf("a struct that embeds a UUID = %s, want %s", got, want)
	}
}

// time is a [16]byte that nobody registers.
type time [16]byte

func TestRegisterAgain(t *testing.T) {
	if err := msgpackx.Register[textID](msgpackx.Text); err != nil {
		t.Errorf("the same form again: %v", err)
	}
	if err := msgpackx.Register[extID](msgpackx.Ext(freeExt)); err != nil {
		t.Errorf("the same ext again: %v", err)
	}
	for _, tt := range []struct {
		err  error
		want string
	}{
		{msgpackx.Register[textID](), "msgpackx_test.textID is already registered as str, not bin"},
		{msgpackx.Register[extID](msgpackx.Ext(101)), "already registered as ext 77, not ext 101"},
		{msgpackx.Register[dotNetID](msgpackx.Text), "already registered as .NET's bin, not str"},
		{msgpackx.Register[binID](msgpackx.Ext(101)), "already registered as bin, not ext 101"},
	} {
		if tt.err == nil || !strings.HasPrefix(tt.err.Error(), "msgpackx.Register: ") || !strings.Contains(tt.err.Error(), tt.want) {
			t.Errorf("got %v, want %q", tt.err, tt.want)
		}
	}
	// The refusals have changed nothing.
	TestShapes(t)
	var v any
	if err := msgpack.Unmarshal(unhex(t, "d865"+rawU), &v); err == nil {
		t.Errorf("ext 101 decodes to %T, want it unclaimed", v)
	}
}

type twoFormsID [16]byte

func TestOneForm(t *testing.T) {
	err := msgpackx.Register[twoFormsID](msgpackx.Text, msgpackx.DotNet)
	if err == nil || !strings.Contains(err.Error(), "twoFormsID can have one form, got 2") {
		t.Errorf("got %v, want an error", err)
	}
	for _, o := range []msgpackx.Option{1, 255, msgpackx.Text + 1, msgpackx.DotNet + 255, 4 << 8, 1 << 15} {
		if err := msgpackx.Register[twoFormsID](o); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("there is no Option(%d)", o)) {
			t.Errorf("Option(%d): got %v, want an error", o, err)
		}
	}
}

type (
	refusedID [16]byte
	secondID  [16]byte
	claimant  [16]byte
	rude      [16]byte
	timid     struct{}
)

func (timid) MarshalMsgpack() ([]byte, error) { return nil, nil }
func (*timid) UnmarshalMsgpack(b []byte) error {
	_ = b[0] // panics if b is empty
	return nil
}

// TestClaims checks that whoever has an ext id keeps it.
func TestClaims(t *testing.T) {
	read := func(d *msgpack.Decoder, _ reflect.Value, n int) error {
		return d.ReadFull(make([]byte, n))
	}
	msgpack.RegisterExtDecoder(90, claimant{}, read)
	msgpack.RegisterExtDecoder(91, new(claimant), read)
	msgpack.RegisterExtDecoder(92, rude{}, func(*msgpack.Decoder, reflect.Value, int) error {
		return errors.New("not a word of ids")
	})
	msgpack.RegisterExt(93, new(timid))
	for _, tt := range []struct {
		id   int8
		want string
	}{
		{freeExt, "msgpackx_test.extID"},
		{90, "claimant"},
		{91, "claimant"},
		{92, "ext id 92"},
		{93, "panics"},
		{-1, ""},   // the specification's timestamp
		{-128, ""}, // msgpack's interned strings
	} {
		err := msgpackx.Register[refusedID](msgpackx.Ext(tt.id))
		if err == nil || !strings.Contains(err.Error(), "is taken") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("ext %d: got %v, want an error with %q", tt.id, err, tt.want)
		}
	}
	// Nobody has been evicted.
	for in, want := range map[string]any{
		"d84d" + rawU: extID(vectors.U),
		"d85a" + rawU: claimant{},
		"d85b" + rawU: new(claimant),
	} {
		var got any
		if err := msgpack.Unmarshal(unhex(t, in), &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("Unmarshal(%s) = %T %v, %v, want %T", in, got, got, err, want)
		}
	}
	// After all these refusals a free id is still to be had.
	if err := msgpackx.Register[secondID](msgpackx.Ext(94)); err != nil {
		t.Error(err)
	}
	roundTrip(t, secondID(vectors.U))
}

// A panicking type has a decoder that panics wherever Register may ask it.
type panicking [16]byte

func (*panicking) DecodeMsgpack(*msgpack.Decoder) error { panic("not now") }

func TestRegisterDoesNotPanic(t *testing.T) {
	if err := msgpackx.Register[panicking](); err != nil {
		t.Fatal(err)
	}
	roundTrip(t, panicking(vectors.U))
}

type evictedID [16]byte

// TestEviction pins the fault that Register can't prevent: someone else's
// later registration of the ext id. It must not pass unnoticed.
func TestEviction(t *testing.T) {
	if err := msgpackx.Register[evictedID](msgpackx.Ext(95)); err != nil {
		t.Skip("only the first run in a process can show it")
	}
	b, err := msgpack.Marshal(evictedID(vectors.U))
	if err != nil {
		t.Fatal(err)
	}
	msgpack.RegisterExtDecoder(95, claimant{}, func(d *msgpack.Decoder, _ reflect.Value, n int) error {
		return d.ReadFull(make([]byte, n))
	})
	var v any
	if err := msgpack.Unmarshal(b, &v); err != nil || v != any(claimant{}) {
		t.Errorf("Unmarshal into any = %T, %v; the package documentation says it is the evictor's", v, err)
	}
	got := evictedID(vectors.Other)
	if err := msgpack.Unmarshal(b, &got); err == nil || got != evictedID(vectors.Other) {
		t.Errorf("Unmarshal = %v, %v; the package documentation says it is an error", got, err)
	}
	if err := msgpack.Unmarshal([]byte("\xc4\x01x"), &got); err != nil || got[0] != 'x' || got[1] != vectors.Other[1] {
		t.Errorf("Unmarshal of one byte = %v, %v; the package documentation says it is no error", got, err)
	}
	if err := msgpackx.Register[evictedID](msgpackx.Ext(95)); err == nil {
		t.Error("Register after the eviction: got no error")
	}
}

type lateID [16]byte

func (u lateID) MarshalText() ([]byte, error) { return uuid.UUID(u).MarshalText() }

// TestLate pins the symptom of registering too late, which the package
// documentation describes.
func TestLate(t *testing.T) {
	type seen struct{ ID lateID }
	type unseen struct{ ID lateID }
	text := "c424" + textHex(vectors.Text)
	if got := marshalHex(t, seen{lateID(vectors.U)}); got != "81a24944"+text {
		t.Skip("only the first run in a process can show it")
	}
	if err := msgpackx.Register[lateID](); err != nil {
		t.Fatal(err)
	}
	if got := marshalHex(t, seen{lateID(vectors.U)}); got != "81a24944"+text {
		t.Errorf("a struct seen before Register = %s, want it unchanged", got)
	}
	if got := marshalHex(t, unseen{lateID(vectors.U)}); got != "81a24944c410"+rawU {
		t.Errorf("another struct = %s, want the form registered", got)
	}
}

// TestMapKeys pins what msgpack makes of binary and ext keys where it is told
// no type.
func TestMapKeys(t *testing.T) {
	bin, err := msgpack.Marshal(map[binID]int8{binID(vectors.U): 1})
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := msgpack.Unmarshal(bin, &m); err != nil || m[string(vectors.U[:])] != int8(1) {
		t.Errorf("bin key into map[string]any = %v, %v, want the raw bytes as a string", m, err)
	}
	func() {
		defer func() {
			if r := recover(); r == nil {
				t.Error("bin key into map[any]any: no panic")
			}
		}()
		var m map[any]any
		err := msgpack.Unmarshal(bin, &m)
		t.Errorf("bin key into map[any]any = %v, %v", m, err)
	}()
	ext, err := msgpack.Marshal(map[extID]int8{extID(vectors.U): 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := msgpack.Unmarshal(ext, &m); err == nil {
		t.Errorf("ext key into map[string]any = %v, want an error", m)
	}
	var a map[any]any
	if err := msgpack.Unmarshal(ext, &a); err != nil || a[extID(vectors.U)] != int8(1) {
		t.Errorf("ext key into map[any]any = %v, %v, want an extID", a, err)
	}
	text, err := msgpack.Marshal(map[textID]int8{textID(vectors.U): 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := msgpack.Unmarshal(text, &m); err != nil || m[vectors.Text] != int8(1) {
		t.Errorf("str key into map[string]any = %v, %v, want the text", m, err)
	}
}
