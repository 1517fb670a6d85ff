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

	// Through a TagSet the library cuts and pads types without methods of their own
	// (package cborx says so): such types are converted.
	goes := func(t Type) Type {
		if !reflect.PointerTo(t.One).Implements(reflect.TypeFor[encoding.BinaryUnmarshaler]()) {
			return Ours()
		}
		return t
	}
	type modes func(Column, cbor.EncOptions, cbor.DecOptions) (cbor.EncMode, cbor.DecMode)
	plain := func(_ Column, enc cbor.EncOptions, dec cbor.DecOptions) (cbor.EncMode, cbor.DecMode) {
		return got(enc.EncMode()), got(dec.DecMode())
	}
	tagSet := func(c Column, enc cbor.EncOptions, dec cbor.DecOptions) (cbor.EncMode, cbor.DecMode) {
		tags := cbor.NewTagSet()
		must(goes(c.Type).CBOR(tags))
		return got(enc.EncModeWithTags(tags)), got(dec.DecModeWithTags(tags))
	}
	strict := func(_ Column, enc cbor.EncOptions, dec cbor.DecOptions) (cbor.EncMode, cbor.DecMode) {
		em, dm, err := cborx.Modes[cborx.Tagged](enc, dec)
		must(err)
		return em, dm
	}
	row := func(r Row, column string, kit func(Type) Forms, enc cbor.EncOptions, dec cbor.DecOptions, setup string, with modes) Row {
		r.Column, r.Kit = column, kit
		r.Open = func(t testing.TB, c Column) Session {
			s, modes := &codec{name: "cbor", before: "\xa1\x61x", binary: true}, plain
			if c.Kit {
				s.setup, modes = setup, with
			}
			em, dm := modes(c, enc, dec)
			s.marshal, s.unmarshal = em.Marshal, dm.Unmarshal
			return s
		}
		return r
	}
	kit := func(t Type) Forms { return inDocument(goes(t)) }
	register, deterministic := "cborx.Register[T](tags)", cbor.CoreDetEncOptions()
	return []Row{
		row(tagged, "tag 37", kit, cbor.EncOptions{}, cbor.DecOptions{}, register, tagSet),
		row(tagged, "tag 37, strict", converted[cborx.Tagged, uuid.NullUUID], cbor.EncOptions{}, cbor.DecOptions{},
			"em, dm, err := cborx.Modes[cborx.Tagged](cbor.EncOptions{}, cbor.DecOptions{})", strict),
		row(tagged, "tag 37, core deterministic", kit, deterministic, cbor.DecOptions{}, register, tagSet),
		// As in COSE, CWT and CTAP2.
		row(bare, "no tags", converted[cborx.Bare, sql.Null[cborx.Bare]], cbor.CTAP2EncOptions(), cbor.DecOptions{TagsMd: cbor.TagsForbidden}, "", plain),
	}
}

// MessagePack's registry belongs to the process. It holds a form for each type,
// and a type for each ext id: other forms than the default need types of their own.
type (
	tarantoolID uuid.UUID
	strID       uuid.UUID
	dotNetID    uuid.UUID
)

func msgpackRows() []Row {
	finish := func(r Row, column string, kit func(Type) Forms, setup string, register func(Column) error) Row {
		r.Column, r.Global, r.Kit = column, true, kit
		r.Open = func(t testing.TB, c Column) Session {
			s := &codec{name: "msgpack", marshal: msgpack.Marshal, unmarshal: msgpack.Unmarshal, before: "\x81\xa1x", binary: true}
			if c.Kit {
				must(register(c))
				s.setup = setup
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
		finish(bin, "bin", inDocument, "msgpackx.Register[T]()", func(c Column) error { return c.Msgpack() }),
		finish(ext, "ext 2, Tarantool's", converted[tarantoolID, sql.Null[tarantoolID]], "msgpackx.Register[tarantoolID](msgpackx.Ext(msgpackx.Tarantool))",
			func(Column) error { return msgpackx.Register[tarantoolID](msgpackx.Ext(msgpackx.Tarantool)) }),
		finish(str, "str", converted[strID, sql.Null[strID]], "msgpackx.Register[strID](msgpackx.Text)",
			func(Column) error { return msgpackx.Register[strID](msgpackx.Text) }),
		finish(dotNet, "bin, .NET's order", converted[dotNetID, sql.Null[dotNetID]], "msgpackx.Register[dotNetID](msgpackx.DotNet)",
			func(Column) error { return msgpackx.Register[dotNetID](msgpackx.DotNet) }),
	}
}
