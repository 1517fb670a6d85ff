package postgres_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
)

func TestTables(t *testing.T) {
	each(t, func(t *testing.T, url string, db *pgx.Conn) {
		exec(t, db, schema)
		s := open(t, url, store.Options{})
		all, _ := tables(t, s, store.Filter{})
		table := all[`Other one.T "q"`]
		for name, want := range map[string]store.Column{
			"the id": {Type: "user_id", Default: "gen_random_uuid()", Read: true}, // of the domain's base
			"u":      {Type: "uuid", Nullable: true, Read: true},
			"t":      {Type: "text", Collation: "default", CompareCase: true, Nullable: true, Default: "(gen_random_uuid())::text", Read: true},
			"v":      {Type: "character varying(36)", Collation: "C", CompareCase: true, Nullable: true, Read: true},
			"ch":     {Type: "character(36)", Collation: "default", CompareCase: true, Nullable: true, Default: "md5((random())::text)", Read: true},
			"nc":     {Type: "text", Collation: "nocase", Nullable: true, Read: true},
			"ci":     {Type: "citext", Collation: "default", Nullable: true, Read: true},
			"b":      {Type: "bytea", Nullable: true, Read: true},
			"jb":     {Type: "jsonb", Nullable: true, Read: true},
			"ap":     {Type: "pair[]", Nullable: true, Read: true},
			"g":      {Type: "text", Collation: "default", CompareCase: true, Nullable: true, Generated: true, Read: true},
			"n39":    {Type: "numeric(39,0)", Nullable: true, Read: true},
			"nu":     {Type: "numeric", Nullable: true, Read: true},
			"n2":     {Type: "numeric(40,2)", Nullable: true},
			"short5": {Type: "character varying(5)", Collation: "default", CompareCase: true, Nullable: true},
			"i":      {Type: "integer"},
			"d":      {Type: "weekday", Nullable: true},
			"m":      {Type: "money", Nullable: true},
		} {
			want.Name = name
			if got := table.Column(name); got == nil || *got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		}
		var indexes []string
		for _, x := range table.Indexes {
			var size int64
			err := db.QueryRow(t.Context(), "SELECT pg_relation_size(oid) FROM pg_class WHERE relname = $1", x.Name).Scan(&size)
			if err != nil || size != x.Bytes || size == 0 {
				t.Errorf("%s: got %d bytes, want %d, %v", x.Name, x.Bytes, size, err)
			}
			indexes = append(indexes, fmt.Sprintf("%q%s", x.Columns, map[bool]string{true: " unique"}[x.Unique]+map[bool]string{true: " primary"}[x.Primary]+map[bool]string{true: " partial"}[x.Partial]))
		}
		slices.Sort(indexes)
		if want := []string{`[""]`, `["b"] partial`, `["ci"] unique`, `["the id" "i"] unique primary`, `["u" "v"] unique`}; !slices.Equal(indexes, want) {
			t.Errorf("got indexes %q, want %q", indexes, want)
		}
		if got, want := fmt.Sprint(table.ForeignKeys), `[{T "q"_u_fkey [u] public users [id]}]`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		var size int64
		if err := db.QueryRow(t.Context(), `SELECT pg_table_size('"Other one"."T ""q"""')`).Scan(&size); err != nil || table.DataBytes != size || table.Rows != 2 || !table.Exact {
			t.Errorf("got %d bytes and %d rows (%t), want %d, %v, and 2", table.DataBytes, table.Rows, table.Exact, size, err)
		}
		if all, _ := tables(t, s, store.Filter{Schemas: []string{"pub*"}}); len(all) != 1 || all["public.users"] == nil {
			t.Errorf("pub*: got %v, want users", all)
		}
		if got := s.About(); got.Dialect != store.PostgreSQL || !strings.HasPrefix(got.Version, "1") || !strings.HasPrefix(got.Database, "uuidkit_") {
			t.Errorf("got %+v", got)
		}
	})
}

// What cannot be read is reported, and the rest is read.
func TestNotSeen(t *testing.T) {
	each(t, func(t *testing.T, url string, db *pgx.Conn) {
		t.Parallel() // it waits for the server's timeouts
		exec(t, db, `CREATE EXTENSION postgres_fdw; CREATE SERVER other FOREIGN DATA WRAPPER postgres_fdw; CREATE FOREIGN TABLE away (id uuid) SERVER other;
			CREATE TABLE good (id uuid); INSERT INTO good VALUES (gen_random_uuid());
			CREATE TABLE dropped (id uuid); INSERT INTO dropped VALUES (gen_random_uuid());
			CREATE TABLE less (id uuid, gone uuid); INSERT INTO less VALUES (gen_random_uuid());
			CREATE TYPE uuidrange AS RANGE (subtype = uuid); CREATE TABLE odd (id uuid, x xml, r uuidrange[], n int4range[], a int[]); CREATE TABLE locked (id uuid); INSERT INTO locked VALUES (gen_random_uuid()); CREATE TABLE busy (id uuid);
			CREATE VIEW bad AS SELECT id, (1 / (length(id::text) - 36))::text AS x FROM good;
			CREATE VIEW slow AS SELECT id FROM good, pg_sleep(60);
			CREATE VIEW fine AS SELECT id FROM good;
			CREATE TABLE stuck (id uuid); ALTER TABLE stuck ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON stuck USING (1 / 0 = 1);
			CREATE MATERIALIZED VIEW empty AS SELECT id FROM good WITH NO DATA; CREATE MATERIALIZED VIEW made AS SELECT id FROM good;
			CREATE TABLE mine (id uuid, owner name); ALTER TABLE mine ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON mine USING (owner = current_user);
			INSERT INTO mine VALUES (gen_random_uuid(), 'other');
			CREATE TABLE secret (id uuid); CREATE TABLE half (id uuid, x uuid); INSERT INTO half VALUES (gen_random_uuid(), gen_random_uuid());
			CREATE SCHEMA hidden; CREATE TABLE hidden.t (id uuid);
			CREATE TABLE parts (id uuid, k int) PARTITION BY RANGE (k); CREATE TABLE parts1 PARTITION OF parts FOR VALUES FROM (0) TO (1);
			CREATE FOREIGN TABLE parts2 PARTITION OF parts FOR VALUES FROM (1) TO (2) SERVER other; INSERT INTO parts VALUES (gen_random_uuid(), 0);
			CREATE TABLE mixed (id uuid, k int) PARTITION BY RANGE (k); CREATE TABLE mixed1 PARTITION OF mixed FOR VALUES FROM (0) TO (1);
			CREATE TABLE mixed2 PARTITION OF mixed FOR VALUES FROM (1) TO (2); CREATE FOREIGN TABLE mixed3 PARTITION OF mixed FOR VALUES FROM (2) TO (3) SERVER other;
			INSERT INTO mixed VALUES (gen_random_uuid(), 0), (gen_random_uuid(), 1);
			CREATE TABLE hollow (id uuid, k int) PARTITION BY RANGE (k); CREATE TABLE hollow1 PARTITION OF hollow FOR VALUES FROM (0) TO (1);
			CREATE FOREIGN TABLE hollow2 PARTITION OF hollow FOR VALUES FROM (1) TO (2) SERVER other;
			CREATE TABLE one (id uuid, k int) PARTITION BY RANGE (k); CREATE FOREIGN TABLE one1 PARTITION OF one FOR VALUES FROM (0) TO (1) SERVER other;
			CREATE TABLE whole (id uuid, k int) PARTITION BY RANGE (k); CREATE TABLE whole1 PARTITION OF whole FOR VALUES FROM (0) TO (1); INSERT INTO whole VALUES (gen_random_uuid(), 0);
			CREATE TABLE walls (id uuid, k int) PARTITION BY RANGE (k); CREATE TABLE walls1 PARTITION OF walls FOR VALUES FROM (0) TO (1);
			CREATE TABLE walls2 PARTITION OF walls FOR VALUES FROM (1) TO (2); ALTER TABLE walls1 ENABLE ROW LEVEL SECURITY; INSERT INTO walls VALUES (gen_random_uuid(), 0), (gen_random_uuid(), 1);
			CREATE TABLE roof (id uuid, k int) PARTITION BY RANGE (k); CREATE TABLE roof1 PARTITION OF roof FOR VALUES FROM (0) TO (1);
			ALTER TABLE roof ENABLE ROW LEVEL SECURITY; INSERT INTO roof VALUES (gen_random_uuid(), 0);
			CREATE TABLE fence (id uuid, k int) PARTITION BY RANGE (k); CREATE TABLE fence1 PARTITION OF fence FOR VALUES FROM (0) TO (1);
			CREATE FOREIGN TABLE fence2 PARTITION OF fence FOR VALUES FROM (1) TO (2) SERVER other; ALTER TABLE fence1 ENABLE ROW LEVEL SECURITY; INSERT INTO fence VALUES (gen_random_uuid(), 0);
			DO $$ BEGIN EXECUTE format('DROP ROLE IF EXISTS reader_%1$s; CREATE ROLE reader_%1$s LOGIN PASSWORD ''pw''', current_database());
				EXECUTE format('GRANT SELECT ON good, dropped, less, locked, busy, bad, slow, fine, empty, made, mine, odd, parts, parts1, mixed, mixed1, hollow, hollow1, whole, walls, walls1, walls2, roof, roof1, fence, fence1, stuck TO reader_%1$s', current_database());
				EXECUTE format('GRANT SELECT (id), INSERT ON half, one TO reader_%1$s', current_database());
				EXECUTE format('GRANT SELECT ON hidden.t TO reader_%1$s', current_database()); END $$`)
		name, _, _ := strings.Cut(url[strings.LastIndex(url, "/")+1:], "?")
		t.Cleanup(func() { exec(t, connect(t, url), "DROP OWNED BY reader_"+name+"; DROP ROLE reader_"+name) })
		before, rest, _ := strings.Cut(url, "://")
		s := open(t, before+"://reader_"+name+":pw@"+rest[strings.LastIndex(rest, "@")+1:], store.Options{Timeout: 2 * time.Second})

		exec(t, db, "BEGIN; LOCK TABLE busy")
		all, not := tables(t, s, store.Filter{})
		exec(t, db, "ROLLBACK; DROP TABLE dropped; ALTER TABLE less DROP COLUMN gone")
		exec(t, db, "BEGIN; LOCK TABLE locked, busy")
		got := map[string]string{}
		for _, n := range not {
			got[n.Where] = n.Why
		}
		var seen []string
		for name, table := range all {
			for _, limit := range []int{0, 100} {
				rows := 0
				err := s.Read(t.Context(), table, limit, func(r store.Row) error {
					if len(r.Cells) == 0 {
						t.Errorf("%s: a row without cells", name)
					}
					rows++
					return nil
				})
				if err != nil {
					got[name] = err.Error()
				} else if limit > 0 {
					seen = append(seen, fmt.Sprint(name, rows))
				}
			}
		}
		exec(t, db, "ROLLBACK")
		slices.Sort(seen)
		if want := []string{"public.fence0", "public.fine1", "public.good1", "public.half1", "public.hollow0", "public.made1", "public.mine0", "public.mixed1", "public.odd0", "public.parts1", "public.roof0", "public.walls2", "public.whole1"}; !slices.Equal(seen, want) {
			t.Errorf("got %q, want %q", seen, want)
		}
		for where, want := range map[string]string{
			"public.away": "foreign table", "public.parts, partition parts2": "foreign table", "public.mixed, partition mixed2": "no permission", "public.mixed, partition mixed3": "foreign table",
			"public.hollow, partition hollow2": "foreign table", "public.one": "foreign partitions", "public.one, partition one1": "foreign table", "public.empty": "without data",
			"public.secret": "no permission", "public.odd.x": "xml", "public.odd.r": "uuidrange[]", "hidden.t": "no permission", "public.half.x": "no permission", "public.mine": "row-level security",
			"public.roof": "row-level security", "public.fence, partition fence1": "row-level security", "public.fence, partition fence2": "foreign table",
			"public.dropped": `relation "public.dropped" does not exist`, "public.less": `column "gone" does not exist`,
			"public.busy": "canceling statement due to lock timeout", "public.locked": "canceling statement due to lock timeout", "public.bad": "division by zero", "public.stuck": "division by zero", "public.slow": "canceling statement due to statement timeout",
		} {
			if why := got[where]; !strings.Contains(why, want) || strings.Contains(why, "\n") {
				t.Errorf("%s: got %q, want %s", where, why, want)
			}
			delete(got, where)
		}
		if len(got) > 0 {
			t.Errorf("got %v, too", got)
		}
	})
}

// Rows that are not in the pages of their own table are read.
func TestByName(t *testing.T) {
	each(t, func(t *testing.T, url string, db *pgx.Conn) {
		exec(t, db, `CREATE ACCESS METHOD other TYPE TABLE HANDLER heap_tableam_handler; CREATE TABLE other (id uuid) USING other;
			INSERT INTO other SELECT gen_random_uuid() FROM generate_series(1, 10);
			CREATE TABLE parts (id uuid, k int) PARTITION BY RANGE (k); CREATE TABLE part1 PARTITION OF parts FOR VALUES FROM (0) TO (5);
			CREATE TABLE part2 PARTITION OF parts FOR VALUES FROM (5) TO (10) USING other; INSERT INTO parts SELECT gen_random_uuid(), k FROM generate_series(0, 9) k;
			CREATE TABLE hyper (id uuid); CREATE SCHEMA _timescaledb_internal; CREATE TABLE _timescaledb_internal.chunk1 () INHERITS (hyper);
			INSERT INTO _timescaledb_internal.chunk1 SELECT gen_random_uuid() FROM generate_series(1, 10);
			CREATE TABLE large (id uuid); CREATE TABLE _timescaledb_internal.chunk2 () INHERITS (large); CREATE TABLE none (id uuid);
			INSERT INTO _timescaledb_internal.chunk2 SELECT gen_random_uuid() FROM generate_series(1, 150000); ANALYZE large`)
		s := open(t, url, store.Options{Timeout: time.Minute})
		all, not := tables(t, s, store.Filter{})
		if len(all) != 5 || len(not) > 0 {
			t.Errorf("got %v, %v, want five tables", all, not)
		}
		if large := all["public.large"]; large.Exact || large.Rows < 100_000 { // to count its rows could take hours
			t.Errorf("got %d rows, exact: %t, want 150000 or so", large.Rows, large.Exact)
		}
		if none := all["public.none"]; !none.Exact || none.Rows != 0 {
			t.Errorf("got %d rows, exact: %t, want none", none.Rows, none.Exact)
		}
		for _, name := range []string{"other", "parts", "hyper"} {
			for _, limit := range []int{0, 5, 100} {
				table, n := all["public."+name], 0
				err := s.Read(t.Context(), table, limit, func(r store.Row) error {
					if n++; r.Key() != fmt.Sprintf("row %d", n) {
						t.Errorf("%s: got the key %s, want the row's number", name, r.Key())
					}
					return nil
				})
				if want := min(10, cmp.Or(limit, 10)); err != nil || n != want || table.Rows != 10 || !table.Exact {
					t.Errorf("%s, limit %d: got %d of %d rows, %v, want %d of 10", name, limit, n, table.Rows, err, want)
				}
			}
			id := layout.Value{Kind: layout.KindUUID, Data: make([]byte, 16)}
			if n, err := s.Count(t.Context(), all["public."+name], "id", []layout.Value{id}); n != 0 || err != nil {
				t.Errorf("%s: got %d, %v, want none", name, n, err)
			}
		}
	})
}
