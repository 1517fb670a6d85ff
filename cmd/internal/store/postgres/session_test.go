package postgres_test

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
	"github.com/uuidkit/uuidkit/cmd/internal/store/postgres"
	"github.com/uuidkit/uuidkit/cmd/internal/store/storetest"
)

func TestStore(t *testing.T) {
	each(t, func(t *testing.T, url string, db *pgx.Conn) {
		storetest.Run(t, storetest.Database{Open: postgres.Open, URL: url, Key: "id", Fill: storetest.SQL(func(statement string) { exec(t, db, statement) })})
	})
}

// A sample has rows from all parts of a table, and values of columns that are nearly
// always NULL.
func TestSample(t *testing.T) {
	if testing.Short() {
		t.Skip("makes large tables")
	}
	each(t, func(t *testing.T, url string, db *pgx.Conn) {
		exec(t, db, `CREATE TABLE big (n int PRIMARY KEY, id text, rare uuid, never uuid);
			INSERT INTO big SELECT n, gen_random_uuid(), CASE WHEN n % 20000 = 7 THEN gen_random_uuid() END, NULL FROM generate_series(0, 59999) n;
			CREATE TABLE heap (LIKE big); INSERT INTO heap SELECT * FROM big; DELETE FROM heap WHERE n BETWEEN 1000 AND 50000;
			CREATE TABLE parts (LIKE big) PARTITION BY RANGE (n); CREATE TABLE parts1 PARTITION OF parts FOR VALUES FROM (0) TO (20000);
			CREATE TABLE parts2 PARTITION OF parts FOR VALUES FROM (20000) TO (1000000); INSERT INTO parts SELECT * FROM big;
			CREATE TABLE child () INHERITS (heap); INSERT INTO child VALUES (500000, 'child', NULL, NULL)`)
		exec(t, db, "VACUUM heap")
		s := open(t, url, store.Options{Timeout: time.Minute})
		all, _ := tables(t, s, store.Filter{})
		for name, rows := range map[string]int{"big": 60_000, "heap": 10_999, "parts": 60_000, "child": 1} {
			table := all["public."+name]
			if got := int(table.Rows); got != rows || !table.Exact {
				t.Errorf("%s: got %d rows (%t), want %d", name, got, table.Exact, rows)
			}
			read := func(limit int) (n, rare int, tenths map[int]int) {
				tenths = map[int]int{}
				err := s.Read(t.Context(), table, limit, func(r store.Row) error {
					if slices.ContainsFunc(r.Cells, func(c store.Cell) bool { return c.Column == "rare" }) {
						rare++
					}
					if all := len(r.Cells)+len(r.Nulls) == 3; all == r.Rare {
						t.Errorf("%s: got %d cells, %d nulls, rare: %t", name, len(r.Cells), len(r.Nulls), r.Rare)
					} else if all { // and not one more value of rare
						n++
						var key int
						if fmt.Sscanf(r.Key(), "n=%d", &key); name == "big" {
							tenths[key/6000]++
						}
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				return n, rare, tenths
			}
			stop := errors.New("stop")
			if name != "child" {
				if err := s.Read(t.Context(), table, 1000, func(r store.Row) error {
					if r.Rare {
						return stop
					}
					return nil
				}); err != stop {
					t.Errorf("%s: got %v, want the error of visit", name, err)
				}
			}
			n, rare, tenths := read(1000)
			if want := min(rows, 1000); n < want*7/10 || n > want*13/10 || rows > 1 && rare < 1 {
				t.Errorf("%s: got %d rows and %d rare values, want about %d and some", name, n, rare, want)
			}
			for tenth, n := range tenths {
				if n < 80 || n > 130 || len(tenths) != 10 {
					t.Errorf("%s: got %d rows of the tenth %d of %d", name, n, tenth, len(tenths))
				}
			}
			if n, _, _ := read(0); n != rows {
				t.Errorf("%s: got %d rows of all, want %d", name, n, rows)
			}
		}
	})
}

// A sample searches for a composite value, also if a field of it is NULL.
func TestRareComposite(t *testing.T) {
	each(t, func(t *testing.T, url string, db *pgx.Conn) {
		exec(t, db, `CREATE TYPE pair AS (a uuid, b text); CREATE TABLE t (n int, p pair);
			INSERT INTO t SELECT n, CASE WHEN n = 10001 THEN ROW(gen_random_uuid(), NULL)::pair END FROM generate_series(1, 50000) n`)
		s := open(t, url, store.Options{Timeout: time.Minute})
		all, _ := tables(t, s, store.Filter{})
		rare := 0
		err := s.Read(t.Context(), all["public.t"], 100, func(r store.Row) error {
			if r.Rare {
				rare++
			}
			return nil
		})
		if err != nil || rare != 1 {
			t.Errorf("got %d rare values, %v, want 1", rare, err)
		}
	})
}

// Who may read a partitioned table only as a whole reads each partition once, and a sample of all.
func TestParent(t *testing.T) {
	each(t, func(t *testing.T, url string, db *pgx.Conn) {
		const parts, rows = 20, 60_000
		exec(t, db, fmt.Sprintf(`CREATE TABLE parts (n int, id uuid) PARTITION BY RANGE (n);
			DO $$ BEGIN FOR i IN 0..%d LOOP EXECUTE format('CREATE TABLE part%%s PARTITION OF parts FOR VALUES FROM (%%s) TO (%%s)', i, i * 3000, i * 3000 + 3000); END LOOP;
				EXECUTE format('CREATE ROLE parent_%%1$s LOGIN PASSWORD ''pw''; GRANT SELECT ON parts TO parent_%%1$s', current_database()); END $$;
			INSERT INTO parts SELECT n, gen_random_uuid() FROM generate_series(0, %d) n`, parts-1, rows-1))
		name, _, _ := strings.Cut(url[strings.LastIndex(url, "/")+1:], "?")
		t.Cleanup(func() { exec(t, connect(t, url), "DROP OWNED BY parent_"+name+"; DROP ROLE parent_"+name) })
		before, rest, _ := strings.Cut(url, "://")
		s := open(t, before+"://parent_"+name+":pw@"+rest[strings.LastIndex(rest, "@")+1:], store.Options{Timeout: time.Minute})
		all, _ := tables(t, s, store.Filter{})
		for limit, want := range map[int][2]int{0: {rows, rows}, 1000: {700, 30_000}} {
			ids := map[string]bool{}
			err := s.Read(t.Context(), all["public.parts"], limit, func(r store.Row) error {
				ids[string(r.Cells[0].Value.Data)] = true
				return nil
			})
			if err != nil || len(ids) < want[0] || len(ids) > want[1] {
				t.Errorf("limit %d: got %d rows, %v, want %v", limit, len(ids), err, want)
			}
		}
		s.Close()
		read := 0
		for range 100 { // until the server has written down what the session did
			if err := db.QueryRow(t.Context(), "SELECT sum(seq_tup_read) FROM pg_stat_user_tables").Scan(&read); err != nil {
				t.Fatal(err)
			}
			if read >= 2*rows { // for the number of rows, and for the rows
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		if read < 2*rows || read > 4*rows {
			t.Errorf("the server has read %d rows, want about %d", read, 3*rows)
		}
	})
}

// A writer does not wait for a reader, vacuum goes on.
func TestWriter(t *testing.T) {
	each(t, func(t *testing.T, url string, db *pgx.Conn) {
		exec(t, db, `CREATE TABLE big (n int PRIMARY KEY, id uuid, x text); INSERT INTO big SELECT n, gen_random_uuid(), repeat('x', 300) FROM generate_series(1, 60000) n; ANALYZE big`)
		s := open(t, url, store.Options{})
		all, _ := tables(t, s, store.Filter{})
		if big := all["public.big"]; big.Exact || big.Rows < 54_000 || big.Rows > 66_000 { // it has more than 16 MB
			t.Errorf("got %d rows, exact: %t, want about 60000", big.Rows, big.Exact)
		}
		rows := 0
		err := s.Read(t.Context(), all["public.big"], 0, func(store.Row) error {
			if rows++; rows%10_000 != 1 {
				return nil
			}
			// In the middle of the reader's statement. A writer that waits for it gets an error.
			exec(t, db, fmt.Sprintf("SET lock_timeout = '2s'; UPDATE big SET x = 'new' WHERE n = %d; DELETE FROM big WHERE n = %d; INSERT INTO big VALUES (%d, gen_random_uuid(), '')", rows, rows+1, -rows))
			var locks string
			err := db.QueryRow(t.Context(), `SELECT string_agg(DISTINCT mode, ',') FROM pg_locks WHERE locktype = 'relation' AND relation = 'big'::regclass AND pid <> pg_backend_pid()`).Scan(&locks)
			if err != nil || locks != "AccessShareLock" {
				t.Errorf("got locks %s, %v, want AccessShareLock", locks, err)
			}
			return nil
		})
		if err != nil || rows < 59_900 {
			t.Errorf("got %d rows, %v", rows, err)
		}
		// Nothing is held between statements.
		exec(t, db, "SET lock_timeout = '1s'; ALTER TABLE big ADD COLUMN y int")
		var held int
		if err := db.QueryRow(t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND (backend_xmin IS NOT NULL OR state <> 'idle')").Scan(&held); err != nil || held != 0 {
			t.Errorf("got %d sessions with a snapshot, %v, want none", held, err)
		}
	})
}

// The server refuses to write in a reader's session.
func TestReadOnly(t *testing.T) {
	each(t, func(t *testing.T, url string, db *pgx.Conn) {
		exec(t, db, `CREATE TABLE log (n int); CREATE SEQUENCE s;
			CREATE FUNCTION f() RETURNS uuid LANGUAGE plpgsql AS $$ BEGIN INSERT INTO log VALUES (1); RETURN gen_random_uuid(); END $$;
			CREATE VIEW writes AS SELECT f() AS id;
			CREATE VIEW counts AS SELECT nextval('s')::text || 'xxxxxxxxxxxxxxxxx' AS id;
			CREATE VIEW tries AS SELECT set_config('transaction_read_only', 'off', false) || f()::text AS id`)
		s := open(t, url, store.Options{})
		all, _ := tables(t, s, store.Filter{})
		for _, name := range []string{"writes", "counts", "tries"} {
			err := s.Read(t.Context(), all["public."+name], 0, func(store.Row) error { return nil })
			if pg := (*pgconn.PgError)(nil); !errors.As(err, &pg) || pg.Code != "25006" && pg.Code != "25001" {
				t.Errorf("%s: got %v, want an error of a read-only transaction", name, err)
			}
		}
		var n int
		if err := db.QueryRow(t.Context(), "SELECT count(*) FROM log").Scan(&n); err != nil || n != 0 {
			t.Errorf("got %d rows written, %v", n, err)
		}
	})
}

func TestCount(t *testing.T) {
	each(t, func(t *testing.T, url string, db *pgx.Conn) {
		exec(t, db, schema+`ALTER TABLE "Other one"."T ""q""" RENAME s TO "s$1"`)
		exec(t, db, "CREATE SCHEMA apart; ALTER EXTENSION citext SET SCHEMA apart") // which is not in the search_path
		s := open(t, url, store.Options{})
		all, _ := tables(t, s, store.Filter{})
		id := func(first byte) layout.Value {
			return layout.Value{Kind: layout.KindUUID, Data: []byte(string(first) + "\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb\xcc\xdd\xee\xff")}
		}
		text := func(s string) layout.Value { return layout.Value{Data: []byte(s)} }
		for _, test := range []struct {
			column string
			values []layout.Value
			want   int
		}{
			{"the id", []layout.Value{id(0x10), id(0x70), id(0)}, 2},
			{"u", []layout.Value{id(0x10), id(0)}, 1},
			{"u", nil, 0},
			{"v", []layout.Value{text("v1"), text(`v'"{},\`), text("")}, 1},
			{"ch", []layout.Value{text("")}, 1},
			{"ci", []layout.Value{text("CI1"), text("x")}, 1},
			{"s$1", []layout.Value{text("s1"), text("s2")}, 1},
			{"b", []layout.Value{{Kind: layout.KindBytes, Data: []byte("\x00\xff ")}, {Kind: layout.KindBytes, Data: []byte("\x00")}}, 1},
		} {
			got, err := s.Count(t.Context(), all[`Other one.T "q"`], test.column, test.values)
			if err != nil || got != test.want {
				t.Errorf("%s: got %d, %v, want %d", test.column, got, err, test.want)
			}
		}
	})
}

// What other roles have put into the search_path is not called, although it fits better than PostgreSQL's own.
func TestSearchPath(t *testing.T) {
	each(t, func(t *testing.T, url string, db *pgx.Conn) {
		exec(t, db, `CREATE TABLE t (id uuid PRIMARY KEY, v varchar(36) UNIQUE);
			INSERT INTO t SELECT i, i::text FROM (SELECT gen_random_uuid() AS i FROM generate_series(1, 5000)) x;
			CREATE FUNCTION trap() RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a function of another role'; END $$;
			CREATE FUNCTION quote_ident(name) RETURNS text LANGUAGE sql AS 'SELECT trap()::text';
			CREATE FUNCTION pg_table_size(oid) RETURNS bigint LANGUAGE sql AS 'SELECT trap()';
			CREATE FUNCTION octet_length(varchar) RETURNS int LANGUAGE sql AS 'SELECT trap()::int';
			CREATE FUNCTION format(text, bigint) RETURNS text LANGUAGE sql AS 'SELECT trap()::text';
			CREATE FUNCTION unnest(bigint[]) RETURNS SETOF bigint LANGUAGE sql AS 'SELECT trap()';
			CREATE FUNCTION unnest(uuid[]) RETURNS SETOF uuid LANGUAGE sql AS 'SELECT trap()::text::uuid';
			CREATE FUNCTION differs(name, name) RETURNS bool LANGUAGE sql AS 'SELECT trap() = 1';
			CREATE OPERATOR !~ (FUNCTION = differs, LEFTARG = name, RIGHTARG = name);
			CREATE FUNCTION equals(varchar, varchar) RETURNS bool LANGUAGE sql AS 'SELECT trap() = 1';
			CREATE OPERATOR = (FUNCTION = equals, LEFTARG = varchar, RIGHTARG = varchar)`)
		s := open(t, url, store.Options{})
		all, _ := tables(t, s, store.Filter{})
		if table := all["public.t"]; table == nil || table.DataBytes == 0 {
			t.Fatalf("got %+v, want a table with its size", table)
		}
		rows, id := 0, layout.Value{}
		if err := s.Read(t.Context(), all["public.t"], 1000, func(r store.Row) error {
			rows++
			id = layout.Value{Kind: layout.KindUUID, Data: slices.Clone(r.Cells[0].Value.Data)}
			return nil
		}); err != nil || rows == 0 {
			t.Errorf("got %d rows, %v", rows, err)
		}
		for name, want := range map[string]int{"id": 1, "v": 0} {
			if n, err := s.Count(t.Context(), all["public.t"], name, []layout.Value{id}); err != nil || n != want {
				t.Errorf("%s: got %d, %v, want %d", name, n, err, want)
			}
		}
	})
}

// No error shows a password, whole or in part.
func TestPassword(t *testing.T) {
	storetest.Password(t, postgres.Open, "postgres", "127.0.0.1:1/x?password=sesame", "u:sesame@127.0.0.1/x?sslmode=wrong", "u:s%65same@127.0.0.1/x?sslmode=wrong",
		"u:sesame@127.0.0.1/x?sslrootcert=/absent/file", "u:sesame@127.0.0.1:1,127.0.0.2:1/x")
	each(t, func(t *testing.T, address string, _ *pgx.Conn) {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		u.User = url.UserPassword(u.User.Username(), "wrong:/?#@sesame")
		if _, err := postgres.Open(t.Context(), u.String(), store.Options{}); err == nil || !strings.Contains(err.Error(), "password authentication failed") || strings.Contains(err.Error(), "sesame") {
			t.Errorf("got %v", err)
		}
		u, _ = url.Parse(address)
		password, _ := u.User.Password()
		t.Setenv("PGPASSWORD", password)
		u.User = url.User(u.User.Username())
		if s, err := postgres.Open(t.Context(), u.String(), store.Options{}); err != nil {
			t.Errorf("PGPASSWORD: %v", err)
		} else {
			s.Close()
		}
	})
}
