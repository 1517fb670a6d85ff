package matrix

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/uuidkit/uuidkit/uuid"
)

// binaryRow is a formatRow of bytes that are given in hex. Its lists of two begin with
// listOfTwo.
func binaryRow(store, library, null, listOfTwo string, one func(b []byte) string) Row {
	return formatRow(store, library, codec{binary: true}, one, null, func(ones []string) string { return listOfTwo + strings.Join(ones, "") })
}

func cborRows() []Row {
	bytes := func(b []byte) string {
		if len(b) > 23 {
			return fmt.Sprintf("58%02x%x", len(b), b)
		}
		return fmt.Sprintf("%02x%x", 0x40|len(b), b)
	}
	bare := binaryRow("CBOR", "fxamacker/cbor", "f6", "82", bytes)
	tagged := binaryRow("CBOR", "fxamacker/cbor", "f6", "82", func(b []byte) string { return "d825" + bytes(b) })
	tagged.Misfits = misfitsOf(tagged, bare)

	// modes registers a T, unless the library wants a type with a name.
	modes := func(c Column, enc cbor.EncOptions, dec cbor.DecOptions, opts ...cborx.Option) (cbor.EncMode, cbor.DecMode, string) {
		if !c.Kit || c.Converted || c.One.Name() == "" {
			return got(enc.EncMode()), got(dec.DecMode()), ""
		}
		tags, setup := cbor.NewTagSet(), "cborx.Register[T](tags)"
		if len(opts) > 0 {
			setup = "cborx.Register[T](tags, cborx.Strict)"
		}
		must(c.CBOR(tags, opts...))
		return got(enc.EncModeWithTags(tags)), got(dec.DecModeWithTags(tags)), setup
	}
	row := func(r Row, column string, converts []Shape, modes func(Column) (cbor.EncMode, cbor.DecMode, string)) Row {
		r.Column, r.Converts = column, converts
		r.Open = func(t testing.TB, c Column) Session {
			em, dm, setup := modes(c)
			return &codec{script: script{setup: setup}, name: "cbor", marshal: em.Marshal, unmarshal: dm.Unmarshal, before: "\xa1\x61x", binary: true}
		}
		return r
	}
	nulls := ours(append(nullable("cborx.Null[T]", func(t Type) reflect.Type { return t.CBORNull }), list("uuid.UUIDs", is[uuid.UUIDs]))...)
	return []Row{
		row(tagged, "tag 37", slices.Concat(nulls, converted[uuid.UUID]()), func(c Column) (cbor.EncMode, cbor.DecMode, string) {
			return modes(c, cbor.EncOptions{}, cbor.DecOptions{})
		}),
		row(tagged, "tag 37, strict", slices.Concat(nulls, converted[cborx.Tagged](nullable("cborx.Null[cborx.Tagged]", is[cborx.Null[cborx.Tagged]])...)), func(c Column) (cbor.EncMode, cbor.DecMode, string) {
			if c.Name == "uuidkit" {
				return modes(c, cbor.EncOptions{}, cbor.DecOptions{}) // it is read without the tag, too: see Register
			}
			return modes(c, cbor.EncOptions{}, cbor.DecOptions{}, cborx.Strict)
		}),
		row(tagged, "tag 37, core deterministic", slices.Concat(nulls, converted[uuid.UUID]()), func(c Column) (cbor.EncMode, cbor.DecMode, string) {
			return modes(c, cbor.CoreDetEncOptions(), cbor.DecOptions{})
		}),
		// As in COSE, CWT and CTAP2.
		row(bare, "no tags", converted[cborx.Bare](nullable("cborx.Null[cborx.Bare]", is[cborx.Null[cborx.Bare]])...), func(c Column) (cbor.EncMode, cbor.DecMode, string) {
			c.Kit = false // T cannot be registered
			return modes(c, cbor.CTAP2EncOptions(), cbor.DecOptions{TagsMd: cbor.TagsForbidden})
		}),
	}
}

func msgpackRows() []Row {
	finish := func(r Row, column, option string, opts ...msgpackx.Option) Row {
		r.Column, r.Global, r.Converts = column, true, ours(list("uuid.UUIDs", is[uuid.UUIDs]))
		r.Open = func(t testing.TB, c Column) Session {
			s := &codec{name: "msgpack", marshal: msgpack.Marshal, unmarshal: msgpack.Unmarshal, before: "\x81\xa1x", binary: true}
			if !c.Kit {
				return s
			}
			must(c.Msgpack(opts...))
			s.setup = "msgpackx.Register[T](" + option + ")"
			if c.MsgpackNull != nil {
				must(c.MsgpackNull())
				s.setup += "; msgpackx.RegisterNull[T's NullUUID]()"
			}
			if c.Name != "uuidkit" && msgpackx.Register[uuid.UUID](opts...) == nil { // an ext id has room for one type
				s.setup += "; msgpackx.Register[uuid.UUID](" + option + ")"
			}
			return s
		}
		return r
	}
	row := func(one func(b []byte) string) Row {
		return binaryRow("MessagePack", "vmihailenco/msgpack", "c0", "92", one)
	}
	bytes := func(b []byte) string { return fmt.Sprintf("c4%02x%x", len(b), b) }
	bin := row(bytes)
	ext := row(func(b []byte) string {
		if len(b) == 16 {
			return fmt.Sprintf("d802%x", b)
		}
		return fmt.Sprintf("c7%02x02%x", len(b), b)
	})
	ext.Misfits = misfitsOf(ext, bin)
	str := row(func(b []byte) string { return fmt.Sprintf("d9%02x%x", len(text(b)), text(b)) })
	dotNet := row(func(b []byte) string {
		if u, err := uuid.FromBytes(b); err == nil {
			g := u.GUIDBytes()
			b = g[:]
		}
		return bytes(b)
	})
	return []Row{
		finish(bin, "bin", ""),
		finish(ext, "ext 2, Tarantool's", "msgpackx.Ext(msgpackx.Tarantool)", msgpackx.Ext(msgpackx.Tarantool)),
		finish(str, "str", "msgpackx.Text", msgpackx.Text),
		finish(dotNet, "bin, .NET's order", "msgpackx.DotNet", msgpackx.DotNet),
	}
}
