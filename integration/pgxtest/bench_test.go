package pgxtest_test

import (
	"testing"

	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"
	vgarvardt "github.com/vgarvardt/pgx-google-uuid/v5"

	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/uuid"
)

// The four that a user chooses between, side by side in one run:
//
//	go test -bench . -benchmem -count 10 ./pgxtest
//
// What counts is their ratio. Encode is what every query does with its
// arguments, Scan what QueryRow does, ScanPlanned what Query does from its
// second row on.

func BenchmarkEncode(b *testing.B) {
	sideBySide(b, func(b *testing.B, m *pgtype.Map, c contender) {
		buf := make([]byte, 0, 64)
		for b.Loop() {
			if _, err := m.Encode(pgtype.UUIDOID, pgtype.BinaryFormatCode, c.value, buf); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkScan(b *testing.B) {
	sideBySide(b, func(b *testing.B, m *pgtype.Map, c contender) {
		src := encode(b, m, pgtype.UUIDOID, c.value)
		for b.Loop() {
			if err := m.Scan(pgtype.UUIDOID, pgtype.BinaryFormatCode, src, c.target); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkScanPlanned(b *testing.B) {
	sideBySide(b, func(b *testing.B, m *pgtype.Map, c contender) {
		src := encode(b, m, pgtype.UUIDOID, c.value)
		plan := m.PlanScan(pgtype.UUIDOID, pgtype.BinaryFormatCode, c.target)
		for b.Loop() {
			if err := plan.Scan(src, c.target); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkEncodeText(b *testing.B) {
	sideBySide(b, func(b *testing.B, m *pgtype.Map, c contender) {
		buf := make([]byte, 0, 64)
		for b.Loop() {
			if _, err := m.Encode(pgtype.UUIDOID, pgtype.TextFormatCode, c.value, buf); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkScanText(b *testing.B) {
	sideBySide(b, func(b *testing.B, m *pgtype.Map, c contender) {
		src := []byte(id.String())
		for b.Loop() {
			if err := m.Scan(pgtype.UUIDOID, pgtype.TextFormatCode, src, c.target); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkEncodeArray100(b *testing.B) {
	sideBySide(b, func(b *testing.B, m *pgtype.Map, c contender) {
		buf := make([]byte, 0, 4096)
		for b.Loop() {
			if _, err := m.Encode(pgtype.UUIDArrayOID, pgtype.BinaryFormatCode, c.values, buf); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkScanArray100(b *testing.B) {
	sideBySide(b, func(b *testing.B, m *pgtype.Map, c contender) {
		src := encode(b, m, pgtype.UUIDArrayOID, c.values)
		for b.Loop() {
			if err := m.Scan(pgtype.UUIDArrayOID, pgtype.BinaryFormatCode, src, c.targets); err != nil {
				b.Fatal(err)
			}
		}
	})
}

type contender struct {
	name            string
	register        func(*pgtype.Map)
	value, target   any // a T and a *T
	values, targets any // a []T of 100 and a *[]T
}

func sideBySide(b *testing.B, bench func(*testing.B, *pgtype.Map, contender)) {
	for _, c := range []contender{
		contend("ours", pgxtype.Register[uuid.UUID], id),
		contend("ours=google", pgxtype.Register[google.UUID], google.UUID(id)),
		contend("pgtype", func(*pgtype.Map) {}, pgtype.UUID{Bytes: id, Valid: true}),
		contend("google", func(*pgtype.Map) {}, google.UUID(id)),
		contend("vgarvardt", vgarvardt.Register, google.UUID(id)),
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			m := pgtype.NewMap()
			c.register(m)
			bench(b, m, c)
		})
	}
}

func contend[T any](name string, register func(*pgtype.Map), v T) contender {
	s := make([]T, 100)
	for i := range s {
		s[i] = v
	}
	return contender{name: name, register: register, value: v, target: new(T), values: s, targets: new([]T)}
}

func encode(b *testing.B, m *pgtype.Map, oid uint32, v any) []byte {
	src, err := m.Encode(oid, pgtype.BinaryFormatCode, v, nil)
	if err != nil {
		b.Fatal(err)
	}
	return src
}
