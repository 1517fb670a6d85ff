//go:build full

package stores

import (
	"encoding/hex"
	"testing"

	"github.com/ClickHouse/ch-go/proto"
	"github.com/ClickHouse/clickhouse-go/v2/lib/column"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/uuid"
)

// A block is a column of one row, as ClickHouse's protocol has it.
type block struct {
	typ column.Type
	col column.Interface
}

func (b *block) reset() (err error) {
	b.col, err = b.typ.Column("v", &column.ServerContext{})
	return err
}

// stored are the bytes of the column: after a byte for NULL, the two halves of the UUID, each in
// the other order of bytes.
func (b *block) stored() string {
	var buf proto.Buffer
	b.col.Encode(&buf)
	raw := buf.Buf
	if len(raw) > 16 {
		if raw[0] == 1 {
			return "NULL"
		}
		raw = raw[len(raw)-16:]
	}
	return hex.EncodeToString(raw)
}

func swapped(u uuid.UUID) string {
	var b [16]byte
	for i := range b {
		b[i] = u[i/8*8+7-i%8]
	}
	return hex.EncodeToString(b[:])
}

func inBlock[V any](b *block, typ column.Type) ecosystem.Value[V] {
	return ecosystem.Value[V]{Write: func(v V) (string, error) {
		b.typ = typ
		if err := b.reset(); err != nil {
			return "", err
		}
		err := b.col.AppendRow(v)
		if err != nil {
			return "", err
		}
		return b.stored(), nil
	}, Read: func(v *V) error { return b.col.ScanRow(v, 0) }}
}

func clickhouse[T ~[16]byte, N any](testing.TB) ecosystem.Ops[T, N] {
	b := &block{}
	put := func(typ column.Type, v any) error {
		b.typ = typ
		if err := b.reset(); err != nil {
			return err
		}
		return b.col.AppendRow(v)
	}
	return ecosystem.Ops[T, N]{
		Native: swapped, None: "NULL",
		Seed: func(us ...uuid.UUID) error { return put("UUID", us[0].String()) },
		One:  inBlock[T](b, "UUID"), Ptr: inBlock[*T](b, "Nullable(UUID)"), Null: inBlock[N](b, "Nullable(UUID)"),
		Bad: map[string]func() error{
			"NULL":       func() error { return put("Nullable(UUID)", nil) },
			"16 letters": func() error { return put("String", "0123456789abcdef") },
			"xyz":        func() error { return put("String", "xyz") },
		},
	}
}

func clickhouseOurs[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return ecosystem.As[T, N](clickhouse[U, UN](t))
}

func clickhouseRows() []ecosystem.Row {
	return []ecosystem.Row{{
		Library: "clickhouse-go", Store: "ClickHouse, its blocks", Module: "github.com/ClickHouse/clickhouse-go/v2", Link: "https://pkg.go.dev/github.com/ClickHouse/clickhouse-go/v2",
		Say: "`uuid.UUID` or google's as the type of fields and arguments, and a NullUUID for NULL",
		Excuses: []ecosystem.Excuse{
			{Ops: "null pointer", Reason: "clickhouse-go calls Value of a nil pointer, which panics, unless the type is google's: write a NullUUID."},
			{Ops: "bad input", Reason: "clickhouse-go hands Scan what a String column holds, and Scan reads 16 bytes as a UUID: keep UUIDs in a UUID column."},
		},
		Today: ecosystem.Of(clickhouse[S, SN], clickhouse[G, GN], clickhouse[F, FN], clickhouse[U, UN]),
		With:  ecosystem.Of(clickhouseOurs[S, SN], clickhouseOurs[G, GN], clickhouseOurs[F, FN], clickhouseOurs[U, UN]),
	}}
}
