package pgxtype_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/uuid"
)

func FuzzScanArray(f *testing.F) {
	for _, dims := range [][]int{{0}, {1}, {3}, {2, 2}, {2, 0}, {1, 3, 2}, {1, 1, 1, 1}} {
		text, bin := ids(dims...)
		f.Add([]byte(text))
		f.Add([]byte(bin))
	}
	f.Add([]byte("{" + vectors.Text + " " + vectors.Text + "}"))
	f.Add([]byte("{" + strings.ReplaceAll(vectors.Text, "-", "+") + "}"))
	m := pgtype.NewMap()
	pgxtype.Register[uuid.UUID](m)
	f.Fuzz(func(t *testing.T, src []byte) {
		if src == nil {
			return // NULL
		}
		// The short way of a []T is not to be told from the long one, but that
		// pgx takes impossible dimensions for an empty array.
		for _, format := range []int16{textFormat, binaryFormat} {
			short, long := []uuid.UUID{vectors.U}, pgtype.FlatArray[uuid.UUID]{vectors.U}
			shortErr := m.Scan(pgtype.UUIDArrayOID, format, src, &short)
			longErr := m.Scan(pgtype.UUIDArrayOID, format, src, &long)
			if shortErr == nil && (longErr != nil || !reflect.DeepEqual(short, []uuid.UUID(long))) || shortErr != nil && longErr == nil && len(long) > 0 {
				t.Fatalf("Scan(%q) in format %d = %v, %v, but slowly %v, %v", src, format, short, shortErr, long, longErr)
			}
		}
		line := []uuid.UUID{vectors.U}
		grid := [][]uuid.UUID{{vectors.U}}
		cube := [][][]uuid.UUID{{{vectors.U}}}
		for _, dst := range []any{&line, &grid, &cube} {
			if err := m.Scan(pgtype.UUIDArrayOID, binaryFormat, src, dst); err != nil {
				continue
			}
			// What it took, it writes in the same way, but for lower bounds,
			// the flag of nulls, and the dimensions of a flat or empty array.
			got, err := m.Encode(pgtype.UUIDArrayOID, binaryFormat, reflect.ValueOf(dst).Elem().Interface(), nil)
			if err != nil {
				t.Fatalf("Encode(%v): %v", dst, err)
			}
			again := reflect.New(reflect.TypeOf(dst).Elem())
			if err := m.Scan(pgtype.UUIDArrayOID, binaryFormat, got, again.Interface()); err != nil || !reflect.DeepEqual(again.Interface(), dst) {
				t.Fatalf("Scan(%q) = %v, %v, want %v", got, again, err, dst)
			}
			if len(got) > len(src) {
				t.Fatalf("%d bytes became %d", len(src), len(got))
			}
		}
	})
}
