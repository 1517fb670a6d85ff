package postgres_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/uuidkit/uuidkit/cmd/internal/store"
	"github.com/uuidkit/uuidkit/cmd/internal/store/postgres"
	"github.com/uuidkit/uuidkit/cmd/internal/store/storetest"
)

// The variables name the servers, as they do for the tests of integration/.
var servers = map[string]string{"18": "UUIDKIT_POSTGRES", "15": "UUIDKIT_POSTGRES15"}

// each runs a test on a new database of each server.
func each(t *testing.T, test func(t *testing.T, url string, db *pgx.Conn)) {
	for name, variable := range servers {
		t.Run(name, func(t *testing.T) {
			address := os.Getenv(variable)
			if address == "" {
				if os.Getenv("CI") == "true" {
					t.Fatal(variable + " is not set")
				}
				t.Skip(variable + " is not set")
			}
			name := "uuidkit_" + strings.ToLower(rand.Text()[:16])
			admin := connect(t, address)
			exec(t, admin, "CREATE DATABASE "+name)
			t.Cleanup(func() { exec(t, admin, "DROP DATABASE "+name+" WITH (FORCE)") })
			u, err := url.Parse(address)
			if err != nil {
				t.Fatal(err)
			}
			u.Path = "/" + name
			test(t, u.String(), connect(t, u.String()))
		})
	}
}

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	db, err := pgx.Connect(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close(context.Background()) })
	return db
}

func exec(t *testing.T, db *pgx.Conn, sql string) {
	t.Helper()
	if _, err := db.PgConn().Exec(context.Background(), sql).ReadAll(); err != nil {
		t.Fatalf("%.200s: %v", sql, err)
	}
}

var open = storetest.Open(postgres.Open).For

// tables returns what Tables finds, by name.
func tables(t *testing.T, s store.Store, f store.Filter) (map[string]*store.Table, []store.NotSeen) {
	t.Helper()
	list, not, err := s.Tables(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*store.Table{}
	for _, table := range list {
		all[table.String()] = table
	}
	return all, not
}

const schema = `
CREATE EXTENSION hstore; CREATE EXTENSION citext; CREATE EXTENSION pgcrypto;
CREATE DOMAIN id AS uuid DEFAULT gen_random_uuid(); CREATE DOMAIN user_id AS id NOT NULL; CREATE DOMAIN short AS text;
CREATE TYPE pair AS (a uuid, b text, c id[], n int);
CREATE TYPE weekday AS ENUM ('mon', 'tue');
CREATE COLLATION nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TABLE users (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), name text);
CREATE SCHEMA "Other one";
CREATE TABLE "Other one"."T ""q""" (
	"the id" user_id, u uuid REFERENCES users, du id,
	t text DEFAULT gen_random_uuid()::text, v varchar(36) COLLATE "C", ch char(36) DEFAULT md5(random()::text), nc text COLLATE nocase, ci citext UNIQUE,
	s short, b bytea, j json, jb jsonb, h hstore, p pair, n39 numeric(39,0), raw16 char(16),
	au uuid[], ad id[], at text[], ab bytea[], ap pair[], aj jsonb[], g text GENERATED ALWAYS AS (t || 'x') STORED,
	short5 varchar(5), i int, d weekday, ts timestamptz, m money, nu numeric, n2 numeric(40,2),
	PRIMARY KEY ("the id", i), UNIQUE (u, v));
CREATE INDEX lower_t ON "Other one"."T ""q""" (lower(t)); CREATE INDEX some_b ON "Other one"."T ""q""" (b) WHERE b IS NOT NULL;
INSERT INTO users VALUES ('00112233-4455-6677-8899-aabbccddeeff', 'x');
INSERT INTO "Other one"."T ""q""" VALUES ('10112233-4455-6677-8899-aabbccddeeff', '00112233-4455-6677-8899-aabbccddeeff', '20112233-4455-6677-8899-aabbccddeeff',
	't1', 'v1', '', 'nc1', 'ci1', 's1', '\x00ff20', '{"a": ["j1"]}', '{"b": {"c": "jb1"}}', 'k=>h1, n=>NULL', ROW('30112233-4455-6677-8899-aabbccddeeff', 'pb', ARRAY['40112233-4455-6677-8899-aabbccddeeff']::id[], 1),
	170141183460469231731687303715884105727, 'raw16', ARRAY['50112233-4455-6677-8899-aabbccddeeff', NULL]::uuid[], ARRAY['60112233-4455-6677-8899-aabbccddeeff']::id[],
	'{{at1,at2},{at3,at4}}', ARRAY['\x0102'::bytea], ARRAY[ROW(NULL, 'apb', NULL, NULL)::pair], ARRAY['{"x":"aj1"}'::jsonb], DEFAULT, 'short', 7, 'mon', now(), 1);
INSERT INTO "Other one"."T ""q""" ("the id", i, t) VALUES ('70112233-4455-6677-8899-aabbccddeeff', 8, repeat('é', 40000));
`

func TestValues(t *testing.T) {
	each(t, func(t *testing.T, url string, db *pgx.Conn) {
		exec(t, db, schema)
		s := open(t, url, store.Options{Timeout: time.Minute})
		all, not := tables(t, s, store.Filter{})
		if len(not) > 0 {
			t.Errorf("not seen: got %v, want none", not)
		}
		table := all[`Other one.T "q"`]
		if table == nil {
			t.Fatalf("got %v", all)
		}
		for _, limit := range []int{0, 1, 1000} {
			var got []string
			var nulls int
			rows := 0
			err := s.Read(t.Context(), table, limit, func(r store.Row) error {
				rows++
				nulls += len(r.Nulls)
				got = append(got, r.Key())
				for _, c := range r.Cells {
					got = append(got, fmt.Sprintf("%s%s:%d=%.20q", c.Column, c.Path, c.Value.Kind, c.Value.Data))
					if c.Column == "t" && len(c.Value.Data) > 512 {
						t.Errorf("got a text of %d bytes", len(c.Value.Data))
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			want := []string{
				"the id=10112233-4455-6677-8899-aabbccddeeff, i=7",
				`the id:2="\x10\x11\"3DUfw\x88\x99\xaa\xbb\xcc\xdd\xee\xff"`, `u:2="\x00\x11\"3DUfw\x88\x99\xaa\xbb\xcc\xdd\xee\xff"`,
				`du:2=" \x11\"3DUfw\x88\x99\xaa\xbb\xcc\xdd\xee\xff"`, `t:0="t1"`, `v:0="v1"`, `ch:0=""`, `nc:0="nc1"`, `ci:0="ci1"`, `s:0="s1"`,
				`b:1="\x00\xff "`, `j.a[]:0="j1"`, `jb.b.c:0="jb1"`, `h.k:0="h1"`, `p.a:2="0\x11\"3DUfw\x88\x99\xaa\xbb\xcc\xdd\xee\xff"`, `p.b:0="pb"`,
				`p.c[]:2="@\x11\"3DUfw\x88\x99\xaa\xbb\xcc\xdd\xee\xff"`, `n39:0="17014118346046923173"`, `raw16:0="raw16"`,
				`au[]:2="P\x11\"3DUfw\x88\x99\xaa\xbb\xcc\xdd\xee\xff"`, `ad[]:2="` + "`" + `\x11\"3DUfw\x88\x99\xaa\xbb\xcc\xdd\xee\xff"`,
				`at[][]:0="at1"`, `at[][]:0="at2"`, `at[][]:0="at3"`, `at[][]:0="at4"`, `ab[]:1="\x01\x02"`, `ap[].b:0="apb"`, `aj[].x:0="aj1"`, `g:0="t1x"`,
				"the id=70112233-4455-6677-8899-aabbccddeeff, i=8",
				`the id:2="p\x11\"3DUfw\x88\x99\xaa\xbb\xcc\xdd\xee\xff"`, `t:0="éééééééééééééééééééé"`,
			}
			if limit == 1 { // a sample of a table that has two
				if rows == 0 || rows > 2 {
					t.Errorf("limit 1: got %d rows", rows)
				}
				continue
			}
			// The defaults of ch and of du's type are random, and the second g is the cut t.
			got = slices.DeleteFunc(got, func(s string) bool {
				return strings.HasPrefix(s, "ch:") && s != `ch:0=""` || strings.HasPrefix(s, "du:") && !strings.HasPrefix(s, `du:2=" \x11`) || strings.HasPrefix(s, `g:0="é`)
			})
			if !slices.Equal(got, want) {
				for i := range max(len(got), len(want)) {
					if i >= len(got) || i >= len(want) || got[i] != want[i] {
						t.Fatalf("limit %d: got %q, want %q from %d", limit, got[min(i, len(got)):], want[min(i, len(want)):], i)
					}
				}
			}
			if want := len(strings.Fields("u v nc ci s b j jb h p n39 raw16 au au[] ad at ab ap aj nu nu")); nulls != want {
				t.Errorf("got %d nulls, want %d", nulls, want)
			}
		}
	})
}
