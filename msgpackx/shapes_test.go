package msgpackx_test

import (
	"database/sql"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

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
		testWrite(t, tt.in, tt.want)
		out := reflect.New(reflect.TypeOf(tt.in))
		if err := msgpack.Unmarshal(unhex(tt.want), out.Interface()); err != nil {
			t.Errorf("Unmarshal(%T): %v", tt.in, err)
		} else if got := out.Elem().Interface(); !reflect.DeepEqual(got, tt.in) {
			t.Errorf("Unmarshal(%T) = %v, want %v", tt.in, got, tt.in)
		}
	}
	for _, s := range vectors.All {
		roundTrip(t, T(uuid.MustParse(s)))
	}
	testWrite(t, map[string]any{"k": id}, "81a16b"+u)
	testWrite(t, []any{&id}, "91"+u)
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

// TestAny checks that only the ext form changes what a value of type any gets.
func TestAny(t *testing.T) {
	u := vectors.U
	for _, tt := range []struct{ in, want any }{
		{binID(u), u[:]},
		{dotNetID(u), unhex(dotNetU)},
		{textID(u), vectors.Text},
		{extID(u), extID(u)},
		{[]extID{extID(u)}, []any{extID(u)}},
		{map[string]extID{"k": extID(u)}, map[string]any{"k": extID(u)}},
		{[]byte("sixteen bytes !!"), []byte("sixteen bytes !!")},
		{[16]byte(u), u[:]},
	} {
		b := must(msgpack.Marshal(tt.in))
		var got any
		if err := msgpack.Unmarshal(b, &got); err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("Unmarshal(%x) = %v, %v, want %v", b, got, err, tt.want)
		}
	}
	for _, in := range []string{"c70f4d" + rawU[:30], "c7114d" + rawU + "00", "d84d" + rawU[:30], "d84d"} {
		var got any
		if err := msgpack.Unmarshal(unhex(in), &got); err == nil || errors.Is(err, io.EOF) {
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

		GP *vectors.Google `msgpack:",omitempty"`
	}
	testWrite(t, &S{P: new(uuid.UUID)}, "81a147c410"+strings.Repeat("00", 16))
}
