package stores

import (
	"testing"

	"cloud.google.com/go/spanner"
	"cloud.google.com/go/spanner/apiv1/spannerpb"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/uuid"
)

// A cell is a row of one column, as the client sends and receives it.
type cell struct{ *spanner.Row }

func (c *cell) put(v any) (err error) {
	c.Row, err = spanner.NewRow([]string{"v"}, []any{v})
	return err
}

func (c *cell) stored() string {
	if _, null := c.ColumnValue(0).GetKind().(*structpb.Value_NullValue); null {
		return "NULL"
	}
	typ, value := c.ColumnType(0), c.ColumnValue(0)
	if e := typ.GetArrayElementType(); e != nil {
		s := "ARRAY<" + e.GetCode().String() + ">"
		for _, v := range value.GetListValue().GetValues() {
			s += " " + e.GetCode().String() + " " + v.GetStringValue()
		}
		return s
	}
	return typ.GetCode().String() + " " + value.GetStringValue()
}

func inCell[V any](c *cell) ecosystem.Value[V] {
	return ecosystem.Value[V]{Write: func(v V) (string, error) {
		if err := c.put(v); err != nil {
			return "", err
		}
		return c.stored(), nil
	}, Read: func(v *V) error { return c.Column(0, v) }}
}

func spannerOps[T ~[16]byte, N any](testing.TB) ecosystem.Ops[T, N] {
	c := &cell{}
	column := func(code spannerpb.TypeCode, v *structpb.Value) error {
		return c.put(spanner.GenericColumnValue{Type: &spannerpb.Type{Code: code}, Value: v})
	}
	text := func(code spannerpb.TypeCode, s string) func() error {
		return func() error { return column(code, structpb.NewStringValue(s)) }
	}
	return ecosystem.Ops[T, N]{
		Native: func(u uuid.UUID) string { return "UUID " + u.String() }, None: "NULL",
		Seed: func(us ...uuid.UUID) error { return text(spannerpb.TypeCode_UUID, us[0].String())() },
		One:  inCell[T](c), Ptr: inCell[*T](c), Null: inCell[N](c), List: inCell[[]T](c),
		Bad: map[string]func() error{
			"NULL": func() error { return column(spannerpb.TypeCode_UUID, structpb.NewNullValue()) },
			"xyz":  text(spannerpb.TypeCode_UUID, "xyz"), "a STRING of 16 letters": text(spannerpb.TypeCode_STRING, "0123456789abcdef"),
			"BYTES of 3 bytes": text(spannerpb.TypeCode_BYTES, "YWJj"),
		},
	}
}

func spannerGoogle[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return ecosystem.As[T, N](spannerOps[G, spanner.NullUUID](t))
}

func spannerRows() []ecosystem.Row {
	return []ecosystem.Row{{
		Library: "spanner", Store: "Spanner, its rows", Module: "cloud.google.com/go/spanner", Link: "https://pkg.go.dev/cloud.google.com/go/spanner#NullUUID",
		Say:   "google's UUID as the type of fields and arguments, and `spanner.NullUUID` or a pointer for NULL",
		Today: ecosystem.Of(spannerOps[S, SN], spannerOps[G, GN], spannerOps[F, FN], spannerOps[U, UN]),
		With:  ecosystem.Of(spannerGoogle[S, SN], spannerGoogle[G, GN], spannerGoogle[F, FN], spannerGoogle[U, UN]),
	}}
}
