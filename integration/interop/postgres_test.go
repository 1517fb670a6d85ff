package interop_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/uuid"
)

// A statement is one for a client to run.
type statement struct {
	SQL  string `json:"sql"`
	Args []any  `json:"args"`
}

// A rows is the answer to a statement.
type rows [][]any

// converse has a client insert a row for each vector, and query the rows of Go: row
// describes each that it must get.
func converse(t *testing.T, client, job string, argument map[string]any, query string, insert func(n int, v text) statement, row func(v text) []any) {
	var statements []statement
	var written rows
	for n, v := range known {
		statements, written = append(statements, insert(n, v)), append(written, row(v))
	}
	argument["statements"] = append(statements, statement{query, nil})
	got := ask[[]rows](t, client, job, argument)
	for n := range statements {
		same(t, statements[n].SQL, got[n], rows{})
	}
	same(t, query, got[len(statements)], written)
}

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn := kit.Must(pgx.Connect(t.Context(), url))(t)
	t.Cleanup(func() { conn.Close(context.Background()) })
	pgxtype.Register[uuid.UUID](conn.TypeMap())
	return conn
}

// A pgRow has a UUID in each place that a column has for one, and what the server says
// that the first is.
type pgRow struct {
	ID   uuid.UUID
	IDs  []uuid.UUID
	Void *uuid.UUID
	Hex  string
}

// TestPostgres has every client read the rows that Go has written to PostgreSQL, and Go
// read the clients'. The server says what is stored. The matrix shows that each Go type
// stores the same.
func TestPostgres(t *testing.T) {
	url := stores.Postgres(t)
	conn := connect(t, url)
	kit.Must(conn.Exec(t.Context(), `CREATE TABLE ids (n int, writer text, id uuid, ids uuid[], void uuid, PRIMARY KEY (writer, id))`))(t)
	var want []pgRow
	for n, v := range known {
		r := pgRow{v.uuid(), []uuid.UUID{u.uuid(), o.uuid()}, nil, v.hex()}
		kit.Must(conn.Exec(t.Context(), `INSERT INTO ids VALUES ($1, 'Go', $2, $3, $4)`, n, r.ID, r.IDs, r.Void))(t)
		want = append(want, r)
	}
	query := func(writer string) string {
		return `SELECT id, ids, void, encode(uuid_send(id), 'hex') FROM ids WHERE writer = '` + writer + `' ORDER BY n`
	}
	for _, c := range []struct {
		name, client, job string
		binary, texts     bool
		insert            string
	}{
		{"pg", "node", "pg", false, true, `INSERT INTO ids VALUES ($1, 'pg', $2, $3, $4)`},
		{"psycopg", "python", "psycopg", false, false, `INSERT INTO ids VALUES (%s, 'psycopg', %s, %s, %s)`},
		{"psycopg binary", "python", "psycopg", true, false, `INSERT INTO ids VALUES (%b, 'psycopg binary', %b, %b, %b)`},
		{"psycopg2", "python", "psycopg2", false, false, `INSERT INTO ids VALUES (%s, 'psycopg2', %s, %s, %s)`},
	} {
		t.Run(c.name, func(t *testing.T) {
			converse(t, c.client, c.job, map[string]any{"url": url, "binary": c.binary}, query("Go"), func(n int, v text) statement {
				return statement{c.insert, []any{n, v, []any{u, o}, nil}}
			}, func(v text) []any {
				if c.texts {
					return []any{string(v), []string{string(u), string(o)}, nil, v.hex()}
				}
				return []any{v, []any{u, o}, nil, v.hex()}
			})
			rows := kit.Must(conn.Query(t.Context(), query(c.name)))(t)
			if got, err := pgx.CollectRows(rows, pgx.RowToStructByPos[pgRow]); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("got %v, %v, want %v", got, err, want)
			}
		})
	}
}

// column returns the rows of one column.
func column[V any](t *testing.T, conn *pgx.Conn, query string, args ...any) []V {
	t.Helper()
	rows := kit.Must(conn.Query(t.Context(), query, args...))(t)
	values, err := pgx.CollectRows(rows, pgx.RowTo[V])
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return values
}

// TestPostgresInspects compares what PostgreSQL reads out of our UUIDs, and how it
// sorts them, with what we do.
func TestPostgresInspects(t *testing.T) {
	conn := connect(t, stores.Postgres(t))
	_, ids := inspected(t)

	const each = `(id) FROM unnest($1::uuid[]) WITH ORDINALITY u (id, n) ORDER BY n`
	versions := column[*int](t, conn, `SELECT uuid_extract_version`+each, ids)
	times := column[*time.Time](t, conn, `SELECT uuid_extract_timestamp`+each, ids)
	sent := column[[]byte](t, conn, `SELECT uuid_send`+each, ids)
	for i, id := range ids {
		if !bytes.Equal(sent[i], id[:]) {
			t.Errorf("%v: uuid_send is %x", id, sent[i])
		}
		if rfc := id.Variant() == uuid.VariantRFC9562; (versions[i] != nil) != rfc || rfc && *versions[i] != id.Version() {
			t.Errorf("%v: PostgreSQL says version %v, we %d of variant %v", id, show(versions[i]), id.Version(), id.Variant())
		}
		want, ok := id.Time()
		ok = ok && id.Version() != 6 // PostgreSQL 18 reads versions 1 and 7
		if ok != (times[i] != nil) || ok && !times[i].Equal(want.Truncate(time.Microsecond)) {
			t.Errorf("%v: PostgreSQL says %v, we %v, %t", id, times[i], want, ok)
		}
	}
	rand.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	got := column[uuid.UUID](t, conn, `SELECT id FROM unnest($1::uuid[]) id ORDER BY id`, ids)
	if slices.SortFunc(ids, uuid.UUID.Compare); !slices.Equal(got, ids) {
		t.Errorf("PostgreSQL sorts %v, we %v", got, ids)
	}
}

// TestPostgresMakes looks into the UUIDs that PostgreSQL 18 makes.
func TestPostgresMakes(t *testing.T) {
	conn := connect(t, stores.Postgres(t))
	const n = 1000

	clock := func() time.Time { return column[time.Time](t, conn, `SELECT clock_timestamp()`)[0] }
	before := clock()
	v7 := column[uuid.UUID](t, conn, `SELECT uuidv7() FROM generate_series(1, $1)`, n)
	after := clock()
	if len(v7) != n || !slices.IsSortedFunc(v7, uuid.UUID.Compare) || len(slices.Compact(slices.Clone(v7))) != n {
		t.Errorf("uuidv7 makes no ascending UUIDs: %v", v7)
	}
	for _, id := range v7 {
		// Its 12 bits after the version are a fraction of the millisecond. It never
		// gives the same one twice, so it may be ahead of the clock.
		precise, ok := id.PreciseTime()
		if id.Version() != 7 || id.Variant() != uuid.VariantRFC9562 || !ok || precise.Before(before.Add(-time.Microsecond)) || precise.After(after.Add(time.Millisecond)) {
			t.Fatalf("%v: version %d, variant %v, of %v, not of %v to %v", id, id.Version(), id.Variant(), precise, before, after)
		}
	}
	// A range of time selects by our bounds: all of them, and none of before or after.
	first, _ := v7[0].Time()
	last, _ := v7[n-1].Time()
	for _, q := range []struct {
		from, to time.Time
		want     int
	}{
		{first, last, n},
		{first.Add(-time.Hour), first.Add(-time.Millisecond), 0},
		{last.Add(time.Millisecond), last.Add(time.Hour), 0},
	} {
		got := column[int](t, conn, `SELECT count(*) FROM unnest($1::uuid[]) id WHERE id BETWEEN $2 AND $3`, v7, uuid.MinV7(q.from), uuid.MaxV7(q.to))
		if got[0] != q.want {
			t.Errorf("from %v to %v: got %d of %d", q.from, q.to, got[0], q.want)
		}
	}
	shifted := column[uuid.UUID](t, conn, `SELECT uuidv7(interval '-1 day')`)[0]
	if made, _ := shifted.Time(); made.Sub(after).Abs() < 23*time.Hour || made.After(after) {
		t.Errorf("uuidv7 of a day ago: %v is of %v", shifted, made)
	}

	for _, f := range []string{"gen_random_uuid", "uuidv4"} {
		for _, id := range column[uuid.UUID](t, conn, `SELECT `+f+`() FROM generate_series(1, 100)`) {
			isMade(t, f, id, 4, time.Time{})
		}
	}
}

// TestPostgresOSSP compares the extension uuid-ossp with our versions 1, 3 and 5.
func TestPostgresOSSP(t *testing.T) {
	conn := connect(t, stores.Postgres(t))
	kit.Must(conn.Exec(t.Context(), `CREATE EXTENSION "uuid-ossp"`))(t)
	one := func(query string, args ...any) uuid.UUID { return column[uuid.UUID](t, conn, query, args...)[0] }
	for f, want := range map[string]uuid.UUID{
		"uuid_nil": uuid.Nil(), "uuid_ns_dns": uuid.NamespaceDNS(), "uuid_ns_url": uuid.NamespaceURL(),
		"uuid_ns_oid": uuid.NamespaceOID(), "uuid_ns_x500": uuid.NamespaceX500(),
	} {
		if got := one(`SELECT ` + f + `()`); got != want {
			t.Errorf("%s: got %v, want %v", f, got, want)
		}
	}
	for f, ours := range map[string]func(uuid.UUID, string) uuid.UUID{"uuid_generate_v3": uuid.NewV3[string], "uuid_generate_v5": uuid.NewV5[string]} {
		for _, name := range []string{"", "x", "www.example.com", "Zürich", "日本語"} {
			for _, ns := range []uuid.UUID{uuid.NamespaceDNS(), vectors.U, uuid.Nil()} {
				if got, want := one(`SELECT `+f+`($1, $2)`, ns, name), ours(ns, name); got != want {
					t.Errorf("%s of %v, %q: got %v, want %v", f, ns, name, got, want)
				}
			}
		}
	}
	for f, version := range map[string]int{"uuid_generate_v1": 1, "uuid_generate_v1mc": 1, "uuid_generate_v4": 4} {
		before := time.Now()
		id := one(`SELECT ` + f + `()`)
		isMade(t, f, id, version, before)
		if node, _ := id.Node(); f == "uuid_generate_v1mc" && node[0]&1 == 0 {
			t.Errorf("%s: %v has the node %x, want the multicast bit", f, id, node)
		}
		v6, ok := id.ToV6()
		if back, _ := v6.ToV1(); version == 1 && (!ok || back != id) {
			t.Errorf("%v is %v as version 6, and %v again", id, v6, back)
		}
	}
}
