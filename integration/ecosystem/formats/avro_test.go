package formats

import (
	"encoding/hex"
	"testing"

	"github.com/hamba/avro/v2"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/uuid"
)

// inAvro writes and reads a V by a schema.
func inAvro[V any](d *data, schema string) ecosystem.Value[V] {
	s := avro.MustParse(schema)
	return value(d, func(v V) ([]byte, error) { return avro.Marshal(s, v) }, func(b []byte, v *V) error { return avro.Unmarshal(s, b, v) })
}

const (
	textSchema  = `{"type":"string","logicalType":"uuid"}`
	fixedSchema = `{"type":"fixed","name":"id","size":16,"logicalType":"uuid"}`
)

// avroOps are values of a schema, alone and in a union with null, an array and a map.
func avroOps[T ~[16]byte, N any](schema string, native func(uuid.UUID) []byte, wrong map[string][]byte) ecosystem.Ops[T, N] {
	d := &data{}
	return ecosystem.Ops[T, N]{
		Native: func(u uuid.UUID) string { return hex.EncodeToString(native(u)) }, None: "00",
		Seed: func(us ...uuid.UUID) error { d.b = native(us[0]); return nil },
		One:  inAvro[T](d, schema), Ptr: inAvroUnion[T](d, schema),
		List:   inAvro[[]T](d, `{"type":"array","items":`+schema+`}`),
		Nested: inAvro[map[string]T](d, `{"type":"map","values":`+schema+`}`),
		Bad:    bad(d, wrong),
	}
}

// inAvroUnion leaves out the byte that says that the union is not null.
func inAvroUnion[T any](d *data, schema string) ecosystem.Value[*T] {
	v := inAvro[*T](d, `["null",`+schema+`]`)
	return ecosystem.Value[*T]{Read: v.Read, Write: func(p *T) (string, error) {
		s, err := v.Write(p)
		if p != nil && err == nil {
			s = s[2:]
		}
		return s, err
	}}
}

func avroText[T ~[16]byte, N any](testing.TB) ecosystem.Ops[T, N] {
	return avroOps[T, N](textSchema, func(u uuid.UUID) []byte { return append([]byte{72}, u.String()...) },
		map[string][]byte{"empty": {0}, "xyz": []byte("\x06xyz"), "16 letters": []byte("\x200123456789abcdef")})
}

func avroFixed[T ~[16]byte, N any](testing.TB) ecosystem.Ops[T, N] {
	return avroOps[T, N](fixedSchema, func(u uuid.UUID) []byte { return u[:] }, map[string][]byte{"15 bytes": make([]byte, 15), "nothing": nil})
}

func avroRows() []ecosystem.Row {
	const module = "github.com/hamba/avro/v2"
	return []ecosystem.Row{{
		Library: "hamba/avro", Store: "string", Module: module, Link: "https://pkg.go.dev/github.com/hamba/avro/v2",
		Today: ecosystem.Of(avroText[S, SN], avroText[G, GN], avroText[F, FN], avroText[U, UN]),
	}, {
		Library: "hamba/avro", Store: "fixed of 16 bytes", Module: module, Link: "https://pkg.go.dev/github.com/hamba/avro/v2",
		Excuses: []ecosystem.Excuse{{Ops: "bad input", Reason: "hamba/avro has changed the value when it finds that there are less than 16 bytes: do not use the value after an error."}},
		Today:   ecosystem.Of(avroFixed[S, SN], avroFixed[G, GN], avroFixed[F, FN], avroFixed[U, UN]),
	}}
}
