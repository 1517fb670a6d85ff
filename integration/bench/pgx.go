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

const (
	pgxArray = 100
	pgxMany  = 2000
)

// pgxSection is package pgxtype beside pgx's own type and what else its users
// have. Encode is what every query does with its arguments, scan what QueryRow
// does, and planned scan what Query does from its second row on.
func pgxSection() section {
	const (
		text  = pgtype.TextFormatCode
		bin   = pgtype.BinaryFormatCode
		one   = pgtype.UUIDOID
		array = pgtype.UUIDArrayOID
	)
	encode := func(oid uint32, format int16) []peer {
		return pgxPeers(func(b *testing.B, m *pgtype.Map, p pgxPeer) {
			value, buf := p.values[oid], make([]byte, 0, 8192)
			for b.Loop() {
				must(m.Encode(oid, format, value, buf))
			}
		})
	}
	scan := func(oid uint32, format int16) []peer {
		return pgxPeers(func(b *testing.B, m *pgtype.Map, p pgxPeer) {
			src, target := must(m.Encode(oid, format, p.values[oid], nil)), p.targets[oid]
			for b.Loop() {
				check(m.Scan(oid, format, src, target))
			}
		})
	}
	planned := pgxPeers(func(b *testing.B, m *pgtype.Map, p pgxPeer) {
		src, target := must(m.Encode(one, bin, p.values[one], nil)), p.targets[one]
		plan := m.PlanScan(one, bin, target)
		for b.Loop() {
			check(plan.Scan(src, target))
		}
	})
	promise := func(most float64) promises { return promises{{"uuidkit", "pgtype.UUID"}: most} }
	s := section{
		name: "pgx",
		note: "Of pgx's type map, one connection's: google + uuidkit is google's type after pgxtype.Register, uuidkit, methods is uuid.UUID without it, google + vgarvardt after pgx-google-uuid's." +
			" Most of a scan is pgx's search for a plan, which all peers pay: nothing is a codec whose plan does nothing, and the row planned scan is without it. Those of a server are whole queries, on the loopback interface.",
		columns: []string{"uuidkit", "uuidkit, methods", "google + uuidkit", "pgtype.UUID", "std", "google", "google + vgarvardt", "gofrs", "nothing"},
		ratios:  []ratio{{"uuidkit", "pgtype.UUID"}, {"google + uuidkit", "google + vgarvardt"}},
		operations: []operation{
			{name: "encode", most: promise(0.65), peers: encode(one, bin)},
			{name: "scan", most: promise(0.7), peers: append(scan(one, bin), peer{"nothing", scanNothing})},
			{name: "planned scan", most: promise(0.7), peers: planned},
			{name: "encode text", most: promise(0.45), peers: encode(one, text)},
			{name: "scan text", most: promise(0.4), peers: scan(one, text)},
			{name: "encode array of 100, each", ids: pgxArray, most: promise(0.2), peers: encode(array, bin)},
			{name: "scan array of 100, each", ids: pgxArray, most: promise(0.6), peers: scan(array, bin)},
			{name: "encode text array of 100, each", ids: pgxArray, most: promise(0.04), peers: encode(array, text)},
			{name: "scan text array of 100, each", ids: pgxArray, most: promise(0.04), peers: scan(array, text)},
			{name: "Register", peers: pgxRegisters()},
		},
	}
	if url := os.Getenv("UUIDKIT_POSTGRES"); url != "" {
		s.operations = append(s.operations, pgxServerOperations(url)...)
	}
	return s
}

// pgxRegisters are the peers that have something to register.
func pgxRegisters() []peer {
	all := pgxPeers(func(b *testing.B, _ *pgtype.Map, p pgxPeer) {
		for b.Loop() {
			p.register(pgtype.NewMap())
		}
	})
	return slices.DeleteFunc(all, func(p peer) bool {
		return !strings.Contains(p.name, "uuidkit") && !strings.Contains(p.name, "vgarvardt")
	})
}

// pgxServerOperations are whole queries.
func pgxServerOperations(url string) []operation {
	of := func(f func(pgxPeer, *testing.B, *pgx.Conn)) []peer {
		return pgxPeers(func(b *testing.B, _ *pgtype.Map, p pgxPeer) {
			conn := must(pgx.Connect(context.Background(), url))
			defer conn.Close(context.Background())
			p.register(conn.TypeMap())
			f(p, b, conn)
		})
	}
	return []operation{
		{name: "1000 rows of a server, each", ids: batch, peers: of(func(p pgxPeer, b *testing.B, conn *pgx.Conn) { p.rows(b, conn) })},
		{name: "an array of 2000 to a server, each", ids: pgxMany, peers: of(pgxPeer.array)},
		{name: "COPY of 2000 rows to a server, each", ids: pgxMany, peers: of(pgxPeer.copy)},
	}
}

// scanNothing is a scan with a codec whose plan does nothing.
func scanNothing(b *testing.B) {
	m := pgtype.NewMap()
	m.RegisterType(&pgtype.Type{Name: "uuid", OID: pgtype.UUIDOID, Codec: nothingCodec{}})
	target := new(uuid.UUID)
	for b.Loop() {
		check(m.Scan(pgtype.UUIDOID, pgtype.BinaryFormatCode, id[:], target))
	}
}

type nothingCodec struct{ pgtype.UUIDCodec }

func (nothingCodec) PlanScan(*pgtype.Map, uint32, int16, any) pgtype.ScanPlan { return nothingCodec{} }
func (nothingCodec) Scan([]byte, any) error                                   { return nil }

// A pgxPeer is a Go type, and how a connection learns of it.
type pgxPeer struct {
	name            string
	register        func(*pgtype.Map)
	values, targets map[uint32]any // of a uuid, a T and a *T; of a uuid[], a []T and a *[]T
	many            any            // a []T
	rows            func(b *testing.B, conn *pgx.Conn)
}

// array sends many ids as the argument of a query.
func (p pgxPeer) array(b *testing.B, conn *pgx.Conn) {
	for b.Loop() {
		must(conn.Exec(context.Background(), "select cardinality($1::uuid[])", p.many))
	}
}

// copy sends them as rows.
func (p pgxPeer) copy(b *testing.B, conn *pgx.Conn) {
	ctx := context.Background()
	must(conn.Exec(ctx, "create temp table copied (id uuid)"))
	row := []any{p.values[pgtype.UUIDOID]}
	for b.Loop() {
		must(conn.CopyFrom(ctx, pgx.Identifier{"copied"}, []string{"id"}, pgx.CopyFromSlice(pgxMany, func(int) ([]any, error) { return row, nil })))
		b.StopTimer()
		must(conn.Exec(ctx, "truncate copied"))
		b.StartTimer()
	}
}

func pgxPeers(f func(*testing.B, *pgtype.Map, pgxPeer)) (peers []peer) {
	none := func(*pgtype.Map) {}
	for _, p := range []pgxPeer{
		newPgxPeer("uuidkit", pgxtype.Register[uuid.UUID], id),
		newPgxPeer("uuidkit, methods", none, id),
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
	values := map[uint32]any{pgtype.UUIDOID: v, pgtype.UUIDArrayOID: slices.Repeat([]T{v}, pgxArray)}
	targets := map[uint32]any{pgtype.UUIDOID: new(T), pgtype.UUIDArrayOID: new([]T)}
	return pgxPeer{name, register, values, targets, slices.Repeat([]T{v}, pgxMany), func(b *testing.B, conn *pgx.Conn) {
		ctx := context.Background()
		for b.Loop() {
			rows := must(conn.Query(ctx, "select $1::uuid from generate_series(1, $2)", v, batch))
			got := must(pgx.CollectRows(rows, pgx.RowTo[T]))
			if len(got) != batch {
				b.Fatalf("got %d rows", len(got))
			}
		}
	}}
}
