package main

import (
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/oklog/ulid/v2"

	"github.com/uuidkit/uuidkit/uuid"
)

const (
	text  = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
	batch = 1000
)

// Results go to where the compiler cannot see that nobody wants them.
var (
	id         = uuid.MustParse(text)
	googleID   = google.UUID(id)
	gofrsID    = gofrs.UUID(id)
	ulidID     = ulid.ULID(id)
	sinkString string
	buffer     = make([]byte, 0, 64)
)

// sections are what is measured.
func sections() []section {
	return []section{
		core(),
		pgxSection(),
		sqlSection(),
		arraySection(),
		connectorSection(),
		bsonSection(2),
		bsonSection(1),
		msgpackSection(),
		cborSection(),
		jsonSection(),
	}
}

// core is package uuid; the standard library takes part where the toolchain has
// its package.
func core() section {
	ids := make([]uuid.UUID, batch)
	ops := []operation{
		{name: "Parse", most: most(0.62), peers: []peer{
			{name: "uuidkit", f: func(b *testing.B) {
				for b.Loop() {
					uuid.Parse(text)
				}
			}},
			{name: "google", f: func(b *testing.B) {
				for b.Loop() {
					google.Parse(text)
				}
			}},
			{name: "gofrs", f: func(b *testing.B) {
				for b.Loop() {
					gofrs.FromString(text)
				}
			}},
			{name: "ulid", f: func(b *testing.B) {
				s := ulidID.String()
				for b.Loop() {
					ulid.ParseStrict(s)
				}
			}},
		}},
		{name: "AppendText", most: most(0.65), peers: []peer{
			{name: "uuidkit", f: func(b *testing.B) {
				for b.Loop() {
					id.AppendText(buffer)
				}
			}},
		}},
		{name: "String", most: most(0.65), peers: []peer{
			{name: "uuidkit", f: func(b *testing.B) {
				for b.Loop() {
					sinkString = id.String()
				}
			}},
			{name: "google", f: func(b *testing.B) {
				for b.Loop() {
					sinkString = googleID.String()
				}
			}},
			{name: "gofrs", f: func(b *testing.B) {
				for b.Loop() {
					sinkString = gofrsID.String()
				}
			}},
			{name: "ulid", f: func(b *testing.B) {
				for b.Loop() {
					sinkString = ulidID.String()
				}
			}},
		}},
		{name: "NewV4", most: most(1), peers: []peer{
			{name: "uuidkit", f: func(b *testing.B) {
				for b.Loop() {
					uuid.NewV4()
				}
			}},
			{name: "google", f: func(b *testing.B) {
				for b.Loop() {
					google.NewRandom()
				}
			}},
			{name: "gofrs", f: func(b *testing.B) {
				for b.Loop() {
					gofrs.NewV4()
				}
			}},
		}},
		{name: "NewV7", most: most(1), peers: []peer{
			{name: "uuidkit", f: func(b *testing.B) {
				for b.Loop() {
					uuid.NewV7()
				}
			}},
			{name: "google", f: func(b *testing.B) {
				for b.Loop() {
					google.NewV7()
				}
			}},
			{name: "gofrs", f: func(b *testing.B) {
				for b.Loop() {
					gofrs.NewV7()
				}
			}},
			{name: "ulid", f: func(b *testing.B) {
				for b.Loop() {
					ulid.Make()
				}
			}},
		}},
		{name: "NewV7 from every core", most: most(1), peers: []peer{
			{name: "uuidkit", f: parallel(func() { uuid.NewV7() })},
			{name: "google", f: parallel(func() { google.NewV7() })},
			{name: "gofrs", f: parallel(func() { gofrs.NewV7() })},
			{name: "ulid", f: parallel(func() { ulid.Make() })},
		}},
		{name: "1000 of v4, each", ids: batch, most: most(0.1), peers: []peer{
			{name: "uuidkit", f: func(b *testing.B) {
				for b.Loop() {
					uuid.FillV4(ids)
				}
			}},
			{name: "google", f: func(b *testing.B) {
				for b.Loop() {
					for range batch {
						google.NewRandom()
					}
				}
			}},
			{name: "google, pooled", f: pooled(func() { google.NewRandom() })},
			{name: "gofrs", f: func(b *testing.B) {
				for b.Loop() {
					for range batch {
						gofrs.NewV4()
					}
				}
			}},
		}},
		{name: "1000 of v7, each", ids: batch, most: most(0.1), peers: []peer{
			{name: "uuidkit", f: func(b *testing.B) {
				for b.Loop() {
					uuid.FillV7(ids)
				}
			}},
			{name: "google", f: func(b *testing.B) {
				for b.Loop() {
					for range batch {
						google.NewV7()
					}
				}
			}},
			{name: "google, pooled", f: pooled(func() { google.NewV7() })},
			{name: "gofrs", f: func(b *testing.B) {
				for b.Loop() {
					for range batch {
						gofrs.NewV7()
					}
				}
			}},
			{name: "ulid", f: func(b *testing.B) {
				for b.Loop() {
					for range batch {
						ulid.Make()
					}
				}
			}},
		}},
		{name: "NewV5", peers: []peer{
			{name: "uuidkit", f: func(b *testing.B) {
				for b.Loop() {
					uuid.NewV5(uuid.NamespaceDNS(), "www.example.com")
				}
			}},
			{name: "google", f: func(b *testing.B) {
				name := []byte("www.example.com")
				for b.Loop() {
					google.NewSHA1(google.NameSpaceDNS, name)
				}
			}},
			{name: "gofrs", f: func(b *testing.B) {
				for b.Loop() {
					gofrs.NewV5(gofrs.NamespaceDNS, "www.example.com")
				}
			}},
		}},
	}
	for i := range ops {
		if f := std[ops[i].name]; f != nil {
			ops[i].peers = append(ops[i].peers, peer{name: "std", f: f})
		}
	}
	return section{
		name:       "uuid",
		note:       "Pooled is google's EnableRandPool, which keeps random bytes in memory. ulid.Make takes its random bits from math/rand, the others from crypto/rand.",
		columns:    []string{"uuidkit", "std", "google", "google, pooled", "gofrs", "ulid"},
		ratios:     []ratio{{"uuidkit", "std"}, {"uuidkit", "google"}, {"uuidkit", ""}},
		operations: ops,
	}
}

// most promises a time in relation to the standard library's.
func most(std float64) map[ratio]float64 { return map[ratio]float64{{"uuidkit", "std"}: std} }

// pooled runs google's f as often as a batch has ids, with its pool of random
// bytes, which is no more on afterwards.
func pooled(f func()) func(b *testing.B) {
	return func(b *testing.B) {
		google.EnableRandPool()
		defer google.DisableRandPool()
		for b.Loop() {
			for range batch {
				f()
			}
		}
	}
}

func parallel(f func()) func(b *testing.B) {
	return func(b *testing.B) {
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				f()
			}
		})
	}
}
