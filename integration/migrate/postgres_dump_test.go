package migrate

import (
	"crypto/rand"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

// dumped has what new tables must carry over beside what postgresSchema has. ROLE is a role.
const dumped = `CREATE SCHEMA "S x"; GRANT ALL ON SCHEMA "S x" TO ROLE;
CREATE TABLE "S x"."A b" (gone int, serial_no bigserial, id text NOT NULL, "w ""q" uuid, n int CHECK (n > 0) NO INHERIT, tags text[] DEFAULT '{}', j jsonb, CONSTRAINT "pk A" PRIMARY KEY (id) WITH (fillfactor=60));
ALTER TABLE "S x"."A b" DROP COLUMN gone;
ALTER TABLE "S x"."A b" SET (autovacuum_enabled=false, toast.autovacuum_enabled=false);
ALTER TABLE "S x"."A b" ALTER j SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX "part" ON "S x"."A b" (n) WHERE n > 5;
CREATE INDEX expr ON "S x"."A b" (lower("tags"[1]), n DESC);
ALTER INDEX "S x".expr ALTER COLUMN 1 SET STATISTICS 44;
CREATE INDEX g ON "S x"."A b" USING gin (j jsonb_path_ops);
ALTER TABLE "S x"."A b" ADD CONSTRAINT excl EXCLUDE USING btree (serial_no WITH =);
ALTER TABLE "S x"."A b" OWNER TO ROLE;
GRANT SELECT, INSERT ON "S x"."A b" TO pg_monitor WITH GRANT OPTION; GRANT UPDATE (n) ON "S x"."A b" TO pg_monitor; GRANT USAGE ON SEQUENCE "S x"."A b_serial_no_seq" TO pg_monitor;
REVOKE TRUNCATE ON "S x"."A b" FROM ROLE;
CREATE TABLE lookup (n int PRIMARY KEY); INSERT INTO lookup VALUES (8);
CREATE TABLE other (k int GENERATED ALWAYS AS IDENTITY (START 7 INCREMENT 3) PRIMARY KEY, a text REFERENCES "S x"."A b" ON UPDATE CASCADE, u uuid UNIQUE, l int REFERENCES lookup);
COMMENT ON SEQUENCE other_k_seq IS 'seq'; GRANT ALL ON SEQUENCE other_k_seq TO pg_monitor; COMMENT ON COLUMN other.k IS 'k';
ALTER TABLE other REPLICA IDENTITY FULL;
CREATE TABLE outside (k int REFERENCES other (k) DEFERRABLE, x int);
CREATE UNLOGGED TABLE unlogged (id text PRIMARY KEY, s serial);
CREATE VIEW v1 WITH (security_barrier) AS SELECT n, tags FROM "S x"."A b" WHERE n > 3 WITH LOCAL CHECK OPTION;
CREATE VIEW v2 AS SELECT v1.n, other.k FROM v1 JOIN other ON other.k = v1.n;
GRANT SELECT ON v1 TO pg_monitor; COMMENT ON VIEW v1 IS 'view';
INSERT INTO "S x"."A b" (id, n) SELECT gen_random_uuid(), i FROM generate_series(1, 50) i;
INSERT INTO other (a, l) SELECT id, 8 FROM "S x"."A b"; INSERT INTO outside SELECT k FROM other;
INSERT INTO unlogged SELECT id, n FROM "S x"."A b"`

// TestPostgresOnlineDump compares what pg_dump -s prints before and after run --online, and after
// undo and undo --online.
func TestPostgresOnlineDump(t *testing.T) {
	long(t)
	t.Parallel()
	program, err := exec.LookPath("pg_dump")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("pg_dump is not installed")
		}
		t.Skip("pg_dump is not installed")
	}
	url := stores.Postgres15(t)
	db := openPostgres(t, url)
	role := "uuidkit_" + strings.ToLower(rand.Text())
	t.Cleanup(func() { db.Exec("DROP OWNED BY " + role + "; DROP ROLE " + role) })
	db.exec(t, "CREATE ROLE "+role, strings.ReplaceAll(dumped, "ROLE;", role+";"))
	dump := func() []string {
		out := kit.Must(exec.Command(program, "-s", "-N", "uuidkit_old", "-T", "uuidkit_migration", url).Output())(t)
		lines := strings.Split(string(out), "\n")
		return slices.DeleteFunc(lines, func(s string) bool {
			return strings.HasPrefix(s, "--") || strings.HasPrefix(s, `\restrict`) || strings.HasPrefix(s, `\unrestrict`)
		})
	}
	before := dump()
	want := slices.Clone(before)
	for i, line := range want {
		line = strings.Replace(line, "    id text NOT NULL", "    id uuid NOT NULL", 1)
		want[i] = strings.Replace(line, "    a text,", "    a uuid,", 1)
	}
	for _, undo := range [][]string{{"undo", url}, {"undo", url, "--online"}} {
		must(t, done, "run", url, "S x.A b.id", "unlogged.id", "--online")
		same(t, "run", dump(), want)
		same(t, "numbers", db.texts(t, "SELECT nextval('other_k_seq') - max(k), nextval('unlogged_s_seq') > 0 FROM other"), []string{"3|true"})
		db.exec(t, "SELECT setval('other_k_seq', max(k)) FROM other")
		must(t, done, undo...)
		same(t, undo[len(undo)-1], dump(), before)
		same(t, "old tables", db.texts(t, "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'uuidkit%'"), nil)
	}
	must(t, done, "run", url, "S x.A b.id", "unlogged.id", "--online")
	must(t, refused, "run", url, "S x.A b.id", "unlogged.id", "--online", "--to", "text") // the old tables are in the way
	must(t, done, "cleanup", url)
	same(t, "cleaned up", db.texts(t, "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'uuidkit%'"), nil)
	same(t, "cleaned up", dump(), want)
}

// TestPostgresOnlineRefused sees that the plan stops what would stay with the old table.
func TestPostgresOnlineRefused(t *testing.T) {
	t.Parallel()
	url := stores.Postgres15(t)
	db := openPostgres(t, url)
	for name, c := range map[string]struct{ sql, want string }{
		"no key":        {"ALTER TABLE t DROP CONSTRAINT t_pkey", "no primary key"},
		"deferrable":    {"ALTER TABLE t ADD UNIQUE (n) DEFERRABLE", "at the end of a transaction"},
		"not valid":     {"ALTER TABLE t ADD CHECK (n > 5) NOT VALID", "t_n_check is not valid"},
		"materialized":  {"CREATE MATERIALIZED VIEW m AS SELECT n FROM t", "view public.m depends"},
		"function":      {"CREATE FUNCTION f() RETURNS bigint BEGIN ATOMIC SELECT count(n) FROM t; END", "function public.f() depends"},
		"row type":      {"CREATE FUNCTION f(t) RETURNS int LANGUAGE sql AS 'SELECT 1'", "function public.f(public.t) depends"},
		"policy":        {"CREATE POLICY p ON t USING (n > 0)", "row level security"},
		"rule":          {"CREATE RULE r AS ON DELETE TO t DO INSTEAD NOTHING", "rule r"},
		"publication":   {"CREATE PUBLICATION p FOR TABLE t", "publication p"},
		"schema":        {"CREATE SCHEMA uuidkit_new", "uuidkit_new"},
		"old table":     {"CREATE SCHEMA uuidkit_old CREATE TABLE t ()", "uuid migrate cleanup"},
		"the same name": {"CREATE SCHEMA s CREATE TABLE t (id text PRIMARY KEY REFERENCES public.t)", "this name in another schema"},
		"partitions":    {"ALTER TABLE t ADD UNIQUE (n); CREATE TABLE r (n int REFERENCES t (n)) PARTITION BY HASH (n)", "partitioned table"},
	} {
		t.Run(name, func(t *testing.T) {
			db.exec(t, "DROP PUBLICATION IF EXISTS p", "DROP SCHEMA IF EXISTS uuidkit_new, uuidkit_old, s CASCADE", "DROP SCHEMA public CASCADE", "CREATE SCHEMA public", "CREATE TABLE t (id text PRIMARY KEY, n int)", c.sql)
			if out := must(t, refused, "run", url, "t.id", "--online", "--accept", "publication p"); !strings.Contains(out, c.want) {
				t.Errorf("run does not say %q: %s", c.want, out)
			}
		})
	}
}
