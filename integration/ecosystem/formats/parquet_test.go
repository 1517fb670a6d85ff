//go:build full

package formats

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/uuid"
)

// A plainRow has no tag, and a taggedRow says that its column is a UUID.
type (
	plainRow[V any]  struct{ V V }
	taggedRow[V any] struct {
		V V `parquet:"v,uuid"`
	}
	listRow[V any] struct {
		V []V `parquet:"v,list" parquet-element:",uuid"`
	}
)

// inParquet writes a file with a row, and reports its column's type and value. get and make
// are of the row.
func inParquet[V, R any](d *data, row func(V) R, get func(R) V) ecosystem.Value[V] {
	return ecosystem.Value[V]{Write: func(v V) (string, error) {
		var b bytes.Buffer
		w := parquet.NewGenericWriter[R](&b)
		if _, err := w.Write([]R{row(v)}); err != nil {
			return "", err
		}
		if err := w.Close(); err != nil {
			return "", err
		}
		d.b = b.Bytes()
		return describe(d.b)
	}, Read: func(v *V) error {
		rows := []R{row(*v)}
		_, err := parquet.NewGenericReader[R](bytes.NewReader(d.b)).Read(rows)
		if err == io.EOF {
			err = nil
		}
		*v = get(rows[0])
		return err
	}}
}

// describe is the type of the file's only column, and its values.
func describe(b []byte) (string, error) {
	f, err := parquet.OpenFile(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return "", err
	}
	typ, s := "", ""
	for _, column := range f.Root().Columns() {
		for column != nil && !column.Leaf() {
			column = column.Columns()[0]
		}
		typ = column.Type().String()
	}
	rows := f.RowGroups()[0].Rows()
	defer rows.Close()
	buf := make([]parquet.Row, 1)
	if _, err := rows.ReadRows(buf); err != nil && err != io.EOF {
		return "", err
	}
	for _, v := range buf[0] {
		if v.IsNull() {
			s += typ + " null "
		} else {
			s += fmt.Sprintf("%s %x ", typ, v.Bytes())
		}
	}
	return strings.TrimSpace(s), nil
}

func plainParquet[V any](d *data) ecosystem.Value[V] {
	return inParquet(d, func(v V) plainRow[V] { return plainRow[V]{v} }, func(r plainRow[V]) V { return r.V })
}

func taggedParquet[V any](d *data) ecosystem.Value[V] {
	return inParquet(d, func(v V) taggedRow[V] { return taggedRow[V]{v} }, func(r taggedRow[V]) V { return r.V })
}

// seedParquet writes files with a schema of UUIDs, or of other values.
func seedParquet(d *data, write func(w io.Writer) error) error {
	var b bytes.Buffer
	err := write(&b)
	d.b = b.Bytes()
	return err
}

func parquetOps[T ~[16]byte, N any](d *data) ecosystem.Ops[T, N] {
	return ecosystem.Ops[T, N]{
		Native: func(u uuid.UUID) string { return "UUID " + hexOf(u) }, None: "UUID null",
		Seed: func(us ...uuid.UUID) error {
			return seedParquet(d, func(w io.Writer) error {
				return parquet.Write(w, []taggedRow[[16]byte]{{us[0]}})
			})
		},
		Bad: map[string]func() error{
			"text": func() error {
				return seedParquet(d, func(w io.Writer) error {
					return parquet.Write(w, []struct {
						V string `parquet:"v"`
					}{{"0123456789abcdef"}})
				})
			},
			"8 bytes": func() error {
				return seedParquet(d, func(w io.Writer) error {
					return parquet.Write(w, []struct {
						V [8]byte `parquet:"v"`
					}{{[8]byte{1, 2, 3}}})
				})
			},
		},
	}
}

func parquetPlain[T ~[16]byte, N any](testing.TB) ecosystem.Ops[T, N] {
	d := &data{}
	o := parquetOps[T, N](d)
	o.One, o.Ptr, o.Null, o.List = plainParquet[T](d), plainParquet[*T](d), plainParquet[N](d), plainParquet[[]T](d)
	return o
}

func parquetTagged[T ~[16]byte, N any](testing.TB) ecosystem.Ops[T, N] {
	d := &data{}
	o := parquetOps[T, N](d)
	o.One, o.Ptr = taggedParquet[T](d), taggedParquet[*T](d)
	o.List = inParquet(d, func(v []T) listRow[T] { return listRow[T]{v} }, func(r listRow[T]) []T { return r.V })
	return o
}

func parquetRows() []ecosystem.Row {
	return []ecosystem.Row{{
		Library: "parquet-go", Module: "github.com/parquet-go/parquet-go", Link: "https://pkg.go.dev/github.com/parquet-go/parquet-go#SchemaOf",
		Say: "`parquet:\"id,uuid\"` in the tag, in that of a list `parquet:\"ids,list\" parquet-element:\",uuid\"`",
		Excuses: []ecosystem.Excuse{
			{Ops: "null pointer", Reason: "With the tag a pointer panics, also with optional: write a value with `uuid,optional`, which stores Nil as null, or a pointer without the tag. Then the file calls the column a UUID only for google's type."},
			{Ops: "bad input", Reason: "parquet-go converts a column of another type by itself: it cuts longer values, and fills shorter ones. Compare the schema of files that others wrote."},
		},
		Today: ecosystem.Of(parquetPlain[S, SN], parquetPlain[G, GN], parquetPlain[F, FN], parquetPlain[U, UN]),
		With:  ecosystem.Of(parquetTagged[S, SN], parquetTagged[G, GN], parquetTagged[F, FN], parquetTagged[U, UN]),
	}}
}

// TestParquetOptional: what the row of parquet-go says of a value that may be missing.
func TestParquetOptional(t *testing.T) {
	type value struct {
		V G `parquet:"v,uuid,optional"`
	}
	type pointer struct {
		V *U `parquet:"v,optional"`
	}
	type both struct {
		V *G `parquet:"v,uuid,optional"`
	}
	for _, c := range []struct{ got, want string }{
		{inFile(value{}), "UUID null"}, {inFile(value{G{1}}), "UUID " + hexOf(uuid.UUID{1})},
		{inFile(pointer{}), "FIXED_LEN_BYTE_ARRAY(16) null"}, {inFile(pointer{&U{1}}), "FIXED_LEN_BYTE_ARRAY(16) " + hexOf(uuid.UUID{1})},
		{inFile(both{&G{1}}), "panic"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}

// inFile describes the file that has this row.
func inFile[R any](row R) (s string) {
	defer func() {
		if recover() != nil {
			s = "panic"
		}
	}()
	var b bytes.Buffer
	if err := parquet.Write(&b, []R{row}); err != nil {
		return err.Error()
	}
	s, err := describe(b.Bytes())
	if err != nil {
		return err.Error()
	}
	return s
}
