package main

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	vgarvardt "github.com/vgarvardt/pgx-google-uuid/v5"

	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/uuid"
)

const pgxArray = 100

// pgxSection is package pgxtype beside pgx's own type and what else its users
// have. Encode is what every query does with its arguments, scan what QueryRow
// does, and planned scan what Query does from its second row on.
func pgxSection() section {
	encode := func(oid uint32, format int16) []peer {
		return pgxPeers(func(b *testing.B, m *pgtype.Map, p pgxPeer) {
			value, _ := p.of(oid)
			buf := make([]byte, 0, 8192)
			for b.Loop() {
				if _, err := m.Encode(oid, format, value, buf); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	scan := func(oid uint32, format int16) []peer {
		return pgxPeers(func(b *testing.B, m *pgtype.Map, p pgxPeer) {
			value, target := p.of(oid)
			src := must(m.Encode(oid, format, value, nil))
			for b.Loop() {
				if err := m.Scan(oid, format, src, target); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	planned := pgxPeers(func(b *testing.B, m *pgtype.Map, p pgxPeer) {
		src := must(m.Encode(pgtype.UUIDOID, pgtype.BinaryFormatCode, p.value, nil))
		plan := m.PlanScan(pgtype.UUIDOID, pgtype.BinaryFormatCode, p.target)
		for b.Loop() {
			if err := plan.Scan(src, p.target); err != nil {
				b.Fatal(err)
			}
		}
	})
	registers := slices.DeleteFunc(pgxPeers(func(b *testing.B, _ *pgtype.Map, p pgxPeer) {
		for b.Loop() {
			p.register(pgtype.NewMap())
		}
	}), func(p peer) bool { // the others have nothing to register
		return !strings.Contains(p.name, "uuidkit") && !strings.Contains(p.name, "vgarvardt")
	})
	const (
		text  = pgtype.TextFormatCode
		bin   = pgtype.BinaryFormatCode
		one   = pgtype.UUIDOID
		array = pgtype.UUIDArrayOID
	)
	promise := func(most float64) map[ratio]float64 { return map[ratio]float64{{"uuidkit", "pgtype.UUID"}: most} }
	s := section{
		name: "pgx",
		note: "Of pgx's type map, one connection's: google + uuidkit is google's type after pgxtype.Register, google + vgarvardt after pgx-google-uuid's." +
			" Those of a server are whole queries, on the loopback interface.",
		columns: []string{"uuidkit", "google + uuidkit", "pgtype.UUID", "std", "google", "google + vgarvardt", "gofrs"},
		ratios:  []ratio{{"uuidkit", "pgtype.UUID"}, {"google + uuidkit", "google + vgarvardt"}},
		operations: []operation{
			{name: "encode", most: promise(0.65), peers: encode(one, bin)},
			{name: "scan", most: promise(0.7), peers: scan(one, bin)},
			{name: "planned scan", most: promise(0.7), peers: planned},
			{name: "encode text", most: promise(0.65), peers: encode(one, text)},
			{name: "scan text", most: promise(0.7), peers: scan(one, text)},
			{name: "encode array of 100, each", ids: pgxArray, most: promise(0.2), peers: encode(array, bin)},
			{name: "scan array of 100, each", ids: pgxArray, most: promise(0.6), peers: scan(array, bin)},
			{name: "encode text array of 100, each", ids: pgxArray, most: promise(0.3), peers: encode(array, text)},
			{name: "scan text array of 100, each", ids: pgxArray, most: promise(0.5), peers: scan(array, text)},
			{name: "Register", peers: registers},
		},
	}
	if url := os.Getenv("UUIDKIT_POSTGRES"); url != "" {
		rows := pgxPeers(func(b *testing.B, _ *pgtype.Map, p pgxPeer) { p.rows(b, url) })
		s.operations = append(s.operations, operation{name: "1000 rows of a server, each", ids: batch, peers: rows})
	}
	return s
}

// A pgxPeer is a Go type, and how a connection learns of it.
type pgxPeer struct {
	name            string
	register        func(*pgtype.Map)
	value, target   any // a T and a *T
	values, targets any // a []T of pgxArray and a *[]T
	rows            func(b *testing.B, url string)
}

// of returns what is encoded as the type oid, and what is scanned into.
func (p pgxPeer) of(oid uint32) (value, target any) {
	if oid == pgtype.UUIDArrayOID {
		return p.values, p.targets
	}
	return p.value, p.target
}

func pgxPeers(f func(*testing.B, *pgtype.Map, pgxPeer)) (peers []peer) {
	none := func(*pgtype.Map) {}
	for _, p := range []pgxPeer{
		newPgxPeer("uuidkit", pgxtype.Register[uuid.UUID], id),
		newPgxPeer("google + uuidkit", pgxtype.Register[google.UUID], googleID),
		newPgxPeer("pgtype.UUID", none, pgtype.UUID{Bytes: id, Valid: true}),
		newPgxPeer("google", none, googleID),
		newPgxPeer("google + vgarvardt", vgarvardt.Register, googleID),
		newPgxPeer("gofrs", none, gofrsID),
		newPgxPeer("std", none, stdID),
	} {
		peers = append(peers, peer{p.name, func(b *testing.B) {
			m := pgtype.NewMap()
			p.register(m)
			f(b, m, p)
		}})
	}
	return peers
}

func newPgxPeer[T any](name string, register func(*pgtype.Map), v T) pgxPeer {
	s := make([]T, pgxArray)
	for i := range s {
		s[i] = v
	}
	return pgxPeer{name, register, v, new(T), s, new([]T), func(b *testing.B, url string) {
		ctx := context.Background()
		conn := must(pgx.Connect(ctx, url))
		defer conn.Close(ctx)
		register(conn.TypeMap())
		for b.Loop() {
			rows := must(conn.Query(ctx, "select $1::uuid from generate_series(1, $2)", v, batch))
			got := must(pgx.CollectRows(rows, pgx.RowTo[T]))
			if len(got) != batch {
				b.Fatalf("got %d rows", len(got))
			}
		}
	}}
}

func must[V any](v V, err error) V {
	if err != nil {
		panic(err)
	}
	return v
}
