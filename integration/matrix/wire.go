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

	nulls := ours(append(nullable("cborx.Null[T]", func(t Type) reflect.Type { return t.CBORNull }), list("uuid.UUIDs", is[uuid.UUIDs]))...)
	asUUID := slices.Concat(nulls, converted[uuid.UUID]())
	asTagged := slices.Concat(nulls, converted[cborx.Tagged](nullable("cborx.Null[cborx.Tagged]", is[cborx.Null[cborx.Tagged]])...))
	asBare := converted[cborx.Bare](nullable("cborx.Null[cborx.Bare]", is[cborx.Null[cborx.Bare]])...)
	return []Row{
		cborMode{enc: "cbor.EncOptions{}", dec: "cbor.DecOptions{}"}.row(tagged, "tag 37", asUUID),
		cborMode{enc: "cbor.EncOptions{}", dec: "cbor.DecOptions{}", strict: true}.row(tagged, "tag 37, strict", asTagged),
		cborMode{encOptions: cbor.CoreDetEncOptions(), enc: "cbor.CoreDetEncOptions()", dec: "cbor.DecOptions{}"}.row(tagged, "tag 37, core deterministic", asUUID),
		// As in COSE, CWT and CTAP2.
		cborMode{cbor.CTAP2EncOptions(), cbor.DecOptions{TagsMd: cbor.TagsForbidden}, "cbor.CTAP2EncOptions()", "cbor.DecOptions{TagsMd: cbor.TagsForbidden}", false}.row(bare, "no tags", asBare),
	}
}

// A cborMode is how a program opens the library.
type cborMode struct {
	encOptions cbor.EncOptions
	decOptions cbor.DecOptions
	enc, dec   string // how a user writes these
	strict     bool   // cborx.Strict, but for our types, which speak for themselves
}

func (m cborMode) row(r Row, column string, converts []Shape) Row {
	r.Column, r.Converts = column, converts
	r.Open = func(t testing.TB, c Column) Session {
		em, dm, with := got(m.encOptions.EncMode()), got(m.decOptions.DecMode()), "()"
		s := &codec{puts: "em.Marshal(struct{ X V }{v})", gets: "dm.Unmarshal(data, &doc)", before: "\xa1\x61x", binary: true}
		// A TagSet takes types with a name only.
		if c.Kit && !c.Converted && c.One.Name() != "" && m.decOptions.TagsMd != cbor.TagsForbidden {
			tags, opts, option := cbor.NewTagSet(), []cborx.Option(nil), ""
			if m.strict && !c.ours() {
				opts, option = []cborx.Option{cborx.Strict}, ", cborx.Strict"
			}
			must(c.CBOR(tags, opts...))
			em, dm, with = got(m.encOptions.EncModeWithTags(tags)), got(m.decOptions.DecModeWithTags(tags)), "WithTags(tags)"
			s.setup = "cborx.Register[T](tags" + option + ")"
		}
		s.setup = code(s.setup, "em, err := "+m.enc+".EncMode"+with, "dm, err := "+m.dec+".DecMode"+with)
		s.marshal, s.unmarshal = em.Marshal, dm.Unmarshal
		return s
	}
	return r
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
