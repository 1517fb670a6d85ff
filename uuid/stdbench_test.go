//go:build go1.27

package uuid_test

import (
	"testing"
	std "uuid"
)

func BenchmarkStdNewV4(b *testing.B) {
	for b.Loop() {
		std.NewV4()
	}
}

func BenchmarkStdNewV7(b *testing.B) {
	for b.Loop() {
		std.NewV7()
	}
}

func BenchmarkStdNewV7Parallel(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			std.NewV7()
		}
	})
}
