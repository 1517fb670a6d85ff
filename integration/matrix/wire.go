package matrix

import (
	"database/sql"
	"encoding"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/uuidkit/uuidkit/uuid"
)

// inBinary is inDocument for a binary format, in which our own type has lists of
// its own.
func inBinary(t Type) Forms {
	f := inDocument(t)
	if t.Name == "uuidkit" {
		f.Many = reflect.TypeFor[uuid.UUIDs]()
	}
	return f
}

func cborRows() []Row {
	head := func(n int) string {
		if n > 23 {
			return fmt.Sprintf("58%02x", n)
		}
		return fmt.Sprintf("%02x", 0x40|n)
	}
	bare := binaryRow("CBOR", "fxamacker/cbor", "f6", "82", head)
	tagged := binaryRow("CBOR", "fxamacker/cbor", "f6", "82", func(n int) string { return "d825" + head(n) })

	// Through a TagSet the library cuts and pads what has no methods of its own
	// (package cborx says so): such types are converted.
	converted := func(t Type) bool {
		return !reflect.PointerTo(t.One).Implements(reflect.TypeFor[encoding.BinaryUnmarshaler]())
	}
	registered := func(t Type) Forms {
		if converted(t) {
			t = Ours()
		}
		return inBinary(t)
	}
	open := func(enc cbor.EncOptions, dec cbor.DecOptions, register bool) func(testing.TB, Column) Session {
		return func(t testing.TB, c Column) Session {
			em, err := enc.EncMode()
			if err != nil {
				t.Fatal(err)
			}
			dm, err := dec.DecMode()
			if err != nil {
				t.Fatal(err)
			}
			if c.Kit && register {
				register := c.CBOR
				if converted(c.Type) {
					register = Ours().CBOR
				}
				tags := cbor.NewTagSet()
				if err := register(tags); err != nil {
					t.Fatal(err)
				}
				if em, err = enc.EncModeWithTags(tags); err != nil {
					t.Fatal(err)
				}
				if dm, err = dec.DecModeWithTags(tags); err != nil {
					t.Fatal(err)
				}
			}
			return &codec{marshal: em.Marshal, unmarshal: dm.Unmarshal, before: "\xa1\x61x", show: hexOf}
		}
	}

	lenient := tagged
	lenient.Column = "tag 37"
	lenient.Misfits = func(n int) []string {
		b := make([]byte, n)
		return []string{tagged.Literal(b), bare.Literal(b)}
	}
	lenient.Kit = registered
	lenient.Open = open(cbor.EncOptions{}, cbor.DecOptions{}, true)

	deterministic := lenient
	deterministic.Column = "tag 37, core deterministic"
	deterministic.Open = open(cbor.CoreDetEncOptions(), cbor.DecOptions{}, true)

	strict := tagged
	strict.Column = "tag 37, strict"
	strict.Misfits = lenient.Misfits
	strict.Kit = edge[cborx.Tagged, uuid.NullUUID]
	strict.Open = func(t testing.TB, c Column) Session {
		if !c.Kit {
			return open(cbor.EncOptions{}, cbor.DecOptions{}, false)(t, c)
		}
		em, dm, err := cborx.Modes[cborx.Tagged](cbor.EncOptions{}, cbor.DecOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return &codec{marshal: em.Marshal, unmarshal: dm.Unmarshal, before: "\xa1\x61x", show: hexOf}
	}

	// As in COSE, CWT and CTAP2.
	untagged := bare
	untagged.Column = "no tags"
	untagged.Kit = edge[cborx.Bare, sql.Null[cborx.Bare]]
	untagged.Open = open(cbor.CTAP2EncOptions(), cbor.DecOptions{TagsMd: cbor.TagsForbidden}, false)

	return []Row{lenient, strict, deterministic, untagged}
}

// MessagePack's registry is the process's and holds a form for each type, and a
// type for each ext id: forms other than the default are those of types of their
// own.
type (
	tarantoolID uuid.UUID
	strID       uuid.UUID
	dotNetID    uuid.UUID
)

func msgpackRows() []Row {
	open := func(register func(Column) error) func(testing.TB, Column) Session {
		return func(t testing.TB, c Column) Session {
			if c.Kit {
				if err := register(c); err != nil {
					t.Fatal(err)
				}
			}
			return &codec{marshal: msgpack.Marshal, unmarshal: msgpack.Unmarshal, before: "\x81\xa1x", show: hexOf}
		}
	}
	row := func(column string, head func(n int) string) Row {
		r := binaryRow("MessagePack", "vmihailenco/msgpack", "c0", "92", head)
		r.Column, r.Global = column, true
		return r
	}
	binHead := func(n int) string { return fmt.Sprintf("c4%02x", n) }

	bin := row("bin", binHead)
	bin.Kit = inBinary
	bin.Open = open(func(c Column) error { return c.Msgpack() })

	ext := row("ext 2, Tarantool's", func(n int) string {
		if n == 16 {
			return "d802"
		}
		return fmt.Sprintf("c7%02x02", n)
	})
	ext.Misfits = func(n int) []string {
		b := make([]byte, n)
		return []string{ext.Literal(b), bin.Literal(b)}
	}
	ext.Kit = edge[tarantoolID, sql.Null[tarantoolID]]
	ext.Open = open(func(Column) error { return msgpackx.Register[tarantoolID](msgpackx.Ext(msgpackx.Tarantool)) })

	str := formatRow("MessagePack", "vmihailenco/msgpack",
		func(b []byte) string { return fmt.Sprintf("d9%02x%s", len(text(b)), hexOf([]byte(text(b)))) }, "c0",
		func(ones []string) string { return "92" + strings.Join(ones, "") })
	str.Column, str.Global = "str", true
	str.Literal = func(b []byte) string {
		if b == nil {
			return "\xc0"
		}
		return fmt.Sprintf("\xd9%c%s", len(text(b)), text(b))
	}
	str.Kit = edge[strID, sql.Null[strID]]
	str.Open = open(func(Column) error { return msgpackx.Register[strID](msgpackx.Text) })

	dotNet := row("bin, .NET's order", binHead)
	swapped := func(b []byte) []byte {
		if u, err := uuid.FromBytes(b); err == nil {
			g := u.GUIDBytes()
			return g[:]
		}
		return b
	}
	dotNet.One = func(u uuid.UUID) string { return bin.One(u.GUIDBytes()) }
	dotNet.Many = func(us []uuid.UUID) string {
		s := "92"
		for _, u := range us {
			s += dotNet.One(u)
		}
		return s
	}
	dotNet.Literal = func(b []byte) string { return bin.Literal(swapped(b)) }
	dotNet.Misfits = dotNet.misfit
	dotNet.Kit = edge[dotNetID, sql.Null[dotNetID]]
	dotNet.Open = open(func(Column) error { return msgpackx.Register[dotNetID](msgpackx.DotNet) })

	return []Row{bin, ext, str, dotNet}
}
