package pgxtype_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/internal/vectors"
)

func TestAllocs(t *testing.T) {
	each(t, func(t *testing.T, k kind, m *pgtype.Map) {
		buf := make([]byte, 0, 4096)
		allocates := func(most float64, name string, f func() error) {
			t.Helper()
			var err error
			got := testing.AllocsPerRun(100, func() { err = f() })
			if err != nil || got > most {
				t.Errorf("%s: %v allocations, %v, want at most %v", name, got, err, most)
			}
		}
		encode := func(most float64, col column, v any) {
			t.Helper()
			allocates(most, fmt.Sprintf("%v: Encode(%T)", col, v), func() error {
				_, err := m.Encode(col.oid, col.format, v, buf)
				return err
			})
		}
		scan := func(most float64, col column, dst any) {
			t.Helper()
			src := []byte(col.wire)
			allocates(most, fmt.Sprintf("%v: Scan into %T", col, dst), func() error {
				return m.Scan(col.oid, col.format, src, dst)
			})
		}
		for _, col := range columns {
			for i, typ := range k.one {
				v := value(typ, vectors.U)
				if p := ptr(v); col.name != "bytea" {
					encode(0, col, v)
					encode(0, col, p)
				}
				// 1 for the T that a **T points to, or for the plan of the NullUUID of T's package.
				scan(map[bool]float64{true: 1}[i == 1 || i == 4], col, ptr(v))
			}
		}
		list := reflect.SliceOf(k.typ())
		for _, col := range arrayIn(100) {
			encode(0, col, slice(k.typ(), 100))
			scan(2, col, reflect.New(list).Interface())
		}
		inBinary := arrayIn(100)[1]
		src, dst := []byte(inBinary.wire), reflect.New(list).Interface()
		plan := m.PlanScan(inBinary.oid, inBinary.format, dst)
		allocates(1, "the plan's Scan", func() error { return plan.Scan(src, dst) })
		// Of other slices pgx asks for each element.
		encode(3, inBinary, slice(k.typ(), 10, 10))
		for _, a := range k.arrays {
			if strings.HasPrefix(a.typ.Name(), "namedLine") && a.typ.Elem() == k.typ() {
				scan(6, inBinary, ptr(zero(a.typ)))
			}
		}
		scan(5, inBinary, reflect.New(reflect.SliceOf(k.one[2])).Interface())
	})
}
