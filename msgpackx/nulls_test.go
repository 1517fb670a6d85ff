package msgpackx_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

// A nullOf is a nullable type as other packages define theirs.
type nullOf[T ~[16]byte] struct {
	UUID  T
	Valid bool
}

// A googleNull has the methods of google's NullUUID that package msgpack knows.
type googleNull struct {
	UUID  vectors.Google
	Valid bool
}

func (n googleNull) MarshalBinary() ([]byte, error) {
	if !n.Valid {
		return nil, nil
	}
	return n.UUID.MarshalBinary()
}

func (n *googleNull) UnmarshalBinary(b []byte) error {
	if len(b) != 16 {
		return fmt.Errorf("invalid UUID (got %d bytes)", len(b))
	}
	n.UUID, n.Valid = vectors.Google(b), true
	return nil
}

// registerNulls is a part of TestMain.
func registerNulls() error {
	return errors.Join(
		msgpackx.RegisterNull[nullOf[binID]](),
		msgpackx.RegisterNull[nullOf[extID]](),
		msgpackx.RegisterNull[nullOf[textID]](),
		msgpackx.RegisterNull[nullOf[dotNetID]](),
		msgpackx.RegisterNull[nullOf[vectors.Gofrs]](),
		msgpackx.RegisterNull[nullOf[vectors.Std]](),
		msgpackx.RegisterNull[googleNull](),
		msgpackx.RegisterNull[struct {
			UUID  vectors.Plain
			Valid bool
		}](),
	)
}

func TestRegisterNull(t *testing.T) {
	bin, text := "c410"+rawU, "d924"+textHex(vectors.Text)
	t.Run("bin", func(t *testing.T) { testNull[nullOf[binID]](t, bin, "b0"+rawU, "dc0010"+arrayU, text) })
	t.Run("ext", func(t *testing.T) { testNull[nullOf[extID]](t, "d84d"+rawU, bin, text) })
	t.Run("text", func(t *testing.T) { testNull[nullOf[textID]](t, text, bin) })
	t.Run("dotNet", func(t *testing.T) { testNull[nullOf[dotNetID]](t, "c410"+dotNetU, text) })
	t.Run("Gofrs", func(t *testing.T) { testNull[nullOf[vectors.Gofrs]](t, bin, text) })
	t.Run("Std", func(t *testing.T) { testNull[nullOf[vectors.Std]](t, bin, text) })
	t.Run("Google", func(t *testing.T) { testNull[googleNull](t, bin, text) })
	t.Run("no name", func(t *testing.T) {
		testNull[struct {
			UUID  vectors.Plain
			Valid bool
		}](t, bin, text)
	})
}

// testNull checks the bytes of every shape that holds an N, given those of vectors.U,
// that they read back, and what else N reads.
func testNull[N interface {
	comparable
	~struct {
		UUID  T
		Valid bool
	}
}, T ~[16]byte](t *testing.T, u string, also ...string) {
	t.Helper()
	type S struct {
		N N
		P *N
	}
	valid := N(nullOf[T]{T(vectors.U), true})
	for _, tt := range []struct {
		in   any
		want string
	}{
		{valid, u},
		{N{}, "c0"},
		{&valid, u},
		{(*N)(nil), "c0"},
		{[]N{valid, {}, valid}, "93" + u + "c0" + u},
		{[]N{}, "90"},
		{[]N(nil), "c0"},
		{[][]N{{valid}, nil}, "9291" + u + "c0"},
		{[]*N{&valid, nil}, "92" + u + "c0"},
		{[2]N{valid}, "92" + u + "c0"},
		{map[string]N{"k": valid}, "81a16b" + u},
		{map[string][]N{"k": {{}}}, "81a16b91c0"},
		{map[N]string{valid: "v"}, "81" + u + "a176"},
		{S{valid, &valid}, "82a14e" + u + "a150" + u},
		{&S{}, "82a14ec0a150c0"},
		{struct{ L []N }{[]N{valid, {}}}, "81a14c92" + u + "c0"},
	} {
		testWrite(t, tt.in, tt.want)
		out := reflect.New(reflect.TypeOf(tt.in))
		if err := msgpack.Unmarshal(unhex(tt.want), out.Interface()); err != nil {
			t.Errorf("Unmarshal(%T): %v", tt.in, err)
		} else if got := out.Elem().Interface(); !reflect.DeepEqual(got, tt.in) {
			t.Errorf("Unmarshal(%T) = %v, want %v", tt.in, got, tt.in)
		}
	}
	testWrite(t, N(nullOf[T]{UUID: T(vectors.U)}), "c0") // null, whatever its UUID holds
	testWrite(t, []any{valid, &valid, N{}}, "93"+u+u+"c0")

	for _, old := range []N{{}, N(nullOf[T]{T(vectors.Other), true}), N(nullOf[T]{UUID: T(vectors.Other)})} {
		read := func(in string, want N, ok bool) {
			t.Helper()
			got := old
			if err := msgpack.Unmarshal(unhex(in), &got); (err == nil) != ok || got != want {
				t.Errorf("Unmarshal(%s) into %+v = %+v, %v, want %+v, ok %t", in, old, got, err, want, ok)
			}
		}
		read("c0", N{}, true)
		for _, in := range append(also, u) {
			read(in, valid, true)
		}
		for _, in := range []string{"", "c40f" + rawU, "c411" + rawU + "00", "c400", "a0", "c3", "80", "c1", "d801" + rawU, "91" + u, "82a455554944" + u + "a556616c6964c3", u[:len(u)-2]} {
			read(in, old, false)
		}
	}

	list := fmt.Sprintf("[]%v", reflect.TypeFor[N]())
	testList(t, []listTest[[]N]{
		{"93" + u + "c0" + u, []N{valid, {}, valid}, ""},
		{"c0", nil, ""},
		{"92" + u + "c40f" + rawU[2:], nil, list + ": element 1: got 15 bytes"},
		{"92" + u, nil, "element 1: unexpected EOF"},
		{"ddffffffff" + u, nil, ""},
	})
	// The memory for a list is by the bytes that are there.
	var err error
	b := unhex("ddffffffff")
	if got := allocated(func() { err = msgpack.Unmarshal(b, new([]N)) }); err == nil || got > 8<<10 {
		t.Errorf("%s: 5 bytes that claim 4 billion elements: %v, and it allocates %d bytes", list, err, got)
	}
}

func TestRegisterNullErrors(t *testing.T) {
	err := msgpackx.RegisterNull[nullOf[newID]]()
	const want = "msgpackx.RegisterNull: msgpackx_test.nullOf[github.com/uuidkit/uuidkit/msgpackx_test.newID] has the form of msgpackx_test.newID, which is not registered: call Register[msgpackx_test.newID] before"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	// The refusal has changed nothing.
	if got := marshalHex(t, nullOf[newID]{newID(vectors.U), true}); !strings.HasPrefix(got, "82a455554944") {
		t.Errorf("after an error it is written as %s, want a map", got)
	}
	// Again is no error, nor is a type that Register has registered.
	for _, err := range []error{
		msgpackx.RegisterNull[nullOf[binID]](),
		msgpackx.RegisterNull[nullOf[textID]](),
		msgpackx.RegisterNull[uuid.NullUUID](),
	} {
		if err != nil {
			t.Error(err)
		}
	}
	TestRegisterNull(t)
	TestNull(t)
}

// Types for which nobody calls RegisterNull.
type (
	bareNull struct {
		UUID  vectors.Gofrs
		Valid bool
	}
	bareGoogle struct{ googleNull }
)

// TestWithoutRegisterNull pins what the documentation says of them.
func TestWithoutRegisterNull(t *testing.T) {
	valid := bareGoogle{googleNull{vectors.Google(vectors.U), true}}
	testWrite(t, bareNull{}, "82a455554944c410"+strings.Repeat("00", 16)+"a556616c6964c2")
	testWrite(t, []bareGoogle{valid, {}}, "92c410"+rawU+"c0")
	for in, want := range map[string]bareGoogle{
		"c410" + rawU: valid,
		"b0" + rawU:   valid,
		"c0":          {},
	} {
		got := bareGoogle{googleNull{vectors.Google(vectors.Other), true}}
		if err := msgpack.Unmarshal(unhex(in), &got); err != nil || got != want {
			t.Errorf("Unmarshal(%s) = %v, %v, want %v", in, got, err, want)
		}
	}
	for _, in := range []string{"d924" + textHex(vectors.Text), "d84d" + rawU, "dc0010" + arrayU} {
		if err := msgpack.Unmarshal(unhex(in), new(bareGoogle)); err == nil {
			t.Errorf("Unmarshal(%s) without RegisterNull: no error, change the documentation", in)
		}
	}
}
