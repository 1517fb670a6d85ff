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
