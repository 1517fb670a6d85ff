package uuid_test

import (
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		uuid.Parse(vectors.Text)
	}
}

func BenchmarkParseError(b *testing.B) {
	for b.Loop() {
		uuid.Parse("00112233-4455-6677-8899-aabbccddeefx")
	}
}

func BenchmarkString(b *testing.B) {
	for b.Loop() {
		_ = vectors.U.String()
	}
}

func BenchmarkAppendText(b *testing.B) {
	buf := make([]byte, 0, 36)
	for b.Loop() {
		vectors.U.AppendText(buf)
	}
}

func BenchmarkCompare(b *testing.B) {
	for b.Loop() {
		vectors.U.Compare(vectors.Other)
	}
}

func BenchmarkNewV4(b *testing.B) {
	for b.Loop() {
		uuid.NewV4()
	}
}

func BenchmarkNewV7(b *testing.B) {
	for b.Loop() {
		uuid.NewV7()
	}
}

func BenchmarkNewV7Parallel(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			uuid.NewV7()
		}
	})
}

func BenchmarkNewV1(b *testing.B) {
	for b.Loop() {
		uuid.NewV1()
	}
}

func BenchmarkNewV6(b *testing.B) {
	for b.Loop() {
		uuid.NewV6()
	}
}

// The batches are of 1000, and the times those of one UUID.

func BenchmarkFillV4(b *testing.B) { benchmarkFill(b, uuid.FillV4) }
func BenchmarkFillV7(b *testing.B) { benchmarkFill(b, uuid.FillV7) }

func benchmarkFill(b *testing.B, fill func([]uuid.UUID)) {
	ids := make([]uuid.UUID, 1000)
	for b.Loop() {
		fill(ids)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(ids)), "ns/id")
}
